// Who can open the link to a table, so that nobody sends a link that leads nowhere.

import type { Table } from "../wire/types";
import { words } from "./words.svelte";

const t = words("sharing");

export type Circle = "everyone" | "watchers" | "players";

/** Who may look at a table that has begun. */
export function circleOf({ public: isPublic, published, settings }: Table): Circle {
  if (published || (isPublic && settings.watching === "anyone")) return "everyone";
  return settings.watching === "nobody" ? "players" : "watchers";
}

/** The same in a sentence. */
export const whoCanOpen = (table: Table): string => t(circleOf(table));

/** Whether a player may decide who can look at the game. */
export const mayPublish = (table: Table, mine: readonly number[], isHost: boolean): boolean =>
  table.state === "finished" && (mine.length > 0 || (isHost && table.source?.kind === "record"));
