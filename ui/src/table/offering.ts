// Which choice is offered where: on the map, in the Court, on cards, on the dial, or as a button.

import type { Choice, Place, View } from "../wire/types";

export interface Offer {
  board: Choice[];
  /** The player's own Court, which lies beside the map. */
  court: Choice | null;
  stacks: Map<number, Choice>;
  powers: Map<number, Choice>;
  modifiers: Map<string, Choice>;
  counts: Choice[];
  buttons: Choice[];
  /** A secret disc: its regions are on the dial, not on the map. */
  disc: Choice[];
}

/** The sheets of a small screen. */
export type Sheet = "cards" | "hand" | "players" | "log";

/** Distribute the choices by what they touch. */
export function offerOf(view: View | null, choices: readonly Choice[]): Offer {
  const offer: Offer = {
    board: [],
    court: null,
    stacks: new Map(),
    powers: new Map(),
    modifiers: new Map(),
    counts: [],
    buttons: [],
    disc: [],
  };
  const isDisc = view?.decision?.kind.startsWith("disc_") ?? false;
  for (const choice of choices) {
    const touch = choice.touches;
    if (touch.on === "stack") offer.stacks.set(touch.stack, choice);
    else if (touch.on === "power") offer.powers.set(touch.value, choice);
    else if (touch.on === "modifier") offer.modifiers.set(touch.modifier, choice);
    else if (touch.on === "count") offer.counts.push(choice);
    else if (touch.on === "button") offer.buttons.push(choice);
    else if (isDisc) offer.disc.push(choice);
    else if (touch.on === "place" && touch.place === "court") offer.court = choice;
    else offer.board.push(choice);
  }
  return offer;
}

/** Where on a small screen the decision is made; null: on the map or by buttons. */
export function sheetOf(offer: Offer): Sheet | null {
  if (offer.stacks.size > 0) return "cards";
  if (offer.powers.size > 0 || offer.modifiers.size > 0) return "hand";
  if (offer.court) return "players";
  return null;
}

/** The places on the map that a choice touches. */
export function placesOf(choices: readonly Choice[]): Place[] {
  return choices.flatMap(({ touches }) =>
    "place" in touches && touches.place !== null ? [touches.place] : [],
  );
}
