// The rules in German: editions, numbers of players and variants.

import type { SectionText } from "../outline";

export const variants = {
  editions: {
    title: "Zwei Ausgaben und ihre Unterschiede",
    text: `
Du kannst die Ausgabe von **2023** und die **klassische** spielen. Spielplan und Rundenablauf sind gleich. Die Unterschiede:

- **Die Karten.** Klassisch hat in den Stapeln 1 bis 4 je 11 Karten, 2023 je 10: {C-delegation}, die beiden {C-veto} und
  {C-rivalries} fehlen, lassen sich aber als [Alte Hasen](#old-hands) hinzunehmen; und eine Karte, die eine Region nach
  Wahl wertet, liegt in Stapel 2 statt in Stapel 3.
- **Die Titel.** In der klassischen Ausgabe teilen sich viele Karten einen Titel, 2023 hat jede ihren eigenen.
- **Drei Namen** auf der [Karte](#regions).
- **Das Veto.** Klassisch kann es eine Aktion auch mittendrin stoppen; siehe [Veto](#veto).
- **Zu zweit.** 2023 bringt einen Strohmann als dritte Farbe; siehe [zu zweit](#two-players).
- **Varianten.** Neue Regentschaft, Alte Hasen und Machtwechsel gehören zu 2023.

Auf dieser Seite markieren **2023** und **Klassisch**, was nur für eine Ausgabe gilt.
`,
  },
  "four-and-five": {
    title: "Zu viert und zu fünft",
    text: `
Zu viert und zu fünft ist alles wie oben beschrieben, und drei Plätze bringen Punkte.
`,
  },
  "three-players": {
    title: "Zu dritt",
    text: `
Nur der **erste und der zweite Platz** bringen Punkte, in beiden Ausgaben.

@2023 Wenn ihr wollt, werden die Stapel 2 und 3 zu einem gemischt. Dann liegen in jeder Runde nur vier Karten offen.
`,
  },
  "two-players": {
    title: "Zu zweit mit Strohmann",
    text: `
Eine dritte Farbe, Beinweiß, spielt mit, ohne dass jemand für sie entscheidet: der **Strohmann**. Er füllt die Regionen und
nimmt euch Plätze weg.

- Nur der **erste und der zweite Platz** bringen Punkte. Der Strohmann bekommt keine, belegt aber Plätze wie alle anderen.
- Die Stapel 2 und 3 werden zu einem gemischt.
- Zu Beginn jeder Runde werden **zwei Regionskarten** gezogen, und in jede der beiden kommen 2 seiner Caballeros, aber nie
  in die Königsregion. Das endet, wenn alle 30 auf dem Spielplan sind. Nach jeder Hauptwertung werden die Karten neu gemischt.
- Dann wird seine oberste **Machtkarte** aufgedeckt, bevor ihr eure spielt. Dieselbe Zahl dürft ihr nicht spielen.
- In seinem Zug nimmt er die Aktionskarte mit der **höchsten Zahl**, die noch da ist, und macht nichts damit: Er nimmt sie euch
  nur weg.
- Er wird nie Startspieler. Seine Caballeros dürft ihr versetzen und heimschicken wie die eines Gegners; was er entscheiden
  müsste, entfällt.

!dummy
`,
  },
  "two-players-classic": {
    title: "Zu zweit, klassisch",
    text: `
Einen Strohmann gibt es nicht. Nur der **erste Platz** bringt Punkte, und ein Gleichstand an der Spitze bringt nichts.
`,
  },
  "short-game": {
    title: "Das kurze Spiel",
    text: `
Sechs Runden statt neun: Die Runden 1, 4 und 7 fallen weg. Nach jeder zweiten Runde kommt eine Hauptwertung.
`,
  },
  "new-regency": {
    title: "Neue Regentschaft",
    text: `
Stapel 5 ist nicht mehr eine Karte, sondern zehn: In jeder Runde wird eine aufgedeckt und am Ende abgelegt. Mit jeder setzt du bis
zu 5 ein. Was sie sonst bewirken, steht [auf den Karten](#stack-5); einige führen den König an Orte, an die er sonst nicht kommt.

**Ins Ausland.** {C-exile} schickt den König nach Frankreich oder Portugal. Das sind keine Regionen: Niemand kann dort einsetzen,
und gewertet wird dort nichts. Frankreich grenzt an Navarra, Aragón und Cataluña, Portugal an Galicia, Castilla, Toledo und
Sevilla. Solange der König fort ist, ist keine Region tabu, und keine hat den Königsbonus.

!abroad

**Rebellion.** Solange der König am Castillo steht, ist es tabu: Nichts kommt hinein, nichts heraus, und dort wird kein Plättchen
gelegt. Alle Regionen gelten als benachbart. Wird das Castillo gewertet, bekommt ein alleiniger Erster den Königsbonus. In einer
Hauptwertung wird es gewertet, bleibt aber geschlossen, und es werden keine Scheiben eingestellt.

**Ein Grande im Castillo** ({C-competition}) kann dort seinen Bonus bringen. In der nächsten Hauptwertung reitet er mit den
Caballeros seiner Farbe hinaus. {C-revelation} lässt ihn darin.
`,
  },
  "old-hands": {
    title: "Alte Hasen",
    text: `
Vier Karten für alle, die das Spiel schon kennen: {C-delegation}, {C-veto} (zweimal) und {C-rivalries}. Nehmt so viele
davon hinzu, wie ihr wollt. Für jede kommt eine zufällige Karte desselben Stapels zurück in die Schachtel; die Stapel bleiben
gleich hoch.
`,
  },
  veto: {
    title: "Veto",
    text: `
Wer {C-veto} nimmt, behält die Karte für den Rest dieser und die ganze nächste Runde. Solange sie ausliegt, kündigen alle anderen
eine Sonderaktion an, bevor sie sie ausführen, und wer das Veto hat, sagt ja oder nein. Eine verhinderte Aktion ist verloren;
**einsetzen** darf man trotzdem.

Die Karte wird abgelegt, wenn sie benutzt wurde, sonst am Ende der nächsten Runde.

@2023 Ein Veto stoppt nur die **ganze** Aktion, bevor sie beginnt.

@classic Ein Veto kann eine Aktion auch **mittendrin** stoppen, vor ihrem nächsten einzelnen Schritt. Was geschehen ist, bleibt.

@classic > Jemand versetzt vier Caballeros. Nach dem zweiten wird der dritte angekündigt und durch ein Veto verhindert: Zwei sind
> versetzt, die anderen bleiben, wo sie sind, und eingesetzt werden darf trotzdem noch.
`,
  },
  "power-shift": {
    title: "Machtwechsel",
    text: `
Es gibt 16 **Modifikatoren**: −2, −1, +1 und +2, jeweils in vier Arten.

!modifiers

Jeder bekommt drei, gibt einen davon verdeckt nach links weiter und behält die übrigen. Zu einer Machtkarte darfst du einen
Modifikator spielen.

- Die **Summe** bestimmt die Reihenfolge. Sie darf nicht schon gespielt worden sein, und wer die niedrigste hat, beginnt die
  nächste Runde.
- Du rufst so viele Caballeros, wie deine **Machtkarte** angibt; der Modifikator ändert daran nichts.
- Die Fähigkeit des Modifikators darfst du zu Beginn deines Zuges nutzen, nach dem Rufen der Caballeros und vor der Wahl der
  Aktionskarte.
- Der Modifikator wird mit der Machtkarte abgelegt. {C-power} kann statt einer Machtkarte einen Modifikator zurückholen.

> Liegt eine 9 auf dem Tisch, darfst du 9 mit +1 spielen, das macht 10. Liegt eine 8, darfst du 7 mit +1 nicht spielen.
`,
  },
  "open-castillo": {
    title: "Das offene Castillo",
    text: `
Eine Option beim Eröffnen eines Tisches, in beiden Ausgaben: Der Turm hat dann gläserne Wände. Alle sehen jederzeit, wer wie viele
darin hat und was es bringen würde. Sonst ändert sich nichts; die Scheiben bleiben geheim.
`,
  },
} satisfies Record<string, SectionText>;
