// The action card that is being used: whose it is, and which part of it is carried out.

import type { Decision, DecisionOf, HappeningOf, Line, View } from "../wire/types";

/** What an action card offers: to place caballeros, and its special action. */
export type CardPart = "place" | "special";

export interface CardInPlay {
  card: string;
  seat: number;
  /** The parts that are done or under way. */
  done: ReadonlySet<CardPart>;
  /** The part that is carried out now; null between them. */
  now: CardPart | null;
}

const isAct = (step: Decision | null): step is DecisionOf<"act"> => step?.kind === "act";

/** The card in play as a view shows it. */
export function cardInPlay(view: View): CardInPlay | null {
  const act = [view.decision, ...view.pending].find(isAct);
  if (view.card === null || !act) return null;
  const done = new Set<CardPart>();
  if (act.placed) done.add("place");
  if (act.performed) done.add("special");
  return { card: view.card, seat: act.seat, done, now: partOf(view.decision, act) };
}

function partOf(decision: Decision | null, act: DecisionOf<"act">): CardPart | null {
  if (decision === null || isAct(decision)) return null;
  if (decision.kind === "place") return "place";
  return act.performed ? "special" : null;
}

/** The card of a finished turn that its player has not confirmed yet. */
export function cardToConfirm(lines: readonly Line[], seat: number): CardInPlay | null {
  const line = lines.findLast((one): one is Line & HappeningOf<"card"> => one.event === "card");
  if (line?.colour !== seat) return null;
  return { card: line.card, seat, done: new Set(["place", "special"]), now: null };
}
