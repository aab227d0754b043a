// The rules in Spanish: scoring and the stacks of cards.

import type { SectionText } from "../outline";

export const points = {
  scoring: {
    title: "La puntuación general",
    text: `
Tras las rondas 3, 6 y 9 se puntúa todo, en este orden:

1. Todos marcan en secreto una región con su [disco](#discs).
2. Se puntúa el **Castillo**.
3. Se abre: se muestran los discos, y los caballeros que había dentro cabalgan a las regiones marcadas.
4. Se puntúan las **nueve regiones** una tras otra, de Galicia a Granada.

!scoring-order
`,
  },
  discs: {
    title: "El disco secreto",
    text: `
Todos eligen una región en secreto y a la vez. Después, todos tus caballeros del Castillo van **juntos** a la región de tu
disco, a tiempo para contar allí.

!dial

Si tu disco marca la región del Rey no pueden entrar: vuelven a tu **Corte**. A veces es justo lo que buscas.

Si no tienes nada en el Castillo, no se te pregunta.
`,
  },
  places: {
    title: "Quién es primero, segundo y tercero",
    text: `
En cada región es primero quien tiene más caballeros; le siguen el segundo y el tercero, y del cuarto en adelante no hay
puntos. Solo cuenta quien tiene al menos un caballero, y un Grande no es un caballero.

!score-galicia

**El empate cuesta un puesto.** Todos los empatados reciben los puntos del puesto siguiente: quien empata en cabeza puntúa
como segundo. Con eso se gastan dos puestos, así que quien viene detrás de un empate en cabeza es tercero.

!score-castillo-tie

Da igual cuántos empaten: tres que comparten la cabeza puntúan los tres como segundos, y el siguiente como tercero.

!score-navarra

Dos empates: la primera pareja puntúa como segunda; la otra sería cuarta y no puntúa.

!score-aragon

Con [dos](#two-players) o [tres](#three-players) jugadores puntúan menos puestos.
`,
  },
  bonuses: {
    title: "Bonificación del Rey y del Grande",
    text: `
Quien es primero **en solitario** puntúa

- **2 más en la región del Rey** (bonificación del Rey) y
- **2 más en la región de su propio Grande** (bonificación del Grande).

Pueden darse las dos a la vez. Un primer puesto compartido no da bonificación.

!score-cataluna

!score-granada

!score-both

!score-sevilla

Las bonificaciones valen en toda puntuación, general o especial.
`,
  },
  tiles: {
    title: "Losetas de puntuación",
    text: `
Junto al tablero esperan dos losetas: **8/4/0** y **4/0/0**. Con {C-tile} se ponen sobre el marcador de una región o del
Castillo, o se cambian de sitio. Desde entonces la loseta vale **en lugar de los números impresos y para todo**: también para
saber qué regiones son «de 4 puntos».

En cada lugar hay como mucho una, y ninguna entra en la región del Rey ni sale de ella.

!tiles

> Toledo tiene la loseta 4/0/0 y Galicia la 8/4/0. {C-score-4} puntúa ahora Cataluña, Sevilla y Toledo, pero no Galicia.
`,
  },
  "special-scoring": {
    title: "Puntuaciones especiales",
    text: `
Muchas cartas de los mazos 2 y 3 puntúan algunas regiones en mitad de la ronda. Puestos, empates, bonificaciones y losetas
cuentan igual que en una puntuación general.

El Castillo solo lo puntúa {C-revelation}. Se enseña lo que hay dentro y todo vuelve a entrar.
`,
  },
  end: {
    title: "El fin de la partida",
    text: `
Tras la tercera puntuación general termina la partida. **Gana quien tenga más puntos**; quienes empatan comparten el puesto.
`,
  },
  moving: {
    title: "Cómo se mueve",
    text: `
Las cartas del mazo 1 mueven caballeros que están en regiones. Cada uno va a **cualquier otra región o al Castillo**, cerca o
lejos del Rey. Puedes mezclar de dónde salen y adónde van, y mover dos veces al mismo, lo que cuenta como dos movimientos.

**Nunca** desde el Castillo ni desde una Corte, y nunca hacia la región del Rey ni desde ella.

> Con {C-two-two} mueves uno tuyo de Granada a Castilla, otro de Granada al Castillo, uno verde a Valencia y uno azul a
> Castilla.

El sello de lacre de cada carta es el número de caballeros que puedes colocar con ella.
`,
  },
  "stack-1": {
    title: "Mazo 1: mover",
    text: `
Coloca 1. Estas cartas llevan pocos caballeros nuevos al tablero, pero mueven muchos de los que ya están allí.
`,
  },
  "stack-2": {
    title: "Mazo 2: pérdidas y ferias",
    text: `
Coloca 2. La mayoría de estas cartas manda a casa caballeros de los demás.
`,
  },
  "stack-3": {
    title: "Mazo 3: puntuaciones especiales",
    text: `
Coloca 3 y puntúa algunas regiones en el acto. Colocar antes de puntuar suele ser mejor, aunque no siempre.
`,
  },
  "stack-4": {
    title: "Mazo 4: poder, losetas y Grandes",
    text: `
Coloca 4 y cambia lo que vale el tablero.
`,
  },
  "stack-5": {
    title: "Mazo 5: el Rey",
    text: `
Coloca 5 y mueve al Rey. La carta del Rey está en todas las rondas.

@2023 @new_regency Con la [Nueva regencia](#new-regency) ocupan su lugar diez cartas: tres que mueven al Rey como siempre y
siete que aparecen una sola vez.
`,
  },
} satisfies Record<string, SectionText>;
