// Where every piece stands: from a place and a rank in its group to a point on the map.

import { atlas, type Point, type Spot } from "./atlas";

const { measures, spots } = atlas;

/** Few stand at ease, five stand close. */
const stepOf = (drawn: number): number =>
  Math.min(2 * measures.step, ((measures.shown - 1) * measures.step) / Math.max(1, drawn - 1));

/** The point of the n-th caballero of a colour's group; those who are not drawn apart stand with the last. */
export function caballeroAt(spot: Spot, colour: number, index: number, of: number): Point {
  const [x, y] = spots[spot].groups[colour % 5]!;
  const drawn = Math.min(of, measures.shown);
  const step = stepOf(drawn);
  const left = -((drawn - 1) * step) / 2 - 2;
  return [x + left + Math.min(index, measures.shown - 1) * step, y];
}

/** The point of the n-th of some Grandes in a place: two stand apart, five stand close. */
export function grandeAt(spot: Spot, index: number, of: number): Point {
  const [x, y] = spots[spot].grandes;
  const room = measures.grandes[0] - measures.grande[0];
  const step = Math.min(2 * measures.grandeStep, room / Math.max(1, of - 1));
  return [x + (index - (of - 1) / 2) * step, y];
}

export const kingAt = (spot: Spot): Point => spots[spot].king;

/** The point of a group's number: at the feet of its last caballero. */
export function badgeAt(spot: Spot, colour: number, of: number): Point {
  const [x, y] = caballeroAt(spot, colour, of - 1, of);
  return [x + measures.caballero[0] / 2 - 5, y + measures.caballero[1] / 2 - 5];
}

/** Who stands on the map; a small map shows one large caballero for a whole group. */
export type Standee = "caballero" | "grande" | "king" | "small";
/** How far below its middle a piece touches the ground, and how wide it stands. */
const STANCE: Record<Standee, { below: number; wide: number; aside: number }> = {
  caballero: { below: measures.caballero[1] / 2, wide: 8, aside: 0 },
  grande: { below: measures.grande[1] / 2, wide: 18, aside: 0 },
  king: { below: measures.king[1] / 2, wide: 22, aside: 0 },
  small: { below: 17, wide: 12, aside: -9 },
};

/** Where a piece at a point touches the ground: left, middle and right. */
export function feetOf(kind: Standee, [x, y]: Point): Point[] {
  const { below, wide, aside } = STANCE[kind];
  return [-wide / 2, 0, wide / 2].map((step) => [x + aside + step, y + below] as const);
}
