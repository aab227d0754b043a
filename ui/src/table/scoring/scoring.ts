// Scorings as people follow them: place by place, with everybody who is there. Read from events; what
// somebody gets for a rank, and why, is the server's to say.

import type { Edition, Happening, HappeningOf, Spot } from "../../wire/types";

/** An event with its number in the game. */
export type Numbered = Happening & { number: number };

/** What somebody has in a place, and gets for it. */
export interface Payment {
  colour: number;
  caballeros: number;
  rank: number;
  /** All points, bonuses included; 0: nothing. */
  points: number;
  king: number;
  grande: number;
  /** Who else has as many caballeros there. */
  levelWith: number[];
}

export interface ScoredPlace {
  place: Spot;
  /** The number of the event that began it. */
  number: number;
  /** What the first, second and third place are worth. */
  worth: [number, number, number];
  isFirstOnly: boolean;
  /** Everybody who is there, the first ones first. */
  payments: Payment[];
}

export interface Scoring {
  /** The round of a general scoring; null: a card scores. */
  round: number | null;
  /** The card that scores, and who played it, as far as that is known. */
  card: { card: string; colour: number } | null;
  places: ScoredPlace[];
  /** Its events: from the first to before the last. */
  from: number;
  to: number;
}

/** What the summary of a scoring shows. */
export interface Summary {
  scoring: Scoring;
  /** The scores right after it. */
  scores: readonly number[];
  players: number;
  edition: Edition;
  names: readonly string[];
  /** The seat that looks on. */
  seat: number | null;
}

// What happens during a scoring, between its places too.
const WITHIN = new Set<Happening["event"]>([
  "place_counted",
  "scored",
  "unpaid",
  "castillo_opened",
  "castillo_held",
]);
// A holder of a Veto lets the next place of a card be scored, or not (edition classic).
const BETWEEN = new Set<Happening["event"]>(["allowed", "vetoed"]);
// Before and between the parts of a general scoring the discs are set and shown, and pieces ride.
const WITHIN_GENERAL = new Set<Happening["event"]>([
  ...WITHIN,
  "disc_set",
  "disc_shown",
  "moved",
  "grande_moved",
]);

/** All scorings in a row of events; `general`: the round whose general scoring has begun before them. */
export function scoringsOf(events: readonly Numbered[], general: number | null = null): Scoring[] {
  const scorings: Scoring[] = [];
  let card: Scoring["card"] = null;
  let open: Scoring | null = null;
  if (general !== null && events[0]) {
    open = begin(events[0].number, general, null);
    scorings.push(open);
  }
  for (const event of events) {
    if (event.event === "card") card = { card: event.card, colour: event.colour };
    if (event.event === "general_scoring") {
      open = begin(event.number, event.round, null);
      scorings.push(open);
    } else if (open && (open.round === null ? WITHIN : WITHIN_GENERAL).has(event.event)) {
      take(open, event);
    } else if (WITHIN.has(event.event)) {
      open = begin(event.number, null, card);
      scorings.push(open);
      take(open, event);
    } else if (!BETWEEN.has(event.event)) {
      open = null;
    }
  }
  return scorings;
}

const begin = (number: number, round: number | null, card: Scoring["card"]): Scoring => ({
  round,
  card,
  places: [],
  from: number,
  to: number + 1,
});

function take(scoring: Scoring, event: Numbered): void {
  scoring.to = event.number + 1;
  if (event.event === "place_counted") {
    scoring.places.push({
      place: event.place,
      number: event.number,
      worth: [event.first, event.second, event.third],
      isFirstOnly: event.first_only === 1,
      payments: [],
    });
  } else if (event.event === "scored" || event.event === "unpaid") {
    const place = scoring.places.at(-1);
    if (place) place.payments = ranked([...place.payments, paymentOf(event)]);
  }
}

function paymentOf(event: HappeningOf<"scored" | "unpaid">): Payment {
  const { colour, count: caballeros, rank } = event;
  const paid =
    event.event === "scored"
      ? { points: event.points, king: event.king, grande: event.grande }
      : { points: 0, king: 0, grande: 0 };
  return { colour, caballeros, rank, ...paid, levelWith: [] };
}

/** By rank, each with those who have as many. */
function ranked(payments: Payment[]): Payment[] {
  return payments
    .map((one) => ({
      ...one,
      levelWith: payments
        .filter((other) => other.colour !== one.colour && other.caballeros === one.caballeros)
        .map((other) => other.colour),
    }))
    .sort((one, other) => one.rank - other.rank || one.colour - other.colour);
}

/** Why a place pays nobody; null if it does pay. */
export type NoPay = "nobody" | "onlyDummy" | "noFirst" | "noPlace";
export function whyNothing(place: ScoredPlace, players: number): NoPay | null {
  if (place.payments.some((one) => one.points > 0)) return null;
  if (place.payments.length === 0) return "nobody";
  if (place.payments.every((one) => one.colour >= players)) return "onlyDummy";
  return place.isFirstOnly ? "noFirst" : "noPlace";
}

/** What each player gets in some places together. */
export function gainsIn(places: readonly ScoredPlace[], players: number): number[] {
  const gains = Array.from({ length: players }, () => 0);
  for (const place of places) {
    for (const { colour, points } of place.payments) {
      if (colour < players) gains[colour] = (gains[colour] ?? 0) + points;
    }
  }
  return gains;
}

/** The scorings of a game by the line of its log that tells of them first. */
export function scoringsByLine(lines: readonly Numbered[]): Map<number, Scoring> {
  const found = new Map<number, Scoring>();
  for (const scoring of scoringsOf(lines)) {
    const first = lines.find(
      (line) =>
        line.number >= scoring.from &&
        line.number < scoring.to &&
        (line.event === "general_scoring" || line.event === "scored"),
    );
    if (first && scoring.places.length > 0) found.set(first.number, scoring);
  }
  return found;
}

/** The scores right after a scoring, from those now: less whatever was scored later. */
export function scoresAfter(
  scoring: Scoring,
  now: readonly number[],
  events: readonly Numbered[],
): number[] {
  const scores = [...now];
  for (const event of events) {
    if (event.event === "scored" && event.number >= scoring.to)
      scores[event.colour] = (scores[event.colour] ?? 0) - event.points;
  }
  return scores;
}
