// The list of cards follows the catalogue: a new card is shown in its stack without any change
// here.

import { expect, it } from "vitest";
import { cardsIn } from "./cards";

const card = (stacks: number[], copies: number, added: Partial<Record<string, number>> = {}) => ({
  stacks,
  copies,
  added: { new_regency: 0, old_hands: 0, ...added },
});
const NEW = {
  "C-veto": card([2], 0, { old_hands: 2 }),
  "C-arrest": card([2], 1),
  "C-score-4": card([2, 3], 2),
  "C-king": card([5], 1, { new_regency: 3 }),
  "C-exile": card([5], 0, { new_regency: 1 }),
  "C-of-our-own": card([5], 1),
};
const CLASSIC = { "C-arrest": card([2], 1), "C-veto": card([2], 2), "C-fair-3": card([3], 1) };
const shown = (section: string): unknown[] =>
  cardsIn(section, NEW, CLASSIC).map(({ key, tags }) => [key, ...tags]);

it("shows the cards of a stack, those of variants last", () => {
  expect(shown("stack-2")).toEqual([["C-arrest"], ["C-veto", "old_hands"]]);
  expect(shown("stack-3")).toEqual([["C-score-4"], ["C-fair-3", "classic"]]);
  expect(shown("stack-5")).toEqual([
    ["C-king"],
    ["C-of-our-own"],
    ["C-exile", "2023", "new_regency"],
  ]);
});

it("shows none in other sections, or before the catalogue is there", () => {
  expect(shown("the-king")).toEqual([]);
  expect(cardsIn("stack-2")).toEqual([]);
});
