// Why something cannot be chosen, in the server's words (docs/program/knowing_more.md, Knowing more). They are
// requested when somebody first asks about anything at a step, and kept until the next step.

import { SvelteMap } from "svelte/reactivity";
import { get } from "../wire/http";
import type { Reasons } from "../wire/schema";

export type { Reasons };

const KEPT = 20;
const asked = new Set<string>();
const kept = new SvelteMap<string, Reasons>();

/** The reasons of a seat at a table as it stands (`number` grows with every change); null until they arrive. */
export function reasonsOf(
  table: string,
  seat: number | null,
  number: number,
  language: string,
): Reasons | null {
  if (seat === null) return null;
  const key = `${table} ${seat} ${number} ${language}`;
  if (!asked.has(key)) {
    asked.add(key);
    void fetchFor(key, table, { seat: String(seat), language });
  }
  return kept.get(key) ?? null;
}

async function fetchFor(key: string, table: string, about: Record<string, string>): Promise<void> {
  const query = new URLSearchParams(about);
  try {
    kept.set(key, await get<Reasons>(`/api/tables/${table}/reasons?${query}`));
  } catch {
    // Nothing is said; whoever asks again may have more luck.
    asked.delete(key);
    return;
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
    asked.delete(oldest);
  }
}
