// The geometry of the secret disc: nine regions around it, and how its pointer turns.

import { REGIONS, type Choice, type Region } from "../wire/types";

const STEP = 360 / REGIONS.length;

/** Degrees clockwise from the top at which a region stands. */
export const bearing = (region: Region): number => REGIONS.indexOf(region) * STEP;

/** Where a bearing lies on a circle, as shares of the dial's size from its middle. */
export function spot(degrees: number, radius: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** The same bearing, turned so that the pointer takes the shorter way from where it stands. */
export function shorterWay(from: number, to: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn;
}

/** The choice for each region that may be set. */
export function picksByRegion(picks: Choice[]): Map<Region, Choice> {
  const found = new Map<Region, Choice>();
  for (const pick of picks) {
    if (pick.touches.on !== "place") continue;
    const place = pick.touches.place;
    if ((REGIONS as readonly string[]).includes(place)) found.set(place as Region, pick);
  }
  return found;
}

/** The next region around the dial that may be set, from one of them, forwards or backwards. */
export function nextRegion(settable: Region[], from: Region, way: 1 | -1): Region {
  const at = settable.indexOf(from);
  return settable[(at + way + settable.length) % settable.length] ?? from;
}
