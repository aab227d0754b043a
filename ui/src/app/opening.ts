// Opening a table on the server: what is asked for, and the way to it.

import { post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type { OpenedTable, Options, TableSettings } from "../wire/types";
import { keep } from "./keeping";
import { go } from "./router.svelte";

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
export async function openTable(wanted: NewTable): Promise<OpenedTable> {
  await ensurePlayer();
  const opened = await post<OpenedTable>("/api/tables", wanted);
  if (opened.invitations.length) keep(`links.${opened.table.id}`, opened.invitations);
  go(`/table/${opened.table.id}`);
  return opened;
}
