// Where the mapmaker's ornaments stand: the farther the picture extends, the farther out they move.

import type { Point } from "./atlas";

/** The compass rose, from which lines of the winds run. */
export const roseAt = ([aside, above]: Point): Point => [66 - aside * 0.5, 776 + above * 0.5];
/** The ship off Cataluña, where they meet again. */
export const shipAt = ([aside]: Point): Point => [944 + aside * 0.6, 300];
/** The ship off Galicia: before the coast where there is sea enough, else above the land. */
export const otherShipAt = ([aside, above]: Point): Point =>
  aside > 100 ? [14 - aside * 0.55, 190] : [196, 44 - above * 0.5];
/** The name of the ocean, and the title. */
export const oceanAt = ([aside]: Point): Point => [36 - aside * 0.45, 420];
export const titleAt = ([, above]: Point): Point => [352, 44 - above * 0.6];
