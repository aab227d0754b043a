// Which language this browser wants: on its own, because the first thing a page does needs it.

import type { Language } from "../wire/types";
import { recall } from "./keeping";

export const LANGUAGES: readonly Language[] = ["en", "es", "de"];

/** What was chosen here before, or what the browser asks for first of what there is. */
export function wantedLanguage(): Language {
  const kept = recall<{ language?: Language }>("preferences", {}).language;
  const asked = (navigator.languages ?? []).map((tag) => tag.slice(0, 2) as Language);
  return kept ?? asked.find((language) => LANGUAGES.includes(language)) ?? "en";
}
