import { describe, expect, it } from "vitest";
import type { Made } from "../position/played_on";
import { add, addLine, back, beside, branchAt, comment, countOf, forkOf } from "./tree";
import { forward, lineAt, promote, remove, toEnd } from "./tree";

const LINE: Made[] = [
  [0, "power 9"],
  [1, "power 3"],
  [0, "take 2"],
];
const { tree, path } = addLine([], LINE);
const second = add(tree, [0], 1, "power 4");
const third = add(second.tree, second.path, 1, "take 0");

describe("a tree of branches", () => {
  it("grows by choices and knows the line to each of them", () => {
    expect(path).toEqual([0, 0, 0]);
    expect(lineAt(tree, path)).toEqual(LINE);
    expect(second.path).toEqual([0, 1]);
    expect(lineAt(third.tree, third.path)).toEqual([
      [0, "power 9"],
      [1, "power 4"],
      [1, "take 0"],
    ]);
    expect(countOf(third.tree)).toBe(5);
  });

  it("goes to a choice that was made before instead of repeating it", () => {
    const again = add(second.tree, [0], 1, "power 3");
    expect(again.tree).toBe(second.tree);
    expect(again.path).toEqual([0, 0]);
  });

  it("is walked back and forth and from branch to branch", () => {
    expect(back(path)).toEqual([0, 0]);
    expect(back([])).toEqual([]);
    expect(forward(tree, [])).toEqual([0]);
    expect(forward(tree, path)).toBe(path);
    expect(toEnd(third.tree, [])).toEqual([0, 0, 0]);
    expect(beside(third.tree, [0, 0], 1)).toEqual([0, 1]);
    expect(beside(third.tree, [0, 1], 1)).toEqual([0, 1]);
    expect(beside(third.tree, [0, 1], -1)).toEqual([0, 0]);
    expect(beside(third.tree, [], 1)).toEqual([]);
  });

  it("promotes the branch one stands in", () => {
    expect(forkOf(path)).toBeNull();
    expect(forkOf(third.path)).toBe(1);
    const promoted = promote(third.tree, third.path);
    expect(promoted.path).toEqual([0, 0, 0]);
    expect(lineAt(promoted.tree, promoted.path)).toEqual(lineAt(third.tree, third.path));
    expect(branchAt(promoted.tree, [0, 1])?.choice).toBe("power 3");
    expect(promote(tree, path)).toEqual({ tree, path });
  });

  it("loses a branch with everything after it", () => {
    const left = remove(third.tree, [0, 1]);
    expect(left.path).toEqual([0]);
    expect(left.tree).toEqual(tree);
    expect(remove(tree, [])).toEqual({ tree, path: [] });
  });

  it("keeps comments, and forgets empty ones", () => {
    const said = comment(tree, [0, 0], "Too low?");
    expect(branchAt(said, [0, 0])?.comment).toBe("Too low?");
    expect(branchAt(tree, [0, 0])?.comment).toBeUndefined();
    expect(comment(said, [0, 0], " ")).toEqual(tree);
  });

  it("has no branch where a path leads nowhere", () => {
    expect(branchAt(tree, [4])).toBeNull();
    expect(lineAt(tree, [0, 7])).toEqual([[0, "power 9"]]);
  });
});
