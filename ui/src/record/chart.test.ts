import { describe, expect, it } from "vitest";
import { axisFor, nearestTime, pointAt, type Line } from "./chart";

const line = (...values: [number, number][]): Line => ({
  key: "people",
  name: "People",
  points: values.map(([time, value]) => ({ time, value })),
});

describe("axisFor", () => {
  it("holds every value with its spread between round marks", () => {
    const spread = { ...line(), points: [{ time: 1, value: 1512, spread: 130 }] };
    const { low, high, marks } = axisFor([spread], 100);
    expect([low, high]).toEqual([1300, 1700]);
    expect(marks).toEqual([1300, 1400, 1500, 1600, 1700]);
  });
  it("keeps within its limits and never collapses", () => {
    expect(axisFor([line([1, 100])], 10, [0, 100])).toMatchObject({ low: 100, high: 110 });
    expect(axisFor([line([1, 97], [2, 55])], 10, [0, 100])).toMatchObject({ low: 50, high: 100 });
  });
  it("has few marks for a wide range", () => {
    expect(axisFor([line([1, 200], [2, 2400])], 100).marks.length).toBeLessThanOrEqual(6);
  });
});

describe("points of a line", () => {
  const two = line([10, 1500], [20, 1550]);
  it("finds the nearest in time", () => {
    expect(nearestTime([two], 14)).toBe(10);
    expect(nearestTime([two], 99)).toBe(20);
    expect(nearestTime([], 1)).toBeNull();
  });
  it("holds a value until the next", () => {
    expect(pointAt(two, 15)?.value).toBe(1500);
    expect(pointAt(two, 5)).toBeNull();
  });
});
