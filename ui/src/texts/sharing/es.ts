import type { PartTexts } from "../texts";

export default {
  shareDialog: {
    title: "Compartir este momento",
    preview: "El tablero en este momento, como otros lo ven junto al enlace",
    noPicture: "Este servidor no puede dibujar imágenes.",
    link: "Enlace a este momento",
    copy: "Copiar",
    linkCopied: "Enlace copiado.",
    codeCopied: "Código copiado.",
    byHand: "Selecciona el texto y cópialo tú.",
    png: "Imagen (PNG)",
    svg: "Dibujo (SVG)",
    clip: "Este turno en vídeo corto (GIF)",
    page: "La partida como página (HTML)",
    frame: "Código para tu propia web",
    notPublic:
      "Para mostrar la partida en tu propia web, primero deja que todos puedan verla: en la página del resultado.",
  },
} satisfies PartTexts<"sharing">;
