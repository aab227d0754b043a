// The rules in Spanish: the board and the round.

import type { ChapterId, SectionText } from "../outline";

export const chapters: Record<ChapterId, string> = {
  board: "El tablero y las piezas",
  round: "Una ronda",
  points: "Los puntos",
  cards: "Las cartas de acción",
  variants: "Ediciones, jugadores y variantes",
  questions: "Preguntas y aclaraciones",
};

export const play = {
  idea: {
    title: "De qué va",
    text: `
Eres uno de los grandes nobles de España, un **Grande**, y quieres tener influencia en tantas regiones como puedas. Tus
**caballeros** cabalgan por ti: donde tienes más que los demás, puntúas. Tras nueve rondas gana quien tenga más puntos.

En cada ronda te haces tres preguntas: ¿cuándo quiero que me toque?, ¿cuántos caballeros
nuevos consigo? y ¿qué carta de acción me quedará cuando llegue mi turno?

!round-at-a-glance
`,
  },
  regions: {
    title: "Regiones y marcadores",
    text: `
España está dividida en **nueve regiones**. Cada una tiene un marcador con tres números: lo que paga el primer, el segundo y
el tercer puesto. Las regiones con frontera común son **vecinas**.

!map

!scoreboards

@classic En la edición clásica tres regiones tienen otro nombre: Navarra se llama País Vasco, Castilla es Castilla la Vieja y
Toledo es Castilla la Nueva. Las fronteras y los puntos son los mismos.
`,
  },
  pieces: {
    title: "Tus piezas: Provincia, Corte y tablero",
    text: `
Tienes 30 **caballeros**, un **Grande**, 13 cartas de poder y un disco secreto. Cada caballero tuyo está siempre en uno de
estos cuatro lugares, y los 30 siguen en juego hasta el final:

- la **Provincia**: lejos. Desde aquí todavía no pueden hacer nada.
- la **Corte**: llamados y listos. Solo desde aquí puedes colocarlos.
- una **región** del mapa, donde cuentan para ti.
- el **Castillo**, donde nadie los ve hasta que se abre.

!homes

Tu Grande señala tu patria. No es un caballero y nunca cuenta como tal, pero te da una [bonificación](#bonuses) allí donde
está.
`,
  },
  king: {
    title: "El Rey y su tabú",
    text: `
El **Rey** está en una región, y eso tiene dos consecuencias.

- Colocas tus caballeros en regiones **vecinas** de la suya, nunca en ella. Adonde va el Rey, va la partida.
- **Su región es tabú.** Mientras él esté allí no cambia nada en ella: ningún caballero, ningún Grande y ninguna loseta entra
  ni sale, diga lo que diga una carta. Pero se puntúa como cualquier otra.

!taboo

@new_regency Cuatro cartas de la Nueva regencia lo permiten expresamente: {C-entourage}, {C-competition}, {C-infiltration} y
{C-stand-in}.
`,
  },
  castillo: {
    title: "El Castillo",
    text: `
La torre frente a la costa **no es una región**. Cuando una regla o una carta dice «región», no se refiere al Castillo. Tiene
su propio marcador: 5, 3 y 1.

En casi todos tus turnos puedes echar caballeros dentro, esté donde esté el Rey. Se dice en voz alta cuántos entran; después
nadie lleva la cuenta por ti. De allí no sale nada hasta una [puntuación general](#scoring): entonces cada cual envía a todos
los suyos juntos a una región.

!score-castillo

@open_castillo En una mesa con el Castillo abierto todos ven en cada momento lo que hay dentro.
`,
  },
  "power-cards": {
    title: "Cartas de poder",
    text: `
Tienes las cartas del 1 al 13, y cada una sirve una sola vez en la partida. El **número** decide cuándo te toca: la más alta
va primero. Los jinetes pequeños dicen cuántos caballeros puedes traer de la Provincia a tu Corte: **una carta alta trae
pocos, una baja muchos**.

!power-cards

Jugarás nueve de las trece; cuatro se quedan sin usar.
`,
  },
  setup: {
    title: "Preparación",
    text: `
De todo esto se encarga el programa.

1. Las cartas de acción se reparten en los mazos 1 a 4 y se barajan. El mazo 5 es solo la carta del Rey.
2. Se barajan las nueve cartas de región. La primera indica dónde empieza el Rey.
3. Cada jugador roba una y pone allí su Grande y 2 caballeros. Así, el Rey y todos los Grandes empiezan en regiones
   distintas.
4. Todos empiezan con 7 caballeros en la Corte y 21 en la Provincia.
5. Se sortea quién empieza. Quien abre la mesa puede elegirlo.

@new_regency Con la [Nueva regencia](#new-regency) el mazo 5 tiene diez cartas.
`,
  },
  overview: {
    title: "Cómo transcurre una ronda",
    text: `
1. **Se descubren las cartas**: se da la vuelta a la primera de cada mazo. La carta del Rey está en todas las rondas.
2. **Cartas de poder**: empezando por el jugador inicial, cada cual juega una boca arriba.
3. **Turnos**: primero la carta de poder más alta. En tu turno [traes caballeros](#taking) a tu Corte y luego usas una
   [carta de acción](#action-cards): colocas y realizas su acción especial.
4. **Fin de la ronda**: se retiran las cartas, y quien jugó la carta de poder más baja empieza la ronda siguiente.

Hay nueve rondas, con una [puntuación general](#scoring) tras la tercera, la sexta y la novena.

!rounds
`,
  },
  "playing-power": {
    title: "Jugar cartas de poder",
    text: `
Empezando por el jugador inicial y en el sentido de las agujas del reloj, todos juegan una carta de poder boca arriba. **Un número
que ya está en la mesa no se puede repetir en esa ronda.** Siempre tendrás alguna carta que puedas jugar.

!turn-order

> Verde juega un 8, azul un 3, ocre un 5 y tú un 9. Empiezas tú; siguen verde, ocre y azul. Azul jugó la más baja y será
> jugador inicial en la próxima ronda.
`,
  },
  taking: {
    title: "Traer caballeros a tu Corte",
    text: `
Al empezar tu turno, trae de la Provincia a tu Corte **como máximo** tantos caballeros como indique tu carta de poder. Pueden
ser menos.

Si en tu Provincia no hay bastantes, y solo cuando esté vacía, puedes traer los que falten desde **regiones**: eliges tú
cuáles, pero ninguno de la región del Rey ni del Castillo. Lo mismo vale para las cartas que traen caballeros a tu Corte.

> Tu carta te deja traer 5 y en tu Provincia quedan 3. Trae esos 3 y, si quieres, hasta 2 más desde regiones.
`,
  },
  "action-cards": {
    title: "Usar una carta de acción",
    text: `
Elige una de las cartas de acción que sigan boca arriba. Te permite dos cosas, **en el orden que prefieras**, una después de
la otra:

- **colocar** como máximo tantos caballeros como diga su número, y
- realizar su **acción especial**.

Ninguna es obligatoria. La primera debe terminar antes de que empiece la segunda: no puedes colocar dos, actuar y colocar
luego el resto.

!action-card

Al terminar, la carta deja de estar disponible en esa ronda; nadie más puede usarla. La del Rey también, pero vuelve en la
siguiente.

> El Rey está en Valencia y tomas {C-king}. Primero colocas 2 en Granada, 2 en Toledo y 1 en el Castillo; después el Rey va a
> Toledo y deja cerrado lo que has puesto allí.
`,
  },
  placing: {
    title: "Colocar",
    text: `
Coloca caballeros **de tu Corte**, hasta el número de la carta, repartidos como quieras entre

- las **regiones vecinas de la del Rey** y
- el **Castillo**.

Nunca en la propia región del Rey. Se anuncia cuántos echas al Castillo.

!placing

> Con el Rey en Castilla puedes colocar en Galicia, Navarra, Aragón, Toledo y el Castillo.
`,
  },
  special: {
    title: "La acción especial",
    text: `
Puedes renunciar a la acción especial. **Si la realizas, hazla entera**, hasta donde se pueda, aunque ayude a otra persona.
Donde la carta dice «hasta» o «puedes», decides tú.

Una acción que no cambiaría absolutamente nada no se te ofrece. Una puntuación que no da puntos a nadie sigue siendo una
puntuación.

Todas las cartas de acción están [más abajo](#moving).
`,
  },
  "end-of-round": {
    title: "El fin de la ronda",
    text: `
Las cartas de acción que nadie usó se descartan. Quien jugó la **carta de poder más baja** es jugador inicial en la ronda
siguiente. Las cartas de poder de la mesa se apartan y no vuelven, salvo que {C-power} recupere alguna.
`,
  },
} satisfies Record<string, SectionText>;
