// The rules in German: the board and the round.

import type { ChapterId, SectionText } from "../outline";

export const chapters: Record<ChapterId, string> = {
  board: "Spielplan und Figuren",
  round: "Eine Runde",
  points: "Punkte",
  cards: "Die Aktionskarten",
  variants: "Ausgaben, Spielerzahl und Varianten",
  questions: "Fragen und Klarstellungen",
};

export const play = {
  idea: {
    title: "Worum es geht",
    text: `
Du gehörst zum Hochadel Spaniens, den **Grandes**, und willst in möglichst vielen Regionen das Sagen haben. Deine
**Caballeros** reiten für dich: Wo du mehr von ihnen hast als die anderen, machst du Punkte. Nach neun Runden gewinnt, wer
die meisten Punkte hat.

Alles dreht sich um drei Fragen, die du in jeder Runde neu beantwortest: Wie früh will ich am Zug sein, wie viele neue
Caballeros bekomme ich, und welche Aktionskarte ist dann noch für mich da?

!round-at-a-glance
`,
  },
  regions: {
    title: "Regionen und Wertungstafeln",
    text: `
Spanien ist in **neun Regionen** geteilt. Jede hat eine Wertungstafel mit drei Zahlen: was der erste, der zweite und der
dritte Platz bringen. Regionen mit gemeinsamer Grenze sind **benachbart**.

!map

!scoreboards

@classic In der klassischen Ausgabe heißen drei Regionen anders: Navarra ist das País Vasco, Castilla ist Castilla la Vieja und
Toledo ist Castilla la Nueva. Grenzen und Punkte sind gleich.
`,
  },
  pieces: {
    title: "Deine Figuren: Provinz, Hof, Spielplan",
    text: `
Du hast 30 **Caballeros**, einen **Grande**, 13 Machtkarten und eine geheime Scheibe. Jeder deiner Caballeros ist immer an
einem von vier Orten, und alle 30 bleiben im Spiel:

- in der **Provinz**: weit weg. Hier können sie noch nichts tun.
- am **Hof**: gerufen und bereit. Nur von hier kannst du sie einsetzen.
- in einer **Region** auf der Karte, wo sie für dich zählen.
- im **Castillo**, wo niemand sie sieht, bis es geöffnet wird.

!homes

Dein Grande zeigt, welche Region deine Heimat ist. Er zählt nie als Caballero, aber wo er steht, bringt er dir einen
[Bonus](#bonuses).
`,
  },
  king: {
    title: "Der König und sein Tabu",
    text: `
Der **König** steht in einer Region, und daraus folgt zweierlei.

- Du setzt deine Caballeros in den **Nachbarregionen** ein, nie in seiner eigenen. Wohin er zieht, dorthin verlagert sich das
  Spiel.
- **Seine Region ist tabu.** Solange er da ist, ändert sich in ihr nichts: Kein Caballero, kein Grande und kein Plättchen kommt
  hinein oder heraus, was auch immer auf einer Karte steht. Gewertet wird sie wie jede andere.

!taboo

@new_regency Vier Karten der Neuen Regentschaft erlauben in ihrem Text eine Ausnahme: {C-entourage}, {C-competition},
{C-infiltration} und {C-stand-in}.
`,
  },
  castillo: {
    title: "Das Castillo",
    text: `
Der Turm vor der Küste ist **keine Region**. Wenn in einer Regel oder auf einer Karte „Region“ steht, ist das Castillo nicht
gemeint. Es hat eine eigene Wertungstafel: 5, 3 und 1.

Du kannst in fast jedem Zug Caballeros hineinwerfen, wo immer der König steht. Jedes Mal wird die Anzahl angesagt; danach zählt
niemand für dich mit. Bis zur nächsten [Hauptwertung](#scoring) kommt nichts heraus: Erst dann schickt jeder seine Caballeros
gemeinsam in eine Region.

!score-castillo

@open_castillo An einem Tisch mit offenem Castillo sehen alle jederzeit, was darin ist.
`,
  },
  "power-cards": {
    title: "Machtkarten",
    text: `
Du hast die Karten 1 bis 13 und kannst jede nur einmal im Spiel einsetzen. Die **Zahl** bestimmt, wann du am Zug bist: Die höchste
beginnt. Die kleinen Reiter sagen, wie viele Caballeros du aus der Provinz an deinen Hof rufen darfst: **Eine hohe Karte bringt
wenige, eine niedrige viele**.

!power-cards

Neun der dreizehn wirst du spielen; vier bleiben ungenutzt.
`,
  },
  setup: {
    title: "Aufbau",
    text: `
Das alles erledigt das Programm für dich.

1. Die Aktionskarten werden in die Stapel 1 bis 4 sortiert und gemischt. Stapel 5 ist allein die Königskarte.
2. Die neun Regionskarten werden gemischt. Die erste zeigt, wo der König beginnt.
3. Jeder zieht eine und stellt seinen Grande und 2 Caballeros dorthin. So beginnen der König und alle Grandes in
   verschiedenen Regionen.
4. Alle beginnen mit 7 Caballeros am Hof und 21 in der Provinz.
5. Der Startspieler wird ausgelost; wer den Tisch eröffnet, kann ihn auch bestimmen.

@new_regency Mit der [Neuen Regentschaft](#new-regency) hat Stapel 5 zehn Karten.
`,
  },
  overview: {
    title: "Der Ablauf einer Runde",
    text: `
1. **Karten aufdecken**: Von jedem Stapel wird die oberste Karte aufgedeckt. Die Königskarte liegt in jeder Runde aus.
2. **Machtkarten**: Beginnend mit dem Startspieler spielt jeder eine offen aus.
3. **Züge**: die höchste Machtkarte zuerst. In deinem Zug [rufst du Caballeros](#taking) an deinen Hof und nutzt dann eine
   [Aktionskarte](#action-cards): Du setzt ein und führst ihre Sonderaktion aus.
4. **Rundenende**: Die benutzten Karten werden abgelegt, und wer die niedrigste Machtkarte gespielt hat, beginnt die nächste
   Runde.

Es gibt neun Runden, mit einer [Hauptwertung](#scoring) nach der dritten, der sechsten und der neunten.

!rounds
`,
  },
  "playing-power": {
    title: "Machtkarten spielen",
    text: `
Beginnend mit dem Startspieler spielt jeder im Uhrzeigersinn eine Machtkarte offen aus. **Eine Zahl, die schon liegt, darf in
dieser Runde nicht noch einmal gespielt werden.** Eine spielbare Karte hast du immer.

!turn-order

> Grün spielt 8, Azur 3, Ocker 5 und du 9. Du beginnst, dann folgen Grün, Ocker und Azur. Azur hat die niedrigste Karte gespielt
> und beginnt die nächste Runde.
`,
  },
  taking: {
    title: "Caballeros an den Hof rufen",
    text: `
Zu Beginn deines Zuges rufst du **bis zu** so viele Caballeros aus deiner Provinz an deinen Hof, wie deine Machtkarte angibt.
Es dürfen weniger sein.

Reichen die Caballeros in deiner Provinz nicht, darfst du die fehlenden aus **Regionen** holen, sobald die Provinz leer ist.
Du bestimmst, welche, aber nicht aus der Königsregion und nicht aus dem Castillo. Dasselbe gilt für Karten, die Caballeros an
deinen Hof bringen.

> Deine Karte erlaubt 5, in deiner Provinz sind 3. Nimm diese 3 und, wenn du willst, bis zu 2 weitere aus Regionen.
`,
  },
  "action-cards": {
    title: "Eine Aktionskarte nutzen",
    text: `
Wähle eine der Aktionskarten, die noch offen liegen. Sie erlaubt dir zweierlei, **in beliebiger Reihenfolge**, eins nach dem
anderen:

- bis zu so viele Caballeros **einsetzen**, wie ihre Zahl angibt, und
- ihre **Sonderaktion** ausführen.

Beides ist freiwillig. Du musst das eine abschließen, bevor du das andere beginnst: Du kannst nicht zwei Caballeros einsetzen,
die Sonderaktion ausführen und dann den Rest einsetzen.

!action-card

Danach ist die Karte für diese Runde weg; niemand sonst kann sie nutzen. Das gilt auch für die Königskarte, doch die ist in
der nächsten Runde wieder da.

> Der König steht in Valencia, und du nimmst {C-king}. Erst setzt du 2 in Granada, 2 in Toledo und 1 im Castillo ein; dann zieht
> der König nach Toledo, und was du dort hast, ist sicher.
`,
  },
  placing: {
    title: "Einsetzen",
    text: `
Setze Caballeros **von deinem Hof** ein, höchstens so viele, wie die Karte angibt, beliebig verteilt auf

- die **Nachbarn der Königsregion** und
- das **Castillo**.

Nie in der Königsregion selbst. Wie viele du ins Castillo wirfst, wird angesagt.

!placing

> Steht der König in Castilla, darfst du in Galicia, Navarra, Aragón, Toledo und im Castillo einsetzen.
`,
  },
  special: {
    title: "Die Sonderaktion",
    text: `
Auf eine Sonderaktion darfst du verzichten. **Wenn du sie ausführst, dann ganz**, so weit es geht, auch wenn es anderen hilft. Wo
auf der Karte „bis zu“ oder „darfst“ steht, hast du die Wahl.

Eine Aktion, die gar nichts ändern würde, wird dir nicht angeboten. Eine Wertung, die niemandem etwas bringt, ist trotzdem eine
Wertung.

Alle Aktionskarten stehen [weiter unten](#moving).
`,
  },
  "end-of-round": {
    title: "Das Ende der Runde",
    text: `
Aktionskarten, die niemand genutzt hat, werden abgelegt. Wer die **niedrigste Machtkarte** gespielt hat, beginnt die nächste
Runde. Die Machtkarten auf dem Tisch sind verbraucht, es sei denn, {C-power} holt eine zurück.
`,
  },
} satisfies Record<string, SectionText>;
