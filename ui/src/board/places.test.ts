// The fullest board there can be: five colours of twelve, five Grandes, the King and a tile in every region.

import { expect, test } from "vitest";
import { SPOTS, TOWER, atlas, type Box, type Point, type Spot } from "./atlas";
import { badgeAt, caballeroAt, grandeAt, kingAt } from "./places";

const { measures, spots } = atlas;
const boxed = ([x, y]: Point, [w, h]: Point): Box => [x - w / 2, y - h / 2, w, h];
const around = (boxes: Box[]): Box => {
  const left = Math.min(...boxes.map((b) => b[0]));
  const top = Math.min(...boxes.map((b) => b[1]));
  return [
    left,
    top,
    Math.max(...boxes.map((b) => b[0] + b[2])) - left,
    Math.max(...boxes.map((b) => b[1] + b[3])) - top,
  ];
};
const overlap = (a: Box, b: Box): boolean =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
const BADGE: Point = [20, 20];

/** Everything that stands in a place when it is full, each with its name. */
function fullest(spot: Spot): [string, Box][] {
  const groups = spots[spot].groups.map((_, colour): [string, Box] => {
    const pieces = Array.from({ length: 12 }, (_, i) =>
      boxed(caballeroAt(spot, colour, i, 12), measures.caballero),
    );
    return [`${spot} ${colour}`, around([...pieces, boxed(badgeAt(spot, colour, 12), BADGE)])];
  });
  const grandes = around(
    Array.from({ length: 5 }, (_, i) => boxed(grandeAt(spot, i, 5), measures.grande)),
  );
  const others: [string, Box][] =
    spots[spot].groups.length > 0 ? [[`${spot} grandes`, grandes]] : [];
  return [
    ...groups,
    ...others,
    [`${spot} king`, boxed(kingAt(spot), measures.king)],
    [`${spot} header`, spots[spot].header],
  ];
}

test("nothing overlaps on the fullest board", () => {
  const all = SPOTS.flatMap(fullest);
  const clashes = all.flatMap(([name, box], i) =>
    all
      .slice(i + 1)
      .filter(([, other]) => overlap(box, other))
      .map(([other]) => `${name} / ${other}`),
  );
  expect(clashes).toEqual([]);
});

test("a full group is as large as the map promises, and everything is on the board", () => {
  for (const [name, [x, y, w, h]] of SPOTS.flatMap(fullest)) {
    if (/\d$/.test(name))
      expect(w <= measures.group[0] && h <= measures.group[1], `${name} ${w} ${h}`).toBe(true);
    expect(x >= 4 && y >= 4 && x + w <= atlas.width - 4 && y + h <= atlas.height - 4, name).toBe(
      true,
    );
  }
});

test("groups of every size keep to their spot", () => {
  for (let count = 1; count <= 6; count += 1) {
    const pieces = Array.from({ length: count }, (_, i) =>
      boxed(caballeroAt("toledo", 0, i, count), measures.caballero),
    );
    const [x, y, w, h] = around([...pieces, boxed(badgeAt("toledo", 0, count), BADGE)]);
    const [left, top, width, height] = boxed(spots.toledo.groups[0]!, [
      measures.group[0] + 2,
      measures.group[1] + 4,
    ]);
    expect(
      x >= left && y >= top && x + w <= left + width && y + h <= top + height,
      `${count}`,
    ).toBe(true);
  }
});

test("what is in the Castillo is inside its walls", () => {
  const [left, top, width, height] = TOWER;
  for (const [name, [x, y, w, h]] of fullest("castillo")) {
    if (name.endsWith("king")) continue;
    expect(x >= left && x + w <= left + width && y >= top && y + h <= top + height, name).toBe(
      true,
    );
  }
});
