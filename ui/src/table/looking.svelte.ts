// What the player looks at: a place on the map, hovered or asked about, or a card.

import { REGIONS, type Place, type Region } from "../wire/types";

/** Details appear for what is hovered for a moment, not for what is merely passed over. */
const PATIENCE_MS = 350;

export class Looking {
  place = $state<Place | null>(null);
  card = $state<string | null>(null);
  /** Whether a finger has asked about the place: it is told until something else is touched. */
  isAsked = $state(false);
  private patience: ReturnType<typeof setTimeout> | undefined;

  /** The place, if there is something to tell about it. */
  get region(): Region | "castillo" | null {
    const { place } = this;
    if (place === "castillo") return place;
    return REGIONS.find((region) => region === place) ?? null;
  }

  get isAtSomething(): boolean {
    return this.place !== null || this.card !== null;
  }

  ask(place: Place): void {
    clearTimeout(this.patience);
    this.place = place;
    this.isAsked = true;
  }

  hover(place: Place | null): void {
    clearTimeout(this.patience);
    if (this.isAsked) return;
    if (place === null) this.place = null;
    else this.patience = setTimeout(() => (this.place = place), PATIENCE_MS);
  }

  away(): void {
    this.isAsked = false;
    this.place = null;
  }
}
