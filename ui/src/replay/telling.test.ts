// What a replay tells on sheets: only what a table would, and in the same way.

import "../app/test_browser";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preferences } from "../app/preferences.svelte";
import recorded from "../table/recorded.json";
import type { Line, View } from "../wire/types";
import { Telling, toldAt } from "./telling.svelte";

const view = (recorded as unknown as { first: View }[])[0]?.first as View;
const line = (number: number, position: number, event: string, more: object = {}): Line =>
  ({ event, number, position, says: `${event}.`, ...more }) as unknown as Line;
const EVENTS = [
  line(0, 1, "card", { card: "C-fair", colour: 1, stack: 2 }),
  line(1, 2, "announced", { card: "C-fair", colour: 1 }),
  line(2, 3, "region_named", { place: "toledo", colour: 1 }),
  line(3, 3, "place_counted", {
    place: "toledo",
    colours: 1,
    first: 7,
    second: 4,
    third: 2,
    first_only: 0,
  }),
  line(4, 3, "scored", {
    place: "toledo",
    colour: 1,
    points: 7,
    rank: 1,
    count: 2,
    king: 0,
    grande: 0,
  }),
  line(5, 4, "turn_ended", { colour: 1, card: "C-fair" }),
];

beforeEach(() => {
  vi.useFakeTimers();
  preferences.pace = 1;
});
afterEach(() => {
  vi.useRealTimers();
});

it("tells positions with sheets, and no others", () => {
  expect([1, 2, 3, 4].map((position) => toldAt(EVENTS, position).length)).toEqual([0, 0, 3, 0]);
});

it.each(["disc_shown", "castillo_opened", "place_counted"])("has a sheet for %s", (event) => {
  const lines = [line(0, 7, "moved"), line(1, 7, event)];
  expect(toldAt(lines, 7)).toEqual(lines);
  expect(toldAt(lines, 8)).toEqual([]);
});

it("shows a scoring until the reader goes on", () => {
  const telling = new Telling();
  telling.tell(view, view, toldAt(EVENTS, 3));
  vi.advanceTimersByTime(60_000);
  expect(telling.scene).toMatchObject({ kind: "place", place: { place: "toledo" } });
  expect(telling.places).toEqual(["toledo"]);
  expect(telling.press("ArrowRight")).toBe(false);
  expect(telling.press("Enter")).toBe(true);
  expect(telling.scene).toBe(null);
});

it("is skipped with Escape", () => {
  const telling = new Telling();
  telling.tell(view, view, toldAt(EVENTS, 3));
  expect(telling.press("Escape")).toBe(true);
  expect([telling.scene, telling.view, telling.places]).toEqual([null, null, []]);
});

it("shows the board as it was before what is told, until that happens", () => {
  const telling = new Telling();
  const after = { ...view, scores: view.scores.map(() => 99) };
  telling.tell(view, after, toldAt(EVENTS, 3));
  expect(telling.view?.scores).not.toContain(99);
});

it("goes on from a sheet that waits once the replay plays", () => {
  const telling = new Telling();
  telling.tell(view, view, toldAt(EVENTS, 3));
  vi.advanceTimersByTime(60_000);
  expect(telling.playback.holding).toBe(true);
  telling.isPlaying = true;
  expect(telling.playback.busy).toBe(false);
});

it("keeps the position that was stepped to until it is told", () => {
  const telling = new Telling();
  telling.move(3);
  expect(telling.due).toBe(3);
  telling.tell(view, view, toldAt(EVENTS, 3));
  expect(telling.due).toBe(null);
});

it("goes on by itself while the replay plays", () => {
  const telling = new Telling();
  telling.isPlaying = true;
  telling.tell(view, view, toldAt(EVENTS, 3));
  vi.advanceTimersByTime(60_000);
  expect(telling.playback.busy).toBe(false);
});

it("is over as soon as somebody moves on", () => {
  const telling = new Telling();
  telling.tell(view, view, toldAt(EVENTS, 3));
  vi.advanceTimersByTime(1_000);
  telling.move(null);
  expect(telling.view).toBe(null);
  expect(telling.press("Enter")).toBe(false);
});
