import { describe, expect, test } from "vitest";
import { dayOf, numberOf } from "./daily";
import golden from "./golden_days.json";

describe("the puzzle of the day", () => {
  test.each(golden.days)("is the one Python finds on $day", ({ day, number }) => {
    expect(numberOf(day, golden.daily)).toBe(number);
  });

  test("changes at midnight UTC, wherever one is", () => {
    const midnight = Date.UTC(2026, 10, 19);
    expect(dayOf(midnight - 1)).toBe("2026-11-18");
    expect(dayOf(midnight)).toBe("2026-11-19");
  });

  test("every puzzle has its day once in a round", () => {
    const start = Date.UTC(2027, 0, 1);
    const found = new Set<number>();
    for (let day = 0; day < golden.daily.count; day++)
      found.add(numberOf(dayOf(start + day * 86_400_000), golden.daily));
    expect(found.size).toBe(golden.daily.count);
  });
});
