// What people at a table are called.

import { colourName, houseOf } from "../art/houses";
import { words } from "../app/words.svelte";
import type { SeatShown, Table } from "../wire/types";

const t = words("seats");

/** The name of a seat; bots without a name of their own are called by their level. */
export function nameOf(seat: SeatShown): string {
  if (seat.kind === "open" || seat.kind === "invited") return t("free");
  return seat.name === seat.bot ? capital(seat.name.split(/[ :]/)[0] ?? seat.name) : seat.name;
}

/** The names by colour, the dummy's after those of the seats. */
export function namesOf(table: Table): string[] {
  return [...table.seats.map(nameOf), t("dummy")];
}

/** "Ana"; players who share a name are told apart by their colours: "Ana (azure)". */
export function calledOf(names: readonly string[], colour: number): string {
  const name = names[colour] ?? "?";
  if (names.filter((other) => other === name).length < 2) return name;
  return `${name} (${colourName(houseOf(colour, names.length - 1))})`;
}

/** Whether a bot plays a seat, its own or somebody else's. */
export const isBot = (seat: SeatShown): boolean => seat.kind === "bot" || seat.substitute !== null;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 choice", "3 choices". */
export const choicesInWords = (n: number): string => t("choices", { n });
