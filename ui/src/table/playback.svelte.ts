// What is shown of a game: the true view, or a replay of what others did on the way to it.

import { announce } from "../app/announcing.svelte";
import { catalogue } from "../app/catalogue.svelte";
import { preferences } from "../app/preferences.svelte";
import type { Happening, Place, Region, View } from "../wire/types";
import { applyEvent } from "./happening";
import { captionOf, gainsOf, ownPart, stepsOf, type Gain, type Step } from "./pacing";
import { soundOf } from "./sounds";
import { isThrow } from "./log_lines";

/** How long the number of a throw into a closed Castillo is shown, in passing (R11). */
const PASSING_MS = 6000;
/** How long a replay may take while the player's own clock runs. */
const TIMED_MS = 3000;

export class Playback {
  /** The view on the screen; it may lag behind the true one. */
  shown = $state.raw<View | null>(null);
  /** The last settled view that was shown: only for it is known what everything is worth. */
  settled = $state.raw<View | null>(null);
  /** Whether a replay runs. */
  busy = $state(false);
  /** What happened last, in words. */
  caption = $state("");
  /** How many events are still to be shown. */
  ahead = $state(0);
  /** Points that are being given now. */
  gains = $state.raw<Gain[]>([]);

  private truth: View | null = null;
  private queue: Step[] = [];
  private haste = 1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private passing: ReturnType<typeof setTimeout> | undefined;

  /** Show a view as it is, whatever was being replayed. */
  jump(view: View): void {
    this.truth = view;
    this.settle();
  }

  /**
   * Go on to a view through the events that led there; `seat` did some of them itself. A
   * player whose clock is already running (`isTimed`) sees them in a few seconds, however many.
   */
  follow(
    view: View,
    events: readonly Happening[],
    seat: number | null,
    isMine: boolean,
    isTimed = false,
  ): void {
    this.truth = view;
    const own = isMine && seat !== null && !this.busy ? ownPart(events, seat) : 0;
    for (const event of events.slice(0, own)) this.take(event);
    if (events[0] && own > 0) soundOf(events[0]);
    this.queue.push(...stepsOf(events.slice(own)));
    this.ahead += events.length - own;
    this.haste = isTimed ? Math.max(1, sumOf(this.queue) / TIMED_MS) : 1;
    if (own > 0) this.say({ events: events.slice(0, own), ms: 0 });
    if (this.queue.length === 0) {
      if (!this.busy) this.settle();
    } else if (isUnwatched()) {
      this.skip();
    } else if (!this.busy) {
      this.busy = true;
      this.next();
    }
  }

  /** Show the rest at once. */
  skip(): void {
    const left = this.queue;
    const says = left.flatMap((step) => step.events.map((event) => event.says));
    if (says.length > 0) announce(says.join(" "));
    const last = left.findLast((step) => step.ms > 0);
    if (last) this.say(last);
    this.settle();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.ahead = 0;
    this.busy = false;
    this.gains = [];
  }

  private settle(): void {
    this.stop();
    this.shown = this.truth;
    this.settled = this.truth;
  }

  private next(): void {
    if (isUnwatched()) {
      this.skip();
      return;
    }
    const step = this.queue.shift();
    if (!step) {
      this.settle();
      return;
    }
    for (const event of step.events) this.take(event);
    this.ahead -= step.events.length;
    if (step.ms > 0) this.say(step);
    if (step.events[0]) soundOf(step.events[0]);
    this.gains = gainsOf(step);
    this.timer = setTimeout(
      () => this.next(),
      step.ms / Math.max(preferences.pace || 1, this.haste),
    );
  }

  private say(step: Step): void {
    clearTimeout(this.passing);
    this.caption = captionOf(step);
    if (this.truth?.castillo.caballeros === null && step.events.some(isThrow)) {
      this.passing = setTimeout(() => (this.caption = ""), PASSING_MS);
    }
  }

  private take(event: Happening): void {
    const { shown } = this;
    if (shown) this.shown = applyEvent(shown, event, (place) => printedOn(place, shown));
    announce(event.says);
  }
}

const sumOf = (steps: readonly Step[]): number => steps.reduce((sum, step) => sum + step.ms, 0);

/** Nobody wants a replay, or the page is hidden: a called player must find the game as it is. */
const isUnwatched = (): boolean => !preferences.pace || document.hidden;

function printedOn(place: Place, { options }: View): number[] | null {
  const texts = catalogue(options.edition);
  return place === "castillo" ? (texts.data?.castillo ?? null) : texts.points(place as Region);
}
