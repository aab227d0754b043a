// Packs what was built, so that the server has every file ready as browsers take it.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { makeInstallable } from "./offline/build.mjs";

const PAGES = fileURLToPath(new URL("../src/elgrande/server/pages", import.meta.url));
// Pictures, sounds and fonts are packed as they are.
const PACKABLE = /\.(css|html|js|json|svg|txt|webmanifest)$/;
// One packet of the network carries this much anyway.
const WORTH_IT = 1400;

const assets = readdirSync(join(PAGES, "assets"));
function scriptOf(chunk) {
  const found = assets.filter((name) => name.startsWith(`${chunk}-`) && name.endsWith(".js"));
  if (found.length !== 1) throw new Error(`not one script ${chunk}: ${found.join(", ")}`);
  return `/assets/${found[0]}`;
}
// Chromium compiles the functions of these files while they arrive, off the main thread: nearly all
// are called when a table opens, and one by one they would cost a phone a fifth of a second.
for (const chunk of ["core", "board", "telling", "table"]) {
  const path = join(PAGES, scriptOf(chunk));
  writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, "utf8")}`);
}

// What runs before the other files are there: it asks for the texts, and opens a table's socket.
const early = `<script type="module" crossorigin src="${scriptOf("early")}"></script>`;
const bare = readFileSync(join(PAGES, "index.html"), "utf8").replace(
  early,
  early.replace(" crossorigin", " async crossorigin"),
);
const inHead = (text, links) =>
  text.replace("</head>", `${links.map((link) => `  ${link}\n  `).join("")}</head>`);

// The fonts are asked for at once, not when the first text is laid out: it would be laid out again.
const fonts = assets
  .filter((name) => name.endsWith(".woff2"))
  .map(
    (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">`,
  );
// Tables and replays ask for their scripts at once too, not when the first one has been read, and
// before the fonts: browsers load six files at a time from a server without HTTP/2.
const SCRIPTS = {
  index: [],
  table: ["board", "telling", "table"],
  replay: ["board", "telling", "ReplayPage"],
};
for (const [page, chunks] of Object.entries(SCRIPTS)) {
  const scripts = chunks.map(
    (chunk) => `<link rel="modulepreload" crossorigin href="${scriptOf(chunk)}">`,
  );
  writeFileSync(join(PAGES, `${page}.html`), inHead(bare, [...scripts, ...fonts]));
}

// The service worker keeps the pages as they are now.
await makeInstallable(PAGES);

for (const name of readdirSync(PAGES, { recursive: true })) {
  const path = join(PAGES, name);
  if (!PACKABLE.test(name) || statSync(path).size < WORTH_IT) continue;
  const content = readFileSync(path);
  const options = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: options }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
