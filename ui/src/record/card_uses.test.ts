import { expect, it } from "vitest";
import type { CardUseShown } from "../wire/schema";
import { favourites, neglected } from "./card_uses";

const use = (card: string, taken: number, expected: number): CardUseShown => ({
  card,
  taken,
  expected,
  grandmasters: null,
});

it("tells favourites from neglected cards, and leaves out what chance explains", () => {
  const cards = [use("a", 9, 3), use("b", 4, 3), use("c", 2, 2), use("d", 1, 3), use("e", 0, 4)];
  expect(favourites(cards).map(({ card }) => card)).toEqual(["a", "b"]);
  expect(neglected(cards).map(({ card }) => card)).toEqual(["e", "d"]);
});
