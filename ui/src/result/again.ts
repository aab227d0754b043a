// Asking for a rematch: the new table is opened, and a notice says who must be invited again.

import { notify } from "../app/announcing.svelte";
import { openTable } from "../app/opening";
import { sentenceFor } from "../app/refusals";
import { words } from "../app/words.svelte";
import { asRefusal } from "../wire/http";
import type { Table } from "../wire/types";
import { tableAgain } from "./rematch";

const t = words("rematch");

/** Open the table again and go to it; a notice reports any failure. */
export async function playAgain(table: Table, mine: readonly number[]): Promise<void> {
  try {
    const opened = await openTable(tableAgain(table, mine));
    if (opened.invitations.length) notify(t("invites"));
  } catch (error) {
    notify(sentenceFor(asRefusal(error)), "trouble");
  }
}
