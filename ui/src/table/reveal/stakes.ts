// What a question that somebody's card asks means for the player who is asked.

import { catalogue } from "../../app/catalogue.svelte";
import { words } from "../../app/words.svelte";
import type { Choice, Line, View } from "../../wire/types";

const t = words("stakes");

/** What is at stake for the seat that is asked, in a sentence or two; empty: nothing more than the question. */
export function stakesOf(view: View, choices: readonly Choice[]): string {
  const { decision, seat } = view;
  if (!decision || seat === null || choices.length === 0) return "";
  switch (decision.kind) {
    case "disc_scoring":
      return t("scoring");
    case "disc_rivalries":
      return t("rivalries");
    case "disc_coup": {
      const n = view.regions[decision.region].caballeros[seat] ?? 0;
      return t("coup", { n, place: catalogue(view.options.edition).place(decision.region) });
    }
    case "disc_return":
      return t("giveUp", { n: Math.max(0, ...choices.map((one) => one.outcome?.count ?? 0)) });
    case "return":
      return t("sendHome", { n: decision.left });
    default:
      return "";
  }
}

/** Whose discs are set and not shown yet: the last events of the log. */
export function discsSetIn(lines: readonly Line[]): number[] {
  const before = lines.findLastIndex((line) => line.event !== "disc_set");
  return lines
    .slice(before + 1)
    .flatMap((line) => (line.event === "disc_set" ? [line.colour] : []));
}
