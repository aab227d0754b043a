// The log of the game: it shows what the server gives it, and keeps nothing of its own.

import { expect, it } from "vitest";
import type { Line, StateFrame } from "../wire/types";
import {
  chatOf,
  isHeading,
  isThrow,
  paragraphsOf,
  readableLines,
  stacksTaken,
  withNews,
} from "./log_lines";

const thrown = (number: number, more: object): Line =>
  ({
    event: "moved",
    colour: 1,
    from: "court",
    to: "castillo",
    position: 1,
    number,
    ...more,
  }) as Line;
const some = { says: "Azure throws caballeros into the Castillo." };
const three = { says: "Azure throws 3 caballeros into the Castillo.", count: 3 };
const opened: Line = { event: "castillo_opened", says: "It is opened.", position: 2, number: 5 };

const frameOf = (from: number, lines: Line[]): StateFrame =>
  ({ lines_from: from, lines, events_from: 4, events: [] }) as unknown as StateFrame;

it("takes lines as they come, not the events they came with", () => {
  const frame = { ...frameOf(4, [thrown(4, some)]), events: [thrown(4, three)] };
  expect(withNews([], frame)).toEqual([thrown(4, some)]);
});

it("replaces what the server tells again: the numbers once the Castillo was opened", () => {
  const lines = [thrown(2, some), thrown(4, some)];
  expect(withNews(lines, frameOf(3, [thrown(4, three), opened]))).toEqual([
    thrown(2, some),
    thrown(4, three),
    opened,
  ]);
});

it("drops what was taken back", () => {
  expect(withNews([thrown(2, some), thrown(4, some)], frameOf(4, []))).toEqual([thrown(2, some)]);
});

it.each(["turn_ended", "castillo_held", "place_counted", "unpaid"])(
  "leaves out what a reader would not miss: %s",
  (event) => {
    const quiet = { event, says: "", position: 3, number: 6 } as Line;
    expect(readableLines([thrown(2, some), quiet])).toEqual([thrown(2, some)]);
    expect(paragraphsOf([thrown(2, some), quiet])).toEqual(paragraphsOf([thrown(2, some)]));
  },
);

const line = (number: number, event: string, more: object = {}): Line =>
  ({ event, says: `${event}.`, position: number, number, ...more }) as Line;
const placed = (number: number, to: string): Line =>
  line(number, "moved", { colour: 1, from: "court", to, count: 1, by: 1 });

it("is read in rounds and turns, each turn under the shield of its player", () => {
  const paragraphs = paragraphsOf([
    line(0, "round"),
    line(1, "revealed"),
    line(2, "revealed"),
    line(3, "power", { colour: 1 }),
    line(4, "power", { colour: 0 }),
    line(5, "order"),
    line(6, "order"),
    line(7, "moved", { colour: 1, from: "province", to: "court", count: 2, by: 1 }),
    line(8, "card", { colour: 1 }),
    line(9, "announced", { colour: 1 }),
    line(10, "moved", { colour: 0, from: "toledo", to: "aragon", count: 1, by: 1 }),
    line(11, "turn_ended", { colour: 1 }),
    line(12, "card", { colour: 0 }),
    line(13, "turn_ended", { colour: 0 }),
    line(14, "first_player", { colour: 1 }),
  ]);
  expect(paragraphs.map(({ seat }) => seat)).toEqual([null, 1, 0, null, 1, 0, null]);
  expect(paragraphs.map(({ entries }) => entries.map((entry) => entry.first.number))).toEqual([
    [0, 1],
    [3],
    [4],
    [5],
    [7, 8, 9, 10],
    [12],
    [14],
  ]);
  expect(paragraphs[0]?.entries[1]?.says).toBe("revealed. revealed.");
});

const numbersIn = (lines: Line[]): number[][] =>
  paragraphsOf(lines).map(({ entries }) => entries.map((entry) => entry.first.number));

const DEEDS_OF_THE_TABLE = ["round", "dummy_took", "general_scoring", "first_player", "game_ended"];

it.each(DEEDS_OF_THE_TABLE)("begins a paragraph of the table's own: %s", (event) => {
  const lines = [line(0, "card", { colour: 1 }), line(1, event), line(2, "revealed")];
  expect(paragraphsOf(lines).map(({ seat }) => seat)).toEqual([1, null]);
  expect(numbersIn(lines)).toEqual([[0], [1, 2]]);
  // What the table did before is another matter.
  expect(numbersIn([line(0, "scored"), line(1, event)])).toEqual([[0], [1]]);
});

it("tells the order of play with the round it belongs to", () => {
  expect(numbersIn([line(0, "round"), line(1, "order"), line(2, "order")])).toEqual([[0, 1]]);
  const played = [line(0, "power", { colour: 1 }), line(1, "order")];
  expect(paragraphsOf(played).map(({ seat }) => seat)).toEqual([1, null]);
});

it("tells who passed on their modifiers in one line", () => {
  const passed = [line(0, "modifier_passed"), line(1, "modifier_passed")];
  expect(paragraphsOf(passed)[0]?.entries.map(({ says }) => says)).toEqual([
    "modifier_passed. modifier_passed.",
  ]);
});

it("has rounds and general scorings for headings", () => {
  const events = ["round", "general_scoring", "card", "order", "game_ended"];
  expect(events.filter((event) => isHeading(line(0, event)))).toEqual(events.slice(0, 2));
});

it("knows a throw into the Castillo from other moves", () => {
  expect([thrown(1, some), placed(2, "toledo"), opened].map((one) => isThrow(one))).toEqual([
    true,
    false,
    false,
  ]);
});

it("finds what is said at the table among its entries", () => {
  const entries = ["chat", "undo", "chat"].map((kind, id) => ({ kind, id }));
  expect(chatOf(entries as never)).toEqual([entries[0], entries[2]]);
});

it("tells placements in a row as one, with how many went where", () => {
  const [turn] = paragraphsOf([
    line(1, "card", { colour: 1 }),
    placed(2, "toledo"),
    placed(3, "granada"),
    placed(4, "toledo"),
    thrown(5, some),
    placed(6, "aragon"),
  ]);
  expect(turn?.entries.map(({ placed: there }) => there?.places ?? null)).toEqual([
    null,
    [
      ["toledo", 2],
      ["granada", 1],
    ],
    null,
    [["aragon", 1]],
  ]);
  expect(turn?.entries[1]?.last.position).toBe(4);
  // Not what goes back to the Province, nor what belongs to somebody else.
  expect(numbersIn([placed(1, "toledo"), placed(2, "province")])).toEqual([[1, 2]]);
  const another = { ...placed(2, "toledo"), colour: 2 } as Line;
  expect(numbersIn([placed(1, "toledo"), another])).toEqual([[1, 2]]);
});

it("tells a card that nobody took from those that were taken this round", () => {
  const lines = [
    line(0, "round"),
    line(1, "card", { colour: 0, stack: 1 }),
    line(2, "round"),
    line(3, "card", { colour: 0, stack: 2 }),
    line(4, "dummy_took", { stack: 5 }),
  ];
  expect(stacksTaken(lines)).toEqual(new Set([2, 5]));
  expect(stacksTaken(lines.slice(3))).toBeNull();
});
