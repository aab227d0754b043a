// The review of one game: asked for once, then looked at again until it is finished.

import { preferences } from "../app/preferences.svelte";
import { ask, asRefusal, get, post, type Refusal } from "../wire/http";
import type { ReviewShown } from "../wire/schema";

const LOOK_MS = 1500;

export class Reviewing {
  shown = $state.raw<ReviewShown | null>(null);
  trouble = $state.raw<Refusal | null>(null);
  readonly isUnderWay = $derived(
    this.shown?.state === "waiting" || this.shown?.state === "running",
  );
  readonly canAsk = $derived(
    this.shown !== null && !this.isUnderWay && this.shown.state !== "done",
  );
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(readonly table: string) {}

  /** See how far it is; `isWanted` starts it unless somebody else has. */
  async look(isWanted = false): Promise<void> {
    clearTimeout(this.#timer);
    const address = `/api/tables/${this.table}/review?language=${preferences.language}`;
    try {
      this.shown = await (isWanted ? post<ReviewShown>(address) : get<ReviewShown>(address));
      this.trouble = null;
    } catch (error) {
      this.trouble = asRefusal(error);
    }
    if (this.isUnderWay && !this.#isClosed)
      this.#timer = setTimeout(() => void this.look(), LOOK_MS);
  }

  async cancel(): Promise<void> {
    try {
      await ask("DELETE", `/api/tables/${this.table}/review`);
    } catch (error) {
      this.trouble = asRefusal(error);
    }
    await this.look();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
