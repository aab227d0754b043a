import { expect, test } from "vitest";
import type { ReviewData } from "../wire/schema";
import { chosen, gradeOf, standouts, type Moment } from "./moments";

const moment = (position: number, seat: number, kind: Moment["kind"], lost: number): Moment =>
  ({ position, seat, kind, lost }) as Moment;
const MOMENTS = [
  moment(0, 0, "power", 0.02),
  moment(4, 1, "turn", 0.1),
  moment(9, 0, "turn", 0),
  moment(20, 0, "disc", 0.3),
];

test("moments are chosen by player and kind, and ordered by what they cost", () => {
  const all = { seat: null, kind: null, order: "game" } as const;
  expect(chosen(MOMENTS, all)).toEqual(MOMENTS);
  expect(chosen(MOMENTS, { ...all, seat: 0 }).map((one) => one.position)).toEqual([0, 9, 20]);
  expect(chosen(MOMENTS, { ...all, kind: "turn" }).map((one) => one.position)).toEqual([4, 9]);
  const worst = chosen(MOMENTS, { seat: 0, kind: null, order: "worst" });
  expect(worst.map((one) => one.position)).toEqual([20, 0, 9]);
});

test("what stands out is found by its index, whoever it belongs to", () => {
  const review = {
    moments: MOMENTS,
    highlights: [
      { seat: 0, kind: "worst", moment: 3 },
      { seat: 1, kind: "worst", moment: 1 },
      { seat: 1, kind: "best", moment: 17 },
    ],
  } as unknown as ReviewData;
  expect(standouts(review).map((one) => one.moment.position)).toEqual([20, 4]);
  expect(standouts(review, 1)).toEqual([{ moment: MOMENTS[1], kind: "worst" }]);
});

test("an accuracy has a grade", () => {
  expect([96, 85, 80, 40].map(gradeOf)).toEqual(["high", "high", "fair", "low"]);
});
