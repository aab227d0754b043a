// What a row of the course of a game was: "Round 4: Ana, Fair".

import { cardTitle } from "../app/catalogue_names";
import { words } from "../app/words.svelte";
import type { Edition } from "../wire/types";
import type { HistoryRow } from "./analysis";

const t = words("scoreHistory");

export function rowLabel(
  row: Pick<HistoryRow, "kind" | "round" | "seat" | "card">,
  names: readonly string[],
  edition: Edition,
): string {
  if (row.kind === "start") return t("start");
  if (row.kind === "scoring") return t("scoring", { round: row.round });
  const name = row.seat === null ? t("dummy") : (names[row.seat] ?? t("dummy"));
  const card = row.card ? cardTitle(row.card, edition) : "–";
  return t("turn", { round: row.round, name, card });
}
