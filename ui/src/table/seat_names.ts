// What people at a table are called.

import { colourName, houseOf } from "../art/houses";
import { namesAt, seatName } from "../app/catalogue_names";
import { words } from "../app/words.svelte";
import type { Edition, SeatShown, Table } from "../wire/types";

const t = words("seats");

/** The name of a seat that may be free. */
export const nameOf = (seat: SeatShown, edition: Edition): string =>
  seat.kind === "open" || seat.kind === "invited" ? t("free") : seatName(seat, edition);

/** The names by colour, the dummy's after those of the seats. */
export function namesOf(table: Table): string[] {
  const { edition } = table.options;
  const named = table.source?.kind === "record" ? namesAt(table) : null;
  return [...table.seats.map((seat) => named?.[seat.seat] ?? nameOf(seat, edition)), t("dummy")];
}

/** "Ana"; players who share a name are told apart by their colours: "Ana (azure)". */
export function calledOf(names: readonly string[], colour: number): string {
  const name = names[colour] ?? "?";
  if (names.filter((other) => other === name).length < 2) return name;
  return `${name} (${colourName(houseOf(colour, names.length - 1))})`;
}

/** Whether a bot plays a seat, its own or somebody else's. */
export const isBot = (seat: SeatShown): boolean => seat.kind === "bot" || seat.substitute !== null;

/** "1 choice", "3 choices". */
export const choicesInWords = (n: number): string => t("choices", { n });
