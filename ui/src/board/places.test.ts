// The fullest board there can be: five colours of twelve, five Grandes, the King and a tile in every region.

import { expect, test } from "vitest";
import { REGIONS, type Region } from "../wire/types";
import { CORE, SPOTS, TOWER, atlas, type Box, type Point, type Spot } from "./atlas";
import { badgeAt, caballeroAt, feetOf, grandeAt, kingAt, type Standee } from "./places";

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

/** The corners of a region's outline. */
function outlineOf(region: Region): Point[] {
  const [first, ...steps] = [...atlas.regions[region].matchAll(/-?\d*\.?\d+/g)]
    .map(Number)
    .reduce<number[][]>((pairs, value) => {
      if (pairs.at(-1)?.length === 1) pairs.at(-1)!.push(value);
      else pairs.push([value]);
      return pairs;
    }, []);
  const corners = [first as unknown as Point];
  for (const [dx, dy] of steps) {
    const [x, y] = corners.at(-1)!;
    corners.push([x + dx!, y + dy!]);
  }
  return corners;
}
function isInside([x, y]: Point, outline: Point[]): boolean {
  let inside = false;
  outline.forEach(([x1, y1], index) => {
    const [x2, y2] = outline.at(index - 1)!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}
/** Everybody who can stand in a region, however full it is, on a large map and on a small one. */
function standees(region: Region): [string, Standee, Point][] {
  const all: [string, Standee, Point][] = [["king", "king", kingAt(region)]];
  for (let of = 1; of <= 5; of += 1)
    for (let index = 0; index < of; index += 1)
      all.push([`grande ${index + 1} of ${of}`, "grande", grandeAt(region, index, of)]);
  for (let colour = 0; colour < 5; colour += 1)
    for (let of = 1; of <= 30; of += 1)
      for (let index = 0; index < of; index += 1)
        all.push([
          `colour ${colour}: ${index + 1} of ${of}`,
          "caballero",
          caballeroAt(region, colour, index, of),
        ]);
  return all;
}

test.each(REGIONS)("everybody in %s has their feet there, however many they are", (region) => {
  const outline = outlineOf(region);
  const astray = standees(region).filter(([, kind, at]) =>
    feetOf(kind, at).some((foot) => !isInside(foot, outline)),
  );
  expect(astray.map(([name]) => name)).toEqual([]);
});

test.each(REGIONS)("on a small map, where one stands for many, they keep to %s too", (region) => {
  const outline = outlineOf(region);
  const astray = spots[region].groups.filter((at) =>
    feetOf("small", at).some((foot) => !isInside(foot, outline)),
  );
  expect(astray).toEqual([]);
});

test("no heading touches a piece, on a large map or on a small one", () => {
  const drawn = SPOTS.flatMap((spot) => (spots[spot].groups.length > 0 ? [spot] : []));
  const larger = ([x, y]: Point, [w, h]: Point, foot: number): Box => [
    x - w / 2,
    y + foot - h,
    w,
    h,
  ];
  const pieces = drawn.flatMap((spot): [string, Box][] => [
    ...spots[spot].groups.map(([x, y], colour): [string, Box] => [
      `${spot} ${colour}`,
      [x - 28, y - 24, 55, 42],
    ]),
    [`${spot} grandes`, larger(spots[spot].grandes, [80, 54], 22)],
    [`${spot} king`, larger(spots[spot].king, [46, 64], 26)],
  ]);
  const labels = REGIONS.map((spot): [string, Box] => [`${spot} label`, spots[spot].label]);
  const clashes = labels.flatMap(([name, box]) =>
    [...pieces, ...labels]
      .filter(([other, piece]) => other !== name && overlap(box, piece))
      .map(([other]) => `${name} / ${other}`),
  );
  expect(clashes).toEqual([]);
});

test("everything is within what is always seen of the board", () => {
  const [left, top] = [(atlas.width - CORE[0]) / 2, (atlas.height - CORE[1]) / 2];
  const outside = SPOTS.flatMap((spot) => [
    ...fullest(spot),
    [`${spot} label`, spots[spot].label] as [string, Box],
  ]).filter(
    ([, [x, y, w, h]]) => x < left || y < top || x + w > left + CORE[0] || y + h > top + CORE[1],
  );
  expect(outside.map(([name]) => name)).toEqual([]);
});

test("no heading touches the frame of the map", () => {
  const FRAME = 11;
  const [left, top] = [(atlas.width - CORE[0]) / 2 + FRAME, (atlas.height - CORE[1]) / 2 + FRAME];
  const outside = REGIONS.filter((region) => {
    const [x, y, w, h] = spots[region].header;
    return x < left || y < top || x + w > atlas.width - left || y + h > atlas.height - top;
  });
  expect(outside).toEqual([]);
});
