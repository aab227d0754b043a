// Which action cards lie in which stack, in the order they are shown, according to the catalogue.

import type { CardText } from "../app/catalogue_data";
import type { Tag } from "./outline";

export interface Shown {
  key: string;
  tags: readonly Tag[];
}

type Cards = Readonly<Record<string, Pick<CardText, "stacks" | "copies" | "added">>>;

/** The cards of a section such as "stack-3", the regular ones before those of variants. */
export function cardsIn(section: string, new2023: Cards = {}, classic: Cards = {}): Shown[] {
  const stack = Number(/^stack-(\d)$/.exec(section)?.[1]);
  const all = { ...classic, ...new2023 };
  const shown = Object.keys(all)
    // A card of merged stacks can lie in two; the later is its own.
    .filter((key) => all[key]?.stacks.at(-1) === stack)
    .map((key): Shown => ({ key, tags: tagsOf(new2023[key]) }));
  return [...shown.filter(({ tags }) => !tags.length), ...shown.filter(({ tags }) => tags.length)];
}

/** Which variant a card belongs to. */
function tagsOf(card: Cards[string] | undefined): readonly Tag[] {
  if (!card) return ["classic"];
  if (card.copies) return [];
  return card.added.new_regency ? ["2023", "new_regency"] : ["old_hands"];
}
