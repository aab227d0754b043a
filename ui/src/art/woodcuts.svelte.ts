// Which woodcut belongs to a card, and whether any card is there to show one.

/** The woodcuts are half of all drawings, and many pages show no card. */
export const cuts = $state({ wanted: false });

const CUT = new Set(
  (
    "any3 any4 own4 foreign3 two-two five exodus militia delegation veto court-all court-three arrest " +
    "withdrawal civil-war skirmish fair score-4 score-5 score-67 revelation score-first score-most " +
    "score-least fair-3 tile power recruit grande coup advisor rivalries king exile entourage " +
    "competition chalet rebellion infiltration stand-in"
  ).split(" "),
);

/** The sprite's id of a card's picture; a card without one shows a scroll. */
export function woodcut(card: string): string {
  const name = card.replace(/^C-/, "");
  return CUT.has(name) ? `icon-${name}` : "icon-unknown";
}
