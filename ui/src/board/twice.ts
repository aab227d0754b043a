// A double click places two. Its second click counts only if the same question is asked again for the
// same place; until the first click is answered, it waits.

import type { Choice } from "../wire/types";
import type { Spot } from "./atlas";

/** Questions that are asked once for every caballero. */
const REPEATED: ReadonlySet<string> = new Set(["place", "muster"]);
/** A second click that waited longer is forgotten: nothing may be picked long after it was meant. */
const PATIENCE_MS = 2500;

export class Twice {
  #first: { spot: Spot; kind: string; picks: readonly Choice[] } | null = null;
  #wanted: { spot: Spot; kind: string; at: number } | null = null;

  /** Whether a click picks what it is on, now; `clicks` counts quick clicks in one place. */
  counts(spot: Spot, clicks: number, kind: string, picks: readonly Choice[]): boolean {
    const first = this.#first;
    this.#wanted = null;
    if (clicks < 2 || !first) {
      this.#first = { spot, kind, picks };
      return true;
    }
    if (first.spot !== spot || first.kind !== kind || !REPEATED.has(kind)) return false;
    if (first.picks !== picks) {
      this.#first = { spot, kind, picks };
      return true;
    }
    this.#wanted = { spot, kind, at: Date.now() };
    return false;
  }

  /** The pick that a waiting second click meant, once there are new picks. */
  answer(kind: string, picks: readonly Choice[]): number | null {
    const wanted = this.#wanted;
    if (!wanted || picks.length === 0 || picks === this.#first?.picks) return null;
    this.#wanted = null;
    if (wanted.kind !== kind || Date.now() - wanted.at > PATIENCE_MS) return null;
    const found = picks.find(
      ({ touches }) => touches.on === "place" && touches.place === wanted.spot,
    );
    return found?.choice ?? null;
  }
}
