// What is shown together, and what the player did.

import { describe, expect, it } from "vitest";
import type { Happening } from "../wire/types";
import { captionOf, ownPart, stepsOf } from "./pacing";

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

  it("score place by place, and sum up at the end", () => {
    const steps = stepsOf([
      event("castillo_opened"),
      event("castillo_held", { colour: 0, count: 1 }),
      event("place_counted", { place: "castillo", colours: 1 }),
      event("scored", { place: "castillo", colour: 0, points: 5 }),
      event("disc_shown", { colour: 0, place: "toledo" }),
      event("disc_shown", { colour: 1, place: "toledo" }),
      event("moved", { colour: 0, from: "castillo", to: "toledo", count: 1 }),
      event("place_counted", { place: "galicia", colours: 3 }),
      event("scored", { place: "galicia", colour: 0, points: 4 }),
      event("unpaid", { place: "galicia", colour: 1 }),
      event("scored", { place: "galicia", colour: 2, points: 2 }),
      event("place_counted", { place: "navarra", colours: 0 }),
      event("round", { round: 4 }),
    ]);
    expect(steps.map((step) => step.events.length)).toEqual([2, 2, 2, 1, 4, 1, 0, 1]);
    // What must be read stays until it was; nobody reads about an empty region for long.
    expect(steps.map((step) => !!step.hold)).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(steps.findIndex((step) => step.isSummary)).toBe(6);
    expect(captionOf(steps[4]!)).toBe("place_counted");
  });

  it("sum up once, though a holder of a Veto is asked between two places", () => {
    const steps = stepsOf([
      event("place_counted", { place: "galicia", colours: 0 }),
      event("place_counted", { place: "navarra", colours: 1 }),
      event("scored", { place: "navarra", colour: 0, points: 4 }),
      event("allowed", { colour: 2 }),
      event("place_counted", { place: "toledo", colours: 1 }),
      event("scored", { place: "toledo", colour: 0, points: 4 }),
      event("turn_ended"),
    ]);
    expect(steps.map((step) => !!step.isSummary)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it("do not sum up a single place", () => {
    const steps = stepsOf([
      event("place_counted", { place: "galicia", colours: 1 }),
      event("scored", { place: "galicia", colour: 0, points: 4 }),
      event("turn_ended"),
    ]);
    expect(steps.some((step) => step.isSummary)).toBe(false);
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
