// What a question means for whoever is asked, and whose discs lie face down.

import "../../app/test_browser";
import { describe, expect, it } from "vitest";
import type { Choice, Line, View } from "../../wire/types";
import { discsSetIn, stakesOf } from "./stakes";

const line = (event: string, colour = 0): Line => ({ event, colour }) as unknown as Line;
const view = (decision: object, seat: number | null = 0): View =>
  ({
    decision,
    seat,
    options: { edition: "2023" },
    regions: { toledo: { caballeros: [3, 1] } },
  }) as unknown as View;
const choice = (count: number): Choice => ({ outcome: { count } }) as unknown as Choice;

describe("what is at stake", () => {
  it("says how many of mine are concerned", () => {
    const coup = view({ kind: "disc_coup", seat: 1, region: "toledo" });
    expect(stakesOf(coup, [choice(3)])).toMatch(/3 caballeros.*Toledo/);
    const lost = view({ kind: "disc_return", seat: 1 });
    expect(stakesOf(lost, [choice(1), choice(2)])).toMatch(/up to 2/);
    expect(stakesOf(view({ kind: "return", seat: 0, left: 3 }), [choice(0)])).toMatch(/^3 of your/);
  });

  it("is nothing to those who are not asked", () => {
    expect(stakesOf(view({ kind: "disc_coup", seat: 1, region: "toledo" }), [])).toBe("");
    expect(stakesOf(view({ kind: "disc_scoring" }, null), [choice(1)])).toBe("");
    expect(stakesOf(view({ kind: "place", seat: 0, left: 2 }), [choice(1)])).toBe("");
  });
});

describe("discs that are set", () => {
  it("are those since anything else happened", () => {
    const lines = [line("disc_set", 3), line("disc_shown", 3), line("disc_set", 2)];
    expect(discsSetIn([...lines, line("disc_set", 0)])).toEqual([2, 0]);
    expect(discsSetIn([...lines, line("moved", 0)])).toEqual([]);
    expect(discsSetIn([line("disc_set", 1)])).toEqual([1]);
  });
});
