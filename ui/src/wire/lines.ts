// Tables in lists: one's own, and those of the lobby.

import { get } from "./http";
import type { Edition } from "./types";

export interface TableLine {
  id: string;
  state: "open" | "running" | "finished" | "closed";
  title: string;
  public: boolean;
  edition: Edition;
  players: number;
  /** The names; empty where a seat is free. */
  seats: string[];
  mine: number[];
  waits_for_me: boolean;
  watching: "anyone" | "link" | "nobody";
  created: number;
  started: number | null;
  finished: number | null;
  scores: number[] | null;
}

export const PAGE_SIZE = 50;

/** One's own tables, the newest first; those older than the table `before`. */
export function myTables(before?: string): Promise<TableLine[]> {
  return get(`/api/me/tables?limit=${PAGE_SIZE}${before ? `&before=${before}` : ""}`);
}

/** The public tables, the newest first; those older than the table `after`. */
export function publicTables(after?: string): Promise<TableLine[]> {
  return get(`/api/tables?limit=${PAGE_SIZE}${after ? `&after=${after}` : ""}`);
}
