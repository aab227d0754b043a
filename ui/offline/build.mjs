// What makes the pages installable, written after they are built: icons of every kind from the
// one drawing, and the service worker with the names of all files it keeps.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const WORKER = fileURLToPath(new URL("sw.js", import.meta.url));
// What only those who run a server need is not kept on everybody's phone.
const NOT_KEPT = /^AdminPage-/;
const PACKED = /\.(br|gz)$/;
// A launcher may cut the icon to any shape that holds a circle of four fifths of its width.
const SAFE_PART = 0.72;

/** Write icons and service worker into the folder of the built pages. */
export async function makeInstallable(pages) {
  const icons = await drawIcons(readFileSync(join(pages, "icon.svg"), "utf8"));
  for (const [name, picture] of Object.entries(icons)) writeFileSync(join(pages, name), picture);
  const assets = readdirSync(join(pages, "assets"), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !PACKED.test(file.name) && !NOT_KEPT.test(file.name))
    .map((file) => relative(pages, join(file.parentPath, file.name)).split(sep).join("/"));
  const files = [
    "index.html",
    "manifest.webmanifest",
    "icon.svg",
    ...Object.keys(icons),
    ...assets,
  ].sort();
  writeFileSync(join(pages, "sw.js"), workerFor(pages, files));
}

async function drawIcons(drawing) {
  const { resolve } = createRequire(import.meta.url);
  await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const draw = (svg, width) =>
    new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng();
  return {
    "icon-192.png": draw(drawing, 192),
    "icon-512.png": draw(drawing, 512),
    "icon-maskable-512.png": draw(maskable(drawing), 512),
  };
}

/** The same drawing on a ground without corners, small enough to be cut round. */
export function maskable(drawing) {
  const [, box, fill, rest] =
    /viewBox="0 0 (\d+) \1"><rect [^>]*fill="(#\w+)"\/>(.*)<\/svg>/s.exec(drawing) ?? [];
  if (!rest) throw new Error("icon.svg does not begin with its ground, a filled <rect>.");
  const shift = ((1 - SAFE_PART) / 2) * box;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}"><rect width="${box}" height="${box}" fill="${fill}"/><g transform="translate(${shift} ${shift}) scale(${SAFE_PART})">${rest}</g></svg>`;
}

function workerFor(pages, files) {
  const code = readFileSync(WORKER, "utf8");
  const version = createHash("sha256").update(code);
  for (const file of files) version.update(file).update(readFileSync(join(pages, file)));
  const name = JSON.stringify(version.digest("hex").slice(0, 16));
  const list = JSON.stringify(files);
  return `const VERSION = ${name};\nconst FILES = ${list};\n${code}`;
}
