// The rules in English: what people ask, and what we decided where the rulebooks are silent.

import type { SectionText } from "../outline";

export const questions = {
  "asked-often": {
    title: "Frequently asked",
    text: `
?Q6 What if my disc shows the King’s region?
Then your caballeros go to your Court. The same applies to {C-coup}, and also if your disc shows the very region you are
being driven out of.

?Q14 Why am I not asked for my disc?
Because you have nothing at stake: nothing in the Castillo, no caballeros in the region that {C-coup} named, or none that
you could give up for {C-civil-war} or {C-skirmish}. For {C-rivalries} everybody is asked.

?Q8 Which regions can I choose for {C-civil-war} and {C-skirmish}?
Only those where you have caballeros, and never the King’s region.

?Q21 Must {C-arrest} take one from each opponent?
Yes, if you perform it: one from every opponent who has a caballero outside the King’s region. For {C-skirmish}, a player
who has no region with two gives up one from a region with one.

?P8 In which order does {C-arrest} take them?
In any order you like.

?Q4 Must all of them leave with {C-exodus}?
No. As many as you like may stay.

?P7 May I move the same caballero twice?
Yes. Each time counts as one of your moves.

?P4 Which region may I name for {C-coup}?
Any region, except the King’s, that at least one opponent would have to leave.

?Q17 May I “move” the King or a Grande to where he already is?
No. A move always leads somewhere else.

?Q20 Why is the special action not offered to me?
Because it could not change anything right now: {C-grande}, for example, while your Grande is in the King’s region.

?P12 Why was I not asked?
When your only option is to do nothing, the game goes on by itself.

?Q7 Does Granada pay 6 for first place?
Yes. One old text has a 4 in an example; that is a misprint.
`,
  },
  "asked-regency": {
    title: "About the New Regency",
    text: `
?Q11,P3 May the King stay for {C-chalet}?
Yes, if his own region is one of those with the fewest caballeros. It is offered as soon as any region has a caballero.

?Q12 What if the King comes from abroad or from the Castillo with {C-entourage}?
Then nobody follows him; only he moves.

?Q5 My Grande is in the Castillo and my disc shows the King’s region. What now?
He stays in the Castillo; your caballeros go to your Court.

?Q18 Can a Grande be brought out of the Castillo?
Not by {C-grande} and not by a modifier. He comes out at a general scoring.

@classic ?P14 Can {C-militia} or {C-delegation} place in the Castillo?
No. They place in regions, and the Castillo is not one.

?Q19,P11 What does {C-infiltration} do while the King is at the Castillo?
You may place in the Castillo this turn. The action is offered only before you place, while you have somebody in your Court and
the King is in the country.
`,
  },
  "asked-variants": {
    title: "Veto, Power Shift and the dummy",
    text: `
@old_hands ?Q10 Can taking a Veto be vetoed?
Yes. Keeping it is the special action of that card, so another Veto can cancel it.

@classic @old_hands ?P1 What is a single step for a Veto?
Whatever follows from one choice and changes the board: one caballero moved, placed, called or sent home, one region scored
or named, one tile, Grande or King moved. Whatever happens without a further choice belongs to the announcement and is one
step with it: emptied Courts, secret discs and their results, unless regions are scored. Nobody is asked a second time when
a power card is taken back, because nobody learns which one it is.

@classic ?P13 One card scores several regions. Can a Veto stop some of them?
Yes. You choose the order, and before each region anyone who holds a Veto may stop it together with all those left; what
has been scored stays scored. You are asked for the order only where it can matter: while somebody else can still veto, and
the regions left do not all pay the same. The same goes for {C-rivalries} once the discs are shown.

@old_hands ?P2 Who is asked, and what can be answered?
The holders of a Veto, clockwise from the left of the player who acts, until one of them vetoes. In 2023 you can
allow or veto; in the classic edition you can also allow the whole action at once. If you hold two, the older one is used
first.

@2023 @power_shift ?P5 Does anybody see my modifiers?
Everybody sees how many you hold, since their backs differ, and whether {C-power} took back a modifier or a power card.
Nobody sees which.

@2023 @power_shift ?P6 My Province is empty. Can the modifier still bring me a caballero?
Yes: from a region, as when [calling caballeros](#taking).

@2023 @two ?Q9 Two cards have the same number. Which one does the dummy take?
The one from the lower stack.

@2023 @two ?Q15 What about the dummy’s caballeros in the Castillo?
They take places when the Castillo is scored, and then they stay inside: the dummy sets no disc.

@2023 @two ?Q16 What happens to the dummy when a card makes everybody choose?
It is skipped: {C-withdrawal}, {C-civil-war}, {C-skirmish}, {C-coup} and {C-rivalries}. Where you do the choosing, as with
{C-arrest} or when moving, it counts as an opponent.

@2023 @two ?P10 What if the dummy runs out of caballeros?
Its last one is still placed. After that, no more region cards are drawn.

@2023 ?P9 How do Old Hands and merged stacks go together?
First the cards are swapped in their own stack, then stacks 2 and 3 are shuffled into one, which is called stack 2.
`,
  },
  "our-decks": {
    title: "Where our decks come from",
    text: `
No rulebook lists every card. Where they say nothing, we worked out what fits. This is what we assumed.

@2023 ?Q1 The deck of 2023
Ten cards in each of stacks 1 to 4 and the four Old Hands together make exactly the classic lists, if one scoring of a
region of your choice is counted in stack 2.

@2023 @new_regency ?Q2 The ten cards of the New Regency
Seven are explained in the rulebook; we take the other three to be plain moves of the King.

@2023 @power_shift ?Q3 The sixteen modifiers
The rulebook shows four values and three abilities. With a plain kind, that makes four kinds with four values each.

@classic ?P15 The classic setup
The classic texts give no numbers, so we set up as in 2023: 2 caballeros with each Grande, 7 in each Court, 21 in each
Province.

@2023 ?Q13 The other side of the board
For two and three players, we assume the map is the same. Only the number of places that score differs.
`,
  },
} satisfies Record<string, SectionText>;
