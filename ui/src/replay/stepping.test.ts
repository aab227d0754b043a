// The keys do what they say, and the speeds are in order.

import { describe, expect, it } from "vitest";
import { deedOf, speedAfter } from "./stepping";

describe("keys of the replay", () => {
  it("goes by choices, and with Shift by turns", () => {
    expect(deedOf({ key: "ArrowLeft", shiftKey: false })).toBe("back");
    expect(deedOf({ key: "ArrowRight", shiftKey: true })).toBe("turnForward");
  });
  it("plays with Space and leaves other keys alone", () => {
    expect(deedOf({ key: " ", shiftKey: false })).toBe("play");
    expect(deedOf({ key: "a", shiftKey: false })).toBeNull();
  });
});

describe("speeds", () => {
  it("go up and down and stay at the ends", () => {
    expect(speedAfter(1, 1)).toBe(2);
    expect(speedAfter(1, -1)).toBe(0.5);
    expect(speedAfter(0.5, -1)).toBe(0.5);
    expect(speedAfter(8, 1)).toBe(8);
  });
});
