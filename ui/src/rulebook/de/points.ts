// The rules in German: scoring and the stacks of cards.

import type { SectionText } from "../outline";

export const points = {
  scoring: {
    title: "Die Hauptwertung",
    text: `
Nach den Runden 3, 6 und 9 wird alles gewertet, in dieser Reihenfolge:

1. Alle stellen ihre [geheime Scheibe](#discs) ein.
2. Das **Castillo** wird gewertet.
3. Es wird geöffnet: Die Scheiben werden gezeigt, und die Caballeros darin reiten in die eingestellten Regionen.
4. Die **neun Regionen** werden nacheinander gewertet, von Galicia bis Granada.

!scoring-order
`,
  },
  discs: {
    title: "Die geheime Scheibe",
    text: `
Alle wählen geheim und gleichzeitig eine Region. Dann gehen alle deine Caballeros aus dem Castillo **gemeinsam** in die Region
auf deiner Scheibe, rechtzeitig, um dort zu zählen.

!dial

Zeigt deine Scheibe die Königsregion, dürfen sie nicht hinein; sie kommen zurück an deinen **Hof**. Manchmal ist genau das
richtig.

Hast du nichts im Castillo, wirst du nicht gefragt.
`,
  },
  places: {
    title: "Wer ist Erster, Zweiter, Dritter",
    text: `
In jeder Region ist vorn, wer die meisten Caballeros hat; es folgen der zweite und der dritte Platz, ab dem vierten gibt es
nichts. Es zählt nur, wer mindestens einen Caballero dort hat, und ein Grande ist kein Caballero.

!score-galicia

**Gleichstand kostet einen Platz.** Alle Beteiligten bekommen die Punkte des nächsten Platzes: Wer sich den ersten teilt,
bekommt die Punkte des zweiten. Damit sind zwei Plätze verbraucht; wer hinter einem geteilten ersten Platz liegt, ist Dritter.

!score-castillo-tie

Wie viele gleichauf liegen, ist egal: Drei an der Spitze bekommen alle den zweiten Platz, der nächste den dritten.

!score-navarra

Bei zwei Gleichständen bekommt das erste Paar den zweiten Platz; das andere wäre Vierter und geht leer aus.

!score-aragon

Zu [zweit](#two-players) oder zu [dritt](#three-players) bringen weniger Plätze Punkte.
`,
  },
  bonuses: {
    title: "Königs- und Grande-Bonus",
    text: `
Wer **allein** Erster ist, bekommt

- **2 Punkte mehr in der Königsregion** (Königsbonus) und
- **2 Punkte mehr in der Region des eigenen Grande** (Grande-Bonus).

Beides kann zusammenkommen. Ein geteilter erster Platz bringt keinen Bonus.

!score-cataluna

!score-granada

!score-both

!score-sevilla

Die Boni gelten in jeder Wertung, ob Haupt- oder Sonderwertung.
`,
  },
  tiles: {
    title: "Wertungsplättchen",
    text: `
Neben dem Spielplan liegen zwei Plättchen bereit: **8/4/0** und **4/0/0**. {C-tile} legt eines auf die Wertungstafel einer
Region oder des Castillo oder verlegt es auf eine andere. Von da an **ersetzt das Plättchen die gedruckten Zahlen in jeder
Hinsicht**: auch dafür, welche Regionen „4-Punkte-Regionen“ sind.

An jedem Ort liegt höchstens eines, und keines kommt in die Königsregion oder aus ihr heraus.

!tiles

> Auf Toledo liegt 4/0/0, auf Galicia 8/4/0. {C-score-4} wertet jetzt Cataluña, Sevilla und Toledo, aber nicht Galicia.
`,
  },
  "special-scoring": {
    title: "Sonderwertungen",
    text: `
Viele Karten der Stapel 2 und 3 werten mitten in der Runde einige Regionen. Plätze, Gleichstände, Boni und Plättchen zählen
genau wie in einer Hauptwertung.

Das Castillo wertet nur {C-revelation}. Dann wird gezeigt, was darin ist, und alles kommt wieder hinein.
`,
  },
  end: {
    title: "Das Ende des Spiels",
    text: `
Nach der dritten Hauptwertung ist das Spiel aus. **Wer die meisten Punkte hat, gewinnt**; bei Gleichstand teilt man sich den
Platz.
`,
  },
  moving: {
    title: "Wie versetzt wird",
    text: `
Die Karten von Stapel 1 versetzen Caballeros, die in Regionen stehen. Jeder geht in **eine beliebige andere Region oder ins
Castillo**, nah beim König oder fern von ihm. Sie dürfen aus verschiedenen Regionen kommen und verschiedene Ziele haben, und
denselben Caballero darfst du zweimal versetzen; das zählt doppelt.

**Nie** aus dem Castillo oder von einem Hof, und nie in die Königsregion oder aus ihr heraus.

> Mit {C-two-two} versetzt du einen eigenen von Granada nach Castilla, einen weiteren von Granada ins Castillo, einen grünen nach
> Valencia und einen azurblauen nach Castilla.

Das Wachssiegel auf jeder Karte nennt die Zahl der Caballeros, die du mit ihr einsetzen darfst.
`,
  },
  "stack-1": {
    title: "Stapel 1: versetzen",
    text: `
Setze 1 ein. Diese Karten bringen wenige neue Caballeros auf den Spielplan, versetzen aber viele, die schon dort sind.
`,
  },
  "stack-2": {
    title: "Stapel 2: Verluste und Jahrmärkte",
    text: `
Setze 2 ein. Die meisten dieser Karten schicken Caballeros der anderen nach Hause.
`,
  },
  "stack-3": {
    title: "Stapel 3: Sonderwertungen",
    text: `
Setze 3 ein und werte sofort einige Regionen. Erst einsetzen, dann werten ist oft besser, aber nicht immer.
`,
  },
  "stack-4": {
    title: "Stapel 4: Macht, Plättchen und Grandes",
    text: `
Setze 4 ein und verändere, was auf dem Spielplan wie viel wert ist.
`,
  },
  "stack-5": {
    title: "Stapel 5: der König",
    text: `
Setze 5 ein und bewege den König. Die Königskarte liegt in jeder Runde aus.

@2023 @new_regency Mit der [Neuen Regentschaft](#new-regency) treten zehn Karten an ihre Stelle: drei, die den König wie gewohnt
bewegen, und sieben, die es nur einmal gibt.
`,
  },
} satisfies Record<string, SectionText>;
