// The rule of every piece that stands in a place, for whoever looks at it (R10, R11, R14-R17).

import type { Row } from "../app/words.svelte";
import type { Region, View } from "../wire/types";
import type { Line } from "./standing";

export interface PieceRule {
  piece: "caballero" | "grande" | "king";
  /** Whose pieces these are, where that matters. */
  colours: readonly number[];
  row: Row;
}

const KING: Row = [
  "The King's region is taboo: nothing enters it or leaves it. Who is first here alone scores 2 more.",
  "La región del Rey es tabú: nada entra ni sale. Quien es primero aquí en solitario suma 2 más.",
  "Die Königsregion ist tabu: Nichts kommt hinein oder hinaus. Wer hier allein Erster ist, bekommt 2 mehr.",
];
const GRANDE: Row = [
  "Home of {name}: when first here alone, 2 more. A Grande does not count as a caballero.",
  "Patria de {name}: si es primero aquí en solitario, 2 más. Un Grande no cuenta como caballero.",
  "Heimat von {name}: allein Erster hier, 2 mehr. Ein Grande zählt nicht als Caballero.",
];
const TIE: Row = [
  "Who is level with others gets the points of the next place down.",
  "Quien empata con otros recibe los puntos del puesto siguiente.",
  "Wer gleichauf liegt, bekommt die Punkte des nächsttieferen Platzes.",
];
const CASTILLO: Row = [
  "What is thrown in comes out at the general scoring, to the region on its owner's secret disc.",
  "Lo que se echa dentro sale en la puntuación general, a la región del disco secreto de su dueño.",
  "Was hineingeworfen wird, kommt bei der Hauptwertung heraus, in die Region auf der geheimen Scheibe seines Besitzers.",
];

/** The rules that matter in a place as it stands now. */
export function rulesOf(
  view: View,
  place: Region | "castillo",
  lines: readonly Line[],
): PieceRule[] {
  const rules: PieceRule[] = [];
  if (view.king === place) rules.push({ piece: "king", colours: [], row: KING });
  const grandes = place === "castillo" ? view.castillo.grandes : view.regions[place].grandes;
  if (grandes.length > 0) rules.push({ piece: "grande", colours: grandes, row: GRANDE });
  const level = lines.find((line, index) => line.caballeros === lines[index + 1]?.caballeros);
  if (level) rules.push({ piece: "caballero", colours: [level.colour], row: TIE });
  if (place === "castillo")
    rules.push({ piece: "caballero", colours: [view.seat ?? 0], row: CASTILLO });
  return rules;
}
