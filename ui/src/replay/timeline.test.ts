// Positions are sorted into rounds and turns.

import { describe, expect, it } from "vitest";
import type { Line } from "../wire/types";
import { chaptersOf, lineAt, marksOf, newestAt, stopAfter, stopBefore, stopsOf } from "./timeline";

const happened = (event: Line["event"], position: number, more: object = {}): Line =>
  ({ event, says: event, position, number: 0, ...more }) as Line;

const EVENTS = [
  happened("round", 0, { round: 1 }),
  happened("power", 1),
  happened("power", 2),
  happened("card", 4),
  happened("turn_ended", 9),
  happened("turn_ended", 15),
  happened("general_scoring", 15),
  happened("scored", 17),
  happened("round", 17, { round: 2 }),
  happened("power", 18),
];

describe("the timeline of a game", () => {
  it("marks rounds and scorings", () => {
    expect(marksOf(EVENTS)).toEqual([
      { position: 0, kind: "round", round: 1 },
      { position: 15, kind: "scoring", round: 1 },
      { position: 17, kind: "round", round: 2 },
    ]);
  });
  it("stops where turns end, once each, and at both ends", () => {
    const stops = stopsOf(EVENTS, 0, 20);
    expect(stops).toEqual([0, 9, 15, 17, 20]);
    expect(stopAfter(stops, 9)).toBe(15);
    expect(stopAfter(stops, 20)).toBe(20);
    expect(stopBefore(stops, 9)).toBe(0);
    expect(stopBefore(stops, 0)).toBe(0);
  });
  it("leaves out stops that can no longer be shown", () => {
    expect(stopsOf(EVENTS, 10, 16)).toEqual([10, 15, 16]);
  });
  it("finds the line of a position, and where what happened last begins", () => {
    expect(lineAt(EVENTS, 3)).toBe(2);
    expect(lineAt(EVENTS, 17)).toBe(8);
    expect(newestAt(EVENTS, 17)).toBe(7);
    expect(newestAt([], 3)).toBe(-1);
  });
  it("puts lines into rounds", () => {
    expect(chaptersOf(EVENTS).map((chapter) => [chapter.round, chapter.lines.length])).toEqual([
      [1, 8],
      [2, 2],
    ]);
  });
  it("keeps apart what happens before a round begins", () => {
    const chapters = chaptersOf([happened("modifier_passed", 1), ...EVENTS]);
    expect(chapters.map((chapter) => chapter.round)).toEqual([null, 1, 2]);
  });
});
