// Dragging a piece is a faster way of pressing: it picks the piece where it is taken up, and the place
// where it is let go, as soon as that place may be picked.

import type { Choice } from "../wire/types";
import { isSpot, type Spot } from "./atlas";

const FAR_ENOUGH = 8;
/** A pending drop older than this is forgotten: nothing may be picked long after it was meant. */
const PATIENCE_MS = 2500;

interface Held {
  pointer: number;
  house: number;
  startX: number;
  startY: number;
  /** The choice that takes the piece up; none for a caballero from the Court. */
  choice: number | null;
}

export class Dragging {
  ghost = $state<{ house: number; x: number; y: number } | null>(null);
  over = $state<Spot | null>(null);
  #held: Held | null = null;
  #wished: Spot | null = null;
  #dropped = 0;
  #wishedAt = 0;

  take(event: PointerEvent, house: number, choice: number | null): void {
    if (event.button !== 0) return;
    this.#held = {
      pointer: event.pointerId,
      house,
      startX: event.clientX,
      startY: event.clientY,
      choice,
    };
  }

  /** Whether a pointer has a piece in hand, or is about to. */
  holds = (pointer: number): boolean => this.#held?.pointer === pointer;

  /** Whatever is held is put back: a second finger means the map. */
  leave(): void {
    this.#held = null;
    this.ghost = null;
    this.over = null;
  }

  move(event: PointerEvent, onpick: (choice: number) => void): void {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - held.startX, event.clientY - held.startY) < FAR_ENOUGH) return;
      if (held.choice !== null) onpick(held.choice);
    }
    event.preventDefault();
    this.ghost = { house: held.house, x: event.clientX, y: event.clientY };
    this.over = spotUnder(event.clientX, event.clientY);
  }

  /** Dropped: the place under the pointer is wanted. */
  drop(event: PointerEvent): Spot | null {
    if (this.#held?.pointer !== event.pointerId) return null;
    this.#held = null;
    if (!this.ghost) return null;
    this.#dropped = event.timeStamp;
    this.ghost = null;
    this.over = null;
    this.#wished = event.type === "pointercancel" ? null : spotUnder(event.clientX, event.clientY);
    this.#wishedAt = Date.now();
    return this.#wished;
  }

  /** The pick that completes the drop, if possible; other picks cancel it. */
  answer(picks: Choice[], final: boolean): number | null {
    if (this.#wished === null) return null;
    const wished = this.#wished;
    if (Date.now() - this.#wishedAt > PATIENCE_MS) {
      this.#wished = null;
      return null;
    }
    const pick = picks.find(({ touches }) => touches.on === "place" && touches.place === wished);
    if (pick || (final && picks.length > 0)) this.#wished = null;
    return pick?.choice ?? null;
  }

  /** Whether a click is only the end of a drag. */
  wasDrag = (event: Event): boolean => event.timeStamp - this.#dropped < 250 && this.#dropped > 0;
}

/** The place of the board under a point of the screen. */
export function spotUnder(x: number, y: number): Spot | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement | SVGElement>("[data-place]")?.dataset.place;
    if (place && isSpot(place as Spot)) return place as Spot;
  }
  return null;
}
