// The rules about the pieces in a place, for those who look at it (R10, R11, R14-R17).

import type { KeyOf } from "../texts/texts";
import type { Region, View } from "../wire/types";
import type { Line } from "./standing";

export interface PieceRule {
  piece: "caballero" | "grande" | "king";
  /** Whose pieces these are, where that matters. */
  colours: readonly number[];
  rule: KeyOf<"pieceRules">;
}

/** The rules that matter in a place as it stands now. */
export function rulesOf(
  view: View,
  place: Region | "castillo",
  lines: readonly Line[],
): PieceRule[] {
  const rules: PieceRule[] = [];
  if (view.king === place) rules.push({ piece: "king", colours: [], rule: "king" });
  const grandes = place === "castillo" ? view.castillo.grandes : view.regions[place].grandes;
  if (grandes.length > 0) rules.push({ piece: "grande", colours: grandes, rule: "grande" });
  const level = lines.find((line, index) => line.caballeros === lines[index + 1]?.caballeros);
  if (level) rules.push({ piece: "caballero", colours: [level.colour], rule: "tie" });
  if (place === "castillo")
    rules.push({ piece: "caballero", colours: [view.seat ?? 0], rule: "castillo" });
  return rules;
}
