// The rules in English: editions, numbers of players and variants.

import type { SectionText } from "../outline";

export const variants = {
  editions: {
    title: "Two editions and how they differ",
    text: `
You can play the **2023** edition and the **classic** one. The board and the rounds are the same. The differences are:

- **The deck.** Classic has 11 cards in each of stacks 1 to 4. 2023 has 10: {C-delegation}, the two {C-veto} cards
  and {C-rivalries} are missing, but can be added as [Old Hands](#old-hands); and one card that scores a region of your
  choice is in stack 2 instead of stack 3.
- **Titles.** In the classic edition many cards share a title; 2023 gives each its own.
- **Three names** on the [map](#regions).
- **Veto.** In the classic edition it can also stop an action in the middle; see [Veto](#veto).
- **Two players.** 2023 adds a dummy as a third colour; see [two players](#two-players).
- **Variants.** New Regency, Old Hands and Power Shift belong to 2023.

On this page **2023** and **Classic** mark what applies to one edition only.
`,
  },
  "four-and-five": {
    title: "Four and five players",
    text: `
With four or five players, everything is as described above, and three places score.
`,
  },
  "three-players": {
    title: "Three players",
    text: `
Only **first and second place** score, in both editions.

@2023 If you like, stacks 2 and 3 can be shuffled into one. Then only four cards are face up each round.
`,
  },
  "two-players": {
    title: "Two players and the dummy",
    text: `
A third colour, bone, takes part without anybody deciding for it: the **dummy**. It fills the regions and takes places
away from you.

- Only **first and second place** score. The dummy scores nothing, but it takes places like anybody else.
- Stacks 2 and 3 are shuffled into one.
- At the start of each round **two region cards** are drawn, and 2 of the dummy’s caballeros go to each; none go to the
  King’s region. It stops when all 30 of them are on the board. The cards are shuffled again after each general scoring.
- Then the dummy’s top **power card** is turned up, before you play yours. You may not play the same number.
- On its turn the dummy takes the remaining action card with the **highest number** and does nothing with it: it only
  takes it away from you.
- It never becomes first player. You may move its caballeros and send them home like an opponent’s; whatever it would have
  to decide is skipped.

!dummy
`,
  },
  "two-players-classic": {
    title: "Two players, classic",
    text: `
There is no dummy. Only **first place** scores, and a tie for first scores nothing.
`,
  },
  "short-game": {
    title: "The short game",
    text: `
Six rounds instead of nine: rounds 1, 4 and 7 are left out. There is a general scoring after every second round.
`,
  },
  "new-regency": {
    title: "New Regency",
    text: `
Stack 5 is no longer one card but ten, one of which is turned up each round and discarded at its end. All of them let you
place 5. What each does is written [on the cards](#stack-5); some take the King to places he cannot normally reach.

**Abroad.** {C-exile} sends the King to France or Portugal. These are not regions: nobody can place there and nothing is
scored. France has the neighbours Navarra, Aragón and Cataluña; Portugal has Galicia, Castilla, Toledo and Sevilla. While
the King is away, no region is taboo, and none has the King’s bonus.

!abroad

**Rebellion.** While the King is at the Castillo, it is taboo: nothing goes in, nothing comes out and no tile is put there.
All regions count as his neighbours. When the Castillo is scored, a player alone in first place gets the King’s bonus. At a
general scoring it is scored but stays shut, and no discs are set.

**A Grande in the Castillo** ({C-competition}) can earn his bonus there. At the next general scoring he rides out with his
owner’s caballeros. {C-revelation} leaves him inside.
`,
  },
  "old-hands": {
    title: "Old Hands",
    text: `
Four cards for experienced players: {C-delegation}, {C-veto} (twice) and {C-rivalries}. Add as many of them as you like.
For each one, a random card of the same stack goes back into the box, so the stacks stay the same size.
`,
  },
  veto: {
    title: "Veto",
    text: `
Whoever takes {C-veto} keeps it, for the rest of this round and all of the next one. As long as it is there, everybody else
announces a special action before performing it, and the owner says yes or no. A vetoed action is lost, but the player may
still **place**.

The card is discarded once it has been used, or else at the end of the next round.

@2023 A Veto stops only the **whole** action, before it begins.

@classic A Veto can also stop an action **in the middle**, before its next single step. What has been done stays done.

@classic > Somebody moves four caballeros. After the second, the third is announced and vetoed: two have moved, the others
> stay where they are, and the player may still place.
`,
  },
  "power-shift": {
    title: "Power Shift",
    text: `
There are 16 **modifiers**: −2, −1, +1 and +2, each in four kinds.

!modifiers

Everybody is dealt three, passes one of them to the left unseen, and keeps the rest. Together with a power card you may
play one modifier.

- The **total** decides the turn order. It may not equal a total that has already been played, and the player with the lowest
  total becomes first player.
- You take as many caballeros as your **power card** says; the modifier does not change that.
- The ability of the modifier may be used at the start of your turn, after calling caballeros and before choosing an
  action card.
- The modifier is set aside together with the power card. {C-power} can bring back a modifier instead of a power card.

> If there is a 9 on the table, you may play 9 with +1, which makes 10. If there is an 8, you may not play 7 with +1.
`,
  },
  "open-castillo": {
    title: "The open Castillo",
    text: `
An option when you open a table, in both editions: the tower then has glass walls. Everybody can always see how many
caballeros each player has inside, and what they would score. Nothing else changes; the discs stay secret.
`,
  },
} satisfies Record<string, SectionText>;
