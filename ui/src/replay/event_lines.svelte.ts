// What happened in a game, in sentences: reloaded when there is more, but not for each choice.

import { get } from "../wire/http";
import type { Language, Line } from "../wire/types";

const SOON_MS = 300;

export class EventLines {
  events = $state.raw<Line[]>([]);
  #wanted = "";
  #timer = 0;
  #isFirst = true;

  constructor(readonly table: string) {}

  /** Load it in a language, with what a seat may know (null: anybody). */
  read(seat: number | null, language: Language): void {
    const query = new URLSearchParams({ language });
    if (seat !== null) query.set("seat", String(seat));
    this.#wanted = `/api/tables/${this.table}/events?${query}`;
    // In a running game many things happen in quick succession.
    if (!this.#timer)
      this.#timer = window.setTimeout(() => void this.#fetch(), this.#isFirst ? 0 : SOON_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = "";
  }

  async #fetch(): Promise<void> {
    const wanted = this.#wanted;
    this.#timer = 0;
    this.#isFirst = false;
    try {
      const events = await get<Line[]>(wanted);
      if (wanted === this.#wanted) this.events = events;
    } catch {
      // The log is not essential; the board is shown without it.
    }
  }
}
