// How events become steps that people can follow: what belongs together, and how long it is shown.

import type { Happening, HappeningOf } from "../wire/types";
import { isThrow } from "./log_lines";

export interface Step {
  events: Happening[];
  /** How long it is shown at speed 1; 0: it happens silently. */
  ms: number;
  /** Whether it stays until somebody presses "Continue". */
  hold?: boolean;
  /** Whether it sums up the scoring before it; nothing happens in it. */
  isSummary?: boolean;
}

const BEAT_MS = 700;

// Beats by event; one beat for events not listed.
const BEATS: Record<string, number> = {
  round: 1.6,
  revealed: 0.8,
  dummy_drew: 0.6,
  power: 0.9,
  modifier_passed: 0.3,
  modifiers_arrived: 0.6,
  order: 1,
  card: 1.3,
  announced: 0.7,
  moved: 0.8,
  allowed: 0.6,
  disc_set: 0.3,
  disc_shown: 3.5,
  castillo_opened: 1.8,
  place_counted: 2.5,
  scored: 1.5,
  first_player: 0.5,
  general_scoring: 1.4,
  turn_ended: 0,
};

// Events that join the step before: each with those it may follow.
const JOINS: Record<string, readonly string[]> = {
  revealed: ["round", "revealed"],
  order: ["order"],
  disc_shown: ["disc_shown"],
  disc_set: ["disc_set"],
  castillo_held: ["castillo_opened", "castillo_held"],
};

const ON_A_SHEET: ReadonlySet<string> = new Set(["place_counted", "castillo_opened"]);
const SUMMARY_BEATS = 4;

/** How many places at the end of these steps were scored in a row, and not summed up. */
export function placesLeft(steps: readonly Step[]): number {
  const kindOf = (step: Step): string => step.events[0]?.event ?? "";
  const last = steps.findLastIndex((step) => !["place_counted", "allowed"].includes(kindOf(step)));
  return steps.slice(last + 1).filter((step) => kindOf(step) === "place_counted").length;
}

/**
 * The steps in which events are shown. `places` were scored right before them; with `goesOn`, more
 * will be scored after them: a holder of a Veto is asked first.
 */
export function stepsOf(events: readonly Happening[], places = 0, goesOn = false): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const step = steps.at(-1);
    const before = step?.events.at(-1);
    if (step && before && belongs(before, event)) {
      step.events.push(event);
      continue;
    }
    if (event.event === "place_counted") places += 1;
    else if (places > 0 && event.event !== "allowed") {
      // What follows the Castillo of a general scoring belongs to it.
      if (places > 1) steps.push(summary());
      places = 0;
    }
    const hold = asksToGoOn(event);
    steps.push({
      events: [event],
      ms: BEAT_MS * (BEATS[event.event] ?? 1),
      ...(hold && { hold }),
    });
  }
  if (places > 1 && !goesOn) steps.push(summary());
  return steps;
}

const summary = (): Step => ({
  events: [],
  ms: BEAT_MS * SUMMARY_BEATS,
  hold: true,
  isSummary: true,
});

/** What is shown on a sheet stays until it is read; a place where nobody is needs no reading. */
const asksToGoOn = (event: Happening): boolean =>
  event.event === "disc_shown" || (event.event === "place_counted" && event.colours > 0);

/**
 * What a step says, in a line or two. How many went into a closed Castillo is told once (R11): it is
 * left out when the step is shown again (`isKept`).
 */
export function captionOf(step: Step, isKept = false): string {
  const told = step.events.filter(
    (event, index) =>
      // The sheet says the rest.
      (index === 0 || !ON_A_SHEET.has(step.events[0]?.event ?? "")) &&
      (event.event !== "revealed" || step.events.length === 1) &&
      !(isKept && isThrow(event)),
  );
  return told.map((event) => event.says).join(" ");
}

// What shows something to everybody, whoever caused it: it is worth watching.
const SPECTACLES = new Set([
  "place_counted",
  "scored",
  "castillo_opened",
  "castillo_held",
  "disc_shown",
  "general_scoring",
  "round",
  "first_player",
]);
// Events whose colour is the acting player's.
const ACTS = new Set([
  "power",
  "modifier",
  "card",
  "announced",
  "region_named",
  "disc_set",
  "allowed",
]);

/** How many of the events this seat caused itself: they are shown at once. */
export function ownPart(events: readonly Happening[], seat: number): number {
  let own = 0;
  for (const event of events) {
    if (SPECTACLES.has(event.event)) return own;
    if (event.event === "vetoed" && event.by !== seat) return own;
    if (ACTS.has(event.event) && "colour" in event && event.colour !== seat) return own;
    // Everybody calls only their own: the next player's turn has begun.
    if (event.event === "moved" && event.from === "province" && event.colour !== seat) return own;
    own += 1;
    if (event.event === "turn_ended") return own;
  }
  return own;
}

function belongs(before: Happening, event: Happening): boolean {
  if (JOINS[event.event]?.includes(before.event)) return true;
  if (event.event === "scored" || event.event === "unpaid") {
    return isPlaceScored(before) && before.place === event.place;
  }
  if (event.event !== "moved" || before.event !== "moved") return false;
  return before.colour === event.colour && before.from === event.from;
}

/** Whether an event belongs to the scoring of a place. */
const isPlaceScored = (
  event: Happening,
): event is HappeningOf<"place_counted" | "scored" | "unpaid"> =>
  event.event === "place_counted" || event.event === "scored" || event.event === "unpaid";
