// The lessons of the first round, in the order in which they are given.
//
// A lesson is shown while its `when` holds and no earlier one is due. Most wait for "Next"; one with
// a `deed` waits for the player to do it. Nothing here holds the game up: who plays on is followed.

import type { Row, Values } from "../app/words.svelte";
import type { View } from "../wire/types";
import {
  hasHadTurn,
  hasPlayedPower,
  isAfter,
  isFirstRound,
  mine,
  othersAct,
  type Scene,
} from "./scene";

export interface Lesson {
  id: string;
  when(scene: Scene): boolean;
  /** Whether it ends by what the player does, not by "Next". */
  deed?: true;
  /** Whether it goes by itself when it no longer fits. */
  passing?: true;
  title: Row;
  text: Row;
  /** What fills the gaps of the text. */
  facts?(scene: Scene, place: (key: string) => string): Values;
  /** What it points at: selectors, the first thing found on the screen is it. */
  points(scene: Scene): string[];
}

const asked =
  (kind: string) =>
  (scene: Scene): boolean =>
    isFirstRound(scene) && mine(scene) === kind;
const hasDone = (view: View, what: "placed" | "performed"): boolean =>
  view.decision?.kind === "act" && view.decision[what];

/** On a phone the players are in a sheet of their own: this opens it. */
const PLAYERS = "[data-sheet=players]";

export const LESSONS: readonly Lesson[] = [
  {
    id: "goal",
    when: isFirstRound,
    title: ["Welcome to Castile", "Te damos la bienvenida a Castilla", "Willkommen in Kastilien"],
    text: [
      "You are a Grande and want your caballeros in as many regions of Spain as you can. Where you have more than the others, you score. After nine rounds the highest score wins. We play the first one together.",
      "Eres un Grande y quieres tener a tus caballeros en tantas regiones de España como puedas. Donde tengas más que los demás, puntúas. Tras nueve rondas gana quien tenga más puntos. La primera la jugamos en compañía.",
      "Du bist ein Grande und willst deine Caballeros in möglichst vielen Regionen Spaniens haben. Wo du mehr hast als die anderen, machst du Punkte. Nach neun Runden gewinnt, wer die meisten hat. Die erste spielen wir zusammen.",
    ],
    points: () => ["ul.track", "[data-score]"],
  },
  {
    id: "map",
    when: isFirstRound,
    title: ["Nine regions", "Nueve regiones", "Neun Regionen"],
    text: [
      "The three seals in a region say what it pays for first, second and third place. Toledo pays most: 7, 4 and 2. But everybody knows that.",
      "Los tres sellos de una región dicen lo que paga el primer, el segundo y el tercer puesto. Toledo es la que más paga: 7, 4 y 2. Pero eso lo sabe todo el mundo.",
      "Die drei Siegel einer Region sagen, was der erste, zweite und dritte Platz bringen. Toledo zahlt am meisten: 7, 4 und 2. Nur wissen das alle.",
    ],
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "homes",
    when: isFirstRound,
    title: ["Court and Province", "Corte y Provincia", "Hof und Provinz"],
    text: [
      "Most of your caballeros are still far away in the Province. Only those at your Court can be placed on the map: you have {court} there now, and {province} in the Province.",
      "La mayoría de tus caballeros sigue lejos, en la Provincia. Solo los de tu Corte se pueden colocar en el mapa: ahora tienes {court} allí y {province} en la Provincia.",
      "Die meisten deiner Caballeros sind noch weit weg in der Provinz. Nur wer an deinem Hof ist, kann auf die Karte: Dort hast du jetzt {court}, in der Provinz {province}.",
    ],
    facts: ({ view, seat }) => ({
      court: view.court[seat] ?? 0,
      province: view.province[seat] ?? 0,
    }),
    points: ({ seat }) => [`[data-home=court-${seat}]`, `[data-home=province-${seat}]`, PLAYERS],
  },
  {
    id: "king",
    when: isFirstRound,
    title: ["The King", "El Rey", "Der König"],
    text: [
      "The King is in {king}. You place next to his region, never in it. And his region is taboo: as long as he is there, nothing goes in and nothing comes out.",
      "El Rey está en {king}. Se coloca en las regiones vecinas de la suya, nunca en ella. Y su región es tabú: mientras esté allí no entra ni sale nada.",
      "Der König steht in {king}. Eingesetzt wird neben seiner Region, nie in ihr. Und seine Region ist tabu: Solange er dort ist, kommt nichts hinein und nichts heraus.",
    ],
    facts: ({ view }, place) => ({ king: place(view.king) }),
    points: ({ view }) => [`[data-place=${view.king}]`],
  },
  {
    id: "power",
    when: asked("power"),
    deed: true,
    title: ["Play a power card", "Juega una carta de poder", "Spiele eine Machtkarte"],
    text: [
      "A high number gives you an early turn and the pick of the cards, but few new caballeros. A low one brings many, late. Each card can be used once in the game. Somewhere in the middle is a fine start: choose one of those that glow.",
      "Un número alto te da turno pronto y mejor elección, pero pocos caballeros nuevos. Uno bajo trae muchos, tarde. Cada carta sirve una sola vez. Para empezar, una de en medio va bien: elige una de las que brillan.",
      "Eine hohe Zahl bringt dich früh an den Zug, mit der besten Auswahl, aber wenigen neuen Caballeros. Eine niedrige bringt viele, dafür spät. Jede Karte gilt nur einmal im Spiel. Eine mittlere ist ein guter Anfang: Wähle eine, die leuchtet.",
    ],
    points: () => ["section.hand", "[data-choice]"],
  },
  {
    id: "order",
    when: (scene) =>
      isFirstRound(scene) && hasPlayedPower(scene) && scene.view.turn_order.length > 0,
    title: ["Who goes when", "El orden de los turnos", "Wer wann dran ist"],
    text: [
      "All power cards are down: the highest takes the first turn. You are number {place} of {all}. Nobody can play a number that lies there already.",
      "Ya están todas las cartas de poder: la más alta va primero. Te toca en el puesto {place} de {all}. Nadie puede jugar un número que ya está en la mesa.",
      "Alle Machtkarten liegen: Die höchste beginnt. Du bist Nummer {place} von {all}. Eine Zahl, die schon liegt, darf niemand noch einmal spielen.",
    ],
    facts: ({ view, seat }) => ({
      place: view.turn_order.indexOf(seat) + 1,
      all: view.turn_order.length,
    }),
    points: ({ seat }) => [`[data-player="${seat}"]`, PLAYERS],
  },
  {
    id: "others",
    when: (scene) => othersAct(scene) && !hasHadTurn(scene),
    passing: true,
    title: ["Watching the others", "Mirar a los demás", "Den anderen zusehen"],
    text: [
      "The others take their turns now, at a pace you can set in the menu; you can also skip ahead. Whatever happened stands in the log. Note how many go into the Castillo: nobody will tell you again.",
      "Ahora juegan los demás, al ritmo que elijas en el menú; también puedes saltarlo. Todo lo que pasa queda en el diario. Fíjate en cuántos entran en el Castillo: nadie te lo repetirá.",
      "Jetzt ziehen die anderen, in dem Tempo, das du im Menü einstellst; überspringen geht auch. Was geschah, steht im Verlauf. Merk dir, wie viele ins Castillo gehen: Das sagt dir niemand noch einmal.",
    ],
    points: () => [".log"],
  },
  {
    id: "take",
    when: asked("take"),
    deed: true,
    title: ["Call your caballeros", "Trae a tus caballeros", "Rufe deine Caballeros"],
    text: [
      "Your turn. First you call caballeros from the Province to your Court, up to the number on your power card. More is nearly always better.",
      "Te toca. Primero traes caballeros de la Provincia a tu Corte, hasta el número de tu carta de poder. Casi siempre conviene traer todos.",
      "Du bist dran. Zuerst rufst du Caballeros aus der Provinz an deinen Hof, bis zur Zahl auf deiner Machtkarte. Mehr ist fast immer besser.",
    ],
    points: () => [".counts", "[data-choice]"],
  },
  {
    id: "card",
    when: asked("card"),
    deed: true,
    title: ["Choose an action card", "Elige una carta de acción", "Wähle eine Aktionskarte"],
    text: [
      "The number in the wax seal is how many caballeros you may place; the text is the special action. Small numbers come with strong actions. Nobody else can use the card you take this round.",
      "El número del sello de lacre dice cuántos caballeros puedes colocar; el texto es la acción especial. Los números pequeños traen acciones fuertes. La carta que tomes no podrá usarla nadie más en esta ronda.",
      "Die Zahl im Wachssiegel sagt, wie viele Caballeros du einsetzen darfst; der Text ist die Sonderaktion. Kleine Zahlen haben starke Aktionen. Die Karte, die du nimmst, kann in dieser Runde sonst niemand nutzen.",
    ],
    points: () => ["ul.cards", "[data-choice]"],
  },
  {
    id: "act",
    when: (scene) =>
      asked("act")(scene) && !hasDone(scene.view, "placed") && !hasDone(scene.view, "performed"),
    deed: true,
    title: [
      "Two things, in either order",
      "Dos cosas, en el orden que quieras",
      "Zweierlei, in beliebiger Reihenfolge",
    ],
    text: [
      "Place caballeros and perform the special action, whichever you like first. Finish one before you begin the other. You may also leave either out.",
      "Coloca caballeros y realiza la acción especial, lo que prefieras primero. Termina una cosa antes de empezar la otra. También puedes renunciar a cualquiera de las dos.",
      "Setze Caballeros ein und führe die Sonderaktion aus, was du willst zuerst. Bring das eine zu Ende, bevor du das andere beginnst. Beides darfst du auch lassen.",
    ],
    points: () => ["[data-choice]"],
  },
  {
    id: "place",
    when: asked("place"),
    title: ["Placing", "Colocar", "Einsetzen"],
    text: [
      "The regions next to the King glow, and so does the Castillo. Click one for each caballero, together or spread out. One more than the others is enough; a tie costs you a place.",
      "Brillan las regiones vecinas del Rey, y también el Castillo. Pulsa una por cada caballero, juntos o repartidos. Basta con uno más que los demás; el empate te cuesta un puesto.",
      "Die Regionen neben dem König leuchten, das Castillo auch. Klicke für jeden Caballero eine an, zusammen oder verteilt. Einer mehr als die anderen genügt; Gleichstand kostet dich einen Platz.",
    ],
    points: () => ["[data-place][data-choice]", "[data-choice]"],
  },
  {
    id: "castillo",
    when: asked("place"),
    title: ["The Castillo", "El Castillo", "Das Castillo"],
    text: [
      "Whoever goes into the tower is out of sight. At a scoring it pays 5, 3 and 1 by itself, and then you send them all together to a region of your choice. A surprise worth having.",
      "Quien entra en la torre desaparece de la vista. En una puntuación paga por sí sola 5, 3 y 1, y después los envías todos juntos a la región que quieras. Una buena sorpresa.",
      "Wer in den Turm geht, ist nicht mehr zu sehen. Bei einer Wertung bringt er selbst 5, 3 und 1, und dann schickst du alle zusammen in eine Region deiner Wahl. Eine schöne Überraschung.",
    ],
    points: () => ["[data-place=castillo]"],
  },
  {
    id: "back",
    when: (scene) => isFirstRound(scene) && scene.isMine && scene.view.can_undo,
    title: ["Changed your mind?", "¿Has cambiado de idea?", "Anders überlegt?"],
    text: [
      "Your turn is a draft: take back what you like, as long as nothing hidden was shown. Only when you confirm does the game go on.",
      "Tu turno es un borrador: deshaz lo que quieras mientras no se haya descubierto nada oculto. La partida sigue solo cuando confirmas.",
      "Dein Zug ist ein Entwurf: Nimm zurück, was du willst, solange nichts Verdecktes gezeigt wurde. Erst wenn du bestätigst, geht es weiter.",
    ],
    points: () => ["[data-testid=take-back]"],
  },
  {
    id: "special",
    when: (scene) =>
      isFirstRound(scene) &&
      mine(scene) === "act" &&
      hasDone(scene.view, "placed") &&
      !hasDone(scene.view, "performed"),
    deed: true,
    title: ["The special action", "La acción especial", "Die Sonderaktion"],
    text: [
      "Now you may perform the special action of your card, or end your turn without it. If you perform it, do all of it, unless it says “up to”.",
      "Ahora puedes realizar la acción especial de tu carta o terminar el turno sin ella. Si la realizas, hazla entera, salvo que diga «hasta».",
      "Jetzt kannst du die Sonderaktion deiner Karte ausführen oder den Zug ohne sie beenden. Führst du sie aus, dann ganz, außer wo „bis zu“ steht.",
    ],
    points: () => ["[data-choice]"],
  },
  {
    id: "confirm",
    when: (scene) => isFirstRound(scene) && scene.toConfirm,
    deed: true,
    title: ["Confirm", "Confirma", "Bestätige"],
    text: [
      "Your turn is complete. Look at the map once more; then confirm, or take something back.",
      "Tu turno está completo. Mira otra vez el mapa y confirma, o deshaz algo.",
      "Dein Zug ist fertig. Sieh dir die Karte noch einmal an; dann bestätige oder nimm etwas zurück.",
    ],
    points: () => ["[data-testid=confirm]"],
  },
  {
    id: "worth",
    when: (scene) => isAfter(scene) || hasHadTurn(scene),
    title: ["What is it worth?", "¿Cuánto vale?", "Was ist sie wert?"],
    text: [
      "Point at a region, or tap it: you see who is first, second and third, what it would pay now, and how many caballeros would change that.",
      "Señala una región o tócala: verás quién es primero, segundo y tercero, cuánto pagaría ahora y cuántos caballeros lo cambiarían.",
      "Zeig auf eine Region oder tipp sie an: Du siehst, wer Erster, Zweiter und Dritter ist, was sie jetzt bringen würde und wie viele Caballeros das ändern.",
    ],
    points: () => ["[data-place=toledo]"],
  },
  {
    id: "first",
    when: isAfter,
    title: ["Who begins next", "Quién empieza ahora", "Wer jetzt beginnt"],
    text: [
      "The first round is over. Whoever played the lowest power card plays first now: {first}. That has a price: all the others see that card before they choose.",
      "Ha terminado la primera ronda. Quien jugó la carta de poder más baja empieza ahora: {first}. Y tiene un precio: los demás ven esa carta antes de elegir.",
      "Die erste Runde ist vorbei. Wer die niedrigste Machtkarte gespielt hat, beginnt jetzt: {first}. Das hat einen Preis: Alle anderen sehen die Karte, bevor sie wählen.",
    ],
    facts: ({ view, table }) => ({ first: table.seats[view.first_player]?.name ?? "" }),
    points: ({ view }) => [`[data-player="${view.first_player}"]`, PLAYERS],
  },
  {
    id: "scoring",
    when: isAfter,
    title: ["If it were scored now", "Si se puntuara ahora", "Würde jetzt gewertet"],
    text: [
      "After rounds 3, 6 and 9 every region is scored. If that were now, you would have {mine} points and the best of the others {best}. First place alone pays 2 more where the King is, and 2 more where your own Grande is.",
      "Tras las rondas 3, 6 y 9 se puntúan todas las regiones. Si fuera ahora, tendrías {mine} puntos, y el mejor de los demás {best}. El primer puesto en solitario paga 2 más donde está el Rey y 2 más donde está tu Grande.",
      "Nach den Runden 3, 6 und 9 wird jede Region gewertet. Wäre das jetzt, hättest du {mine} Punkte und der Beste von den anderen {best}. Ein alleiniger erster Platz bringt 2 mehr beim König und 2 mehr bei deinem eigenen Grande.",
    ],
    facts: ({ view, seat }) => ({
      mine: view.if_scored_now[seat] ?? 0,
      best: Math.max(0, ...view.if_scored_now.filter((_, other) => other !== seat)),
    }),
    points: () => ["ul.track", "[data-score]"],
  },
  {
    id: "disc",
    when: isAfter,
    title: ["The secret disc", "El disco secreto", "Die geheime Scheibe"],
    text: [
      "At a scoring, whoever has caballeros in the Castillo secretly sets a disc to a region. All discs are shown at once, and the caballeros ride there just in time to be counted.",
      "En una puntuación, quien tiene caballeros en el Castillo marca en secreto una región con su disco. Los discos se muestran a la vez, y los caballeros llegan justo a tiempo para contar.",
      "Bei einer Wertung stellt, wer Caballeros im Castillo hat, geheim eine Region auf der Scheibe ein. Alle Scheiben werden zugleich gezeigt, und die Caballeros reiten gerade rechtzeitig dorthin, um zu zählen.",
    ],
    points: () => ["[data-place=castillo]"],
  },
  {
    id: "summary",
    when: isAfter,
    title: ["You know the game", "Ya conoces el juego", "Du kennst das Spiel"],
    text: [
      "Power card, caballeros to Court, one action card, place next to the King: that is a round, and a game has nine. Everything else is written on the cards, and in the rules.",
      "Carta de poder, caballeros a la Corte, una carta de acción, colocar junto al Rey: eso es una ronda, y una partida tiene nueve. Lo demás está en las cartas y en las reglas.",
      "Machtkarte, Caballeros an den Hof, eine Aktionskarte, neben dem König einsetzen: Das ist eine Runde, und ein Spiel hat neun. Alles andere steht auf den Karten und in den Regeln.",
    ],
    points: () => [],
  },
];

/** The last one; with it the first round is learned. */
export const LAST = "summary";
