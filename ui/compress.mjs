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

// The fonts are asked for at once, not when the first text is laid out: it would be laid out again.
const assets = readdirSync(join(PAGES, "assets"));
const fonts = assets
  .filter((name) => name.endsWith(".woff2"))
  .map(
    (name) =>
      `  <link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">\n`,
  );
const scriptOf = (chunk) =>
  `/assets/${assets.find((name) => name.startsWith(`${chunk}-`) && name.endsWith(".js"))}`;
// What runs before the other files are there: it asks for the texts, and opens a table's socket.
const early = `<script type="module" async crossorigin src="${scriptOf("early")}"></script>`;
const front = readFileSync(join(PAGES, "index.html"), "utf8")
  .replace(/<script /, `${early}\n    $&`)
  .replace("</head>", `${fonts.join("  ")}  </head>`);
writeFileSync(join(PAGES, "index.html"), front);

// The page of a table asks for the table's file at once, not when the first file has been read.
const preload = `<link rel="modulepreload" crossorigin href="${scriptOf("table")}">`;
writeFileSync(join(PAGES, "table.html"), front.replace("</head>", `  ${preload}\n  </head>`));

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
