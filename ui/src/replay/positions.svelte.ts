// The positions of a game as the server shows them: each fetched once, a few ahead.

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { asRefusal, get, type Refusal } from "../wire/http";
import type { PositionShown, SnapshotData } from "../wire/schema";
import type { Language, View } from "../wire/types";

export type Truth = SnapshotData;
export type Shown = PositionShown;
/** Whose view: a seat's, anybody's (null), or with all cards open. */
export type Eyes = number | null | "open";

const KEPT = 500;
const AHEAD = 4;

export class Positions {
  readonly #kept = new SvelteMap<string, Shown>();
  readonly #asked = new Set<string>();
  trouble = $state.raw<Refusal | null>(null);
  /** The number of the table's state since which nothing was taken back. */
  since = $state(0);

  constructor(readonly table: string) {}

  /** A position if it is loaded; otherwise it is requested, and whatever reads this updates. */
  look(position: number, eyes: Eyes, language: Language): Shown | null {
    const key = keyOf(position, eyes, language);
    if (!this.#asked.has(key)) void this.#fetch(key, position, eyes, language);
    return this.#kept.get(key) ?? null;
  }

  /** Request the next few, in the direction of travel. */
  ahead(position: number, step: number, last: number, eyes: Eyes, language: Language): void {
    for (let next = 1; next <= AHEAD; next += 1) {
      const wanted = position + next * step;
      const key = keyOf(wanted, eyes, language);
      if (wanted < 0 || wanted > last || this.#asked.has(key)) continue;
      void this.#fetch(key, wanted, eyes, language);
    }
  }

  /** Something was taken back: positions may not be what they were. */
  forget(since: number): void {
    this.since = since;
    this.#asked.clear();
    this.#kept.clear();
  }

  async #fetch(key: string, position: number, eyes: Eyes, language: Language): Promise<void> {
    this.#asked.add(key);
    const since = untrack(() => this.since);
    const query = new URLSearchParams({ language, events: "false" });
    if (typeof eyes === "number") query.set("seat", String(eyes));
    try {
      const shown = await get<Shown>(`/api/tables/${this.table}/positions/${position}?${query}`);
      if (since !== this.since) return;
      this.#kept.set(key, withEyes(shown, eyes));
      this.trouble = null;
    } catch (error) {
      if (since !== this.since) return;
      this.#asked.delete(key);
      this.trouble = asRefusal(error);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
      this.#asked.delete(oldest);
    }
  }
}

const keyOf = (position: number, eyes: Eyes, language: Language): string =>
  `${position} ${eyes} ${language}`;

/** The view as a page expects it: nobody is asked anything; the open view shows the Castillo. */
function withEyes(shown: Shown, eyes: Eyes): Shown {
  const view: View = {
    ...shown.view,
    ask: "",
    step: 0,
    can_undo: false,
    undo_reason: null,
    choices: [],
  };
  if (eyes === "open" && shown.truth && view.castillo.caballeros === null) {
    const none = shown.truth.castillo.caballeros.map(() => 0);
    view.castillo = {
      ...view.castillo,
      caballeros: shown.truth.castillo.caballeros,
      ranks: none,
      worth: none,
    };
  }
  return { ...shown, view };
}
