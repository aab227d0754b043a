// The lessons of the guided round, in the order in which they are given.
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
  isGuided,
  mine,
  othersAct,
  type Scene,
  type Sheet,
} from "./scene";

export interface Lesson {
  /** Which texts are its title and what it says. */
  id: KeyOf<"lessons">;
  /** The part of the round it belongs to, from 1 to PARTS. */
  part: number;
  when(scene: Scene): boolean;
  /** Whether it ends by what the player does, not by "Next". */
  deed?: true;
  /** Whether it goes by itself when it no longer fits. */
  passing?: true;
  /** The sheet it is about: it stays as long as that is shown. */
  sheet?: Sheet;
  /** What fills the placeholders of the text. */
  facts?(scene: Scene, place: (key: string) => string): Values;
  /** What it points at: selectors, of which the first visible match counts. */
  points(scene: Scene): string[];
}

const asked =
  (kind: string) =>
  (scene: Scene): boolean =>
    isGuided(scene) && mine(scene) === kind;
/** Power cards are being played, and the player has not played one yet. */
const isBeginning = (scene: Scene): boolean =>
  isGuided(scene) && scene.view.decision?.kind === "power" && !hasPlayedPower(scene);
/** Whether a sheet is shown; who does not watch it is told once the round is over. */
const tells =
  (sheet: Sheet) =>
  (scene: Scene): boolean =>
    scene.sheet === sheet || isAfter(scene);
const hasDone = (view: View, what: "placed" | "performed"): boolean =>
  view.decision?.kind === "act" && view.decision[what];

/** On a phone the players are in their own sheet: this opens it. */
const PLAYERS = "[data-sheet=players]";
const CONTINUE = ["[data-testid=continue]"];

export const LESSONS: readonly Lesson[] = [
  {
    id: "goal",
    part: 1,
    when: isBeginning,
    points: () => ["ul.track", "[data-score]"],
  },
  {
    id: "map",
    part: 1,
    when: isBeginning,
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "homes",
    part: 1,
    when: isBeginning,
    facts: ({ view, seat }) => ({
      court: view.court[seat] ?? 0,
      province: view.province[seat] ?? 0,
    }),
    points: ({ seat }) => [`[data-home=court-${seat}]`, `[data-home=province-${seat}]`, PLAYERS],
  },
  {
    id: "king",
    part: 1,
    when: isBeginning,
    facts: ({ view }, place) => ({ king: place(view.king) }),
    points: ({ view }) => [`[data-place=${view.king}]`],
  },
  {
    id: "power",
    part: 2,
    when: asked("power"),
    deed: true,
    points: () => ["section.hand", "[data-choice]"],
  },
  {
    id: "confirm",
    part: 2,
    when: (scene) => isGuided(scene) && scene.toConfirm,
    deed: true,
    points: () => ["[data-testid=confirm]"],
  },
  {
    id: "order",
    part: 2,
    when: (scene) => isGuided(scene) && hasPlayedPower(scene) && scene.view.turn_order.length > 0,
    facts: ({ view, seat }) => ({
      place: view.turn_order.indexOf(seat) + 1,
      all: view.turn_order.length,
    }),
    points: ({ seat }) => [`[data-player="${seat}"]`, PLAYERS],
  },
  {
    id: "others",
    part: 3,
    when: (scene) => othersAct(scene) && !hasHadTurn(scene),
    passing: true,
    points: () => [".log"],
  },
  {
    id: "take",
    part: 3,
    when: asked("take"),
    deed: true,
    points: () => [".counts", "[data-choice]"],
  },
  {
    id: "card",
    part: 3,
    when: asked("card"),
    deed: true,
    points: () => ["ul.cards", "[data-choice]"],
  },
  {
    id: "act",
    part: 3,
    when: (scene) =>
      asked("act")(scene) && !hasDone(scene.view, "placed") && !hasDone(scene.view, "performed"),
    deed: true,
    points: () => ["[data-choice]"],
  },
  {
    id: "place",
    part: 3,
    when: asked("place"),
    points: () => ["[data-place][data-choice]", "[data-choice]"],
  },
  {
    id: "castillo",
    part: 3,
    when: asked("place"),
    points: () => ["[data-place=castillo]"],
  },
  {
    id: "special",
    part: 3,
    when: (scene) =>
      isGuided(scene) &&
      mine(scene) === "act" &&
      hasDone(scene.view, "placed") &&
      !hasDone(scene.view, "performed"),
    deed: true,
    points: () => ["[data-choice]"],
  },
  {
    id: "worth",
    part: 3,
    when: (scene) => othersAct(scene) && hasHadTurn(scene),
    passing: true,
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "disc",
    part: 4,
    when: asked("disc_scoring"),
    deed: true,
    points: () => [".dial"],
  },
  {
    id: "opened",
    part: 5,
    when: tells("castillo"),
    sheet: "castillo",
    points: () => CONTINUE,
  },
  {
    id: "discs",
    part: 5,
    when: tells("discs"),
    sheet: "discs",
    points: () => CONTINUE,
  },
  {
    id: "scoring",
    part: 5,
    when: tells("regions"),
    sheet: "regions",
    points: () => CONTINUE,
  },
  {
    id: "first",
    part: 6,
    when: isAfter,
    facts: ({ view, table }) => ({ first: table.seats[view.first_player]?.name ?? "" }),
    points: ({ view }) => [`[data-player="${view.first_player}"]`, PLAYERS],
  },
  {
    id: "summary",
    part: 6,
    when: isAfter,
    facts: ({ view, seat }) => ({
      mine: view.scores[seat] ?? 0,
      best: Math.max(0, ...view.scores.filter((_, other) => other !== seat)),
    }),
    points: () => [],
  },
];

/** How many parts the lessons have; everybody comes through all of them, in this order. */
export const PARTS = 6;

/** The last one; with it the round is learned. */
export const LAST = "summary";
