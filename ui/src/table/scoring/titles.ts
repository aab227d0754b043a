// What a scoring is called.

import { cardTitle } from "../../app/catalogue_names";
import { words } from "../../app/words.svelte";
import type { Edition } from "../../wire/types";
import type { Scoring } from "./scoring";

const t = words("scoring");

/** "General scoring after round 3", "Ana scores with “Fair”". */
export function titleOf(
  { round, card }: Scoring,
  names: readonly string[],
  edition: Edition,
): string {
  if (round !== null) return t("general", { round });
  if (card === null) return t("title");
  return t("byCard", { name: names[card.colour] ?? "", card: cardTitle(card.card, edition) });
}
