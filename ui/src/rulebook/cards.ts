// Which action cards lie in which stack, in the order they are shown. Their texts are the catalogue's.

import type { Tag } from "./outline";

export interface Shown {
  key: string;
  tags?: readonly Tag[];
}

export const STACKS: Readonly<Record<string, readonly Shown[]>> = {
  "stack-1": [
    { key: "C-any3" },
    { key: "C-any4" },
    { key: "C-own4" },
    { key: "C-foreign3" },
    { key: "C-two-two" },
    { key: "C-five" },
    { key: "C-exodus" },
    { key: "C-militia" },
    { key: "C-delegation", tags: ["old_hands"] },
  ],
  "stack-2": [
    { key: "C-court-all" },
    { key: "C-court-three" },
    { key: "C-arrest" },
    { key: "C-withdrawal" },
    { key: "C-civil-war" },
    { key: "C-skirmish" },
    { key: "C-fair" },
    { key: "C-veto", tags: ["old_hands"] },
  ],
  "stack-3": [
    { key: "C-score-4" },
    { key: "C-score-5" },
    { key: "C-score-67" },
    { key: "C-revelation" },
    { key: "C-score-first" },
    { key: "C-score-most" },
    { key: "C-score-least" },
    { key: "C-fair-3", tags: ["classic"] },
  ],
  "stack-4": [
    { key: "C-tile" },
    { key: "C-power" },
    { key: "C-recruit" },
    { key: "C-grande" },
    { key: "C-coup" },
    { key: "C-advisor" },
    { key: "C-rivalries", tags: ["old_hands"] },
  ],
  "stack-5": [
    { key: "C-king" },
    { key: "C-exile", tags: ["2023", "new_regency"] },
    { key: "C-entourage", tags: ["2023", "new_regency"] },
    { key: "C-competition", tags: ["2023", "new_regency"] },
    { key: "C-chalet", tags: ["2023", "new_regency"] },
    { key: "C-rebellion", tags: ["2023", "new_regency"] },
    { key: "C-infiltration", tags: ["2023", "new_regency"] },
    { key: "C-stand-in", tags: ["2023", "new_regency"] },
  ],
};
