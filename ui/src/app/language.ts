// Which languages there are, and which this browser wants: on its own, because the first thing a page
// does needs it.

import type { Texts } from "../texts/texts";
import type { Language } from "../wire/types";
import { recall } from "./keeping";

/** Every language by its own name; its texts are src/texts/<language>.ts. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  de: "Deutsch",
};
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

const FILES = import.meta.glob<Texts>("../texts/??.ts", { import: "default" });

/** The texts of a language; each is a file of its own, which nobody loads who does not read it. */
export const loadTexts = (language: Language): Promise<Texts> =>
  FILES[`../texts/${language}.ts`]!();

/** What was chosen here before, or what the browser asks for first of what there is. */
export function wantedLanguage(): Language {
  const kept = recall<{ language?: string }>("preferences", {}).language;
  const asked = (navigator.languages ?? []).map((tag) => tag.slice(0, 2));
  const isOurs = (tag: string | undefined): tag is Language => !!tag && tag in LANGUAGE_NAMES;
  return [kept, ...asked].find(isOurs) ?? "en";
}
