// The rules in English: scoring and the stacks of cards.

import type { SectionText } from "../outline";

export const points = {
  scoring: {
    title: "The general scoring",
    text: `
After rounds 3, 6 and 9 everything is scored, in this order:

1. Everybody sets the [secret disc](#discs).
2. The **Castillo** is scored.
3. It is opened: the discs are shown, and the caballeros inside ride to the regions they show.
4. The **nine regions** are scored one after the other, Galicia first and Granada last.

!scoring-order
`,
  },
  discs: {
    title: "The secret disc",
    text: `
All players secretly choose a region at the same time. Then all your caballeros from the Castillo go **together** to
the region on your disc, in time to count there.

!dial

If your disc shows the King’s region, they may not enter and return to your **Court** instead. That can be just what you
want.

If you have nothing in the Castillo, you are not asked.
`,
  },
  places: {
    title: "Who is first, second, third",
    text: `
In each region, the player with the most caballeros is first; second and third place follow, and fourth place or lower
scores nothing. You need at least one caballero there to count, and a Grande is not a caballero.

!score-galicia

**A tie costs you a place.** Everyone who is tied gets the points of the next place down: players tied for first all score
second place. That uses up two places, so the next player behind a tie for first is third.

!score-castillo-tie

It makes no difference how many are tied: three players who share the lead all get second place, and the next one third.

!score-navarra

With two ties, the first pair scores second place; the other pair would be fourth and scores nothing.

!score-aragon

With [two](#two-players) or [three](#three-players) players, fewer places score.
`,
  },
  bonuses: {
    title: "King’s bonus and Grande’s bonus",
    text: `
A player who is **alone** in first place scores

- **2 more in the King’s region** (the King’s bonus), and
- **2 more in the region of their own Grande** (the Grande’s bonus).

You can earn both at once. A shared first place earns no bonus.

!score-cataluna

!score-granada

!score-both

!score-sevilla

Bonuses count in every scoring, general or special.
`,
  },
  tiles: {
    title: "Scoring tiles",
    text: `
Two tiles wait beside the board: **8/4/0** and **4/0/0**. {C-tile} puts one over the scoreboard of a region or of
the Castillo, or moves it to another one. From then on, the tile **replaces the printed numbers for everything**: it also
decides which regions are “4-point regions”.

A place has at most one tile, and no tile enters or leaves the King’s region.

!tiles

> Toledo has the tile 4/0/0 and Galicia the tile 8/4/0. {C-score-4} now scores Cataluña, Sevilla and Toledo, but not
> Galicia.
`,
  },
  "special-scoring": {
    title: "Special scorings",
    text: `
Many cards of stacks 2 and 3 score some regions in the middle of a round. Places, ties, bonuses and tiles count just as in
a general scoring.

The Castillo is scored only by {C-revelation}. Its contents are shown, and everything goes back in.
`,
  },
  end: {
    title: "The end of the game",
    text: `
After the third general scoring the game is over. **The highest score wins**; players who are tied share their place.
`,
  },
  moving: {
    title: "How moving works",
    text: `
The cards of stack 1 move caballeros that stand in regions. Each one goes to **any other region or into the Castillo**,
near the King or far from him. They may come from and go to different places, and you may move the same caballero twice,
which counts as two moves.

**Never** out of the Castillo or a Court, and never into or out of the King’s region.

> With {C-two-two} you move one of yours from Granada to Castilla, another from Granada into the Castillo, a green one to
> Valencia and an azure one to Castilla.

The wax seal on each card shows how many caballeros you may place with it.
`,
  },
  "stack-1": {
    title: "Stack 1: moving",
    text: `
Place 1. These cards bring few new caballeros onto the board but move many that are already there.
`,
  },
  "stack-2": {
    title: "Stack 2: losses and fairs",
    text: `
Place 2. Most of these cards send other players’ caballeros home.
`,
  },
  "stack-3": {
    title: "Stack 3: special scorings",
    text: `
Place 3 and score some regions at once. It is often, but not always, better to place first and then score.
`,
  },
  "stack-4": {
    title: "Stack 4: power, tiles and Grandes",
    text: `
Place 4, and change what the board is worth.
`,
  },
  "stack-5": {
    title: "Stack 5: the King",
    text: `
Place 5 and move the King. The King’s card is there every round.

@2023 @new_regency With the [New Regency](#new-regency), ten cards take its place: three that move the King as usual, and
seven that appear once each.
`,
  },
} satisfies Record<string, SectionText>;
