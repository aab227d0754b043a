// What a step forward in a replay tells on sheets, as a table does: secret discs, and scorings.

import { Playback } from "../table/playback.svelte";
import { placesIn, sceneAt, type Scene } from "../table/scoring/scene";
import type { Happening, Line, Place, View } from "../wire/types";

const ON_SHEETS: ReadonlySet<Happening["event"]> = new Set([
  "disc_shown",
  "castillo_opened",
  "place_counted",
]);

/** What happened at a position, if there are sheets for it; otherwise nothing. */
export function toldAt(events: readonly Line[], position: number): Line[] {
  const lines = events.filter((line) => line.position === position);
  return lines.some((line) => ON_SHEETS.has(line.event)) ? lines : [];
}

export class Telling {
  readonly playback = new Playback();
  /** The position that was stepped to, until what led there is told. */
  due = $state<number | null>(null);

  get scene(): Scene | null {
    return sceneAt(this.playback.busy ? this.playback.beats : [], this.playback.at);
  }

  /** What lights up on the board. */
  get places(): Place[] {
    return (this.scene && placesIn(this.scene)) ?? [];
  }

  /** The board of what is told, which lags behind the position. */
  get view(): View | null {
    return this.playback.busy ? this.playback.shown : null;
  }

  /** Tell what led from one view to the next. */
  tell(before: View, after: View, lines: readonly Line[]): void {
    this.due = null;
    this.playback.jump(before);
    this.playback.follow({
      view: after,
      events: lines,
      from: lines[0]?.number ?? 0,
      seat: null,
      isMine: false,
      isTimed: false,
      isAlone: true,
    });
  }

  /** Somebody moves on; a step forward is told once its position is known. */
  move(due: number | null): void {
    this.playback.stop();
    this.due = due;
  }

  /** While a replay plays by itself, sheets do not wait for the reader. */
  set isPlaying(isPlaying: boolean) {
    this.playback.waits = !isPlaying;
    if (isPlaying && this.playback.holding) this.playback.resume();
  }

  /** What a key does to a sheet; false: nothing. */
  press(key: string): boolean {
    if (!this.playback.busy) return false;
    if (key === "Escape") this.playback.skip();
    else if (key === "Enter") this.playback.resume();
    else return false;
    return true;
  }
}
