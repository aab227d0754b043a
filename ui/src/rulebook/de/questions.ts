// The rules in German: what people ask, and what we decided where the rulebooks are silent.

import type { SectionText } from "../outline";

export const questions = {
  "asked-often": {
    title: "Häufige Fragen",
    text: `
?Q6 Was, wenn meine Scheibe die Königsregion zeigt?
Dann gehen deine Caballeros an deinen Hof. Dasselbe gilt bei {C-coup}, auch wenn deine Scheibe genau die Region zeigt, aus der du
vertrieben wirst.

?Q14 Warum werde ich nicht nach meiner Scheibe gefragt?
Weil für dich nichts auf dem Spiel steht: nichts im Castillo, keine Caballeros in der Region, die {C-coup} genannt hat, oder
keine, die du für {C-civil-war} oder {C-skirmish} hergeben könntest. Bei {C-rivalries} werden alle gefragt.

?Q8 Welche Regionen kann ich bei {C-civil-war} und {C-skirmish} wählen?
Nur solche, in denen du Caballeros hast, und nie die Königsregion.

?Q21 Muss {C-arrest} jedem Gegner einen nehmen?
Ja, wenn du die Karte ausführst: jedem, der außerhalb der Königsregion einen hat. Wer bei {C-skirmish} keine Region mit zweien
hat, gibt einen aus einer Region mit nur einem her.

?P8 In welcher Reihenfolge wirkt {C-arrest}?
Das bestimmst du.

?Q4 Müssen bei {C-exodus} alle gehen?
Nein. Es dürfen beliebig viele bleiben.

?P7 Darf ich denselben Caballero zweimal versetzen?
Ja. Jedes Mal zählt als ein eigenes Versetzen.

?P4 Welche Region darf ich bei {C-coup} nennen?
Jede außer der Königsregion, aus der mindestens ein Gegner weichen müsste.

?Q17 Darf ich den König oder einen Grande dorthin „bewegen“, wo er schon steht?
Nein. Eine Bewegung führt woandershin.

?Q20 Warum wird mir die Sonderaktion nicht angeboten?
Weil sie gerade nichts ändern könnte: zum Beispiel {C-grande}, wenn dein Grande in der Königsregion steht.

?P12 Warum wurde ich nicht gefragt?
Wenn dir nichts anderes übrig bliebe, als nichts zu tun, geht das Spiel von selbst weiter.

?Q7 Bringt Granada für den ersten Platz 6?
Ja. In einem alten Text steht in einem Beispiel eine 4; das ist ein Druckfehler.
`,
  },
  "asked-regency": {
    title: "Zur Neuen Regentschaft",
    text: `
?Q11,P3 Darf der König bei {C-chalet} bleiben?
Ja, wenn seine eigene Region zu denen mit den wenigsten Caballeros gehört. Angeboten wird es, sobald irgendeine Region einen
Caballero hat.

?Q12 Was, wenn der König bei {C-entourage} aus dem Ausland oder vom Castillo kommt?
Dann folgt ihm niemand; nur er zieht.

?Q5 Mein Grande ist im Castillo, und meine Scheibe zeigt die Königsregion. Was nun?
Er bleibt im Castillo; deine Caballeros gehen an deinen Hof.

?Q18 Lässt sich ein Grande aus dem Castillo holen?
Nicht mit {C-grande} und nicht mit einem Modifikator. Er kommt in einer Hauptwertung heraus.

@classic ?P14 Kann ich mit {C-militia} oder {C-delegation} im Castillo einsetzen?
Nein. Beide gelten nur für Regionen, und das Castillo ist keine.

?Q19,P11 Was bewirkt {C-infiltration}, solange der König am Castillo steht?
Du darfst in diesem Zug im Castillo einsetzen. Angeboten wird die Aktion nur vor dem Einsetzen, wenn du jemanden am Hof hast und
der König im Land ist.
`,
  },
  "asked-variants": {
    title: "Veto, Machtwechsel und der Strohmann",
    text: `
@old_hands ?Q10 Kann man ein Veto dagegen einlegen, dass jemand ein Veto nimmt?
Ja. Die Karte zu behalten ist ihre Sonderaktion, also kann ein anderes Veto das verhindern.

@classic @old_hands ?P1 Was ist für ein Veto ein einzelner Schritt?
Alles, was aus einer Entscheidung folgt und den Spielplan ändert: ein Caballero, der versetzt, eingesetzt, gerufen oder
heimgeschickt wird, eine Region, die gewertet oder genannt wird, ein Plättchen, ein Grande oder der König, der sich bewegt. Was
ohne weitere Entscheidung geschieht, bildet mit der Ankündigung einen Schritt: geleerte Höfe, geheime Scheiben und was daraus
folgt, außer wenn Regionen gewertet werden. Wird eine Machtkarte zurückgenommen, wird niemand ein zweites Mal gefragt, denn
niemand erfährt, welche es ist.

@classic ?P13 Eine Karte wertet mehrere Regionen. Kann ein Veto einige davon verhindern?
Ja. Du bestimmst die Reihenfolge, und wer ein Veto hat, darf vor jeder Region sie und alle übrigen verhindern; was gewertet
ist, bleibt gewertet. Nach der Reihenfolge wirst du nur gefragt, wenn sie eine Rolle spielen kann: solange jemand anders noch ein
Veto einlegen kann und die übrigen Regionen nicht alle dasselbe bringen. Bei {C-rivalries} ist es ebenso, sobald die Scheiben
offen sind.

@old_hands ?P2 Wer wird gefragt, und was kann man antworten?
Alle, die ein Veto haben, im Uhrzeigersinn ab dem linken Nachbarn dessen, der am Zug ist, bis jemand es einlegt. In der Ausgabe
2023 lässt du die Aktion zu oder legst dein Veto ein; in der klassischen kannst du auch gleich die ganze Aktion zulassen. Hast du
zwei, wird das ältere zuerst benutzt.

@2023 @power_shift ?P5 Sieht jemand meine Modifikatoren?
Alle sehen, wie viele du hast, denn ihre Rückseiten sind anders, und ob {C-power} einen Modifikator oder eine Machtkarte
zurückgeholt hat. Welche, sieht niemand.

@2023 @power_shift ?P6 Meine Provinz ist leer. Kann der Modifikator mir trotzdem einen Caballero bringen?
Ja: aus einer Region, wie beim [Rufen der Caballeros](#taking).

@2023 @two ?Q9 Zwei Karten haben dieselbe Zahl. Welche nimmt der Strohmann?
Die aus dem Stapel mit der kleineren Nummer.

@2023 @two ?Q15 Was ist mit den Caballeros des Strohmanns im Castillo?
Sie belegen Plätze, wenn es gewertet wird, und bleiben dann darin: Der Strohmann stellt keine Scheibe ein.

@2023 @two ?Q16 Was ist mit dem Strohmann, wenn eine Karte alle wählen lässt?
Er wird übergangen: {C-withdrawal}, {C-civil-war}, {C-skirmish}, {C-coup} und {C-rivalries}. Wo du selbst wählst, wie bei
{C-arrest} oder beim Versetzen, zählt er als Gegner.

@2023 @two ?P10 Was, wenn dem Strohmann die Caballeros ausgehen?
Der letzte wird noch eingesetzt. Danach werden keine Regionskarten mehr gezogen.

@2023 ?P9 Wie vertragen sich die Alten Hasen mit zusammengelegten Stapeln?
Erst werden die Karten im eigenen Stapel getauscht, dann die Stapel 2 und 3 zu einem gemischt, der Stapel 2 heißt.
`,
  },
  "our-decks": {
    title: "Woher unsere Kartenstapel kommen",
    text: `
Keine Anleitung zählt alle Karten auf. Wo sie nichts sagt, haben wir erschlossen, was passt. Das nehmen wir an:

@2023 ?Q1 Die Karten von 2023
Zehn Karten in jedem der Stapel 1 bis 4 und die vier Alten Hasen ergeben genau die klassischen Listen, wenn eine Wertung einer
Region nach Wahl zu Stapel 2 gezählt wird.

@2023 @new_regency ?Q2 Die zehn Karten der Neuen Regentschaft
Sieben sind in der Anleitung erklärt; die anderen drei halten wir für einfache Bewegungen des Königs.

@2023 @power_shift ?Q3 Die sechzehn Modifikatoren
Die Anleitung zeigt vier Werte und drei Fähigkeiten. Mit einer Art ohne Fähigkeit sind das vier Arten mit je vier Werten.

@classic ?P15 Der klassische Aufbau
Die klassischen Texte nennen keine Zahlen, also bauen wir auf wie 2023: 2 Caballeros bei jedem Grande, 7 an jedem Hof, 21 in
jeder Provinz.

@2023 ?Q13 Die andere Seite des Spielplans
Für zwei und drei Spieler nehmen wir dieselbe Karte an. Nur die Zahl der Plätze, die Punkte bringen, ist anders.
`,
  },
} satisfies Record<string, SectionText>;
