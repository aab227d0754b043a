// From geographic data to shapes on the board: provinces merged to regions, neighbours joined to them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoConicConformal } from "d3-geo";
import { feature, mergeArcs, neighbors, transform as decode } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import { PROVINCES } from "./geography.mjs";

export const WIDTH = 1000;
export const HEIGHT = 840;
/** How far the picture goes on around the board, for windows of another shape: to each side, above and below. */
export const BEYOND = [240, 340];
/** The lands are cut this far outside the picture, so that no surf runs along the cut. */
const CUT = 32;
/** Triangles smaller than this are left out of a line (square map units). */
const FINEST = 4.5;
/** How near a foreign border lies to ours to be the same border. */
const SAME_BORDER = 7;

const require = createRequire(import.meta.url);
const read = (name) => JSON.parse(readFileSync(require.resolve(name), "utf8"));

export const project = geoConicConformal()
  .parallels([37, 43])
  .rotate([3.15, 0])
  .center([0, 40])
  .scale(5110)
  .translate([486, 430]);

const round = (value) => Math.round(value * 10) / 10;
const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** The arcs of a topology, as absolute points on the board. */
function projectedTopology(topology) {
  const place = decode(topology.transform);
  const arcs = topology.arcs.map((arc) => arc.map((point, index) => project(place(point, index))));
  return { ...topology, transform: undefined, bbox: undefined, arcs };
}

const lengthOf = (arc) =>
  arc.slice(1).reduce((sum, point, index) => sum + distance(point, arc[index]), 0);
const plain = (arc) => (arc < 0 ? ~arc : arc);

/** Every piece of land of the nine regions: a polygon of arcs with the region it belongs to. */
function lands(topology) {
  const regionOf = new Map();
  for (const [region, numbers] of Object.entries(PROVINCES)) {
    for (const number of numbers.split(" ")) regionOf.set(number, region);
  }
  return topology.objects.provinces.geometries.flatMap((province) => {
    const region = regionOf.get(province.id);
    if (!region) return [];
    const polygons = province.type === "Polygon" ? [province.arcs] : province.arcs;
    return polygons.map((arcs) => ({ region, arcs, edges: new Set(arcs.flat().map(plain)) }));
  });
}

/** Lands of one region that hang together, the largest first. */
function clusters(all, topology) {
  const left = new Set(all);
  const found = [];
  while (left.size > 0) {
    const cluster = [left.values().next().value];
    left.delete(cluster[0]);
    for (const land of cluster) {
      for (const other of left) {
        if ([...other.edges].some((edge) => land.edges.has(edge))) {
          cluster.push(other);
          left.delete(other);
        }
      }
    }
    found.push(cluster);
  }
  const size = (cluster) =>
    cluster.reduce(
      (sum, land) => sum + [...land.edges].reduce((s, e) => s + lengthOf(topology.arcs[e]), 0),
      0,
    );
  return found.sort((a, b) => size(b) - size(a));
}

/** Enclaves go to the region around them, islands are dropped, so that every region is one piece. */
function settle(all, topology) {
  const main = [];
  const strays = [];
  for (const region of Object.keys(PROVINCES)) {
    const [largest, ...rest] = clusters(
      all.filter((land) => land.region === region),
      topology,
    );
    main.push(...largest);
    strays.push(...rest.flat());
  }
  for (const stray of strays) {
    const shared = new Map();
    for (const land of main) {
      for (const edge of stray.edges) {
        if (!land.edges.has(edge)) continue;
        shared.set(land.region, (shared.get(land.region) ?? 0) + lengthOf(topology.arcs[edge]));
      }
    }
    const best = [...shared].sort((a, b) => b[1] - a[1])[0];
    if (best) main.push({ ...stray, region: best[0] });
  }
  return main;
}

/** The regions as one topology: an outer ring each, borders shared. */
function regionTopology() {
  const topology = projectedTopology(read("es-atlas/es/provinces.json"));
  const settled = settle(lands(topology), topology);
  const geometries = Object.keys(PROVINCES).map((region) => {
    const parts = settled.filter((land) => land.region === region);
    const merged = mergeArcs(topology, [
      { type: "MultiPolygon", arcs: parts.map((land) => land.arcs) },
    ]);
    const rings = merged.arcs.map((polygon) => polygon[0]);
    rings.sort((a, b) => b.length - a.length);
    return { type: "Polygon", id: region, arcs: [rings[0]] };
  });
  const whole = { ...topology, objects: { regions: { type: "GeometryCollection", geometries } } };
  return simplify(presimplify(whole), FINEST);
}

/** The largest outer ring of a country, simplified, within a generous frame. */
function countryRing(world, ...names) {
  const found = world.objects.countries.geometries.filter((g) => names.includes(g.properties.name));
  const merged = mergeArcs(world, found);
  const polygons = feature(world, merged).geometry.coordinates;
  const area = (ring) =>
    Math.abs(
      ring.reduce((sum, [x, y], i) => sum + x * ring.at(i - 1)[1] - ring.at(i - 1)[0] * y, 0),
    );
  return polygons.map((polygon) => polygon[0]).sort((a, b) => area(b) - area(a))[0];
}

function worldTopology() {
  const world = read("world-atlas/countries-10m.json");
  const wanted = [
    "France",
    "Andorra",
    "Monaco",
    "Portugal",
    "Morocco",
    "Algeria",
    "Italy",
    "Switzerland",
  ];
  const kept = world.objects.countries.geometries.filter((g) => wanted.includes(g.properties.name));
  const used = new Set(kept.flatMap((g) => g.arcs.flat(3).map(plain)));
  const place = decode(world.transform);
  const arcs = world.arcs.map((arc, index) =>
    used.has(index)
      ? arc.map((point, at) => project(place(point, at)))
      : [
          [0, 0],
          [0, 0],
        ],
  );
  const objects = { countries: { type: "GeometryCollection", geometries: kept } };
  return simplify(presimplify({ type: "Topology", arcs, objects }), FINEST);
}

/** A ring turned so that it starts at an index. */
const turned = (ring, start) => [...ring.slice(start), ...ring.slice(0, start)];

/** The longest run of a closed ring's points near another ring, small gaps forgiven: [start, length]. */
function commonRun(ring, other) {
  const near = ring.map((point) =>
    other.some((place, index) => toSegment(point, place, other.at(index - 1)) < SAME_BORDER),
  );
  const start = near.findIndex(
    (is, index) => is && ![1, 2, 3, 4, 5, 6].some((back) => near.at(index - back)),
  );
  const order = turned(near, start);
  const last = order.lastIndexOf(true);
  let best = [0, 0];
  let begin = 0;
  let gap = 0;
  for (let index = 0; index <= last; index += 1) {
    gap = order[index] ? 0 : gap + 1;
    if (gap > 12) begin = index + 1;
    else if (order[index] && index - begin + 1 > best[1]) best = [begin, index - begin + 1];
  }
  return [(best[0] + start) % ring.length, best[1]];
}

function toSegment(point, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return distance(point, [from[0] + t * dx, from[1] + t * dy]);
}

/** A country's ring whose border with us is replaced by ours; and that border. */
function joined(country, ours) {
  const [start, length] = commonRun(ours, country);
  const border = turned(ours, start).slice(0, length);
  const [from, count] = commonRun(country, ours);
  const rest = turned(country, (from + count) % country.length).slice(0, country.length - count);
  const backwards = distance(rest.at(-1), border[0]) > distance(rest.at(-1), border.at(-1));
  return { ring: [...rest, ...(backwards ? [...border].reverse() : border)], border };
}

/** Cut a ring to the widest picture (Sutherland and Hodgman). */
function framed(ring) {
  const [aside, above] = BEYOND.map((reach) => reach + CUT);
  const sides = [
    [(p) => p[0] + aside, 0, -aside],
    [(p) => WIDTH + aside - p[0], 0, WIDTH + aside],
    [(p) => p[1] + above, 1, -above],
    [(p) => HEIGHT + above - p[1], 1, HEIGHT + above],
  ];
  let shape = ring;
  for (const [inside, axis, edge] of sides) {
    shape = shape.flatMap((point, index) => {
      const before = shape.at(index - 1);
      const out = [];
      if (inside(point) >= 0 !== inside(before) >= 0) {
        const t = (edge - before[axis]) / (point[axis] - before[axis]);
        out.push([before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])]);
      }
      if (inside(point) >= 0) out.push(point);
      return out;
    });
  }
  return shape;
}

const open = (ring) => (distance(ring[0], ring.at(-1)) < 1e-6 ? ring.slice(0, -1) : ring);
const rounded = (points) =>
  points
    .map(([x, y]) => [round(x), round(y)])
    .filter((point, index, all) => index === 0 || distance(point, all[index - 1]) > 0);

/** A ring with its smallest corners left out (Visvalingam): the sea's engraved lines need no more. */
function coarse(ring, smallest) {
  const left = [...ring];
  const corner = (i) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [left.at(i - 1), left[i], left[(i + 1) % left.length]];
    return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  };
  for (;;) {
    const areas = left.map((_, index) => corner(index));
    const least = Math.min(...areas);
    if (least > smallest || left.length < 5) return left.map((point) => point.map(Math.round));
    left.splice(areas.indexOf(least), 1);
  }
}

/** Everything with a shape: regions, their borders and neighbours, the lands around. */
export function shapes() {
  const topology = regionTopology();
  const { geometries } = topology.objects.regions;
  const keys = Object.keys(PROVINCES);
  const near = neighbors(geometries);
  const rings = Object.fromEntries(
    geometries.map((g) => [g.id, rounded(open(feature(topology, g).geometry.coordinates[0]))]),
  );
  const uses = new Map();
  for (const g of geometries)
    for (const arc of g.arcs.flat().map(plain)) uses.set(arc, (uses.get(arc) ?? 0) + 1);
  const inner = chains([...uses].filter(([, n]) => n > 1).map(([arc]) => topology.arcs[arc]));
  const outer = { type: "MultiPolygon", arcs: geometries.map((g) => g.arcs) };
  const spain = rounded(
    open(feature(topology, mergeArcs(topology, [outer])).geometry.coordinates[0][0]),
  );
  const world = worldTopology();
  const portugal = joined(open(countryRing(world, "Portugal")), spain);
  const france = joined(open(countryRing(world, "France", "Andorra", "Monaco")), spain);
  const touched = (border) =>
    keys.filter((key) => {
      const points = new Set(rings[key].map(String));
      return border.slice(1).some((p, i) => points.has(String(p)) && points.has(String(border[i])));
    });
  const abroad = {
    portugal: rounded(framed(portugal.ring)),
    france: rounded(framed(france.ring)),
    africa: rounded(framed(open(countryRing(world, "Morocco", "Algeria")))),
    italy: rounded(framed(open(countryRing(world, "Italy", "Switzerland")))),
  };
  return {
    rings,
    shore: [spain, ...Object.values(abroad)].map((ring) => coarse(ring, 22)),
    neighbours: Object.fromEntries(
      keys.map((key, index) => [
        key,
        near[index].map((n) => keys[n]).sort((a, b) => keys.indexOf(a) - keys.indexOf(b)),
      ]),
    ),
    borders: inner.map(rounded),
    abroad,
    touches: { portugal: touched(portugal.border), france: touched(france.border) },
  };
}

/** Arcs joined end to end where exactly two meet, so that a border is drawn in long strokes. */
function chains(arcs) {
  const left = arcs.map((arc) => [...arc]);
  const key = (point) => point.map((v) => v.toFixed(3)).join();
  let merged = true;
  while (merged) {
    merged = false;
    const ends = new Map();
    for (const arc of left) {
      for (const point of [arc[0], arc.at(-1)])
        ends.set(key(point), [...(ends.get(key(point)) ?? []), arc]);
    }
    for (const [where, [a, b, more]] of ends) {
      if (!b || more || a === b) continue;
      if (key(a[0]) === where) a.reverse();
      if (key(b[0]) !== where) b.reverse();
      a.push(...b.slice(1));
      left.splice(left.indexOf(b), 1);
      merged = true;
      break;
    }
  }
  return left;
}
