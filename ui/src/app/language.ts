// Which languages there are, and which this browser wants: a separate file, because it is needed
// first when a page loads.

import type { Part, PartTexts, Texts } from "../texts/texts";
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

const PARTS = import.meta.glob<PartTexts>("../texts/*/??.ts", { import: "default" });

/** The texts of a language; each is a separate file, loaded only by those who read it. */
export const loadTexts = (language: Language): Promise<Texts> =>
  FILES[`../texts/${language}.ts`]!();

/** The texts that only some pages need. */
export const loadPart = (part: Part, language: Language): Promise<PartTexts> =>
  PARTS[`../texts/${part}/${language}.ts`]!();

/** The language chosen here earlier, or the browser's first preference among those available. */
export function wantedLanguage(): Language {
  const kept = recall<{ language?: string }>("preferences", {}).language;
  const asked = (navigator.languages ?? []).map((tag) => tag.slice(0, 2));
  const isOurs = (tag: string | undefined): tag is Language => !!tag && tag in LANGUAGE_NAMES;
  return [kept, ...asked].find(isOurs) ?? "en";
}
