// The names of places, cards and houses for the panels, from the catalogue of the edition.

import { catalogue } from "./catalogue.svelte";
import { houseOf } from "../art/houses";
import type { TableLine } from "../wire/lines";
import type { Edition, Place, SeatShown, Table } from "../wire/types";
import { personName } from "./people";

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

/** The name of whoever has a seat; a bot without a name of its own is called by its level. */
export const seatName = (seat: Pick<SeatShown, "name" | "bot">, edition: Edition): string =>
  seat.bot && seat.name === seat.bot ? catalogue(edition).bot(seat.bot) : personName(seat.name);

/** The names at a table of a list; empty where a seat is free. */
export const namesInLine = ({ seats, bots, edition }: TableLine): string[] =>
  seats.map((name, seat) => seatName({ name, bot: bots[seat] ?? null }, edition));

/** How the server describes an edition; either catalogue has both. */
export function editionTexts(edition: Edition): { title: string; text: string; summary: string } {
  const title = capital(edition);
  return catalogue("2023").optionValue("edition", edition) ?? { title, text: "", summary: title };
}

/** The names at a table; an imported game knows only the houses. */
export function namesAt(table: Table): string[] {
  const { players, edition } = table.options;
  return table.seats.map((place) =>
    table.source?.kind === "record" || !place.name
      ? colourLabel(place.seat, players, edition)
      : seatName(place, edition),
  );
}
