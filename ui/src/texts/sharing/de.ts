import type { PartTexts } from "../texts";

export default {
  shareDialog: {
    title: "Diesen Moment teilen",
    preview: "Das Spielbrett in diesem Moment, wie andere es neben dem Link sehen",
    noPicture: "Dieser Server kann keine Bilder zeichnen.",
    link: "Link zu diesem Moment",
    copy: "Kopieren",
    linkCopied: "Link kopiert.",
    codeCopied: "Code kopiert.",
    byHand: "Markiere den Text und kopiere ihn selbst.",
    png: "Bild (PNG)",
    svg: "Zeichnung (SVG)",
    clip: "Dieser Zug als Clip (GIF)",
    page: "Die Partie als Seite (HTML)",
    frame: "Code für deine eigene Website",
    notPublic:
      "Um die Partie auf deiner eigenen Website zu zeigen, gib sie zuerst für alle frei: auf der Seite mit dem Ergebnis.",
  },
} satisfies PartTexts<"sharing">;
