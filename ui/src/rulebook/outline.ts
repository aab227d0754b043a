// The order of the rules: chapters and their sections, which rules each one covers (ids of
// docs/rules/rules.md), and who it is for.

import type { Edition } from "../wire/types";

export const VARIANTS = [
  "short",
  "two",
  "three",
  "new_regency",
  "old_hands",
  "power_shift",
  "open_castillo",
] as const;
export type Variant = (typeof VARIANTS)[number];
export type Tag = Edition | Variant;

export interface Section {
  id: string;
  /** Ids of docs/rules/rules.md that this section covers. */
  rules: readonly string[];
  tags?: readonly Tag[];
}
export interface Chapter {
  id: string;
  sections: readonly Section[];
}

export const OUTLINE = [
  {
    id: "board",
    sections: [
      { id: "idea", rules: [] },
      { id: "regions", rules: ["S1"] },
      { id: "pieces", rules: ["S4"] },
      { id: "king", rules: ["R10"] },
      { id: "castillo", rules: ["S2", "R11"] },
      { id: "power-cards", rules: ["S5"] },
      { id: "setup", rules: ["S7", "S8", "S9", "S10"] },
    ],
  },
  {
    id: "round",
    sections: [
      { id: "overview", rules: ["R1", "R3"] },
      { id: "playing-power", rules: ["R2"] },
      { id: "taking", rules: ["R4"] },
      { id: "action-cards", rules: ["R5", "R8"] },
      { id: "placing", rules: ["R6"] },
      { id: "special", rules: ["R7"] },
      { id: "end-of-round", rules: ["R9"] },
    ],
  },
  {
    id: "points",
    sections: [
      { id: "scoring", rules: ["R12"] },
      { id: "discs", rules: ["R13", "R14"] },
      { id: "places", rules: ["R15"] },
      { id: "bonuses", rules: ["R16"] },
      { id: "tiles", rules: ["S6", "R17"] },
      { id: "special-scoring", rules: ["R18"] },
      { id: "end", rules: ["R19"] },
    ],
  },
  {
    id: "cards",
    sections: [
      { id: "moving", rules: [] },
      { id: "stack-1", rules: [] },
      { id: "stack-2", rules: [] },
      { id: "stack-3", rules: [] },
      { id: "stack-4", rules: [] },
      { id: "stack-5", rules: [] },
    ],
  },
  {
    id: "variants",
    sections: [
      { id: "editions", rules: [] },
      { id: "four-and-five", rules: ["V-4", "V-5"] },
      { id: "three-players", rules: ["V-3"], tags: ["three"] },
      { id: "two-players", rules: ["V-2"], tags: ["2023", "two"] },
      { id: "two-players-classic", rules: ["V-2-classic"], tags: ["classic", "two"] },
      { id: "short-game", rules: ["V-short"], tags: ["short"] },
      {
        id: "new-regency",
        rules: ["S3", "V-rebellion", "V-castillo-grande"],
        tags: ["2023", "new_regency"],
      },
      { id: "old-hands", rules: [], tags: ["2023", "old_hands"] },
      { id: "veto", rules: ["V-veto"], tags: ["old_hands"] },
      { id: "power-shift", rules: [], tags: ["2023", "power_shift"] },
      { id: "open-castillo", rules: [], tags: ["open_castillo"] },
    ],
  },
  {
    id: "questions",
    sections: [
      { id: "asked-often", rules: [] },
      { id: "asked-regency", rules: [], tags: ["2023", "new_regency"] },
      { id: "asked-variants", rules: [] },
      { id: "our-decks", rules: [] },
    ],
  },
] as const satisfies readonly Chapter[];

type Chapters = (typeof OUTLINE)[number];
export type ChapterId = Chapters["id"];
export type SectionId = Chapters["sections"][number]["id"];

/** The rules in one language; the texts are in the markup of markup.ts. */
export interface RuleTexts {
  chapters: Record<ChapterId, string>;
  sections: Record<SectionId, SectionText>;
}
export interface SectionText {
  title: string;
  text: string;
}
