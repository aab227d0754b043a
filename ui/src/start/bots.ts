// A game against bots alone, as the start page and the lessons open it.

import type { NewSeat, NewTable } from "../app/opening";
import type { Edition } from "../wire/types";
import { nobles } from "./levels.svelte";

/** A table with bots in all other seats. */
export function againstBots(players: number, bot: string, edition: Edition): NewTable {
  const names = nobles(players - 1);
  return {
    options: { edition, players },
    settings: { watching: "link", coach: true },
    seats: [{ kind: "me" }, ...names.map((name): NewSeat => ({ kind: "bot", bot, name }))],
  };
}
