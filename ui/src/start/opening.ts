// Opening a table on the server, and what every way to do so shares.

import { keep } from "../app/keeping";
import { go } from "../app/router.svelte";
import { post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type { Edition, OpenedTable, Options, TableSettings } from "../wire/types";
import { nobles } from "./levels.svelte";

export interface NewSeat {
  kind: "me" | "hotseat" | "invite" | "open" | "bot";
  bot?: string;
  name?: string;
}
export interface NewTable {
  seats: NewSeat[];
  options: Partial<Options>;
  settings?: Partial<TableSettings>;
  title?: string;
  public?: boolean;
}

/** Open a table and go to it. Its links are shown this once, so this browser keeps them. */
export async function openTable(wanted: NewTable): Promise<void> {
  await ensurePlayer();
  const { table, invitations } = await post<OpenedTable>("/api/tables", wanted);
  if (invitations.length) keep(`links.${table.id}`, invitations);
  go(`/table/${table.id}`);
}

/** A table of one's own with bots on all other seats. */
export function againstBots(players: number, bot: string, edition: Edition): NewTable {
  const names = nobles(players - 1);
  return {
    options: { edition, players },
    settings: { watching: "link", coach: true },
    seats: [{ kind: "me" }, ...names.map((name): NewSeat => ({ kind: "bot", bot, name }))],
  };
}
