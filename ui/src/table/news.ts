// What happens to the table itself during play, in a sentence for everybody there.

import { words } from "../app/words.svelte";
import type { LogEntry } from "../wire/types";

const t = words("tableNews");

/** The sentence for an entry of the table's log; null for what needs none. */
export function newsOf(entry: LogEntry, called: (seat: number) => string): string | null {
  const name = entry.seat === null ? "" : called(entry.seat);
  if (entry.kind === "answer_undo") return entry.agree === false ? t("refused", { name }) : null;
  if (
    entry.kind === "timeout" ||
    entry.kind === "handed" ||
    entry.kind === "returned" ||
    entry.kind === "undo"
  ) {
    return t(entry.kind, { name });
  }
  return null;
}
