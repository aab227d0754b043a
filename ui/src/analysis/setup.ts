// A position set up by hand: the server takes one apart, and puts it together again with every check.

import { post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type { ArrangedShown, Setup, SetupShown, SnapshotData } from "../wire/schema";
import type { Language, Options } from "../wire/types";

export type { ArrangedShown, Setup, SetupShown };

export const MOST_POWER = 13;

/** Where an editor starts: a new game with these options, or a complete position. */
export type Base = { options: Partial<Options> } | { snapshot: SnapshotData };

export async function takeApart(base: Base, language: Language): Promise<SetupShown> {
  await ensurePlayer();
  return post<SetupShown>("/api/positions/setup", { start: base, language });
}

export async function arrange(
  setup: Setup,
  base: SnapshotData | null,
  language: Language,
): Promise<ArrangedShown> {
  await ensurePlayer();
  return post<ArrangedShown>("/api/positions/arrange", { setup, base, language });
}

/** How many caballeros each colour has, wherever they are. */
export const totalsOf = (setup: Setup): number[] =>
  setup.province.map((left, colour) => {
    const places = [...Object.values(setup.regions), setup.castillo];
    const placed = places.reduce((sum, place) => sum + (place.caballeros[colour] ?? 0), 0);
    return placed + left + (setup.court[colour] ?? 0);
  });

/** The setup with the rest of every colour in the Province. */
export function withProvince(setup: Setup, totals: readonly number[]): Setup {
  const province = setup.province.map((_, colour) => {
    const places = [...Object.values(setup.regions), setup.castillo];
    const placed = places.reduce((sum, place) => sum + (place.caballeros[colour] ?? 0), 0);
    return Math.max(0, (totals[colour] ?? 0) - placed - (setup.court[colour] ?? 0));
  });
  return { ...setup, province };
}

/** The place of a seat's Grande; null: nowhere. */
export function grandeOf(setup: Setup, seat: number): string | null {
  const found = Object.entries(setup.regions).find(([, place]) => place.grandes.includes(seat));
  return found?.[0] ?? (setup.castillo.grandes.includes(seat) ? "castillo" : null);
}

/** The place of a tile; null: beside the map. */
export function placeOfTile(setup: Setup, tile: string): string | null {
  const found = Object.entries(setup.regions).find(([, place]) => place.tile === tile);
  return found?.[0] ?? (setup.castillo.tile === tile ? "castillo" : null);
}

/** The setup at another moment: hands and power cards are made to fit it. */
export function withMoment(
  setup: Setup,
  moment: Setup["moment"],
  round: number,
  handSize: number,
): Setup {
  const isTurn = moment === "turn";
  const seats = setup.hands.map((_, seat) => seat);
  const powers = seats.map((seat) => (isTurn ? MOST_POWER - seat : null));
  const every = Array.from({ length: MOST_POWER }, (_, index) => index + 1);
  const hands = seats.map((seat) =>
    every.filter((value) => value !== powers[seat]).slice(isTurn ? 1 - handSize : -handSize),
  );
  const turn = isTurn ? 0 : setup.first_player;
  return { ...setup, moment, round, powers, hands, taken: [], turn };
}

type PlaceData = Setup["castillo"];

function eachPlace(setup: Setup, change: (place: PlaceData, key: string) => PlaceData): Setup {
  const regions = Object.fromEntries(
    Object.entries(setup.regions).map(([key, place]) => [key, change(place, key)]),
  ) as Setup["regions"];
  return { ...setup, regions, castillo: change(setup.castillo, "castillo") };
}

export const withGrande = (setup: Setup, seat: number, to: string): Setup =>
  eachPlace(setup, (place, key) => {
    const others = place.grandes.filter((one) => one !== seat);
    return { ...place, grandes: key === to ? [...others, seat].sort() : others };
  });

export const withTile = (setup: Setup, tile: PlaceData["tile"], to: string | null): Setup =>
  eachPlace(setup, (place, key) =>
    key === to ? { ...place, tile } : place.tile === tile ? { ...place, tile: null } : place,
  );

export const withCaballeros = (
  setup: Setup,
  where: string,
  colour: number,
  count: number,
): Setup => {
  const put = (counts: readonly number[]): number[] =>
    counts.map((old, at) => (at === colour ? count : old));
  if (where === "court" || where === "province") return { ...setup, [where]: put(setup[where]) };
  return eachPlace(setup, (place, key) =>
    key === where ? { ...place, caballeros: put(place.caballeros) } : place,
  );
};
