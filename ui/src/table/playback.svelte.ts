// What is shown of a game: the true view, or a replay of what others did on the way to it.

import { announce } from "../app/announcing.svelte";
import { preferences } from "../app/preferences.svelte";
import type { Happening, View } from "../wire/types";
import { applyEvent } from "./happening";
import { captionOf, gainsOf, ownPart, stepsOf, type Gain, type Step } from "./pacing";
import { soundOf } from "./sounds";

export class Playback {
  /** The view on the screen; it may lag behind the true one. */
  shown = $state.raw<View | null>(null);
  /** The last view that was true when it was shown: what is worth what is known of it alone. */
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
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a view as it is, whatever was being replayed. */
  jump(view: View): void {
    this.truth = view;
    this.settle();
  }

  /** Go on to a view through the events that led there; `seat` did some of them itself. */
  follow(view: View, events: readonly Happening[], seat: number | null, isMine: boolean): void {
    this.truth = view;
    const own = isMine && seat !== null && !this.busy ? ownPart(events, seat) : 0;
    for (const event of events.slice(0, own)) this.take(event);
    if (events[0] && own > 0) soundOf(events[0].event);
    this.queue.push(...stepsOf(events.slice(own)));
    this.ahead += events.length - own;
    if (own > 0) this.caption = captionOf({ events: events.slice(0, own), ms: 0 });
    if (this.queue.length === 0) {
      if (!this.busy) this.settle();
    } else if (!preferences.pace || document.hidden) {
      this.skip();
    } else if (!this.busy) {
      this.busy = true;
      this.next();
    }
  }

  /** Show at once what is left. */
  skip(): void {
    const left = this.queue;
    const says = left.flatMap((step) => step.events.map((event) => event.says));
    if (says.length > 0) announce(says.join(" "));
    const last = left.findLast((step) => step.ms > 0);
    if (last) this.caption = captionOf(last);
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
    const step = this.queue.shift();
    if (!step) {
      this.settle();
      return;
    }
    for (const event of step.events) this.take(event);
    this.ahead -= step.events.length;
    if (step.ms > 0) this.caption = captionOf(step);
    if (step.events[0]) soundOf(step.events[0].event);
    this.gains = gainsOf(step);
    this.timer = setTimeout(() => this.next(), step.ms / (preferences.pace || 1));
  }

  private take(event: Happening): void {
    if (this.shown) this.shown = applyEvent(this.shown, event);
    announce(event.says);
  }
}
