// The catalogue as the server sends it (docs/program/knowing_more.md), and what is known of a card without it.

import type { CardShown, Catalogue, ColourShown, FieldShown, ModifierShown } from "../wire/schema";

/** A card; its number is null while it is unknown. */
export type CardText = Omit<CardShown, "number"> & { number: number | null };
export type ModifierText = ModifierShown;
export type ColourText = ColourShown;
/** A field of the form for a new table. */
export type Field = FieldShown;
export type Value = string | number | boolean | null;
/** The values of other fields, all of which must hold. */
export type When = Field["only"];
export type CatalogueData = Catalogue;

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

/** What a card says in a game with these options: some variants add a sentence. */
export function textIn(card: CardText, options: object = {}): string {
  const inPlay = new Map<string, unknown>(Object.entries(options));
  const added = Object.entries(card.variant_texts)
    .filter(([variant]) => inPlay.get(variant))
    .map(([, text]) => text);
  return [card.text, ...added].join(" ");
}
