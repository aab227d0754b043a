// Positions that are played on without a table: the server says what a line of choices leads to.

import { get, post } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type { AdviceShown, ChancesShown, Insights, PlayedOn, SnapshotData } from "../wire/schema";
import type { Language, Table, View } from "../wire/types";

export type { PlayedOn };

/** Where to play on from: a position of a finished game, or a complete position. */
export type Start = { table: string; position: number } | { snapshot: SnapshotData };
/** A choice with the seat that makes it, by its number or in notation. */
export type Made = readonly [seat: number, choice: number | string];
/** Who looks: a seat, the one that must choose, or nobody at the table. */
export type Looker = number | "asked" | "nobody";

export interface Line {
  start: Start;
  choices: readonly Made[];
  eyes?: Looker;
}

/** The position at the end of a line; a Refusal if a choice is not legal. */
export async function playOn(line: Line, language: Language): Promise<PlayedOn> {
  await ensurePlayer();
  return post<PlayedOn>("/api/positions", { ...line, language });
}

/** What majorities and cards are worth there. */
export async function insightsAt(line: Line): Promise<Insights> {
  await ensurePlayer();
  return post<Insights>("/api/positions/insights", line);
}

/** How likely each seat is to win from there. */
export async function chancesAt(line: Line): Promise<number[]> {
  await ensurePlayer();
  return (await post<ChancesShown>("/api/positions/chances", line)).chances;
}

/** What the coach would choose there. */
export async function adviceAt(
  line: Line,
  language: Language,
  seconds: number,
): Promise<AdviceShown[]> {
  await ensurePlayer();
  return post<AdviceShown[]>("/api/positions/advice", { ...line, language, seconds });
}

/** The finished game that a line starts from. */
export async function tableOf(id: string): Promise<Table> {
  await ensurePlayer();
  return get<Table>(`/api/tables/${id}`);
}

/** The view with what lies in the closed Castillo, for those who may know everything. */
export function openView({ view, truth }: PlayedOn): View {
  if (view.castillo.caballeros !== null) return view;
  const { caballeros } = truth.castillo;
  const none = caballeros.map(() => 0);
  return { ...view, castillo: { ...view.castillo, caballeros, ranks: none, worth: none } };
}
