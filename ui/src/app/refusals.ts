// What is said when the server refuses something: a friendly sentence for every code of
// docs/errors.md (tests/test_refusals.py finds a code that lacks one), and for no answer at all.

import { OFFLINE, type Refusal } from "../wire/http";
import { say, type Row } from "./words.svelte";

/** Where the server's own sentence says what exactly is wrong, it is added. */
const WITH_DETAIL = new Set([
  "bad_options",
  "bad_notation",
  "bad_record",
  "bad_argument",
  "bad_parameter",
  "bad_snapshot",
  "bad_request",
  "bad_setting",
  "too_many",
  "banned",
  "muted",
]);
const DETAIL: Row = [
  "{sentence} The server says: “{detail}”",
  "{sentence} El servidor dice: «{detail}»",
  "{sentence} Der Server sagt: „{detail}“",
];

const SENTENCES: Readonly<Record<string, Row>> = {
  [OFFLINE]: [
    "The server cannot be reached. Check your connection and try again.",
    "No se puede llegar al servidor. Revisa tu conexión e inténtalo de nuevo.",
    "Der Server ist nicht zu erreichen. Prüfe deine Verbindung und versuche es noch einmal.",
  ],
  illegal_choice: [
    "That is not possible now. Choose something that glows.",
    "Eso no se puede ahora. Elige algo que brille.",
    "Das geht jetzt nicht. Wähle etwas, das leuchtet.",
  ],
  not_your_turn: [
    "It is not your turn just now.",
    "Ahora no es tu turno.",
    "Du bist gerade nicht am Zug.",
  ],
  game_over: ["This game is over.", "Esta partida ha terminado.", "Dieses Spiel ist zu Ende."],
  no_such_seat: [
    "There is no such seat at this table.",
    "Ese asiento no existe en esta mesa.",
    "Diesen Platz gibt es an diesem Tisch nicht.",
  ],
  bad_options: [
    "These options do not go together.",
    "Estas opciones no son compatibles.",
    "Diese Optionen passen nicht zusammen.",
  ],
  bad_notation: [
    "This text names no choice of the game.",
    "Este texto no nombra ninguna jugada.",
    "Dieser Text nennt keinen Spielzug.",
  ],
  bad_record: [
    "This file holds no game that can be replayed.",
    "Este archivo no contiene una partida que se pueda repetir.",
    "Diese Datei enthält kein Spiel, das sich nachspielen lässt.",
  ],
  bad_argument: [
    "Something in this request is not what it should be.",
    "Algo en esta petición no es lo que debería ser.",
    "Etwas an dieser Anfrage ist nicht, was es sein sollte.",
  ],
  unknown_language: [
    "There are no texts in that language; there are English, Spanish and German.",
    "No hay textos en ese idioma; los hay en inglés, español y alemán.",
    "In dieser Sprache gibt es keine Texte; es gibt Englisch, Spanisch und Deutsch.",
  ],
  unknown_bot: [
    "This server has no such bot. Choose another.",
    "Este servidor no tiene ese bot. Elige otro.",
    "Diesen Bot hat der Server nicht. Wähle einen anderen.",
  ],
  bad_parameter: [
    "The bot cannot be set like that.",
    "El bot no se puede configurar así.",
    "So lässt sich der Bot nicht einstellen.",
  ],
  bad_snapshot: [
    "This position cannot happen in a game.",
    "Esta posición no puede darse en una partida.",
    "Diese Stellung kann in keinem Spiel vorkommen.",
  ],
  bad_request: [
    "The server could not read this. Perhaps the page is older than the server: load it again.",
    "El servidor no pudo leerlo. Quizá la página sea más antigua que el servidor: vuelve a cargarla.",
    "Der Server konnte das nicht lesen. Vielleicht ist die Seite älter als der Server: Lade sie neu.",
  ],
  bad_setting: [
    "This server is not set up correctly. Whoever runs it should know.",
    "Este servidor no está bien configurado. Avisa a quien lo lleva.",
    "Dieser Server ist falsch eingestellt. Sag es denen, die ihn betreiben.",
  ],
  bad_name: [
    "Please use up to 30 visible characters for a name, up to 60 for a title.",
    "Usa hasta 30 caracteres visibles para un nombre y hasta 60 para un título.",
    "Bitte nimm bis zu 30 sichtbare Zeichen für einen Namen und bis zu 60 für einen Titel.",
  ],
  not_signed_in: [
    "You need a name here first. Give one and go on.",
    "Primero necesitas un nombre. Elige uno y sigue.",
    "Du brauchst hier zuerst einen Namen. Nenne einen, dann geht es weiter.",
  ],
  wrong_password: [
    "This name and password do not belong together. Try once more.",
    "Este nombre y esta contraseña no coinciden. Prueba otra vez.",
    "Dieser Name und dieses Passwort gehören nicht zusammen. Versuche es noch einmal.",
  ],
  not_allowed: [
    "That is for somebody else to do: the host of the table, or a player at it.",
    "Eso le toca a otra persona: al anfitrión de la mesa o a quien juega en ella.",
    "Das dürfen nur andere: wer den Tisch eröffnet hat oder dort mitspielt.",
  ],
  not_your_seat: [
    "Somebody else sits on this seat.",
    "En este asiento está otra persona.",
    "Auf diesem Platz sitzt jemand anders.",
  ],
  kept_out: [
    "The host does not want you at this table. Only a new invitation lets you in.",
    "El anfitrión no te quiere en esta mesa. Solo puedes entrar con una invitación nueva.",
    "Wer diesen Tisch eröffnet hat, möchte dich hier nicht. Nur eine neue Einladung hilft.",
  ],
  chat_closed: [
    "You cannot write at this table now.",
    "Ahora no puedes escribir en esta mesa.",
    "An diesem Tisch kannst du gerade nichts schreiben.",
  ],
  cross_origin: [
    "This request came from another site, so nothing was done. Open the page of this server.",
    "La petición vino de otro sitio y no se hizo nada. Abre la página de este servidor.",
    "Die Anfrage kam von einer fremden Seite, darum geschah nichts. Öffne die Seite dieses Servers.",
  ],
  banned: [
    "You are shut out of this server.",
    "Tienes vetado el acceso a este servidor.",
    "Du bist von diesem Server ausgeschlossen.",
  ],
  muted: [
    "You may not write here for now; you may go on playing.",
    "Por ahora no puedes escribir aquí, pero puedes seguir jugando.",
    "Du darfst hier vorerst nichts schreiben, aber weiterspielen.",
  ],
  invitation_needed: [
    "This server is for invited guests. Open the link you were sent, or ask for one.",
    "Este servidor es solo para invitados. Abre el enlace que recibiste o pide uno.",
    "Dieser Server ist nur für geladene Gäste. Öffne den Link, den du bekommen hast, oder bitte um einen.",
  ],
  not_found: [
    "There is nothing here. Perhaps the link was cut short.",
    "Aquí no hay nada. Quizá el enlace se cortó.",
    "Hier ist nichts. Vielleicht wurde der Link abgeschnitten.",
  ],
  no_such_table: [
    "There is no such table, or it is not for you to see. Ask your host for a link.",
    "No existe esa mesa, o no es para ti. Pide un enlace a tu anfitrión.",
    "Diesen Tisch gibt es nicht, oder er ist nicht für dich. Bitte um einen Link.",
  ],
  bad_invitation: [
    "This invitation is no longer good. Ask your host for a new link.",
    "Esta invitación ya no vale. Pide a tu anfitrión un enlace nuevo.",
    "Diese Einladung gilt nicht mehr. Bitte um einen neuen Link.",
  ],
  invitation_expired: [
    "This link has expired. Ask your host for a new one.",
    "Este enlace ha caducado. Pide uno nuevo a tu anfitrión.",
    "Dieser Link ist abgelaufen. Bitte um einen neuen.",
  ],
  wrong_method: [
    "The page asked for something this server does not do. Load the page again.",
    "La página pidió algo que este servidor no hace. Vuelve a cargarla.",
    "Die Seite wollte etwas, das dieser Server nicht kann. Lade sie neu.",
  ],
  stale_step: [
    "The game has moved on meanwhile. Look again and choose.",
    "La partida ha avanzado entretanto. Mira de nuevo y elige.",
    "Das Spiel ist inzwischen weiter. Sieh noch einmal hin und wähle.",
  ],
  wrong_state: [
    "The table is not at that point: it has begun, or is over, or has not begun.",
    "La mesa no está en ese punto: ya empezó, ya terminó o aún no ha empezado.",
    "So weit ist der Tisch nicht: Das Spiel läuft schon, ist vorbei oder hat nicht begonnen.",
  ],
  cannot_undo: [
    "This can no longer be taken back.",
    "Esto ya no se puede deshacer.",
    "Das lässt sich nicht mehr zurücknehmen.",
  ],
  seat_taken: [
    "Somebody was quicker: the seat is taken.",
    "Alguien fue más rápido: el asiento está ocupado.",
    "Jemand war schneller: Der Platz ist besetzt.",
  ],
  one_seat_each: [
    "You have a seat already; at this table everyone gets one.",
    "Ya tienes un asiento; en esta mesa hay uno por persona.",
    "Du hast schon einen Platz; an diesem Tisch gibt es einen für jeden.",
  ],
  table_locked: [
    "The host has locked this table: nobody new can sit down.",
    "El anfitrión ha cerrado la puerta: nadie más puede sentarse.",
    "Dieser Tisch ist verschlossen: Es kann sich niemand mehr dazusetzen.",
  ],
  seat_with_bot: [
    "A bot plays for you now. Take your seat back first.",
    "Ahora juega un bot por ti. Recupera primero tu asiento.",
    "Gerade spielt ein Bot für dich. Nimm zuerst deinen Platz zurück.",
  ],
  name_taken: [
    "Somebody claimed this name with a password, or one that looks like it. Choose another, or sign in.",
    "Alguien ha reservado con contraseña este nombre o uno muy parecido. Elige otro o inicia sesión.",
    "Jemand hat diesen oder einen sehr ähnlichen Namen mit einem Passwort belegt. Nimm einen anderen oder melde dich an.",
  ],
  too_large: [
    "That is more than this server takes at once.",
    "Es más de lo que este servidor admite de una vez.",
    "Das ist mehr, als dieser Server auf einmal annimmt.",
  ],
  too_fast: [
    "That was a lot at once. Wait a moment, then go on.",
    "Ha sido mucho de golpe. Espera un momento y sigue.",
    "Das war viel auf einmal. Warte einen Moment, dann geht es weiter.",
  ],
  too_many: [
    "You have as many open as one may. Close one first.",
    "Ya tienes abiertas todas las que se permiten. Cierra una primero.",
    "Du hast so viele offen, wie erlaubt sind. Schließe zuerst etwas.",
  ],
  internal: [
    "Something went wrong on our side. Nothing was changed; try again.",
    "Algo ha fallado por nuestra parte. No ha cambiado nada; inténtalo de nuevo.",
    "Bei uns ging etwas schief. Nichts wurde geändert; versuche es noch einmal.",
  ],
  storage_down: [
    "The game pauses for a moment: the server cannot write now. Nothing is lost.",
    "La partida hace una pausa: el servidor no puede escribir ahora. No se pierde nada.",
    "Das Spiel macht kurz Pause: der Server kann gerade nicht schreiben. Nichts ist verloren.",
  ],
  shutting_down: [
    "The server is about to restart. It will be back in a moment.",
    "El servidor va a reiniciarse. Volverá en un momento.",
    "Der Server startet gleich neu. Er ist in einem Moment wieder da.",
  ],
};

/** What to say about a refusal, in the language of the page. */
export function sentenceFor(refusal: Refusal): string {
  const row = SENTENCES[refusal.code];
  if (!row) return refusal.detail || say(SENTENCES.internal!);
  const sentence = say(row);
  const { detail } = refusal;
  return detail && WITH_DETAIL.has(refusal.code) ? say(DETAIL, { sentence, detail }) : sentence;
}
