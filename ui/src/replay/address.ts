// The address of a replay: which position is shown, and from whose view.

import type { Eyes } from "./positions.svelte";

export const addressOf = (table: string, position: number, eyes: Eyes): string =>
  `/table/${table}/replay?at=${position}&seat=${eyes ?? "none"}`;

/** The analysis board at a position, from where one comes back to the same replay. */
export const analysisOf = (table: string, position: number, eyes: Eyes): string =>
  `/analysis?table=${table}&at=${position}&seat=${eyes ?? "none"}`;

/** The position that an address asks for; null: none. */
export function positionIn(query: URLSearchParams): number | null {
  const wish = query.get("at");
  return wish === null || !Number.isFinite(Number(wish)) ? null : Number(wish);
}

/** Whose view an address asks for, as far as it may be had; the viewer's own otherwise. */
export function eyesIn(
  query: URLSearchParams,
  seats: readonly number[],
  isOver: boolean,
  usual: Eyes,
): Eyes {
  const wish = query.get("seat");
  if (wish === "open" && isOver) return "open";
  if (wish !== null && seats.includes(Number(wish))) return Number(wish);
  return wish === "none" ? null : usual;
}
