// The log of the game: it shows what the server gives it, and keeps nothing of its own.

import { expect, it } from "vitest";
import type { Line, StateFrame } from "../wire/types";
import { readableLines, withNews } from "./log_lines";

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

it("replaces what the server tells anew: the numbers once the Castillo was opened", () => {
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

it("leaves out what a reader would not miss", () => {
  const ended = { event: "turn_ended", says: "", position: 3, number: 6 } as Line;
  expect(readableLines([thrown(2, some), ended])).toEqual([thrown(2, some)]);
});
