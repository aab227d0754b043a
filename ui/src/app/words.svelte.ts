// Texts in the language of the page:
//
//   const t = words("chat");
//   t("send"); t("unread", { n: 3 });

import type {
  AllTexts,
  KeyOf,
  Part,
  Section,
  Text,
  TextKey,
  Values,
  ValuesFor,
} from "../texts/texts";
import type { Language } from "../wire/types";
import { loadPart, loadTexts } from "./language";

interface Spoken {
  language: Language;
  /** With the parts that pages asked for so far. */
  texts: AllTexts;
}

const parts = new Set<Part>();
let spoken = $state.raw<Spoken | null>(null);
let wanted: Language | null = null;
let arriving: Promise<void> = Promise.resolve();
let plurals: Intl.PluralRules | null = null;

/** Load a language and use it from then on, unless another was requested meanwhile. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const [texts, ...more] = await Promise.all([
    loadTexts(language),
    ...[...parts].map((part) => loadPart(part, language)),
  ]);
  if (wanted !== language) return;
  plurals = null;
  spoken = { language, texts: Object.assign({}, texts, ...more) as AllTexts };
}

/** A page that has texts of its own: shown when both are there. */
export async function withTexts<T>(part: Part, page: Promise<T>): Promise<T> {
  if (!parts.has(part)) {
    parts.add(part);
    if (wanted) arriving = speak(wanted);
  }
  // Also if another part of the page asked for the same texts a moment ago.
  await arriving;
  return page;
}

/** The language that the page uses now; the requested one may still be loading. */
export const spokenLanguage = (): Language | null => spoken?.language ?? null;

/** A function that returns the texts of a section. */
export function words<S extends Section>(
  section: S,
): <K extends KeyOf<S>>(key: K, ...values: ValuesFor<S, K>) => string {
  return (key, ...values) => fill(lookUp(section, key), values[0] ?? {});
}

/** A text by its full name, for data that holds texts. */
export function say(key: TextKey, values: Values = {}): string {
  const dot = key.indexOf(".");
  return fill(lookUp(key.slice(0, dot) as Section, key.slice(dot + 1)), values);
}

/** Whether a section has such a text, for keys that come from the server. */
export function isText<S extends Section>(section: S, key: string): key is KeyOf<S> {
  return spoken !== null && key in spoken.texts[section];
}

function lookUp(section: Section, key: string): Text {
  if (!spoken) throw new Error("no language is loaded yet");
  return (spoken.texts[section] as Readonly<Record<string, Text>>)[key] ?? "";
}

function fill(text: Text, values: Values): string {
  const form = typeof text === "string" ? text : (text[pluralOf(values.n)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

function pluralOf(n: string | number | undefined): Intl.LDMLPluralRule {
  // Created when a text first counts something: Intl is slow on a phone.
  plurals ??= new Intl.PluralRules(spoken?.language);
  return plurals.select(Number(n));
}

const speakList = words("lists");
// Spanish avoids the same sound twice: "Ana e Inés", but "agua y hielo".
const SOUNDS_LIKE_I = /^h?[ií](?![aeo])/i;

/** A list in the language of the page: "A, B and C". */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  const last = parts[parts.length - 1] ?? "";
  // Not left to Intl: its first use costs a phone a twelfth of a second of the table's opening.
  const and = speakList(SOUNDS_LIKE_I.test(last) ? "andBeforeI" : "and");
  return `${parts.slice(0, -1).join(", ")} ${and} ${last}`;
}
