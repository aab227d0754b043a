// The rules in English: the board and the round.

import type { ChapterId, SectionText } from "../outline";

export const chapters: Record<ChapterId, string> = {
  board: "The board and the pieces",
  round: "A round",
  points: "Points",
  cards: "The action cards",
  variants: "Editions, players and variants",
  questions: "Questions and rulings",
};

export const play = {
  idea: {
    title: "What it is about",
    text: `
You are one of the great nobles of Spain, a **Grande**, and you want influence in as many regions as possible. Your
**caballeros** ride for you: wherever you have more of them than the others, you score. After nine rounds, whoever has
the most points wins.

Three questions come up every round: how early do I want my turn, how many new caballeros do I get, and which action card
will be left when my turn comes?

!round-at-a-glance
`,
  },
  regions: {
    title: "Regions and scoreboards",
    text: `
Spain is divided into **nine regions**. Each has a scoreboard with three numbers: what it pays for first, second and
third place. Regions with a common border are **neighbours**.

!map

!scoreboards

@classic In the classic edition, three regions have different names: Navarra is called País Vasco, Castilla is Castilla la
Vieja and Toledo is Castilla la Nueva. Borders and points are the same.
`,
  },
  pieces: {
    title: "Your pieces: Province, Court, board",
    text: `
You have 30 **caballeros**, one **Grande**, 13 power cards and a secret disc. A caballero of yours is always in one of
four places, and all 30 stay in the game:

- the **Province**: far away. Here they cannot do anything yet.
- the **Court**: called up and ready. Only from here can you place them.
- a **region** on the map, where they count for you.
- the **Castillo**, where nobody sees them until it is opened.

!homes

Your Grande marks your home region. He is not a caballero and never counts as one, but he earns you a
[bonus](#bonuses) in the region where he stands.
`,
  },
  king: {
    title: "The King and his taboo",
    text: `
The **King** stands in one region, and two things follow from that.

- You place your caballeros in **neighbours** of his region, never in it. The game follows him around.
- **His region is taboo.** As long as he is there, nothing in it changes: no caballero, Grande or scoring tile
  enters or leaves, whatever a card says. It is still scored like any other region.

!taboo

@new_regency Four cards of the New Regency make an exception in their own text: {C-entourage}, {C-competition},
{C-infiltration} and {C-stand-in}.
`,
  },
  castillo: {
    title: "The Castillo",
    text: `
The tower off the coast is **not a region**. When a rule or a card says “region”, it does not mean the Castillo. The
Castillo has its own scoreboard: 5, 3 and 1.

You may throw caballeros in on almost every turn, wherever the King is. The number is announced each time; after
that, nobody keeps count for you. Nothing comes out again until a [general scoring](#scoring): then each player sends all
of theirs to one region, together.

!score-castillo

@open_castillo At a table with an open Castillo, everybody can always see what is inside.
`,
  },
  "power-cards": {
    title: "Power cards",
    text: `
You have the cards 1 to 13, and you can use each one once per game. The **number** decides when your turn comes: the
highest goes first. The small knights say how many caballeros you may call from the Province to your Court: a **high
card brings few, a low card many**.

!power-cards

You will play nine of the thirteen, so four are never used.
`,
  },
  setup: {
    title: "Setting up",
    text: `
The program does all of this for you.

1. The action cards are sorted into stacks 1 to 4 and shuffled. Stack 5 is the King’s card alone.
2. The nine region cards are shuffled. The first one shows where the King begins.
3. Each player draws one and puts the Grande and 2 caballeros there. So the King and all Grandes begin in different
   regions.
4. Everybody begins with 7 caballeros in the Court and 21 in the Province.
5. The first player is drawn by lot, unless whoever opens the table names one.

@new_regency With the [New Regency](#new-regency), stack 5 has ten cards.
`,
  },
  overview: {
    title: "A round, step by step",
    text: `
1. **Cards are revealed**: the top card of every stack is turned up. The King’s card is there every round.
2. **Power cards**: starting with the first player, everybody plays one face up.
3. **Turns**: highest power card first. On your turn you [call caballeros](#taking) to your Court, then use one
   [action card](#action-cards): place, and perform its special action.
4. **End of the round**: the used cards are discarded, and whoever played the lowest power card begins the next
   round.

There are nine rounds, with a [general scoring](#scoring) after the third, the sixth and the ninth.

!rounds
`,
  },
  "playing-power": {
    title: "Playing power cards",
    text: `
Starting with the first player and going clockwise, everybody plays one power card face up. **A number that is already on
the table may not be played again this round.** You always have a card you can play.

!turn-order

> Green plays 8, azure 3, ochre 5 and you play 9. You go first, then green, ochre and azure. Azure played the lowest card
> and is first player next round.
`,
  },
  taking: {
    title: "Calling caballeros to your Court",
    text: `
At the start of your turn take **up to** the number on your power card from your Province into your Court. You may take
fewer.

If your Province does not have enough, you may take the rest from **regions** once it is empty: you choose which, but
none from the King’s region and none from the Castillo. The same applies to cards that bring caballeros to your Court.

> Your card lets you take 5, and there are 3 in your Province. Take those 3 and, if you like, up to 2 more from regions.
`,
  },
  "action-cards": {
    title: "Using an action card",
    text: `
Choose one of the action cards that are still face up. It lets you do two things, **in either order**, one after the
other:

- **place** up to as many caballeros as its number says, and
- perform its **special action**.

Both are optional. You must finish the first before you begin the second: you cannot place two, act, and then place
the rest.

!action-card

When you are done the card is gone for this round; nobody else can use it. The King’s card goes too, but comes back next
round.

> The King is in Valencia and you take {C-king}. First you place 2 in Granada, 2 in Toledo and 1 in the Castillo; then
> the King moves to Toledo, and what you put there is locked in.
`,
  },
  placing: {
    title: "Placing",
    text: `
Place caballeros **from your Court**, up to the number on the card, split as you like among

- the **neighbours of the King’s region** and
- the **Castillo**.

Never in the King’s own region. The number you throw into the Castillo is announced.

!placing

> With the King in Castilla, you may place in Galicia, Navarra, Aragón, Toledo and the Castillo.
`,
  },
  special: {
    title: "The special action",
    text: `
You may skip a special action. **If you perform it, you must do all of it**, as far as possible, even where that helps
somebody else. Where the card says “up to” or “may”, the choice is yours.

An action that would change nothing at all is not offered to you. A scoring that pays nobody is still a
scoring.

All action cards are [listed below](#moving).
`,
  },
  "end-of-round": {
    title: "The end of the round",
    text: `
Action cards that nobody used are discarded. Whoever played the **lowest power card** becomes first player of the next
round. The power cards on the table are set aside for good, unless {C-power} brings one back.
`,
  },
} satisfies Record<string, SectionText>;
