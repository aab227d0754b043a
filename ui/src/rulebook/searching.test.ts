// Words are found in the rules whatever their accents and case.

import { expect, it } from "vitest";
import { cut, folded, has, isWanted, wordsIn } from "./searching";

it("finds words whatever their accents and capitals", () => {
  expect(has("La región del Rey es tabú.", wordsIn("REGION tabu"))).toBe(true);
  expect(has("Königsregion", wordsIn("konig"))).toBe(true);
  expect(has("Königsregion", wordsIn("königs"))).toBe(true);
  expect(has("La región del Rey", wordsIn("región castillo"))).toBe(false);
});

it("keeps the length of a text, so that marks stand where the words are", () => {
  for (const text of ["Cataluña y Aragón", "Plättchen, größer, ﬁesta", "İspanya"]) {
    expect(folded(text)).toHaveLength(text.length);
  }
  expect(cut("Cataluña y Aragón", wordsIn("aragon luna"))).toEqual([
    { text: "Cata", isHit: false },
    { text: "luña", isHit: true },
    { text: " y ", isHit: false },
    { text: "Aragón", isHit: true },
  ]);
  expect(cut("Castillo", [])).toEqual([{ text: "Castillo", isHit: false }]);
});

it("shows what is wanted", () => {
  const all = { edition: "both", variant: "all" } as const;
  expect(isWanted(["2023", "two"], all)).toBe(true);
  expect(isWanted(["2023"], { ...all, edition: "classic" })).toBe(false);
  expect(isWanted(["two"], { ...all, variant: "none" })).toBe(false);
  expect(isWanted(["two"], { ...all, variant: "two" })).toBe(true);
  expect(isWanted(["old_hands"], { edition: "classic", variant: "none" })).toBe(true);
  expect(isWanted(["old_hands"], { edition: "2023", variant: "none" })).toBe(false);
});
