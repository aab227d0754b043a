// The five houses and the dummy: each has a colour, a charge, a field pattern and a shape of its own,
// so that nobody needs to see colours to tell them apart.

import { words } from "../app/words.svelte";

export type Charge = "lion" | "tower" | "sun" | "oak" | "moon" | "none";
export type Field = "plain" | "per pale" | "chequy" | "bendy" | "semé";
export type Outline = "heater" | "square" | "round" | "lozenge" | "horned" | "hexagon";

export interface House {
  /** The server's name for the colour. */
  key: "carmine" | "azure" | "ochre" | "green" | "violet" | "bone";
  charge: Charge;
  field: Field;
  outline: Outline;
}

/** The colour of the pieces nobody owns, in a game of two. */
export const DUMMY = 5;

/** In the order of the seats; the dummy last. */
export const HOUSES: readonly House[] = [
  {
    key: "carmine",
    charge: "lion",
    field: "plain",
    outline: "heater",
  },
  {
    key: "azure",
    charge: "tower",
    field: "per pale",
    outline: "square",
  },
  {
    key: "ochre",
    charge: "sun",
    field: "chequy",
    outline: "round",
  },
  {
    key: "green",
    charge: "oak",
    field: "bendy",
    outline: "lozenge",
  },
  {
    key: "violet",
    charge: "moon",
    field: "semé",
    outline: "horned",
  },
  {
    key: "bone",
    charge: "none",
    field: "plain",
    outline: "hexagon",
  },
];

/**
 * Which house a colour of a game shows: its own, or nobody's. Colours are the seats and then the
 * dummy, so in a game of two colour 2 is not ochre but bone.
 */
export const houseOf = (colour: number, players: number): number =>
  colour < players ? colour : DUMMY;

const colours = words("colours");
const houses = words("houses");

/** A house by its number; an unknown number is the dummy. */
export const house = (colour: number): House => HOUSES[colour] ?? HOUSES[DUMMY]!;

/** The name of a house's colour in the language of the page. */
export const colourName = (colour: number): string => colours(house(colour).key);

/** The name of the house itself in the language of the page. */
export const houseName = (colour: number): string => houses(house(colour).key);
