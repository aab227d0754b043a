// Whether the arrow keys find their way over the map, and every region has its names.

import { expect, test } from "vitest";
import {
  SPOTS,
  atlas,
  isRegion,
  pictureBox,
  reachIn,
  regionName,
  towards,
  type Spot,
} from "./atlas";

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

test("the picture fills a box of any likely shape, and the board stays in its middle", () => {
  expect(reachIn(430, 392)).toEqual([-70, -28]);
  expect(reachIn(0, 0)).toEqual([0, 0]);
  for (const [width, height] of [
    [870, 575],
    [1735, 1060],
    [360, 370],
  ] as const) {
    const [x, y, across, down] = pictureBox(reachIn(width, height));
    expect(across / down).toBeCloseTo(width / height, 5);
    expect([x + across / 2, y + down / 2]).toEqual([atlas.width / 2, atlas.height / 2]);
  }
  expect(reachIn(4000, 392)).toEqual([atlas.beyond[0], -28]);
});
