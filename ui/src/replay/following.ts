// A game that continues while it is replayed: each new state of its table.

import { TableSocket } from "../wire/socket";
import type { Language, StateFrame } from "../wire/types";

/** Listen to every new state of a table; returns a function that stops it. */
export function followTable(
  table: string,
  language: Language,
  hear: (news: StateFrame) => void,
): () => void {
  const socket = new TableSocket(table, "usual", language, {
    state: hear,
    // Without a connection the known positions can still be viewed.
    connection: () => undefined,
    paused: () => undefined,
    refused: () => undefined,
    barred: () => Promise.resolve(true),
  });
  return () => socket.close();
}

/** Whether something that had happened is taken back in the newer state. */
export function isTakenBack(before: StateFrame, news: StateFrame): boolean {
  const known = before.events_from + before.events.length;
  return news.events_from < known || lastOf(news) < lastOf(before);
}

const lastOf = ({ table }: StateFrame): number => table.play?.position ?? 0;
