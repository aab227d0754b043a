// A card lies where it covers nothing that matters, or as little as possible, and inside the window.

import { expect, test } from "vitest";
import { emptiest, shared, type Area } from "./docking";

const area = (left: number, top: number, right: number, bottom: number): Area => ({
  left,
  top,
  right,
  bottom,
});
const WINDOW = { width: 1000, height: 600 };
const LOG = area(700, 400, 1000, 600);
const MAP = area(0, 0, 700, 500);

test("it lies in the first corner that is free", () => {
  const card = { width: 200, height: 150 };
  const free = emptiest(card, [LOG, MAP], [], 10, WINDOW);
  expect(free).toEqual({ left: 790, top: 440, covered: 0 });
  const players = area(700, 200, 1000, 590);
  expect(emptiest(card, [LOG, MAP], [players], 10, WINDOW)).toEqual({
    left: 490,
    top: 340,
    covered: 0,
  });
});

test("where nothing is free, as little as possible is covered", () => {
  const kept = [area(0, 0, 1000, 300), area(0, 300, 650, 600), area(700, 300, 1000, 500)];
  const { covered, left, top } = emptiest(
    { width: 200, height: 150 },
    [LOG, MAP],
    kept,
    10,
    WINDOW,
  );
  expect([left, top]).toEqual([790, 440]);
  expect(covered).toBe(200 * 60);
});

test("it stays inside the window, however large it is", () => {
  const { left, top } = emptiest({ width: 980, height: 590 }, [LOG], [], 8, WINDOW);
  expect([left, top]).toEqual([12, 8]);
});

test("areas that only touch share nothing", () => {
  expect(shared(area(0, 0, 10, 10), area(10, 0, 20, 10))).toBe(0);
  expect(shared(area(0, 0, 10, 10), area(5, 5, 20, 20))).toBe(25);
});
