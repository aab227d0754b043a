import { describe, expect, it } from "vitest";
import type { CommentShown } from "../wire/schema";
import { commentAfter, commentAt, commentBefore } from "./comments";

const comment = (position: number, until = position): CommentShown => ({
  position,
  until,
  seat: 0,
  kind: "best",
  text: `at ${position}`,
});
const COMMENTS = [comment(5, 9), comment(20), comment(30, 35)];

describe("comments", () => {
  it.each([
    [4, null],
    [5, 5],
    [9, 5],
    [10, null],
    [20, 20],
    [21, null],
    [35, 30],
  ])("hold at position %i from %s", (position, from) => {
    expect(commentAt(COMMENTS, position)?.position ?? null).toBe(from);
  });

  it("lead to the next and to the one before", () => {
    expect([0, 5, 19, 20, 30].map((at) => commentAfter(COMMENTS, at))).toEqual([
      5,
      20,
      20,
      30,
      null,
    ]);
    expect([0, 5, 8, 20, 33, 40].map((at) => commentBefore(COMMENTS, at))).toEqual([
      null,
      null,
      null,
      5,
      20,
      30,
    ]);
  });
});
