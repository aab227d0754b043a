import type { PartTexts } from "../texts";

export default {
  solo: {
    what: "Funciona por completo en tu navegador, y sin conexión tras la primera visita. Los niveles por encima de Sereno necesitan la versión completa.",
    here: "Solo en tu navegador",
    full: "Obtener la versión completa",
    loading: "Cargando el juego … {percent}",
    starting: "El juego está arrancando …",
    old: "Este navegador no puede ejecutar el juego: no tiene WebAssembly. Prueba con un Chrome, Edge, Firefox o Safari más reciente.",
    elsewhere: "El juego está abierto en otra pestaña. Cierra esa pestaña y podrás seguir en esta.",
    broken:
      "El juego no ha arrancado. Vuelve a cargar la página; si no sirve, usa la versión completa.",
    unsaved:
      "Este navegador no deja guardar nada a la página, así que las partidas duran hasta que la cierres. Fuera del modo privado se conservan.",
    unreadable: {
      one: "Una partida guardada está dañada y no se puede abrir; las demás están bien.",
      other: "{n} partidas guardadas están dañadas y no se pueden abrir; las demás están bien.",
    },
    fullTitle: "La versión completa",
    needed: "Esto necesita la versión completa",
    neededText:
      "Los amigos en tu mesa, los bots más fuertes, los problemas, los análisis y los torneos necesitan la versión completa, que funciona en tu propio ordenador.",
    install:
      "Necesita Python 3.11 o posterior. Una línea en un terminal la prepara y abre el juego:",
    fromSource: "en una copia del proyecto",
    fromWheel: "con un wheel descargado",
    more: "Más sobre el proyecto",
    back: "Jugar en el navegador",
  },
} satisfies PartTexts<"solo">;
