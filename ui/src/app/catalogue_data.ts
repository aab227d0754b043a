// The catalogue as it travels (docs/protocol.md), and what can be said of a card without it.

import type { Edition, Language, Region, TileKey } from "../wire/types";

export interface CardText {
  title: string;
  text: string;
  /** How many caballeros it lets one place; null while nobody has told us. */
  number: number | null;
  stacks: number[];
  copies: number;
  added: { new_regency: number; old_hands: number };
  kind: string;
}

export interface ModifierText {
  value: number;
  kind: string;
  text: string;
}

export interface ColourText {
  key: string;
  name: string;
}

type Value = string | number | boolean | null;
type When = Record<string, Value[]>;

/** A field of the form for a new table. */
export interface Field {
  key: string;
  /** Where in a new table its value goes. */
  path: string;
  kind: "choice" | "switch" | "cards" | "seat" | "number" | "text" | "bot";
  title: string;
  text: string;
  summary: string;
  unit: string;
  default: Value | string[];
  values: {
    value: Value;
    title: string;
    text: string;
    summary: string;
    most: number;
    barred: { when: When; reason: string }[];
  }[];
  least: number | null;
  most: number | null;
  factor: number;
  only: When;
  fixed: { when: When; value: Value | string[]; reason: string }[];
}

export interface CatalogueData {
  edition: Edition;
  language: Language;
  cards: Record<string, CardText>;
  places: Record<string, string>;
  regions: { region: Region; name: string; points: number[]; neighbours: Region[] }[];
  castillo: number[];
  tiles: Record<TileKey, number[]>;
  abroad: { france: Region[]; portugal: Region[] };
  colours: ColourText[];
  dummy: ColourText;
  modifiers: Record<string, ModifierText>;
  powers: Record<string, number>;
  caballeros: number;
  rounds: { full: number[]; short: number[]; scoring: number[] };
  variants: string[];
  old_hands: Record<string, number>;
  options: Field[];
  settings: Field[];
  levels: { bot: string; title: string; text: string }[];
}

/** A title made of a card's key: "C-civil-war" is "Civil war". */
export function plainTitle(key: string): string {
  const words = key.replace(/^C-/, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "+2", "−1": with a true minus. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** What a modifier such as "-1 move" adds. */
export const valueOf = (modifier: string): string => signed(Number.parseInt(modifier, 10));

const NUMERALS = ["", "I", "II", "III", "IV", "V"];

/** A stack's number as it is printed on its cards. */
export const numeral = (stack: number): string => NUMERALS[stack] ?? String(stack);
