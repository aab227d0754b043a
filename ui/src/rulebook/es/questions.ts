// The rules in Spanish: what people ask, and what we decided where the rulebooks are silent.

import type { SectionText } from "../outline";

export const questions = {
  "asked-often": {
    title: "Preguntas frecuentes",
    text: `
?Q6 ¿Y si mi disco marca la región del Rey?
Entonces tus caballeros van a tu Corte. Lo mismo vale para {C-coup}, y también si tu disco marca la propia región de la que
te expulsan.

?Q14 ¿Por qué no se me pregunta por mi disco?
Porque no te juegas nada: no tienes nada en el Castillo, ni caballeros en la región que nombró {C-coup}, ni ninguno que puedas
devolver por {C-civil-war} o {C-skirmish}. Con {C-rivalries} se pregunta a todos.

?Q8 ¿Qué regiones puedo elegir con {C-civil-war} y {C-skirmish}?
Solo aquellas donde tengas caballeros, y nunca la del Rey.

?Q21 ¿{C-arrest} tiene que llevarse a uno de cada rival?
Sí, si la realizas: uno de cada persona que tenga un caballero fuera de la región del Rey. Con {C-skirmish}, quien no tenga
ninguna región con dos pierde uno de una región con uno.

?P8 ¿En qué orden va {C-arrest}?
En el que tú quieras.

?Q4 ¿Con {C-exodus} tienen que irse todos?
No. Pueden quedarse los que quieras.

?P7 ¿Puedo mover dos veces al mismo caballero?
Sí. Cada vez cuenta como uno de tus movimientos.

?P4 ¿Qué región puedo nombrar con {C-coup}?
Una de la que tenga que irse al menos un rival, y no la del Rey.

?Q17 ¿Puedo «mover» al Rey o a un Grande adonde ya está?
No. Moverse es ir a otro sitio.

?Q20 ¿Por qué no se me ofrece la acción especial?
Porque ahora mismo no podría cambiar nada; por ejemplo, {C-grande} con tu Grande en la región del Rey.

?P12 ¿Por qué no se me ha preguntado?
Cuando lo único que podrías hacer es nada, la partida sigue sola.

?Q7 ¿El primer puesto de Granada vale 6?
Sí. Un texto antiguo pone un 4 en un ejemplo; es una errata.
`,
  },
  "asked-regency": {
    title: "Sobre la Nueva regencia",
    text: `
?Q11,P3 ¿Puede quedarse el Rey con {C-chalet}?
Sí, si su propia región es una de las que menos caballeros tienen. Se ofrece en cuanto alguna región tiene un caballero.

?Q12 ¿Y si el Rey viene del extranjero o del Castillo con {C-entourage}?
Entonces no lo sigue nadie; solo se mueve él.

?Q5 Mi Grande está en el Castillo y mi disco marca la región del Rey. ¿Qué pasa?
Él se queda en el Castillo; tus caballeros van a tu Corte.

?Q18 ¿Se puede sacar a un Grande del Castillo?
No con {C-grande} ni con un modificador. Sale en una puntuación general.

@classic ?P14 ¿Pueden {C-militia} o {C-delegation} colocar en el Castillo?
No. Colocan en regiones, y el Castillo no lo es.

?Q19,P11 ¿Qué hace {C-infiltration} mientras el Rey está en el Castillo?
Este turno puedes colocar en el Castillo. La acción solo se ofrece antes de colocar, con alguien en tu Corte y mientras el Rey
esté en el país.
`,
  },
  "asked-variants": {
    title: "Veto, Cambio de poder y el jugador ficticio",
    text: `
@old_hands ?Q10 ¿Se puede vetar que alguien tome un Veto?
Sí. Quedársela es la acción especial de esa carta, así que otro Veto puede anularla.

@classic @old_hands ?P1 ¿Qué es un paso para el Veto?
Lo que resulta de una decisión y cambia el tablero: un caballero movido, colocado, traído o devuelto, una región puntuada o
nombrada, una loseta, un Grande o el Rey que se mueve. Lo que ocurre sin más decisiones forma un solo paso con el
anuncio: Cortes vaciadas, discos secretos y sus consecuencias, salvo las regiones que se puntúen. Al recuperar una carta de
poder no se pregunta dos veces, pues nadie sabe cuál es.

@classic ?P13 Una carta puntúa varias regiones. ¿Puede un Veto impedir algunas?
Sí. Tú eliges el orden, y antes de cada región quien tenga un Veto puede impedirla junto con todas las que queden; lo ya
puntuado se mantiene. Solo se te pregunta por el orden cuando puede importar: mientras alguien más pueda vetar y las regiones que
quedan no den todas lo mismo. Con {C-rivalries} es igual, una vez mostrados los discos.

@old_hands ?P2 ¿A quién se pregunta y qué se puede responder?
A quienes tienen un Veto, en el sentido de las agujas del reloj desde la izquierda de quien actúa, hasta que alguien veta. En
la edición de 2023 permites o vetas; en la clásica puedes además permitir la acción entera de una vez. Si tienes dos, se usa antes
el más antiguo.

@2023 @power_shift ?P5 ¿Ve alguien mis modificadores?
Todos ven cuántos tienes, porque su dorso es distinto, y si {C-power} recuperó un modificador o una carta de poder. Nadie ve
cuál.

@2023 @power_shift ?P6 Mi Provincia está vacía. ¿Puede el modificador traerme un caballero?
Sí: de una región, igual que al [traer caballeros](#taking).

@2023 @two ?Q9 Dos cartas tienen el mismo número. ¿Cuál toma el jugador ficticio?
La del mazo de número más bajo.

@2023 @two ?Q15 ¿Qué pasa con sus caballeros del Castillo?
Ocupan puestos cuando se puntúa y después se quedan dentro: el jugador ficticio no usa disco.

@2023 @two ?Q16 ¿Qué pasa con él cuando una carta hace elegir a todos?
Se le pasa por alto: {C-withdrawal}, {C-civil-war}, {C-skirmish}, {C-coup} y {C-rivalries}. Donde eliges tú, como con {C-arrest} o
al mover, cuenta como rival.

@2023 @two ?P10 ¿Y si se queda sin caballeros?
El último todavía se coloca. Después no se roban más cartas de región.

@2023 ?P9 ¿Cómo se combinan las cartas para veteranos y los mazos unidos?
Primero se cambian las cartas en su propio mazo; luego se barajan juntos el 2 y el 3, y el resultado se llama mazo 2.
`,
  },
  "our-decks": {
    title: "De dónde salen nuestros mazos",
    text: `
Ningún reglamento enumera todas las cartas. Donde no dice nada, hemos deducido lo que encaja. Esto es lo que suponemos:

@2023 ?Q1 El mazo de 2023
Diez cartas en cada mazo del 1 al 4 y las cuatro cartas para veteranos dan exactamente las listas clásicas si una de las
que puntúan una región a tu elección se cuenta en el mazo 2.

@2023 @new_regency ?Q2 Las diez cartas de la Nueva regencia
El reglamento explica siete; entendemos que las otras tres son simples movimientos del Rey.

@2023 @power_shift ?Q3 Los dieciséis modificadores
El reglamento muestra cuatro valores y tres habilidades. Con un tipo sin habilidad son cuatro tipos de cuatro valores.

@classic ?P15 La preparación clásica
Los textos clásicos no dan cifras, así que preparamos la partida como en 2023: 2 caballeros con cada Grande, 7 en cada Corte y
21 en cada Provincia.

@2023 ?Q13 La otra cara del tablero
Para dos y tres jugadores suponemos el mismo mapa. Solo cambia cuántos puestos puntúan.
`,
  },
} satisfies Record<string, SectionText>;
