// Whether the arrow keys find their way over the map, and every region has its names.

import { expect, test } from "vitest";
import { SPOTS, isRegion, regionName, towards, type Spot } from "./atlas";

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

test("the arrow keys lead from everywhere to everywhere", () => {
  for (const start of SPOTS) {
    const reached = new Set<Spot>([start]);
    for (const spot of reached) {
      for (const key of KEYS) {
        const next = towards(spot, key);
        if (next) reached.add(next);
      }
    }
    expect(reached.size, start).toBe(SPOTS.length);
  }
});

test("the arrow keys follow the map", () => {
  expect(towards("toledo", "ArrowUp")).toBe("castilla");
  expect(towards("castilla", "ArrowLeft")).toBe("galicia");
  expect(towards("granada", "ArrowLeft")).toBe("sevilla");
  expect(towards("toledo", "Enter")).toBeNull();
});

test("every region has a name in both editions", () => {
  for (const spot of SPOTS.filter(isRegion)) {
    expect(regionName(spot, "2023")).toMatch(/^\p{Lu}/u);
    expect(regionName(spot, "classic")).toMatch(/^\p{Lu}/u);
  }
});
