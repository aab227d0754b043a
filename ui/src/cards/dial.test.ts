// The secret disc: where its regions stand, and that it offers what it was given and no more.

import { describe, expect, it } from "vitest";
import { REGIONS, type Choice, type Place } from "../wire/types";
import { bearing, nextRegion, picksByRegion, shorterWay, spot } from "./dial";

const pick = (choice: number, place: Place): Choice => ({
  choice,
  notation: "",
  text: "",
  touches: { on: "place", place },
});

describe("the dial", () => {
  it("has Galicia at the top and the others clockwise, evenly", () => {
    expect(bearing("galicia")).toBe(0);
    expect(REGIONS.map(bearing)).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320]);
    expect(spot(0, 40).y).toBeCloseTo(-40);
    expect(spot(90, 40).x).toBeCloseTo(40);
  });

  it("turns the shorter way", () => {
    expect(shorterWay(320, 0)).toBe(360);
    expect(shorterWay(0, 320)).toBe(-40);
    expect(shorterWay(360, 40)).toBe(400);
    expect(shorterWay(-40, 280)).toBe(-80);
    expect(shorterWay(80, 80)).toBe(80);
  });

  it("takes only regions it was offered", () => {
    const other: Choice = {
      choice: 9,
      notation: "",
      text: "",
      touches: { on: "button", button: "stop" },
    };
    const offered = picksByRegion([pick(3, "toledo"), pick(4, "castillo"), other]);
    expect([...offered.keys()]).toEqual(["toledo"]);
    expect(offered.get("toledo")?.choice).toBe(3);
  });

  it("steps over regions out of reach, and around", () => {
    expect(nextRegion(["galicia", "toledo", "granada"], "galicia", 1)).toBe("toledo");
    expect(nextRegion(["galicia", "toledo", "granada"], "galicia", -1)).toBe("granada");
    expect(nextRegion(["galicia", "toledo", "granada"], "granada", 1)).toBe("galicia");
    expect(nextRegion(["toledo"], "toledo", 1)).toBe("toledo");
  });
});
