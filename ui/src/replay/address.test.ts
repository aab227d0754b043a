// What the address of a replay asks for, and what of it may be had.

import { expect, it } from "vitest";
import { addressOf, eyesIn, positionIn } from "./address";

const query = (text: string): URLSearchParams => new URLSearchParams(text);

it("names the position and the view", () => {
  expect(addressOf("t", 12, "open")).toBe("/table/t/replay?at=12&seat=open");
  expect(addressOf("t", 12, null)).toBe("/table/t/replay?at=12&seat=none");
});

it("asks for a position, unless it is none", () => {
  expect(positionIn(query("at=7"))).toBe(7);
  expect(positionIn(query("at=soon"))).toBe(null);
  expect(positionIn(query(""))).toBe(null);
});

it("opens no view that may not be seen", () => {
  expect(eyesIn(query("seat=1"), [0, 1], true, 0)).toBe(1);
  expect(eyesIn(query("seat=3"), [0], false, 0)).toBe(0);
  expect(eyesIn(query("seat=open"), [0], false, 0)).toBe(0);
  expect(eyesIn(query("seat=open"), [0], true, 0)).toBe("open");
  expect(eyesIn(query("seat=none"), [0], true, 0)).toBe(null);
});
