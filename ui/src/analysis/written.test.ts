import { describe, expect, it } from "vitest";
import { add, addLine, comment } from "./tree";
import { rowsOf } from "./rows";
import { fromJson, toJson, toText, wordsOf } from "./written";

const main = addLine(
  [],
  [
    [0, "power 9"],
    [1, "power 3"],
    [0, "take 2"],
    [0, "card 5"],
  ],
);
const other = add(main.tree, [0], 1, "power 4");
const longer = add(other.tree, other.path, 1, "take 0");
const start = { table: "abc", position: 12 };

describe("an analysis as a file", () => {
  it("comes back from JSON as it was", () => {
    const analysis = { start, tree: comment(longer.tree, [0], "Strong") };
    expect(fromJson(toJson(analysis))).toEqual(analysis);
  });

  it("is not read from anything else", () => {
    const good = { format: "elgrande analysis 1", start, tree: [] };
    const read = (data: unknown): unknown => fromJson(JSON.stringify(data));
    expect(read(good)).toEqual({ start, tree: [] });
    expect(fromJson("{")).toBeNull();
    expect(read([])).toBeNull();
    expect(read({ ...good, format: "elgrande analysis 9" })).toBeNull();
    expect(read({ ...good, start: {} })).toBeNull();
    expect(read({ ...good, tree: {} })).toBeNull();
    expect(read({ ...good, tree: [{ seat: 7, choice: "end", next: [] }] })).toBeNull();
    expect(read({ ...good, tree: [{ seat: 1, choice: 5, next: [] }] })).toBeNull();
    expect(read({ ...good, tree: [{ seat: 1, choice: "end", next: [3] }] })).toBeNull();
    const many = Array.from({ length: 6000 }, () => ({ seat: 0, choice: "end", next: [] }));
    expect(read({ ...good, tree: many })).toBeNull();
  });

  it("is written with variations in brackets", () => {
    expect(wordsOf(main.tree, null)).toBe(
      "carmine: power 9 azure: power 3 carmine: take 2, card 5",
    );
    expect(wordsOf(longer.tree, null)).toBe(
      "carmine: power 9 azure: power 3 (azure: power 4, take 0) carmine: take 2, card 5",
    );
    const said = comment(longer.tree, [0], "a {strong} card");
    expect(wordsOf(said, null)).toContain("carmine: power 9 {a strong card} azure");
    expect(toText({ start, tree: main.tree })).toBe(
      'elgrande analysis 1\ntable: "abc"\nposition: 12\n\n' +
        "carmine: power 9 azure: power 3 carmine: take 2, card 5\n",
    );
  });
});

describe("the rows of a tree", () => {
  it("put other tries further in, after the choice they replace", () => {
    const rows = rowsOf(longer.tree).map(({ depth, moves }) => [
      depth,
      moves.map(({ branch, path }) => `${branch.choice} ${path.join(".")}`),
    ]);
    expect(rows).toEqual([
      [0, ["power 9 0", "power 3 0.0"]],
      [1, ["power 4 0.1", "take 0 0.1.0"]],
      [0, ["take 2 0.0.0", "card 5 0.0.0.0"]],
    ]);
    expect(rowsOf([])).toEqual([]);
  });

  it("find forks within forks", () => {
    const deep = add(longer.tree, other.path, 1, "take 1");
    expect(rowsOf(deep.tree).map(({ depth }) => depth)).toEqual([0, 1, 2, 0]);
    const atStart = add(main.tree, [], 0, "power 8");
    expect(rowsOf(atStart.tree).map(({ depth, moves }) => [depth, moves.length])).toEqual([
      [0, 1],
      [1, 1],
      [0, 3],
    ]);
  });
});
