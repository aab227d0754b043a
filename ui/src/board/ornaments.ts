// Where the mapmaker's ornaments stand: the farther the picture extends, the farther out they move.

import type { Point } from "./atlas";

/** Whether there is sea enough for ornaments: a small picture shows only what the game needs. */
export const hasSea = ([aside]: Point): boolean => aside >= 60;
/** Whether the sea is so wide that something lives in it, and where. */
export const hasSerpent = ([aside]: Point): boolean => aside > 80;
export const serpentAt = ([aside]: Point): Point => [980 + aside * 0.35, 640];

/** The compass rose, from which lines of the winds run. */
export const roseAt = ([aside, above]: Point): Point => [66 - aside * 0.5, 776 + above * 0.5];
/** The ship off Cataluña, where they meet again. */
export const shipAt = ([aside]: Point): Point => [944 + aside * 0.6, 300];
/** The ship off Galicia. */
export const otherShipAt = ([aside]: Point): Point => [14 - aside * 0.55, 190];
/** The name of the ocean, and the title. */
export const oceanAt = ([aside]: Point): Point => [36 - aside * 0.45, 420];
export const titleAt = ([aside, above]: Point): Point => [865 + aside * 0.55, 70 - above * 0.6];
