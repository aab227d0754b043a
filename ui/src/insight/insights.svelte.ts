// What the server works out about majorities and face-up cards (docs/program/knowing_more.md, Knowing more).
// Each is requested once and kept; insights must never get in the way, so a refusal just shows
// nothing.

import { SvelteMap } from "svelte/reactivity";
import { get } from "../wire/http";
import { ensurePlayer } from "../wire/player.svelte";
import type { ChangeShown, Insights, CardPayoutShown, StandingShown } from "../wire/schema";

export type Change = ChangeShown;
export type Standing = StandingShown;
export type CardPayout = CardPayoutShown;
export type { Insights };

const KEPT = 120;
const asked = new Set<string>();
const kept = new SvelteMap<string, Insights>();

/**
 * The insights of a table as it stands (`number` grows with every change) or stood at a position
 * (`number`: since when nothing was taken back); null until they arrive, when whatever reads this
 * updates.
 */
export function insightsOf(
  table: string,
  seat: number | null,
  number: number,
  position: number | null = null,
): Insights | null {
  const key = `${table} ${seat} ${number} at ${position ?? "the end"}`;
  if (!asked.has(key)) {
    asked.add(key);
    void fetchFor(key, table, seat, position);
  }
  return kept.get(key) ?? null;
}

async function fetchFor(
  key: string,
  table: string,
  seat: number | null,
  position: number | null,
): Promise<void> {
  const query = new URLSearchParams();
  if (seat !== null) query.set("seat", String(seat));
  if (position !== null) query.set("position", String(position));
  try {
    await ensurePlayer();
    kept.set(key, await get<Insights>(`/api/tables/${table}/insights?${query}`));
  } catch {
    // Nothing is shown; the next position asks again.
    return;
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
    asked.delete(oldest);
  }
}
