// The pictures in the rules, as data: each is made of the game's own pieces, cards and board.

import type { KeyOf } from "../../texts/texts";
import type { Place, Region, TileKey, View } from "../../wire/types";

/** A board to look at: who stands where. Colours are seats, then the dummy. */
export interface Standing {
  king: View["king"];
  pieces?: Partial<Record<Region, readonly number[]>>;
  grandes?: Partial<Record<Region, number>>;
  tiles?: Partial<Record<Region, TileKey>>;
  highlight?: readonly Place[];
  /** With the dummy as the third colour. */
  dummy?: boolean;
}

/** A scored place: for each colour its caballeros, its place (0: none) and its points. */
export interface Scored {
  place: Region | "castillo";
  board: readonly [number, number, number];
  king?: boolean;
  /** The colour whose Grande stands there. */
  grande?: number;
  rows: readonly { colour: number; count: number; rank: number; points: number; bonus?: number }[];
}

export type Figure =
  | { kind: "board"; standing: Standing }
  | { kind: "score"; scored: Scored }
  | { kind: "glance" | "scoreboards" | "homes" | "powers" | "rounds" | "order" | "action" }
  | { kind: "dial" | "modifiers" | "walk" };

const [CARMINE, AZURE, OCHRE, GREEN] = [0, 1, 2, 3];

const START: Standing["pieces"] = {
  galicia: [0, 2],
  aragon: [0, 0, 0, 2],
  toledo: [2],
  granada: [0, 0, 2],
};
const HOMES: Standing["grandes"] = {
  galicia: AZURE,
  aragon: GREEN,
  toledo: CARMINE,
  granada: OCHRE,
};

type Name = KeyOf<"figures">;

/** By their names, under which their captions stand among the texts. */
export const FIGURES: Readonly<Record<Name, Figure>> = {
  "round-at-a-glance": {
    kind: "glance",
  },
  map: {
    kind: "board",
    standing: { king: "castilla", pieces: START, grandes: HOMES },
  },
  scoreboards: {
    kind: "scoreboards",
  },
  homes: {
    kind: "homes",
  },
  taboo: {
    kind: "board",
    standing: {
      king: "toledo",
      pieces: { ...START, toledo: [3, 2, 0, 1], valencia: [1, 0, 2] },
      grandes: HOMES,
      highlight: ["toledo"],
    },
  },
  "score-castillo": {
    kind: "score",
    scored: {
      place: "castillo",
      board: [5, 3, 1],
      rows: [
        { colour: GREEN, count: 3, rank: 1, points: 5 },
        { colour: CARMINE, count: 2, rank: 2, points: 3 },
        { colour: AZURE, count: 1, rank: 3, points: 1 },
        { colour: OCHRE, count: 0, rank: 0, points: 0 },
      ],
    },
  },
  "power-cards": {
    kind: "powers",
  },
  rounds: {
    kind: "rounds",
  },
  "turn-order": {
    kind: "order",
  },
  "action-card": {
    kind: "action",
  },
  placing: {
    kind: "board",
    standing: {
      king: "castilla",
      pieces: START,
      grandes: HOMES,
      highlight: ["galicia", "navarra", "aragon", "toledo", "castillo"],
    },
  },
  "scoring-order": {
    kind: "walk",
  },
  dial: {
    kind: "dial",
  },
  "score-galicia": {
    kind: "score",
    scored: {
      place: "galicia",
      board: [4, 2, 0],
      rows: [
        { colour: OCHRE, count: 4, rank: 1, points: 4 },
        { colour: AZURE, count: 3, rank: 2, points: 2 },
        { colour: CARMINE, count: 2, rank: 3, points: 0 },
        { colour: GREEN, count: 1, rank: 4, points: 0 },
      ],
    },
  },
  "score-castillo-tie": {
    kind: "score",
    scored: {
      place: "castillo",
      board: [5, 3, 1],
      rows: [
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 2, rank: 2, points: 3 },
        { colour: OCHRE, count: 1, rank: 3, points: 1 },
      ],
    },
  },
  "score-navarra": {
    kind: "score",
    scored: {
      place: "navarra",
      board: [5, 3, 1],
      rows: [
        { colour: CARMINE, count: 2, rank: 2, points: 3 },
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: OCHRE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 1, rank: 3, points: 1 },
      ],
    },
  },
  "score-aragon": {
    kind: "score",
    scored: {
      place: "aragon",
      board: [5, 4, 1],
      rows: [
        { colour: GREEN, count: 3, rank: 2, points: 4 },
        { colour: OCHRE, count: 3, rank: 2, points: 4 },
        { colour: AZURE, count: 2, rank: 4, points: 0 },
        { colour: CARMINE, count: 2, rank: 4, points: 0 },
      ],
    },
  },
  "score-cataluna": {
    kind: "score",
    scored: {
      place: "cataluna",
      board: [4, 2, 1],
      king: true,
      rows: [
        { colour: AZURE, count: 2, rank: 1, points: 6, bonus: 2 },
        { colour: CARMINE, count: 1, rank: 2, points: 2 },
      ],
    },
  },
  "score-granada": {
    kind: "score",
    scored: {
      place: "granada",
      board: [6, 3, 1],
      grande: GREEN,
      rows: [
        { colour: GREEN, count: 4, rank: 1, points: 8, bonus: 2 },
        { colour: OCHRE, count: 1, rank: 3, points: 1 },
        { colour: AZURE, count: 1, rank: 3, points: 1 },
      ],
    },
  },
  "score-both": {
    kind: "score",
    scored: {
      place: "granada",
      board: [6, 3, 1],
      king: true,
      grande: CARMINE,
      rows: [
        { colour: CARMINE, count: 3, rank: 1, points: 10, bonus: 4 },
        { colour: OCHRE, count: 2, rank: 3, points: 1 },
        { colour: GREEN, count: 2, rank: 3, points: 1 },
      ],
    },
  },
  "score-sevilla": {
    kind: "score",
    scored: {
      place: "sevilla",
      board: [4, 3, 1],
      grande: AZURE,
      rows: [
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 2, rank: 2, points: 3 },
        { colour: CARMINE, count: 1, rank: 3, points: 1 },
      ],
    },
  },
  tiles: {
    kind: "board",
    standing: {
      king: "navarra",
      tiles: { toledo: "4/0/0", galicia: "8/4/0" },
      highlight: ["cataluna", "sevilla", "toledo"],
    },
  },
  abroad: {
    kind: "board",
    standing: {
      king: "portugal",
      pieces: START,
      grandes: HOMES,
      highlight: ["galicia", "castilla", "toledo", "sevilla", "castillo"],
    },
  },
  dummy: {
    kind: "board",
    standing: {
      king: "aragon",
      dummy: true,
      pieces: { galicia: [2], toledo: [0, 2], sevilla: [0, 0, 2], valencia: [0, 0, 2] },
      grandes: { galicia: CARMINE, toledo: AZURE },
    },
  },
  modifiers: {
    kind: "modifiers",
  },
};

export const isFigure = (name: string): name is Name => name in FIGURES;
