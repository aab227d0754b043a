// How this browser wants the game: language, theme, motion, pace, sound, buzzing, notifications.

import type { Language } from "../wire/types";
import { keep, recall } from "./keeping";
import { wantedLanguage } from "./language";
import { speak, spokenLanguage } from "./words.svelte";

export type Theme = "auto" | "light" | "dark";
/** How fast others' turns are replayed; 0 shows them at once. */
export const PACES = [0, 0.5, 1, 2, 4] as const;
/** After how many seconds a scoring sheet goes on by itself; 0: only when asked to. */
export const SHEET_SECONDS = [0, 3, 6, 12] as const;

interface Kept {
  language: Language;
  theme: Theme;
  pace: number;
  sheetSeconds: number;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether a phone buzzes. */
  buzz: boolean;
  notify: boolean;
  openings: string[];
  /** Whether one's own games are reviewed without being asked. */
  reviewMine: boolean;
}

function read(): Kept {
  const usual: Kept = {
    language: wantedLanguage(),
    theme: "auto",
    pace: 1,
    sheetSeconds: 0,
    sound: false,
    volume: 0.6,
    buzz: false,
    notify: false,
    openings: [],
    reviewMine: true,
  };
  return { ...usual, ...recall<Partial<Kept>>("preferences", {}), language: usual.language };
}

export const preferences = $state<Kept>(read());

const still = matchMedia("(prefers-reduced-motion: reduce)");
let isStill = $state(still.matches);
still.addEventListener("change", () => (isStill = still.matches));

/** Whether motion is turned off. */
export const reducedMotion = (): boolean => isStill;

/** Keep the preferences and show them on the page; called once, when the page starts. */
export function followPreferences(): void {
  $effect.root(() => {
    $effect(() => {
      keep("preferences", $state.snapshot(preferences));
      if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = preferences.theme;
    });
    $effect(() => {
      document.documentElement.lang = spokenLanguage() ?? "";
    });
    $effect(() => {
      // If the texts of another language cannot be loaded, the current one stays.
      speak(preferences.language).catch(() => {
        preferences.language = spokenLanguage() ?? preferences.language;
      });
    });
  });
}
