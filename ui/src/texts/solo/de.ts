import type { PartTexts } from "../texts";

export default {
  solo: {
    what: "Läuft ganz in deinem Browser, nach dem ersten Besuch auch ohne Netz. Stärkere Stufen als Besonnen gibt es in der vollen Version.",
    here: "Ganz in deinem Browser",
    full: "Zur vollen Version",
    loading: "Das Spiel wird geladen … {percent}",
    starting: "Das Spiel startet …",
    old: "Dieser Browser kann das Spiel nicht ausführen: Ihm fehlt WebAssembly. Nimm einen neueren Chrome, Edge, Firefox oder Safari.",
    elsewhere: "Das Spiel ist in einem anderen Tab offen. Schließ ihn, dann geht es hier weiter.",
    broken:
      "Das Spiel ist nicht gestartet. Lade die Seite neu; hilft das nicht, nimm die volle Version.",
    unsaved:
      "Dieser Browser lässt die Seite nichts speichern, darum dauern Partien nur, bis du sie schließt. Außerhalb des privaten Modus bleiben sie.",
    unreadable: {
      one: "Eine gespeicherte Partie ist beschädigt und lässt sich nicht öffnen; die anderen sind in Ordnung.",
      other:
        "{n} gespeicherte Partien sind beschädigt und lassen sich nicht öffnen; die anderen sind in Ordnung.",
    },
    fullTitle: "Die volle Version",
    needed: "Dafür braucht es die volle Version",
    neededText:
      "Freunde am Tisch, stärkere Bots, Rätsel, Analysen und Turniere gibt es in der vollen Version, die auf deinem eigenen Rechner läuft.",
    install:
      "Sie braucht Python 3.11 oder neuer. Eine Zeile im Terminal richtet sie ein und öffnet das Spiel:",
    fromSource: "in einer Kopie des Projekts",
    fromWheel: "mit einem heruntergeladenen Wheel",
    more: "Mehr über das Projekt",
    back: "Im Browser spielen",
  },
} satisfies PartTexts<"solo">;
