// The pictures in the rules, as data: each is made of the game's own pieces, cards and board.

import type { Row } from "../../app/words.svelte";
import type { Place, Region, TileKey, View } from "../../wire/types";

/** A board to look at: who stands where. Colours are seats, then the dummy. */
export interface Standing {
  king: View["king"];
  pieces?: Partial<Record<Region, readonly number[]>>;
  grandes?: Partial<Record<Region, number>>;
  tiles?: Partial<Record<Region, TileKey>>;
  highlight?: readonly Place[];
  /** With the dummy as the third colour. */
  dummy?: boolean;
}

/** A scored place: for each colour its caballeros, its place (0: none) and its points. */
export interface Scored {
  place: Region | "castillo";
  board: readonly [number, number, number];
  king?: boolean;
  /** The colour whose Grande stands there. */
  grande?: number;
  rows: readonly { colour: number; count: number; rank: number; points: number; bonus?: number }[];
}

export type Figure = { caption: Row } & (
  | { kind: "board"; standing: Standing }
  | { kind: "score"; scored: Scored }
  | { kind: "glance" | "scoreboards" | "homes" | "powers" | "rounds" | "order" | "action" }
  | { kind: "dial" | "modifiers" | "walk" }
);

const [CARMINE, AZURE, OCHRE, GREEN] = [0, 1, 2, 3];

const START: Standing["pieces"] = {
  galicia: [0, 2],
  aragon: [0, 0, 0, 2],
  toledo: [2],
  granada: [0, 0, 2],
};
const HOMES: Standing["grandes"] = {
  galicia: AZURE,
  aragon: GREEN,
  toledo: CARMINE,
  granada: OCHRE,
};

export const FIGURES: Readonly<Record<string, Figure>> = {
  "round-at-a-glance": {
    kind: "glance",
    caption: [
      "A turn in one line: your power card says when, and how many you call; your action card, how many you place and what else you do.",
      "Un turno en una línea: tu carta de poder dice cuándo y cuántos traes; tu carta de acción, cuántos colocas y qué más haces.",
      "Ein Zug in einer Zeile: Deine Machtkarte sagt, wann, und wie viele du rufst; deine Aktionskarte, wie viele du einsetzt und was du sonst tust.",
    ],
  },
  map: {
    kind: "board",
    standing: { king: "castilla", pieces: START, grandes: HOMES },
    caption: [
      "The nine regions and the Castillo at the start of a game: the King in Castilla, each Grande at home with two caballeros.",
      "Las nueve regiones y el Castillo al empezar: el Rey en Castilla y cada Grande en su patria con dos caballeros.",
      "Die neun Regionen und das Castillo zu Beginn: der König in Castilla, jeder Grande daheim mit zwei Caballeros.",
    ],
  },
  scoreboards: {
    kind: "scoreboards",
    caption: [
      "What each region pays, and who its neighbours are.",
      "Lo que paga cada región y cuáles son sus vecinas.",
      "Was jede Region bringt und wer ihre Nachbarn sind.",
    ],
  },
  homes: {
    kind: "homes",
    caption: [
      "The way of a caballero: from the Province to the Court, from the Court onto the board.",
      "El camino de un caballero: de la Provincia a la Corte y de la Corte al tablero.",
      "Der Weg eines Caballeros: aus der Provinz an den Hof, vom Hof auf den Plan.",
    ],
  },
  taboo: {
    kind: "board",
    standing: {
      king: "toledo",
      pieces: { ...START, toledo: [3, 2, 0, 1], valencia: [1, 0, 2] },
      grandes: HOMES,
      highlight: ["toledo"],
    },
    caption: [
      "The King is in Toledo: whoever stands there stays there, and nobody joins them.",
      "El Rey está en Toledo: quien está allí se queda, y nadie más entra.",
      "Der König steht in Toledo: Wer dort ist, bleibt, und niemand kommt dazu.",
    ],
  },
  "score-castillo": {
    kind: "score",
    scored: {
      place: "castillo",
      board: [5, 3, 1],
      rows: [
        { colour: GREEN, count: 3, rank: 1, points: 5 },
        { colour: CARMINE, count: 2, rank: 2, points: 3 },
        { colour: AZURE, count: 1, rank: 3, points: 1 },
        { colour: OCHRE, count: 0, rank: 0, points: 0 },
      ],
    },
    caption: [
      "The Castillo is opened: 3, 2 and 1 inside. Whoever has nobody there gets nothing.",
      "Se abre el Castillo: dentro hay 3, 2 y 1. Quien no tiene a nadie no recibe nada.",
      "Das Castillo wird geöffnet: 3, 2 und 1 sind darin. Wer niemanden dort hat, bekommt nichts.",
    ],
  },
  "power-cards": {
    kind: "powers",
    caption: [
      "The thirteen power cards: 1 calls six caballeros, 13 none at all.",
      "Las trece cartas de poder: el 1 trae seis caballeros; el 13, ninguno.",
      "Die dreizehn Machtkarten: Die 1 ruft sechs Caballeros, die 13 gar keinen.",
    ],
  },
  rounds: {
    kind: "rounds",
    caption: [
      "Nine rounds; a cross marks a general scoring.",
      "Nueve rondas; la cruz señala una puntuación general.",
      "Neun Runden; das Kreuz zeigt eine Hauptwertung.",
    ],
  },
  "turn-order": {
    kind: "order",
    caption: [
      "9, 8, 5, 3: the turns from first to last. The last one here is first player next round.",
      "9, 8, 5, 3: los turnos, del primero al último. El último de aquí será jugador inicial.",
      "9, 8, 5, 3: die Züge vom ersten zum letzten. Wer hier der letzte ist, beginnt die nächste Runde.",
    ],
  },
  "action-card": {
    kind: "action",
    caption: [
      "Place up to the number in the wax seal; the special action is written below.",
      "Coloca hasta el número del sello de lacre; la acción especial está escrita debajo.",
      "Setze bis zur Zahl im Wachssiegel ein; die Sonderaktion steht darunter.",
    ],
  },
  placing: {
    kind: "board",
    standing: {
      king: "castilla",
      pieces: START,
      grandes: HOMES,
      highlight: ["galicia", "navarra", "aragon", "toledo", "castillo"],
    },
    caption: [
      "The King in Castilla: here you may place.",
      "El Rey en Castilla: aquí puedes colocar.",
      "Der König in Castilla: Hier darfst du einsetzen.",
    ],
  },
  "scoring-order": {
    kind: "walk",
    caption: [
      "The way of a general scoring.",
      "El recorrido de una puntuación general.",
      "Der Weg einer Hauptwertung.",
    ],
  },
  dial: {
    kind: "dial",
    caption: [
      "The secret disc: turned to one of the nine regions.",
      "El disco secreto: marca una de las nueve regiones.",
      "Die geheime Scheibe: auf eine der neun Regionen gestellt.",
    ],
  },
  "score-galicia": {
    kind: "score",
    scored: {
      place: "galicia",
      board: [4, 2, 0],
      rows: [
        { colour: OCHRE, count: 4, rank: 1, points: 4 },
        { colour: AZURE, count: 3, rank: 2, points: 2 },
        { colour: CARMINE, count: 2, rank: 3, points: 0 },
        { colour: GREEN, count: 1, rank: 4, points: 0 },
      ],
    },
    caption: [
      "Galicia without a tie: third place pays nothing here.",
      "Galicia sin empates: aquí el tercer puesto no paga nada.",
      "Galicia ohne Gleichstand: Der dritte Platz bringt hier nichts.",
    ],
  },
  "score-castillo-tie": {
    kind: "score",
    scored: {
      place: "castillo",
      board: [5, 3, 1],
      rows: [
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 2, rank: 2, points: 3 },
        { colour: OCHRE, count: 1, rank: 3, points: 1 },
      ],
    },
    caption: [
      "Two share the lead: both score second place, and the next is third.",
      "Dos comparten la cabeza: ambos puntúan como segundos, y el siguiente es tercero.",
      "Zwei teilen sich die Spitze: Beide bekommen den zweiten Platz, der nächste ist Dritter.",
    ],
  },
  "score-navarra": {
    kind: "score",
    scored: {
      place: "navarra",
      board: [5, 3, 1],
      rows: [
        { colour: CARMINE, count: 2, rank: 2, points: 3 },
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: OCHRE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 1, rank: 3, points: 1 },
      ],
    },
    caption: [
      "Three share the lead: all of them second place.",
      "Tres comparten la cabeza: todos puntúan como segundos.",
      "Drei teilen sich die Spitze: alle auf dem zweiten Platz.",
    ],
  },
  "score-aragon": {
    kind: "score",
    scored: {
      place: "aragon",
      board: [5, 4, 1],
      rows: [
        { colour: GREEN, count: 3, rank: 2, points: 4 },
        { colour: OCHRE, count: 3, rank: 2, points: 4 },
        { colour: AZURE, count: 2, rank: 4, points: 0 },
        { colour: CARMINE, count: 2, rank: 4, points: 0 },
      ],
    },
    caption: [
      "Two ties: 4 points each for the first pair, nothing for the other.",
      "Dos empates: 4 puntos para cada uno de la primera pareja, nada para la otra.",
      "Zweimal Gleichstand: je 4 Punkte für das erste Paar, nichts für das andere.",
    ],
  },
  "score-cataluna": {
    kind: "score",
    scored: {
      place: "cataluna",
      board: [4, 2, 1],
      king: true,
      rows: [
        { colour: AZURE, count: 2, rank: 1, points: 6, bonus: 2 },
        { colour: CARMINE, count: 1, rank: 2, points: 2 },
      ],
    },
    caption: [
      "The King is in Cataluña: 4 and the King's bonus of 2.",
      "El Rey está en Cataluña: 4 y la bonificación del Rey, 2.",
      "Der König steht in Cataluña: 4 und der Königsbonus von 2.",
    ],
  },
  "score-granada": {
    kind: "score",
    scored: {
      place: "granada",
      board: [6, 3, 1],
      grande: GREEN,
      rows: [
        { colour: GREEN, count: 4, rank: 1, points: 8, bonus: 2 },
        { colour: OCHRE, count: 1, rank: 3, points: 1 },
        { colour: AZURE, count: 1, rank: 3, points: 1 },
      ],
    },
    caption: [
      "Green is at home in Granada: 6 and the Grande's bonus of 2. The two behind are tied for second and score third place.",
      "Granada es la patria de verde: 6 y la bonificación del Grande, 2. Los dos de detrás empatan en el segundo puesto y puntúan como terceros.",
      "Grün ist in Granada daheim: 6 und der Grande-Bonus von 2. Die beiden dahinter teilen sich den zweiten Platz und bekommen den dritten.",
    ],
  },
  "score-both": {
    kind: "score",
    scored: {
      place: "granada",
      board: [6, 3, 1],
      king: true,
      grande: CARMINE,
      rows: [
        { colour: CARMINE, count: 3, rank: 1, points: 10, bonus: 4 },
        { colour: OCHRE, count: 2, rank: 3, points: 1 },
        { colour: GREEN, count: 2, rank: 3, points: 1 },
      ],
    },
    caption: [
      "The King and the own Grande in one region: 6 + 2 + 2.",
      "El Rey y el propio Grande en la misma región: 6 + 2 + 2.",
      "König und eigener Grande in einer Region: 6 + 2 + 2.",
    ],
  },
  "score-sevilla": {
    kind: "score",
    scored: {
      place: "sevilla",
      board: [4, 3, 1],
      grande: AZURE,
      rows: [
        { colour: AZURE, count: 2, rank: 2, points: 3 },
        { colour: GREEN, count: 2, rank: 2, points: 3 },
        { colour: CARMINE, count: 1, rank: 3, points: 1 },
      ],
    },
    caption: [
      "Azure is at home in Sevilla, but shares the lead: no bonus.",
      "Sevilla es la patria de azul, pero comparte la cabeza: no hay bonificación.",
      "Azur ist in Sevilla daheim, teilt sich aber die Spitze: kein Bonus.",
    ],
  },
  tiles: {
    kind: "board",
    standing: {
      king: "navarra",
      tiles: { toledo: "4/0/0", galicia: "8/4/0" },
      highlight: ["cataluna", "sevilla", "toledo"],
    },
    caption: [
      "With these tiles the 4-point regions are Cataluña, Sevilla and Toledo.",
      "Con estas losetas las regiones de 4 puntos son Cataluña, Sevilla y Toledo.",
      "Mit diesen Plättchen sind Cataluña, Sevilla und Toledo die 4-Punkte-Regionen.",
    ],
  },
  abroad: {
    kind: "board",
    standing: {
      king: "portugal",
      pieces: START,
      grandes: HOMES,
      highlight: ["galicia", "castilla", "toledo", "sevilla", "castillo"],
    },
    caption: [
      "The King in Portugal: place in the regions next to it, or in the Castillo.",
      "El Rey en Portugal: se coloca en las regiones vecinas o en el Castillo.",
      "Der König in Portugal: Eingesetzt wird in den Regionen daneben oder im Castillo.",
    ],
  },
  dummy: {
    kind: "board",
    standing: {
      king: "aragon",
      dummy: true,
      pieces: { galicia: [2], toledo: [0, 2], sevilla: [0, 0, 2], valencia: [0, 0, 2] },
      grandes: { galicia: CARMINE, toledo: AZURE },
    },
    caption: [
      "The first round for two: the dummy drew Valencia and Sevilla.",
      "La primera ronda para dos: el jugador ficticio robó Valencia y Sevilla.",
      "Die erste Runde zu zweit: Der Strohmann hat Valencia und Sevilla gezogen.",
    ],
  },
  modifiers: {
    kind: "modifiers",
    caption: [
      "The four kinds: plain, call one caballero, move one of yours, move any Grande.",
      "Los cuatro tipos: sin habilidad, traer un caballero, mover uno tuyo, mover un Grande cualquiera.",
      "Die vier Arten: ohne Fähigkeit, einen Caballero rufen, einen eigenen versetzen, einen beliebigen Grande versetzen.",
    ],
  },
};
