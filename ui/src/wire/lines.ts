// Tables in lists: the player's own, and those of the lobby.

import { get } from "./http";
import type { TableLine } from "./schema";

export type { TableLine };

export const PAGE_SIZE = 50;

/** The player's tables, the newest first; those older than the table `before`. */
export function myTables(before?: string): Promise<TableLine[]> {
  return get(`/api/me/tables?limit=${PAGE_SIZE}${before ? `&before=${before}` : ""}`);
}

/** The public tables, the newest first; those older than the table `after`. */
export function publicTables(after?: string): Promise<TableLine[]> {
  return get(`/api/tables?limit=${PAGE_SIZE}${after ? `&after=${after}` : ""}`);
}
