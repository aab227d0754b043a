// The made map, typed, and what belongs to it: names of places, sizes, positions in map units.

import type { Edition, Place, Region, TileKey } from "../wire/types";
import { REGIONS } from "../wire/types";
import made from "./map.json";

export type Point = readonly [x: number, y: number];
export type Box = readonly [x: number, y: number, width: number, height: number];
/** A place the board shows. */
export type Spot = Region | "castillo" | "france" | "portugal";

export interface Standing {
  header: Box;
  /** The heading on a small map. */
  label: Box;
  groups: Point[];
  grandes: Point;
  king: Point;
  heart: Point;
}

interface Atlas {
  width: number;
  height: number;
  /** How far the picture can extend around the board: to each side, above and below. */
  beyond: Point;
  measures: {
    caballero: Point;
    step: number;
    shown: number;
    group: Point;
    grande: Point;
    grandeStep: number;
    grandes: Point;
    king: Point;
    header: Point;
  };
  regions: Record<Region, string>;
  abroad: Record<"portugal" | "france" | "africa" | "italy", string>;
  shore: string;
  borders: string;
  neighbours: Record<Region, Region[]>;
  touches: Record<"portugal" | "france", Region[]>;
  rivers: [width: number, path: string][];
  hills: [x: number, y: number, height: number][];
  towns: Point[];
  spots: Record<Spot, Standing>;
}

export const atlas = made as unknown as Atlas;
export const SPOTS: readonly Spot[] = [...REGIONS, "castillo", "france", "portugal"];
export const isSpot = (place: Place | null): place is Spot => SPOTS.includes(place as Spot);
export const isRegion = (place: Place): place is Region => REGIONS.includes(place as Region);

/** What is always seen of the board: Iberia, its labels and the Castillo, around the board's middle. */
export const CORE: Point = [860, 784];
/** The Castillo stands in the sea: its walls, and the battlements things fall into. */
export const TOWER: Box = [774, 486, 128, 258];
export const BATTLEMENTS: Point = [838, 494];
/** Where tiles lie that are not on a scoreboard; on a small map, away from the names of places. */
const BESIDE: Record<"large" | "small", Record<TileKey, Point>> = {
  large: { "8/4/0": [698, 730], "4/0/0": [698, 772] },
  small: { "8/4/0": [672, 662], "4/0/0": [672, 717] },
};
export const tileBeside = (tile: TileKey, small: boolean): Point =>
  BESIDE[small ? "small" : "large"][tile];

const NEW: Record<Region, string> = {
  galicia: "Galicia",
  navarra: "Navarra",
  aragon: "Aragón",
  cataluna: "Cataluña",
  castilla: "Castilla",
  toledo: "Toledo",
  valencia: "Valencia",
  sevilla: "Sevilla",
  granada: "Granada",
};
const CLASSIC: Record<Region, string> = {
  ...NEW,
  navarra: "País Vasco",
  castilla: "Castilla la Vieja",
  toledo: "Castilla la Nueva",
};

/** A region's name as its edition has it. */
export const regionName = (region: Region, edition: Edition): string =>
  (edition === "classic" ? CLASSIC : NEW)[region];

/** A position along the board as a share of its width, for styles. */
export const across = (units: number): string => `${units / (atlas.width / 100)}%`;
export const down = (units: number): string => `${units / (atlas.height / 100)}%`;

/** Pixels per map unit in a box of this size. */
export const unitIn = (width: number, height: number): number =>
  Math.min(width / CORE[0], height / CORE[1]);

/** How far the picture extends around the board in a box of this size, in map units; less than nothing where the box shows less than the board. */
export function reachIn(width: number, height: number): Point {
  if (width === 0 || height === 0) return [0, 0];
  const unit = unitIn(width, height);
  const reach = (room: number, board: number, most: number): number =>
    Math.min(most, (room / unit - board) / 2);
  return [reach(width, atlas.width, atlas.beyond[0]), reach(height, atlas.height, atlas.beyond[1])];
}

/** The picture with this reach, less a border: its box in map units. */
export const pictureBox = ([aside, above]: Point, border = 0): Box => [
  border - aside,
  border - above,
  atlas.width + 2 * (aside - border),
  atlas.height + 2 * (above - border),
];

/** The spot nearest to another in a direction, for the arrow keys. */
export function towards(from: Spot, key: string): Spot | null {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] ?? [0, 0];
  if (dx === 0 && dy === 0) return null;
  const [x, y] = atlas.spots[from].heart;
  let best: { spot: Spot; cost: number } | null = null;
  for (const spot of SPOTS) {
    const [toX, toY] = atlas.spots[spot].heart;
    const ahead = (toX - x) * dx! + (toY - y) * dy!;
    const aside = Math.abs((toX - x) * dy!) + Math.abs((toY - y) * dx!);
    if (spot === from || ahead <= 0 || aside > 2.2 * ahead) continue;
    const cost = ahead + 1.6 * aside;
    if (!best || cost < best.cost) best = { spot, cost };
  }
  return best?.spot ?? null;
}
