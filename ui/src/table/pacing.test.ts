// What is shown together, and what the player did.

import { describe, expect, it } from "vitest";
import type { Happening } from "../wire/types";
import { captionOf, gainsOf, ownPart, stepsOf } from "./pacing";

const event = (name: Happening["event"], more: object = {}): Happening =>
  ({ event: name, says: name, position: 1, ...more }) as Happening;

describe("steps", () => {
  it("turn up the cards of a round together", () => {
    const steps = stepsOf([event("round"), event("revealed"), event("revealed"), event("power")]);
    expect(steps.map((step) => step.events.length)).toEqual([3, 1]);
    expect(captionOf(steps[0]!)).toBe("round");
  });

  it("move pieces of one colour from one place together", () => {
    const move = { colour: 1, from: "court", to: "toledo", count: 1 } as const;
    const steps = stepsOf([
      event("moved", move),
      event("moved", { ...move, to: "aragon" }),
      event("moved", { ...move, from: "province" }),
      event("moved", { ...move, colour: 2, from: "province" }),
    ]);
    expect(steps.map((step) => step.events.length)).toEqual([2, 1, 1]);
  });

  it("score place by place, with the points of everybody there", () => {
    const scored = [
      event("place_counted", { place: "galicia" }),
      event("scored", { place: "galicia", colour: 0, points: 4 }),
      event("unpaid", { place: "galicia", colour: 1 }),
      event("scored", { place: "galicia", colour: 2, points: 2 }),
      event("place_counted", { place: "navarra" }),
      event("scored", { place: "navarra", colour: 1, points: 5 }),
      event("place_counted", { place: "aragon" }),
    ];
    const steps = stepsOf(scored);
    expect(steps.map((step) => gainsOf(step).length)).toEqual([2, 1, 0]);
  });

  it("end a turn without taking time", () => {
    expect(stepsOf([event("turn_ended")])[0]?.ms).toBe(0);
  });
});

describe("what I did myself", () => {
  it("ends where another acts", () => {
    const events = [event("power", { colour: 0 }), event("power", { colour: 1 })];
    expect(ownPart(events, 0)).toBe(1);
  });

  it("includes pieces of others that I moved", () => {
    expect(ownPart([event("announced", { colour: 0 }), event("moved", { colour: 2 })], 0)).toBe(2);
  });

  it("ends with my turn, though what follows names nobody", () => {
    const events = [event("turn_ended", { colour: 0 }), event("moved", { colour: 1 })];
    expect(ownPart(events, 0)).toBe(1);
  });

  it("ends where another player calls caballeros, which begins their turn", () => {
    const call = { from: "province", to: "court", count: 3 } as const;
    expect(
      ownPart([event("moved", { ...call, colour: 0 }), event("moved", { ...call, colour: 1 })], 0),
    ).toBe(1);
  });

  it("does not swallow a scoring", () => {
    expect(ownPart([event("scored", { colour: 0 })], 0)).toBe(0);
  });
});
