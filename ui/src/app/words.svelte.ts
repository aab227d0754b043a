// Texts in three languages. A text is one row, so none can lack a language:
//
//   const t = words({ turns: ["{n} turns", "{n} turnos", "{n} Züge"] });
//   t("turns", { n: 3 })

import type { Language } from "../wire/types";
import { preferences } from "./preferences.svelte";

// Lists are not left to Intl: its first use costs a phone a twelfth of a second of the table's opening.
export type Row = readonly [en: string, es: string, de: string];
export type Values = Record<string, string | number>;
const COLUMN: Record<Language, 0 | 1 | 2> = { en: 0, es: 1, de: 2 };

/** A text in the language of the page. */
export function say(row: Row, values: Values = {}): string {
  return row[COLUMN[preferences.language]].replace(/\{(\w+)\}/g, (gap, name: string) =>
    String(values[name] ?? gap),
  );
}

/** A speaker for a table of texts. */
export function words<K extends string>(rows: Record<K, Row>): (key: K, values?: Values) => string {
  return (key, values) => say(rows[key], values);
}

/** "1 caballero", "3 caballeros": the row for one and the row for more, which names {n}. */
export function count(n: number, one: Row, more: Row): string {
  return say(n === 1 ? one : more, { n });
}

/** A list in the language of the page: "A, B and C". */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  const last = parts[parts.length - 1] ?? "";
  // Spanish avoids the same sound twice: "Ana e Inés", but "agua y hielo".
  const and: Row = ["and", /^h?[ií](?![aeo])/i.test(last) ? "e" : "y", "und"];
  return `${parts.slice(0, -1).join(", ")} ${say(and)} ${last}`;
}
