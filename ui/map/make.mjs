// Makes the board's map from geographic data: `npm run map` writes src/board/map.json.
// Data: es-atlas (Instituto Geográfico Nacional) and world-atlas (Natural Earth), see NOTICE.md.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { RANGES, RIVERS, TOWNS } from "./geography.mjs";
import { BEYOND, HEIGHT, WIDTH, project, shapes } from "./shapes.mjs";
import { MEASURES, STANDING, heart } from "./standing.mjs";

const short = (value) => String(Math.round(value * 10) / 10).replace(/^(-?)0\./, "$1.");

/** A path with relative steps, which is a third shorter than absolute points. */
export function path(points, closed) {
  let [x, y] = points[0];
  let text = `M${short(x)},${short(y)}l`;
  for (const [nextX, nextY] of points.slice(1)) {
    const [dx, dy] = [Math.round((nextX - x) * 10) / 10, Math.round((nextY - y) * 10) / 10];
    text += `${text.endsWith("l") || dx < 0 ? "" : " "}${short(dx)}${dy < 0 ? "" : ","}${short(dy)}`;
    [x, y] = [x + dx, y + dy];
  }
  return text + (closed ? "z" : "");
}

/** A soft line through points (Catmull-Rom as Bézier curves). */
function flowing(points) {
  const at = (index) => points[Math.max(0, Math.min(points.length - 1, index))];
  let text = `M${at(0).map(Math.round).join()}`;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const control = (p, before, after, sign) =>
      p.map((v, k) => Math.round(v + (sign * (after[k] - before[k])) / 6));
    const from = control(at(i), at(i - 1), at(i + 1), 1);
    const to = control(at(i + 1), at(i), at(i + 2), -1);
    text += `C${from.join()} ${to.join()} ${at(i + 1)
      .map(Math.round)
      .join()}`;
  }
  return text;
}

/** Whether nothing is written where a hill or a town would be drawn. */
const free = ([x, y]) =>
  !Object.values(STANDING).some(
    ({ header: [hx, hy, w, h] }) => x > hx - 10 && x < hx + w + 8 && y > hy - 2 && y < hy + h + 16,
  );

/** Hills along a range, a little scattered by a fixed sequence so that the map is the same every time. */
function hills() {
  let seed = 7;
  const chance = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648 - 0.5;
  };
  const found = [];
  for (const [height, ...line] of RANGES) {
    const points = line.map((point) => project(point));
    for (let i = 0; i + 1 < points.length; i += 1) {
      const [from, to] = [points[i], points[i + 1]];
      const count = Math.max(
        1,
        Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / (height * 1.15)),
      );
      for (let k = 0; k < count; k += 1) {
        const t = k / count;
        const at = [
          from[0] + t * (to[0] - from[0]) + chance() * 6,
          from[1] + t * (to[1] - from[1]) + chance() * 9,
        ];
        if (free(at))
          found.push([...at.map(Math.round), Math.round(height * (1 + chance() * 0.5))]);
      }
    }
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** The whole map, as the browser reads it. */
export function makeMap() {
  const land = shapes();
  const regions = Object.fromEntries(
    Object.entries(land.rings).map(([key, ring]) => [key, path(ring, true)]),
  );
  const abroad = Object.fromEntries(
    Object.entries(land.abroad).map(([key, ring]) => [key, path(ring, true)]),
  );
  const spots = Object.fromEntries(
    Object.entries(STANDING).map(([key, spot]) => [key, { ...spot, heart: heart(spot) }]),
  );
  return {
    width: WIDTH,
    height: HEIGHT,
    beyond: BEYOND,
    measures: MEASURES,
    regions,
    abroad,
    shore: land.shore.map((ring) => path(ring, true)).join(""),
    borders: land.borders.map((line) => path(line, false)).join(""),
    neighbours: land.neighbours,
    touches: land.touches,
    rivers: RIVERS.map(([width, ...line]) => [width, flowing(line.map((point) => project(point)))]),
    hills: hills(),
    towns: TOWNS.map((at) => project(at).map(Math.round)).filter(free),
    spots,
  };
}

/** The file's text, one entry a line, so that a change can be read. */
export function mapText() {
  const lines = Object.entries(makeMap()).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(new URL("../src/board/map.json", import.meta.url), mapText());
}
