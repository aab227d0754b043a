// The cards for old hands, by the names that stand on them.

import type { Row } from "../app/words.svelte";

export const OLD_HANDS = {
  delegation: ["Delegation", "Delegación", "Gesandtschaft"],
  veto: ["Veto", "Veto", "Veto"],
  rivalries: ["Rivalries", "Rivalidades", "Rivalitäten"],
} satisfies Record<string, Row>;

export type OldHand = keyof typeof OLD_HANDS;
