// The map is Spain: its regions touch as the rules say (S1, S3), and the committed file is the made one.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROVINCES } from "./geography.mjs";
import { makeMap, mapText } from "./make.mjs";
import { shapes } from "./shapes.mjs";

const NEIGHBOURS = {
  galicia: ["navarra", "castilla"],
  navarra: ["galicia", "aragon", "castilla"],
  aragon: ["navarra", "cataluna", "castilla", "toledo", "valencia"],
  cataluna: ["aragon", "valencia"],
  castilla: ["galicia", "navarra", "aragon", "toledo"],
  toledo: ["aragon", "castilla", "valencia", "sevilla", "granada"],
  valencia: ["aragon", "cataluna", "toledo", "granada"],
  sevilla: ["toledo", "granada"],
  granada: ["toledo", "valencia", "sevilla"],
};

test("regions neighbour each other exactly as the rules say", () => {
  expect(makeMap().neighbours).toEqual(NEIGHBOURS);
});

test("Portugal and France touch exactly the regions of the rules", () => {
  expect(makeMap().touches).toEqual({
    portugal: ["galicia", "castilla", "toledo", "sevilla"],
    france: ["navarra", "aragon", "cataluna"],
  });
});

test("every mainland province is in one region", () => {
  const numbers = Object.values(PROVINCES).flatMap((list) => list.split(" "));
  expect(new Set(numbers).size).toBe(numbers.length);
  // The 47 provinces of the mainland, and Gibraltar, which hangs on one of them.
  expect(numbers.length).toBe(48);
});

test("borders are shared point by point, so that no sliver shows", () => {
  const { rings, neighbours } = shapes() as {
    rings: Record<string, number[][]>;
    neighbours: Record<string, string[]>;
  };
  for (const [region, others] of Object.entries(neighbours)) {
    const mine = new Set(rings[region]!.map(String));
    for (const other of others)
      expect(
        rings[other]!.filter((point) => mine.has(String(point))).length,
        `${region} ${other}`,
      ).toBeGreaterThan(2);
  }
});

test("the committed map is the one the generator makes, and small", () => {
  const committed = readFileSync(new URL("../src/board/map.json", import.meta.url), "utf8");
  expect(committed).toBe(mapText());
  // About 13 kB as it travels; the lands beyond the board, for wide windows, are 5 kB of the raw file.
  expect(committed.length).toBeLessThan(40_000);
});
