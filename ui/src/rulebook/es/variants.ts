// The rules in Spanish: editions, numbers of players and variants.

import type { SectionText } from "../outline";

export const variants = {
  editions: {
    title: "Dos ediciones y sus diferencias",
    text: `
Puedes jugar con la edición de **2023** y con la **clásica**. El tablero y las rondas son iguales. Las diferencias son:

- **El mazo.** La clásica tiene 11 cartas en cada mazo del 1 al 4. La de 2023 tiene 10: faltan {C-delegation}, los dos
  {C-veto} y {C-rivalries}, que se pueden añadir como [cartas para veteranos](#old-hands); y una de las cartas que puntúan una
  región a tu elección está en el mazo 2 y no en el 3.
- **Los títulos.** En la clásica muchas cartas comparten título; en 2023 cada una tiene el suyo.
- **Tres nombres** del [mapa](#regions).
- **El Veto.** En la clásica también puede detener una acción a medias: consulta [Veto](#veto).
- **Dos jugadores.** La de 2023 añade un jugador ficticio como tercer color: consulta [dos jugadores](#two-players).
- **Variantes.** Nueva regencia, las cartas para veteranos y Cambio de poder son de 2023.

En esta página **2023** y **Clásica** señalan lo que solo vale en una edición.
`,
  },
  "four-and-five": {
    title: "Cuatro y cinco jugadores",
    text: `
Con cuatro o cinco jugadores todo es como se ha descrito, y puntúan tres puestos.
`,
  },
  "three-players": {
    title: "Tres jugadores",
    text: `
Puntúan solo el **primer y el segundo puesto**, en las dos ediciones.

@2023 Si queréis, los mazos 2 y 3 se barajan juntos. Entonces solo hay cuatro cartas boca arriba en cada ronda.
`,
  },
  "two-players": {
    title: "Dos jugadores y el ficticio",
    text: `
Un tercer color, el hueso, juega sin que nadie decida por él: el **jugador ficticio**. Llena las regiones y os quita
puestos.

- Puntúan solo el **primer y el segundo puesto**. El ficticio no puntúa, pero ocupa puestos como cualquiera.
- Los mazos 2 y 3 se barajan juntos.
- Al empezar cada ronda se roban **dos cartas de región**, y a cada una van 2 caballeros suyos; a la región del Rey no va
  ninguno. Deja de colocar cuando los 30 están en el tablero. Las cartas se barajan de nuevo tras cada puntuación general.
- Después se descubre su primera **carta de poder**, antes de que juguéis las vuestras. No se puede repetir su número.
- En su turno toma la carta de acción con el **número más alto** de las que quedan y no hace nada con ella: solo os la quita.
- Nunca es jugador inicial. Puedes mover sus caballeros y mandarlos a casa como los de un rival; lo que tendría que decidir él
  se omite.

!dummy
`,
  },
  "two-players-classic": {
    title: "Dos jugadores, clásica",
    text: `
No hay jugador ficticio. Puntúa solo el **primer puesto**, y un empate en cabeza no da nada.
`,
  },
  "short-game": {
    title: "La partida corta",
    text: `
Seis rondas en vez de nueve: se saltan la 1, la 4 y la 7. Hay puntuación general cada dos rondas.
`,
  },
  "new-regency": {
    title: "Nueva regencia",
    text: `
El mazo 5 ya no es una carta sino diez: en cada ronda se descubre una, y al final se descarta. Con todas colocas 5. Lo que
hace cada una lo dicen [las cartas](#stack-5); algunas llevan al Rey a lugares donde no suele ir.

**Al extranjero.** {C-exile} envía al Rey a Francia o a Portugal. No son regiones: nadie puede colocar allí y no se puntúan.
Francia es vecina de Navarra, Aragón y Cataluña; Portugal, de Galicia, Castilla, Toledo y Sevilla. Mientras el Rey está fuera
ninguna región es tabú y ninguna da la bonificación del Rey.

!abroad

**Rebelión.** Mientras el Rey está en el Castillo, este es tabú: no entra nada, no sale nada y no se pone ninguna loseta.
Todas las regiones cuentan como vecinas. Cuando se puntúa el Castillo, el primero en solitario recibe la bonificación del Rey. En
una puntuación general se puntúa, pero sigue cerrado, y no se usan los discos.

**Un Grande en el Castillo** ({C-competition}) puede dar allí su bonificación. En la siguiente puntuación general sale con los
caballeros de su dueño. {C-revelation} lo deja dentro.
`,
  },
  "old-hands": {
    title: "Cartas para veteranos",
    text: `
Cuatro cartas para quienes ya conocen el juego: {C-delegation}, {C-veto} (dos veces) y {C-rivalries}. Añade las que quieras.
Por cada una vuelve a la caja una carta al azar del mismo mazo, así que los mazos conservan su tamaño.
`,
  },
  veto: {
    title: "Veto",
    text: `
Quien toma {C-veto} se la queda, lo que resta de esta ronda y toda la siguiente. Mientras esté sobre la mesa, los demás anuncian
su acción especial antes de realizarla, y el dueño dice sí o no. Una acción vetada se pierde, pero aún se puede **colocar**.

La carta se retira cuando se ha usado y, si no, al final de la ronda siguiente.

@2023 El Veto solo detiene la acción **entera**, antes de que empiece.

@classic El Veto también puede detener una acción **a medias**, antes de su próximo paso. Lo hecho, hecho está.

@classic > Alguien mueve cuatro caballeros. Tras el segundo anuncia el tercero y recibe un veto: dos se han movido, los otros se
> quedan donde están, y esa persona aún puede colocar.
`,
  },
  "power-shift": {
    title: "Cambio de poder",
    text: `
Hay 16 **modificadores**: −2, −1, +1 y +2, cada uno de cuatro tipos.

!modifiers

Cada cual recibe tres, pasa uno a la izquierda sin enseñarlo y se queda con los demás. Con una carta de poder puedes jugar un
modificador.

- El **total** decide el orden de los turnos. No puede coincidir con un total ya jugado, y el más bajo pasa a ser jugador
  inicial.
- Traes tantos caballeros como diga tu **carta de poder**; el modificador no lo cambia.
- La habilidad del modificador se puede usar al empezar tu turno, después de traer caballeros y antes de elegir carta de
  acción.
- El modificador se aparta junto con la carta de poder. {C-power} puede recuperar un modificador en vez de una carta de poder.

> Hay un 9 en la mesa: puedes jugar 9 con +1, que suman 10. Hay un 8: no puedes jugar 7 con +1.
`,
  },
  "open-castillo": {
    title: "El Castillo abierto",
    text: `
Una opción al abrir la mesa, en las dos ediciones: la torre tiene paredes de cristal. Todos ven siempre cuántos tiene cada
cual dentro y qué puntuaría. Nada más cambia; los discos siguen siendo secretos.
`,
  },
} satisfies Record<string, SectionText>;
