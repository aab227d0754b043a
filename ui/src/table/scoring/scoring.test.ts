// Scorings read from events: who stands where, what they get, and why not.

import { describe, expect, it } from "vitest";
import type { Happening, Spot } from "../../wire/types";
import {
  gainsIn,
  scoresAfter,
  scoringsByLine,
  scoringsOf,
  whyNothing,
  type Numbered,
} from "./scoring";

const numbered = (events: object[]): Numbered[] =>
  events.map((event, number) => ({ says: "", position: 1, ...event, number }) as Numbered);
const counted = (place: Spot, colours: number, more: object = {}): object => ({
  event: "place_counted" satisfies Happening["event"],
  place,
  colours,
  first: 6,
  second: 4,
  third: 2,
  first_only: 0,
  ...more,
});
const scored = (
  place: Spot,
  colour: number,
  rank: number,
  points: number,
  count: number,
): object => ({
  event: "scored" satisfies Happening["event"],
  place,
  colour,
  rank,
  points,
  count,
  king: rank === 1 ? 2 : 0,
  grande: 0,
});
const unpaid = (place: Spot, colour: number, rank: number, count: number): object => ({
  event: "unpaid" satisfies Happening["event"],
  place,
  colour,
  rank,
  count,
});

const GENERAL = numbered([
  { event: "card", colour: 1, card: "C-fair", stack: 4 },
  { event: "general_scoring", round: 3 },
  { event: "disc_set", colour: 0 },
  { event: "castillo_opened" },
  { event: "castillo_held", colour: 0, count: 2 },
  counted("castillo", 1),
  scored("castillo", 0, 1, 7, 2),
  { event: "disc_shown", colour: 0, place: "toledo" },
  { event: "moved", colour: 0, from: "castillo", to: "toledo", count: 2 },
  counted("galicia", 0),
  counted("toledo", 4),
  unpaid("toledo", 0, 4, 1),
  scored("toledo", 1, 3, 2, 2),
  scored("toledo", 2, 1, 8, 3),
  scored("toledo", 3, 3, 2, 2),
  { event: "round", round: 4 },
  { event: "card", colour: 2, card: "C-fair", stack: 4 },
  { event: "announced", colour: 2, card: "C-fair" },
  counted("granada", 1),
  scored("granada", 2, 1, 8, 1),
  { event: "turn_ended", colour: 2, card: "C-fair" },
]);

describe("scorings", () => {
  it("are told apart, with their places in order", () => {
    const [general, card] = scoringsOf(GENERAL);
    expect(general).toMatchObject({ round: 3, card: null, from: 1, to: 15 });
    expect(general?.places.map((one) => one.place)).toEqual(["castillo", "galicia", "toledo"]);
    expect(card).toMatchObject({ round: null, card: { card: "C-fair", colour: 2 }, from: 18 });
    expect(scoringsOf(GENERAL)).toHaveLength(2);
  });

  it("are one, though a holder of a Veto is asked between two places", () => {
    const found = scoringsOf(
      numbered([
        { event: "card", colour: 2, card: "C-score-5", stack: 4 },
        counted("navarra", 0),
        counted("aragon", 1),
        scored("aragon", 2, 1, 5, 1),
        { event: "allowed", colour: 1, performer: 2, whole: 0 },
        counted("valencia", 1),
        scored("valencia", 2, 1, 5, 1),
        { event: "turn_ended", colour: 2, card: "C-score-5" },
      ]),
    );
    expect(found.map((one) => one.places.map(({ place }) => place))).toEqual([
      ["navarra", "aragon", "valencia"],
    ]);
  });

  it("list everybody by rank, and who is level with whom", () => {
    const toledo = scoringsOf(GENERAL)[0]!.places[2]!;
    expect(toledo.payments.map((one) => one.colour)).toEqual([2, 1, 3, 0]);
    expect(toledo.payments[0]).toMatchObject({ points: 8, king: 2, caballeros: 3, levelWith: [] });
    expect(toledo.payments[1]).toMatchObject({ rank: 3, levelWith: [3] });
    expect(toledo.payments[3]).toMatchObject({ points: 0, rank: 4, levelWith: [] });
  });

  it("add up", () => {
    const scoring = scoringsOf(GENERAL)[0]!;
    expect(gainsIn(scoring.places, 4)).toEqual([7, 2, 8, 2]);
    expect(scoresAfter(scoring, [17, 12, 28, 12], GENERAL)).toEqual([17, 12, 20, 12]);
  });

  it("say why a place pays nobody", () => {
    const [place] = scoringsOf(numbered([counted("aragon", 0)]))[0]!.places;
    expect(whyNothing(place!, 4)).toBe("nobody");
    const why = (more: object, ...there: object[]): unknown =>
      whyNothing(
        scoringsOf(numbered([counted("aragon", there.length, more), ...there]))[0]!.places[0]!,
        2,
      );
    expect(why({}, unpaid("aragon", 2, 1, 3))).toBe("onlyDummy");
    expect(why({ first_only: 1 }, unpaid("aragon", 0, 2, 1), unpaid("aragon", 1, 2, 1))).toBe(
      "noFirst",
    );
    expect(why({}, unpaid("aragon", 2, 1, 3), unpaid("aragon", 0, 3, 1))).toBe("noPlace");
    expect(why({}, scored("aragon", 0, 1, 6, 1))).toBe(null);
  });
});

describe("the log", () => {
  it("leads to a scoring from the line that tells of it first", () => {
    const found = scoringsByLine(GENERAL);
    expect([...found.keys()]).toEqual([1, 19]);
    expect(found.get(1)?.round).toBe(3);
  });
});
