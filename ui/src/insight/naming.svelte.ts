// The names of places, cards and houses in the language of the page, from the server's catalogue.

import { SvelteMap } from "svelte/reactivity";
import { preferences } from "../app/preferences.svelte";
import { get } from "../wire/http";
import type { Edition, Table } from "../wire/types";

interface Catalogue {
  cards: Record<string, { title: string; text: string; number: number }>;
  places: Record<string, string>;
  colours: { key: string; name: string }[];
  dummy: { key: string; name: string };
}

const asked = new Set<string>();
const kept = new SvelteMap<string, Catalogue>();

function found(edition: Edition): Catalogue | null {
  const language = preferences.language;
  const key = `${edition} ${language}`;
  if (!asked.has(key)) {
    asked.add(key);
    get<Catalogue>(`/api/catalogue?edition=${edition}&language=${language}`).then(
      (catalogue) => kept.set(key, catalogue),
      () => asked.delete(key),
    );
  }
  return kept.get(key) ?? null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Galicia", "The Castillo". */
export const placeName = (place: string, edition: Edition): string =>
  capital(found(edition)?.places[place] ?? place);

/** "Your Majesty". */
export const cardTitle = (card: string, edition: Edition): string =>
  found(edition)?.cards[card]?.title ?? card;

export const cardText = (card: string, edition: Edition): string =>
  found(edition)?.cards[card]?.text ?? "";

/** The caballeros a card lets one place. */
export const cardNumber = (card: string, edition: Edition): number | null =>
  found(edition)?.cards[card]?.number ?? null;

/** "Carmine"; the colour after the last seat is the dummy's. */
export function houseName(colour: number, players: number, edition: Edition): string {
  const catalogue = found(edition);
  const house = colour < players ? catalogue?.colours[colour] : catalogue?.dummy;
  return capital(house?.name ?? String(colour + 1));
}

/** Whose badge a colour shows: the dummy's is the sixth, however many play. */
export const houseOf = (colour: number, players: number): number => (colour < players ? colour : 5);

/** The names at a table; an imported game knows only the houses. */
export function namesAt(table: Table): string[] {
  const { players, edition } = table.options;
  return table.seats.map((place) =>
    table.source?.kind === "record" || !place.name
      ? houseName(place.seat, players, edition)
      : place.name,
  );
}
