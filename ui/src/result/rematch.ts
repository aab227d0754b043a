// The same game again: the same options and settings, everybody in their old seat.

import type { NewSeat, NewTable } from "../app/opening";
import type { Table } from "../wire/types";

/** Whether the viewer can ask for a rematch: players may; nobody can for an imported game. */
export const canRematch = (table: Table, mine: readonly number[]): boolean =>
  mine.length > 0 &&
  table.source?.kind !== "record" &&
  table.seats.some((place) => place.kind === "human");

/** Who sits where: my first seat is mine, my others share this browser, the rest are invited. */
export function seatsAgain(table: Table, mine: readonly number[]): NewSeat[] {
  const me =
    table.seats.find((place) => mine.includes(place.seat) && !place.local)?.seat ?? mine[0];
  return table.seats.map((place): NewSeat => {
    if (place.kind === "bot") return { kind: "bot", bot: place.bot ?? "steady", name: place.name };
    if (place.seat === me) return { kind: "me" };
    if (mine.includes(place.seat)) return { kind: "hotseat", name: place.name };
    return { kind: "invite" };
  });
}

/** What opens the new table. */
export const tableAgain = (table: Table, mine: readonly number[]): NewTable => ({
  title: table.title,
  public: false,
  options: table.options,
  settings: {
    ...table.settings,
    watching: table.settings.watching === "anyone" ? "link" : table.settings.watching,
  },
  seats: seatsAgain(table, mine),
});
