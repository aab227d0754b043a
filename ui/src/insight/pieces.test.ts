import { describe, expect, it } from "vitest";
import recorded from "../table/recorded.json";
import type { View } from "../wire/types";
import { rulesOf } from "./pieces";
import { linesOf } from "./standing";

const [game] = recorded as unknown as { first: View }[];
const view = game?.first as View;
const pieces = (place: keyof View["regions"], shown: View): string[] =>
  rulesOf(shown, place, linesOf(shown.regions[place], undefined) ?? []).map((rule) => rule.piece);

describe("the rules of pieces", () => {
  it("tell of the King where he stands, and nowhere else", () => {
    for (const place of Object.keys(view.regions) as (keyof View["regions"])[]) {
      expect(pieces(place, view).includes("king")).toBe(view.king === place);
    }
  });

  it("tell of every Grande in a region at once", () => {
    const toledo = { ...view.regions.toledo, grandes: [1, 2] };
    const shown = { ...view, regions: { ...view.regions, toledo } };
    const rule = rulesOf(shown, "toledo", []).find((one) => one.piece === "grande");
    expect(rule?.colours).toEqual([1, 2]);
  });

  it("tell of a tie only where there is one", () => {
    const there = (caballeros: number[]): View => {
      const toledo = { ...view.regions.toledo, caballeros, grandes: [], ranks: [2, 2, 0, 0] };
      return { ...view, king: "galicia", regions: { ...view.regions, toledo } };
    };
    expect(pieces("toledo", there([2, 2, 0, 0]))).toEqual(["caballero"]);
    expect(pieces("toledo", there([3, 2, 0, 0]))).toEqual([]);
  });
});
