// The lessons of the first round, in the order in which they are given.
//
// A lesson is shown while its `when` holds and no earlier one is due. Most wait for "Next"; one with
// a `deed` waits for the player to do it. Nothing here holds up the game: the lessons follow a player
// who plays on.

import type { KeyOf, Values } from "../texts/texts";
import type { View } from "../wire/types";
import {
  hasHadTurn,
  hasPlayedPower,
  isAfter,
  isFirstRound,
  mine,
  othersAct,
  type Scene,
} from "./scene";

export interface Lesson {
  /** Which texts are its title and what it says. */
  id: KeyOf<"lessons">;
  when(scene: Scene): boolean;
  /** Whether it ends by what the player does, not by "Next". */
  deed?: true;
  /** Whether it goes by itself when it no longer fits. */
  passing?: true;
  /** What fills the placeholders of the text. */
  facts?(scene: Scene, place: (key: string) => string): Values;
  /** What it points at: selectors, of which the first visible match counts. */
  points(scene: Scene): string[];
}

const asked =
  (kind: string) =>
  (scene: Scene): boolean =>
    isFirstRound(scene) && mine(scene) === kind;
const hasDone = (view: View, what: "placed" | "performed"): boolean =>
  view.decision?.kind === "act" && view.decision[what];

/** On a phone the players are in their own sheet: this opens it. */
const PLAYERS = "[data-sheet=players]";

export const LESSONS: readonly Lesson[] = [
  {
    id: "goal",
    when: isFirstRound,
    points: () => ["ul.track", "[data-score]"],
  },
  {
    id: "map",
    when: isFirstRound,
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "homes",
    when: isFirstRound,
    facts: ({ view, seat }) => ({
      court: view.court[seat] ?? 0,
      province: view.province[seat] ?? 0,
    }),
    points: ({ seat }) => [`[data-home=court-${seat}]`, `[data-home=province-${seat}]`, PLAYERS],
  },
  {
    id: "king",
    when: isFirstRound,
    facts: ({ view }, place) => ({ king: place(view.king) }),
    points: ({ view }) => [`[data-place=${view.king}]`],
  },
  {
    id: "power",
    when: asked("power"),
    deed: true,
    points: () => ["section.hand", "[data-choice]"],
  },
  {
    id: "order",
    when: (scene) =>
      isFirstRound(scene) && hasPlayedPower(scene) && scene.view.turn_order.length > 0,
    facts: ({ view, seat }) => ({
      place: view.turn_order.indexOf(seat) + 1,
      all: view.turn_order.length,
    }),
    points: ({ seat }) => [`[data-player="${seat}"]`, PLAYERS],
  },
  {
    id: "others",
    when: (scene) => othersAct(scene) && !hasHadTurn(scene),
    passing: true,
    points: () => [".log"],
  },
  {
    id: "take",
    when: asked("take"),
    deed: true,
    points: () => [".counts", "[data-choice]"],
  },
  {
    id: "card",
    when: asked("card"),
    deed: true,
    points: () => ["ul.cards", "[data-choice]"],
  },
  {
    id: "act",
    when: (scene) =>
      asked("act")(scene) && !hasDone(scene.view, "placed") && !hasDone(scene.view, "performed"),
    deed: true,
    points: () => ["[data-choice]"],
  },
  {
    id: "place",
    when: asked("place"),
    points: () => ["[data-place][data-choice]", "[data-choice]"],
  },
  {
    id: "castillo",
    when: asked("place"),
    points: () => ["[data-place=castillo]"],
  },
  {
    id: "back",
    when: (scene) => isFirstRound(scene) && scene.isMine && scene.view.can_undo,
    points: () => ["[data-testid=take-back]"],
  },
  {
    id: "special",
    when: (scene) =>
      isFirstRound(scene) &&
      mine(scene) === "act" &&
      hasDone(scene.view, "placed") &&
      !hasDone(scene.view, "performed"),
    deed: true,
    points: () => ["[data-choice]"],
  },
  {
    id: "confirm",
    when: (scene) => isFirstRound(scene) && scene.toConfirm,
    deed: true,
    points: () => ["[data-testid=confirm]"],
  },
  {
    id: "worth",
    when: (scene) => isAfter(scene) || hasHadTurn(scene),
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "first",
    when: isAfter,
    facts: ({ view, table }) => ({ first: table.seats[view.first_player]?.name ?? "" }),
    points: ({ view }) => [`[data-player="${view.first_player}"]`, PLAYERS],
  },
  {
    id: "scoring",
    when: isAfter,
    facts: ({ view, seat }) => ({
      mine: view.if_scored_now[seat] ?? 0,
      best: Math.max(0, ...view.if_scored_now.filter((_, other) => other !== seat)),
    }),
    points: () => ["ul.track", "[data-score]"],
  },
  {
    id: "disc",
    when: isAfter,
    points: () => ["[data-place=castillo]"],
  },
  {
    id: "summary",
    when: isAfter,
    points: () => [],
  },
];

/** The last one; with it the first round is learned. */
export const LAST = "summary";
