// What is shown of a game: the true view, or the beats that led to it, one after the other.
//
// A beat is something that happened, with the board before and after it. Beats are kept for a while,
// so that anybody can step back and look again. Nothing here is ever sent: what can be chosen is always
// read from the true view, and only once everything has been shown.

import { announce } from "../app/announcing.svelte";
import { catalogue } from "../app/catalogue.svelte";
import { preferences } from "../app/preferences.svelte";
import { soundOf } from "../app/sounds";
import type { Happening, Place, Region, View } from "../wire/types";
import { applyEvent } from "./happening";
import { captionOf, ownPart, placesLeft, stepsOf, type Step } from "./pacing";
import { isThrow } from "./log_lines";

/** How long the number of a throw into a closed Castillo is shown, in passing (R11). */
const PASSING_MS = 6000;
/** How long a replay may take while the player's own clock runs. */
const TIMED_MS = 3000;
/** How many beats can be stepped back through; a round of five players has about 80. */
const KEPT_BEATS = 240;

/** Something that happened, and the board before and after it. */
export interface Beat extends Step {
  /** The number of its first event. */
  from: number;
  before: View;
  after: View;
}

/** What a state of the table brings. */
export interface News {
  view: View;
  events: readonly Happening[];
  /** The number of the first event. */
  from: number;
  /** The seat that looks on. */
  seat: number | null;
  /** Whether that seat caused some of it: its own part is not replayed. */
  isMine: boolean;
  /** Whether its clock is running: then a replay takes a few seconds, however much there is. */
  isTimed: boolean;
  /** Whether what follows is told apart, as in a replay of single positions. */
  isAlone?: boolean;
}

export class Playback {
  /** The view on the screen; it may lag behind the true one. */
  shown = $state.raw<View | null>(null);
  /** The last settled view that was shown: only for it is known what everything is worth. */
  settled = $state.raw<View | null>(null);
  /** Whether beats are shown instead of the true view: being played, paused or looked back at. */
  busy = $state(false);
  /** Whether the beat that is shown stays until somebody goes on. */
  paused = $state(false);
  /** Whether it stays because it asks for "Continue" (`Step.hold`). */
  holding = $state(false);
  /** Whether the beat that is shown was shown before. */
  isLookingBack = $state(false);
  /** What can be stepped through, the oldest first. */
  beats = $state.raw<readonly Beat[]>([]);
  /** How many beats are on the board: the one that is told is the last of them. */
  at = $state(0);
  /** What happened last, in words. */
  caption = $state("");
  /** Whether sheets wait for the reader; otherwise they go on after their time. */
  waits = true;

  private reached = $state(0); // how many beats have been shown at least once
  private truth: View | null = null;
  private haste = 1;
  private isTimed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private passing: ReturnType<typeof setTimeout> | undefined;

  /** The beat that is shown; null while the true view is. */
  get beat(): Beat | null {
    return this.busy ? (this.beats[this.at - 1] ?? null) : null;
  }

  /** How many events are still to be shown for the first time. */
  get ahead(): number {
    return this.beats.slice(this.reached).reduce((sum, beat) => sum + beat.events.length, 0);
  }

  get canGoBack(): boolean {
    return this.before() > 0;
  }

  /** How fast beats follow each other; 0 shows everything at once. */
  get speed(): number {
    return preferences.pace;
  }

  set speed(speed: number) {
    preferences.pace = speed;
    if (!speed) this.skip();
    else if (this.busy) this.schedule();
  }

  /** Show a view as it is, whatever was being replayed; what led to it is not known. */
  jump(view: View): void {
    this.truth = view;
    this.beats = [];
    this.settle();
  }

  /** The same state was told again, after a lost connection: what is being shown goes on. */
  stay(view: View): void {
    this.truth = view;
    if (!this.busy) this.settle();
  }

  /** Something was taken back: go on from the beats that are left. */
  rewind({ view, events, from }: News): void {
    this.truth = view;
    const left = cutAt(this.beats, from);
    const base = left.at(-1)?.after;
    this.beats = base ? [...left, ...beatsOf(base, events, from)] : [];
    this.settle();
  }

  /** Go on to a view through the events that led there. */
  follow({ view, events, from, seat, isMine, isTimed, isAlone = false }: News): void {
    const base = this.truth ?? view;
    this.truth = view;
    const own = isMine && seat !== null && !this.busy ? ownPart(events, seat) : 0;
    const goesOn = !isAlone && isScoring(view);
    const mine = beatsOf(
      base,
      events.slice(0, own),
      from,
      placesLeft(this.beats),
      goesOn || own < events.length,
    );
    const theirs = beatsOf(
      mine.at(-1)?.after ?? base,
      events.slice(own),
      from + own,
      placesLeft([...this.beats, ...mine]),
      goesOn,
    );
    this.beats = [...this.beats, ...mine, ...theirs];
    if (own > 0) this.take(mine, events.slice(0, own));
    if (theirs.length > 0) this.watch(isTimed);
    else if (!this.busy) this.settle();
  }

  /** Let the beats follow each other, or stop at the one that is shown. */
  togglePause(): void {
    if (!this.busy) return;
    if (this.holding) {
      this.next();
      return;
    }
    this.paused = !this.paused;
    this.schedule();
  }

  /** Show the beat before, and stay there. */
  back(): void {
    const to = this.before();
    if (to < 1 && !this.busy) return;
    this.busy = true;
    this.paused = true;
    this.show(Math.max(1, to));
  }

  /** Show the next beat, and stay there; after the last one, the true view. */
  forward(): void {
    if (!this.busy) return;
    if (!this.holding) this.paused = true;
    this.next();
  }

  /** Go on after a beat that asked for it, or play on from where somebody stopped. */
  resume(): void {
    if (!this.busy) return;
    this.paused = false;
    this.next();
  }

  /** Whoever has seen enough of a beat goes on at once; where somebody stopped, nothing happens. */
  hurry(): void {
    if (this.busy && !this.paused && !this.holding) this.next();
  }

  /** Show a later beat at once; what lies between is only said. */
  leap(to: number): void {
    if (!this.busy || to <= this.at) return;
    for (const beat of this.beats.slice(Math.max(this.at, this.reached), to - 1)) {
      for (const event of beat.events) announce(event.says);
    }
    this.paused = false;
    this.show(to);
  }

  /** Show the true view at once. */
  skip(): void {
    const left = this.beats.slice(this.reached);
    const says = left.flatMap((beat) => beat.events.map((event) => event.says));
    if (says.length > 0) announce(says.join(" "));
    const last = this.beats.findLast(isTold);
    if (last && last !== this.beat && this.at < this.beats.length) {
      this.say(last, left.includes(last));
    }
    this.settle();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.busy = false;
    this.paused = false;
    this.holding = false;
    this.isLookingBack = false;
  }

  private settle(): void {
    this.stop();
    this.beats = this.beats.slice(-KEPT_BEATS);
    this.at = this.beats.length;
    this.reached = this.at;
    this.shown = this.truth;
    this.settled = this.truth;
  }

  /** The player's own beats are on the board at once. */
  private take(mine: readonly Beat[], events: readonly Happening[]): void {
    this.at += mine.length;
    this.reached = this.at;
    this.shown = mine.at(-1)?.after ?? this.shown;
    for (const event of events) announce(event.says);
    if (events[0]) soundOf(events[0]);
    this.say({ events: [...events], ms: 0 }, true);
  }

  private watch(isTimed: boolean): void {
    this.isTimed = isTimed;
    const left = this.beats.slice(this.at).reduce((sum, beat) => sum + beat.ms, 0);
    this.haste = isTimed ? Math.max(1, left / TIMED_MS) : 1;
    // Whoever looks back stays there, unless they have gone: they must find the game as it is.
    if (document.hidden || (!preferences.pace && !this.paused)) {
      this.skip();
    } else if (!this.busy) {
      this.busy = true;
      this.next();
    }
  }

  /** The number of the beat before the one that is shown; 0: there is none. */
  private before(): number {
    const last = this.busy ? this.at - 1 : this.beats.length;
    return this.beats.slice(0, last).findLastIndex(isTold) + 1;
  }

  private next(): void {
    if (!this.paused && isUnwatched()) {
      this.skip();
    } else if (this.at >= this.beats.length) {
      this.settle();
    } else {
      this.show(this.at + 1);
      // Nobody steps to something that is not told.
      if (this.paused && this.beat && !isTold(this.beat)) this.next();
    }
  }

  private show(to: number): void {
    const isNew = to > this.reached;
    const isOn = to > this.at;
    this.at = to;
    this.reached = Math.max(this.reached, to);
    this.holding = false;
    this.isLookingBack = !isNew;
    const beat = this.beats[to - 1];
    if (!beat) return;
    this.shown = beat.after;
    if (isNew) for (const event of beat.events) announce(event.says);
    else if (isTold(beat)) announce(captionOf(beat, this.isClosed));
    if (isTold(beat)) this.say(beat, isNew);
    if (isOn && beat.events[0]) soundOf(beat.events[0]);
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const { beat } = this;
    if (!beat || this.paused || this.holding) return;
    // Nobody is held up while their own time runs.
    const isHeld = !!beat.hold && !this.isTimed && this.waits;
    const reading = isHeld ? preferences.sheetSeconds * 1000 : 0;
    const ms = Math.max(beat.ms, reading) / Math.max(preferences.pace || 1, this.haste);
    this.timer = setTimeout(() => {
      if (isHeld && reading === 0 && !isUnwatched()) this.holding = true;
      else this.next();
    }, ms);
  }

  private get isClosed(): boolean {
    return this.truth?.castillo.caballeros === null;
  }

  private say(step: Step, isNew: boolean): void {
    clearTimeout(this.passing);
    this.caption = captionOf(step, this.isClosed && !isNew);
    if (isNew && this.isClosed && step.events.some(isThrow)) {
      this.passing = setTimeout(() => (this.caption = captionOf(step, true)), PASSING_MS);
    }
  }
}

/** What happens silently takes no time, and nobody steps to it. */
const isTold = (step: Step): boolean => step.ms > 0;

/** Whether a card may score another place: somebody is asked for a Veto, or for the next place. */
const isScoring = ({ decision }: View): boolean =>
  decision?.kind === "veto" || decision?.kind === "score_region";

/** The beats of some events, each with the board before and after it. */
function beatsOf(
  base: View,
  events: readonly Happening[],
  from: number,
  places = 0,
  goesOn = false,
): Beat[] {
  const beats: Beat[] = [];
  for (const step of stepsOf(events, places, goesOn)) {
    const before = beats.at(-1)?.after ?? base;
    beats.push({ ...step, from, before, after: afterAll(before, step.events) });
    from += step.events.length;
  }
  return beats;
}

function afterAll(before: View, events: readonly Happening[]): View {
  const printed = (place: Place): number[] | null => printedOn(place, before);
  return events.reduce((view, event) => applyEvent(view, event, printed), before);
}

/** The beats of the events before a number; the one that contains it is cut short. */
function cutAt(beats: readonly Beat[], number: number): Beat[] {
  return beats.flatMap((beat) => {
    if (beat.from >= number) return [];
    const events = beat.events.slice(0, number - beat.from);
    if (events.length === beat.events.length) return [beat];
    return beatsOf(beat.before, events, beat.from);
  });
}

/** Nobody wants a replay, or the page is hidden. */
const isUnwatched = (): boolean => !preferences.pace || document.hidden;

function printedOn(place: Place, { options }: View): number[] | null {
  const texts = catalogue(options.edition);
  return place === "castillo" ? (texts.data?.castillo ?? null) : texts.points(place as Region);
}
