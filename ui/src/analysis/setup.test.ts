import { describe, expect, it } from "vitest";
import { REGIONS } from "../wire/types";
import { grandeOf, placeOfTile, totalsOf, withCaballeros, withGrande, withMoment } from "./setup";
import { withProvince, withTile, type Setup } from "./setup";

const place = (): Setup["castillo"] => ({ caballeros: [0, 0], grandes: [], tile: null });
const setup = {
  round: 1,
  moment: "power",
  turn: 1,
  first_player: 1,
  regions: Object.fromEntries(REGIONS.map((region) => [region, place()])),
  castillo: place(),
  court: [7, 7],
  province: [23, 23],
  hands: [[], []],
  powers: [null, null],
  taken: [2],
} as unknown as Setup;

describe("a position that is set up", () => {
  it("takes what is placed from the Province, and gives it back", () => {
    const totals = totalsOf(setup);
    expect(totals).toEqual([30, 30]);
    const more = withProvince(withCaballeros(setup, "toledo", 0, 4), totals);
    expect([more.regions.toledo.caballeros, more.province]).toEqual([
      [4, 0],
      [19, 23],
    ]);
    const tooMany = withProvince(withCaballeros(more, "toledo", 0, 31), totals);
    expect(tooMany.province[0]).toBe(0);
    expect(withProvince(withCaballeros(tooMany, "toledo", 0, 0), totals)).toEqual(setup);
    expect(withCaballeros(setup, "court", 1, 3).court).toEqual([7, 3]);
  });

  it("has every Grande and every tile in one place at the most", () => {
    const there = withGrande(withGrande(setup, 0, "toledo"), 1, "toledo");
    expect(there.regions.toledo.grandes).toEqual([0, 1]);
    const moved = withGrande(there, 0, "granada");
    expect([grandeOf(moved, 0), grandeOf(moved, 1)]).toEqual(["granada", "toledo"]);
    expect(grandeOf(withGrande(moved, 0, ""), 0)).toBeNull();
    const tiled = withTile(withTile(setup, "8/4/0", "toledo"), "8/4/0", "castillo");
    expect(placeOfTile(tiled, "8/4/0")).toBe("castillo");
    expect(tiled.regions.toledo.tile).toBeNull();
    expect(placeOfTile(withTile(tiled, "8/4/0", null), "8/4/0")).toBeNull();
  });

  it("gets hands that fit another moment", () => {
    const turn = withMoment(setup, "turn", 3, 11);
    expect(turn.powers).toEqual([13, 12]);
    expect(turn.hands.map((hand) => hand.length)).toEqual([10, 10]);
    expect(turn.hands[1]).not.toContain(12);
    expect([turn.turn, turn.taken]).toEqual([0, []]);
    const begun = withMoment(turn, "power", 9, 5);
    expect(begun.hands).toEqual([
      [9, 10, 11, 12, 13],
      [9, 10, 11, 12, 13],
    ]);
    expect([begun.turn, begun.powers]).toEqual([1, [null, null]]);
  });
});
