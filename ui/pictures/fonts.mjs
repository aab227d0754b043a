// Unpacks the fonts for the server's pictures: what draws them reads TrueType, and the fonts come as
// WOFF, which is the same with every table packed. Run by the build; the files are not committed.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const TARGET = new URL("../../src/elgrande/pictures/fonts/", import.meta.url);
const IN_PAGES = "eb-garamond-latin-600-normal";
const FONTS = [
  "eb-garamond-latin-400-italic",
  IN_PAGES,
  // For the names of players: other letters than those of our languages.
  ...["latin", "latin-ext", "cyrillic", "greek"].flatMap((letters) => [
    `source-sans-3-${letters}-400-normal`,
    `source-sans-3-${letters}-600-normal`,
  ]),
];
const WOFF = 0x774f4646;
const [WOFF_HEAD, WOFF_ENTRY, HEAD, ENTRY] = [44, 20, 12, 16];

/** A font in WOFF (https://www.w3.org/TR/WOFF/) as the TrueType file it was made from. */
function unpacked(woff) {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEAD + count * ENTRY);
  const step = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  [count, step * 16, Math.log2(step), (count - step) * 16].forEach((value, index) =>
    head.writeUInt16BE(value, 4 + 2 * index),
  );
  const parts = [head];
  let at = head.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF_HEAD + index * WOFF_ENTRY;
    const [start, packed, size, sum] = [4, 8, 12, 16].map((by) => woff.readUInt32BE(entry + by));
    const stored = woff.subarray(start, start + packed);
    const table = packed < size ? inflateSync(stored) : stored;
    woff.copy(head, HEAD + index * ENTRY, entry, entry + 4);
    [sum, at, size].forEach((value, part) =>
      head.writeUInt32BE(value, HEAD + index * ENTRY + 4 + 4 * part),
    );
    parts.push(table, Buffer.alloc(-size & 3));
    at += size + (-size & 3);
  }
  return Buffer.concat(parts);
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const sourceOf = (name, kind) => {
  const family = name.match(/^(.*?)-(?:latin|cyrillic|greek)/)[1];
  return new URL(`../node_modules/@fontsource/${family}/files/${name}.${kind}`, import.meta.url);
};
for (const name of FONTS)
  writeFileSync(new URL(`${name}.ttf`, TARGET), unpacked(readFileSync(sourceOf(name, "woff"))));
// Pages that need no server carry this one, as browsers read it.
copyFileSync(sourceOf(IN_PAGES, "woff2"), new URL(`${IN_PAGES}.woff2`, TARGET));
