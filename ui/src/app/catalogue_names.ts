// The names of places, cards and houses for the panels, from the catalogue of the edition.

import { catalogue } from "./catalogue.svelte";
import { houseOf } from "../art/houses";
import type { Edition, Place, Table } from "../wire/types";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Galicia", "The Castillo". */
export const placeName = (place: string, edition: Edition): string =>
  capital(catalogue(edition).place(place as Place));

/** "Your Majesty". */
export const cardTitle = (card: string, edition: Edition): string =>
  catalogue(edition).card(card).title;

/** "Carmine"; the colour after the last seat is the dummy's. */
export const colourLabel = (colour: number, players: number, edition: Edition): string =>
  capital(catalogue(edition).colour(houseOf(colour, players)));

/** The names at a table; an imported game knows only the houses. */
export function namesAt(table: Table): string[] {
  const { players, edition } = table.options;
  return table.seats.map((place) =>
    table.source?.kind === "record" || !place.name
      ? colourLabel(place.seat, players, edition)
      : place.name,
  );
}
