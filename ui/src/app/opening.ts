// Opening a table on the server, and going to it.

import { post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type * as schema from "../wire/schema";
import type { OpenedTable } from "../wire/types";
import { keep } from "./keeping";
import { go } from "./router.svelte";

export type NewSeat = schema.NewSeat;
/** A table that says which options it has. */
export type NewTable = schema.NewTable & Required<Pick<schema.NewTable, "options">>;

/** Open a table and go to it. Its links are shown only once, so this browser keeps them. */
export async function openTable(wanted: NewTable): Promise<OpenedTable> {
  await ensurePlayer();
  const opened = await post<OpenedTable>("/api/tables", wanted);
  if (opened.invitations.length) keep(`links.${opened.table.id}`, opened.invitations);
  go(`/table/${opened.table.id}`);
  return opened;
}
