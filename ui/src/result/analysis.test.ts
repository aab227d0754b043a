// Points are added up by region, source and round.

import { describe, expect, it } from "vitest";
import {
  apart,
  byPlace,
  byRound,
  bySource,
  spread,
  standingsOf,
  swingsOf,
  type Payment,
} from "./analysis";

const paid = (over: Partial<Payment>): Payment => ({
  seat: 0,
  place: "toledo",
  source: "general",
  card: null,
  round: 3,
  rank: 1,
  points: 1,
  ...over,
});
const POINTS = [
  paid({ points: 7 }),
  paid({ source: "king_bonus", points: 2 }),
  paid({ seat: 1, place: "castillo", points: 3 }),
  paid({ seat: 1, source: "C-fair", card: "C-fair", round: 2, points: 4 }),
  paid({ seat: 0, source: "C-score-4", card: "C-score-4", round: 1, place: "galicia", points: 6 }),
  paid({
    seat: 0,
    source: "grande_bonus",
    card: "C-score-4",
    round: 1,
    place: "galicia",
    points: 2,
  }),
];
const all = (rows: { values: number[] }[]): number[] =>
  rows.reduce((sum, row) => sum.map((value, seat) => value + (row.values[seat] ?? 0)), [0, 0]);

describe("where the points came from", () => {
  it("adds up to the scores, however it is sorted", () => {
    const scores = [17, 7];
    expect(all(byPlace(POINTS, 2, ["galicia", "toledo", "castillo"]))).toEqual(scores);
    expect(all(bySource(POINTS, 2))).toEqual(scores);
    expect(all(byRound(POINTS, 2, [1, 2, 3], [3]))).toEqual(scores);
  });
  it("keeps the order of places and shows empty ones", () => {
    expect(byPlace(POINTS, 2, ["aragon", "toledo"]).map((row) => row.key)).toEqual([
      "aragon",
      "toledo",
      "castillo",
      "galicia",
    ]);
  });
  it("puts scorings and bonuses before cards, and cards that paid more first", () => {
    expect(bySource(POINTS, 2).map((row) => row.key)).toEqual([
      "general",
      "king_bonus",
      "grande_bonus",
      "C-score-4",
      "C-fair",
    ]);
  });
  it("tells a round from the scoring at its end; a card's bonus belongs to the round", () => {
    const rows = byRound(POINTS, 2, [1, 2, 3], [3]);
    expect(rows.map((row) => [row.round, row.isScoring, row.values])).toEqual([
      [1, false, [8, 0]],
      [2, false, [0, 4]],
      [3, false, [0, 0]],
      [3, true, [9, 3]],
    ]);
  });
});

describe("standingsOf", () => {
  it("lets equal scores share a place", () => {
    expect(standingsOf([90, 120, 90, 70]).map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
      [3, 4],
    ]);
  });
});

describe("spread", () => {
  it("leaves alone what does not touch", () => {
    expect(spread([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90]);
  });
  it("moves labels apart and keeps them inside", () => {
    const placed = spread([98, 97, 99, 10], 16, 0, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let index = 1; index < sorted.length; index += 1)
      expect(sorted[index]! - sorted[index - 1]!).toBeGreaterThanOrEqual(16);
    expect(Math.max(...placed)).toBeLessThanOrEqual(100);
    expect(placed[1]!).toBeLessThan(placed[0]!);
  });
});

describe("swingsOf", () => {
  it("names who rose first and who fell last, and leaves out small changes", () => {
    expect(swingsOf({ before: [0.4, 0.3, 0.2, 0.1], after: [0.1, 0.31, 0.45, 0.14] })).toEqual([
      2, 3, 0,
    ]);
  });
});

describe("apart", () => {
  it("leaves out what would lie on an earlier point", () => {
    const points = [
      { x: 10, y: 10 },
      { x: 30, y: 20 },
      { x: 30, y: 40 },
      { x: 60, y: 45 },
    ];
    expect(apart(points, 24)).toEqual([points[0], points[2], points[3]]);
  });
});
