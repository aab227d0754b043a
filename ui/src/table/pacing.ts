// How events become steps that people can follow: what belongs together, and how long it is shown.

import type { Happening, Place } from "../wire/types";
import { isThrow } from "./log_lines";

export interface Step {
  events: Happening[];
  /** How long it is shown at speed 1; 0: it happens silently. */
  ms: number;
  /** Whether it stays until somebody presses "Continue". */
  hold?: boolean;
}

/** Points that somebody gets for a place, shown where they come from. */
export interface Gain {
  place: Place;
  colour: number;
  points: number;
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
  disc_shown: 1.2,
  castillo_opened: 1.8,
  place_counted: 1.5,
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

/** The steps in which events are shown. */
export function stepsOf(events: readonly Happening[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const step = steps.at(-1);
    const before = step?.events.at(-1);
    if (step && before && belongs(before, event)) {
      step.events.push(event);
    } else {
      steps.push({ events: [event], ms: BEAT_MS * (BEATS[event.event] ?? 1) });
    }
  }
  return steps;
}

/**
 * What a step says, in a line or two. How many went into a closed Castillo is told once (R11): it is
 * left out when the step is shown again (`isKept`).
 */
export function captionOf(step: Step, isKept = false): string {
  const told = step.events.filter(
    (event) =>
      (event.event !== "revealed" || step.events.length === 1) && !(isKept && isThrow(event)),
  );
  return told.map((event) => event.says).join(" ");
}

export function gainsOf(step: Step): Gain[] {
  return step.events.flatMap((event) =>
    event.event === "scored" && event.points
      ? [{ place: event.place, colour: event.colour, points: event.points }]
      : [],
  );
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
  if (event.event === "scored" || event.event === "unpaid") return isScoring(before, event.place);
  if (event.event !== "moved" || before.event !== "moved") return false;
  return before.colour === event.colour && before.from === event.from;
}

/** Whether an event belongs to the scoring of this place. */
const isScoring = (event: Happening, place: Place): boolean =>
  (event.event === "place_counted" || event.event === "scored" || event.event === "unpaid") &&
  event.place === place;
