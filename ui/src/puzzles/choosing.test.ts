import { describe, expect, test } from "vitest";
import type { PuzzleShown } from "../wire/schema";
import { isIn, nextOf, queryOf, rowIn, type Row } from "./choosing";

const ANY: Row = { theme: null, difficulty: null };
const puzzle = (id: string, more: Partial<PuzzleShown>): PuzzleShown => ({
  id,
  kind: "turn",
  theme: "king",
  difficulty: 2,
  rating: 1500,
  players: 4,
  edition: "2023",
  solved: null,
  ...more,
});

describe("the next puzzle", () => {
  const list = [
    puzzle("a", { rating: 1490, solved: true }),
    puzzle("b", { rating: 1900, theme: "veto" }),
    puzzle("c", { rating: 1400 }),
    puzzle("d", { rating: 1700, difficulty: 4 }),
  ];

  test("is the nearest that was not tried", () => {
    expect(nextOf(list, ANY, 1500)?.id).toBe("c");
    expect(nextOf(list, ANY, 1850)?.id).toBe("b");
    expect(nextOf(list, ANY, 1500, "c")?.id).toBe("d");
  });

  test("stays in its row, and ends with it", () => {
    expect(nextOf(list, { theme: "king", difficulty: 4 }, 1500)?.id).toBe("d");
    expect(nextOf(list, { theme: "king", difficulty: 1 }, 1500)).toBeNull();
    expect(list.filter((one) => isIn(one, { theme: "king", difficulty: null }))).toHaveLength(3);
  });

  test("a row is part of the address", () => {
    for (const row of [ANY, { theme: "king", difficulty: 3 }, { theme: null, difficulty: 1 }])
      expect(rowIn(new URLSearchParams(queryOf(row)))).toEqual(row);
    expect(queryOf(ANY)).toBe("");
  });
});
