// Which cards a player favours and which they leave to others.

import type { CardUseShown } from "../wire/schema";

export const SHOWN = 5;

/** Taken clearly more often than by chance, the most first. */
export const favourites = (cards: readonly CardUseShown[]): CardUseShown[] =>
  cards.filter((use) => use.taken > use.expected).slice(0, SHOWN);

/** Taken less often than by chance, the least first. */
export const neglected = (cards: readonly CardUseShown[]): CardUseShown[] =>
  cards
    .filter((use) => use.taken < use.expected)
    .slice(-SHOWN)
    .reverse();
