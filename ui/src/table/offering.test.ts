// Every choice is offered somewhere, and on a small screen the sheet opens where that is.

import { describe, expect, it } from "vitest";
import { REGIONS, type Choice, type Touch, type View } from "../wire/types";
import { offerOf, sheetOf, type Offer } from "./offering";

let last = 0;
const of = (touches: Touch): Choice => ({ choice: ++last, notation: "", text: "", touches });
const asked = (kind: string): View => ({ decision: { kind } }) as unknown as View;
const offered = (offer: Offer): Choice[] => [
  ...offer.board,
  ...offer.stacks.values(),
  ...offer.powers.values(),
  ...offer.modifiers.values(),
  ...offer.counts,
  ...offer.buttons,
  ...offer.disc,
  ...(offer.court ? [offer.court] : []),
];
const TOUCHES: Touch[] = [
  ...[...REGIONS, "castillo", "france", "portugal", "court"].map(
    (place): Touch => ({ on: "place", place }) as Touch,
  ),
  { on: "piece", colour: 1, place: "toledo" },
  { on: "power", value: 3 },
  { on: "modifier", modifier: "+2 plain" },
  { on: "stack", stack: 5, card: "C-king" },
  { on: "tile", tile: "8/4/0", place: null },
  { on: "grande", colour: 2, place: "toledo" },
  { on: "count", count: 2 },
  { on: "button", button: "stop" },
];

describe("an offer", () => {
  it("holds every choice once, whatever it touches", () => {
    const choices = TOUCHES.map(of);
    const found = offered(offerOf(asked("return"), choices));
    expect(found.map((one) => one.choice).sort((one, other) => one - other)).toEqual(
      choices.map((one) => one.choice),
    );
  });

  it("lets one's Court be chosen beside the map", () => {
    const court = of({ on: "place", place: "court" });
    const offer = offerOf(asked("return"), [of({ on: "place", place: "aragon" }), court]);
    expect(offer.court).toBe(court);
    expect(offer.board).toHaveLength(1);
    expect(sheetOf(offer)).toBe("players");
  });

  it("puts the regions of a secret disc on the dial alone", () => {
    const offer = offerOf(asked("disc_scoring"), [of({ on: "place", place: "aragon" })]);
    expect([offer.disc.length, offer.board.length]).toEqual([1, 0]);
  });

  it.each([
    [{ on: "stack", stack: 1, card: "C-king" }, "cards"],
    [{ on: "power", value: 1 }, "hand"],
    [{ on: "modifier", modifier: "+2 plain" }, "hand"],
    [{ on: "place", place: "aragon" }, null],
    [{ on: "count", count: 1 }, null],
  ] as [Touch, string | null][])("opens the sheet for %o: %s", (touch, sheet) => {
    expect(sheetOf(offerOf(asked("any"), [of(touch)]))).toBe(sheet);
  });
});
