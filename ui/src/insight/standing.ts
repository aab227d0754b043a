// What the panels read out of views and insights: who stands where, and what is left of cards.

import type { BoardPlace, View } from "../wire/types";
import type { CardPayout, Standing } from "./insights.svelte";

/** A house in a place: a seat, or the dummy after the last seat. */
export interface Line {
  colour: number;
  caballeros: number;
  rank: number;
  worth: number;
  standing: Standing | null;
}

/** The houses with a caballero in a place, the first rank first; null where nobody may look. */
export function linesOf(place: BoardPlace, standings: Standing[] | undefined): Line[] | null {
  const { caballeros, ranks, worth } = place;
  if (!caballeros || !ranks || !worth) return null;
  return caballeros
    .map((count, colour) => ({
      colour,
      caballeros: count,
      rank: ranks[colour] ?? 0,
      worth: worth[colour] ?? 0,
      standing: standings?.[colour] ?? null,
    }))
    .filter((line) => line.caballeros > 0)
    .sort((a, b) => a.rank - b.rank || b.caballeros - a.caballeros || a.colour - b.colour);
}

/** The colours with the most caballeros in a place: one leads it, several are level. */
export function leadersOf(place: BoardPlace | null): number[] {
  const ranks = place?.ranks ?? [];
  const best = Math.min(...ranks.filter((rank) => rank > 0));
  return ranks.flatMap((rank, colour) => (rank === best ? [colour] : []));
}

/** A power card of a hand: still there, played, or played this round. */
export interface PowerLeft {
  value: number;
  state: "left" | "played" | "now";
}

export interface PowersLeft {
  cards: PowerLeft[];
  /** Cards taken back unseen: that many of those played are in the hand again. */
  back: number;
}

const VALUES = Array.from({ length: 13 }, (_, index) => index + 1);

/** The power cards of a seat as everybody may know them; of one's own hand, exactly. */
export function powersLeft(view: View, seat: number): PowersLeft {
  const shown = view.players[seat];
  if (!shown) return { cards: [], back: 0 };
  const played = new Set(shown.powers_played);
  const mine = view.seat === seat ? view.mine : null;
  const cards = VALUES.map((value): PowerLeft => {
    const isThere = mine ? mine.hand.includes(value) : !played.has(value);
    if (isThere) return { value, state: "left" };
    return { value, state: value === shown.power ? "now" : "played" };
  });
  const known = cards.filter((card) => card.state === "left").length;
  return { cards, back: Math.max(0, shown.hand_size - known) };
}

/** The best regions for a seat where a card lets one choose; for a spectator, for anybody. */
export function bestPlaces(payout: CardPayout, seat: number | null, most = 3): string[] {
  const gain = (place: string): number => {
    const gains = payout.by_place[place] ?? [];
    if (seat === null) return Math.max(0, ...gains);
    const others = gains.filter((_, other) => other !== seat);
    // My own points first; among equals, the region that gives the others least.
    return (gains[seat] ?? 0) - Math.max(0, ...others) / 100;
  };
  return Object.keys(payout.by_place)
    .filter((place) => seat === null || (payout.by_place[place]?.[seat] ?? 0) > 0)
    .sort((a, b) => gain(b) - gain(a))
    .slice(0, most);
}
