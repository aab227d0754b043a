"""The words of the terminal game itself, in three languages; the game's own are in `editions`."""

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "round": "Round {round}.",
        "before": "Before the first round.",
        "you_are": "You are {colour}.",
        "end": "The end.",
        "region": "Region",
        "points": "Points",
        "king": "King",
        "castillo": "Castillo",
        "court": "Court",
        "province": "Province",
        "power": "Power card",
        "veto": "Veto",
        "score": "Score",
        "if_scored": "If scored now",
        "grande_mark": "G: a Grande stands there.",
        "tile_mark": "*: a scoring tile lies there.",
        "hidden_mark": "?: nobody may look into the Castillo.",
        "king_at": "King: {place}.",
        "grande_at": "Grande of {colour}: {place}.",
        "tile_at": "Tile {tile}: {place}.",
        "turn_order": "Turn order: {colours}.",
        "hand": "Your power cards: {cards}.",
        "modifiers": "Your modifiers: {cards}.",
        "cards": "Action cards",
        "card": "{title}, place {count}. {text}",
        "card_gone": "{title}: taken.",
        "stack": "Stack {stack}: {card}",
        "empty": "nobody",
        "hidden": "hidden",
        "welcome": "You are {colour}. {Others} are played by the bot {bot}.",
        "welcome_one": "You are {colour}. {Others} is played by the bot {bot}.",
        "hint": "Answer with a number. Type help to see what else you can do.",
        "prompt": "Your choice: ",
        "you": "you",
        "and": "and",
        "help": (
            "Type the number of a choice, or its notation, such as toledo or power 8.\n"
            "undo: take back your last choice, while nobody else has acted since\n"
            "  and nothing hidden has been revealed.\n"
            "board: show the board and your choices again.\n"
            "log: show everything that has happened.\n"
            "save FILE: write the game to a file; elgrande replay reads it.\n"
            "quit: stop playing."
        ),
        "pick": "Please type a number from 1 to {count}, or help.",
        "not_now": "{text} is not possible now. Please type a number from 1 to {count}, or help.",
        "undone": "Taken back.",
        "no_undo": "There is nothing to take back: others have acted, or something was revealed.",
        "save_where": "Please say where, for example: save game.egn",
        "saved": "The game is saved in {path}.",
        "not_saved": "The game could not be saved in {path}: {reason}.",
        "left": "You left the game. Until next time!",
        "final": "Final scores",
        "place": "Place",
        "house": "House",
        "player": "Player",
        "wins": "{colours} wins with {points} points.",
        "shared": "{colours} share the victory with {points} points.",
        "again": "To play the same deal again: --seed {seed}",
        "thrown": "{Colour} has thrown caballeros into the Castillo.",
    },
    "es": {
        "round": "Ronda {round}.",
        "before": "Antes de la primera ronda.",
        "you_are": "Juegas con {colour}.",
        "end": "Fin de la partida.",
        "region": "Región",
        "points": "Puntos",
        "king": "Rey",
        "castillo": "Castillo",
        "court": "Corte",
        "province": "Provincia",
        "power": "Carta de poder",
        "veto": "Veto",
        "score": "Puntuación",
        "if_scored": "Si se puntuara",
        "grande_mark": "G: allí está un Grande.",
        "tile_mark": "*: allí hay una loseta.",
        "hidden_mark": "?: nadie puede mirar en el Castillo.",
        "king_at": "Rey: {place}.",
        "grande_at": "Grande {colour}: {place}.",
        "tile_at": "Loseta {tile}: {place}.",
        "turn_order": "Orden de turno: {colours}.",
        "hand": "Tus cartas de poder: {cards}.",
        "modifiers": "Tus modificadores: {cards}.",
        "cards": "Cartas de acción",
        "card": "{title}, coloca {count}. {text}",
        "card_gone": "{title}: ya tomada.",
        "stack": "Mazo {stack}: {card}",
        "empty": "nadie",
        "hidden": "oculto",
        "welcome": "Juegas con {colour}. El bot {bot} juega con {others}.",
        "welcome_one": "Juegas con {colour}. El bot {bot} juega con {others}.",
        "hint": "Responde con un número. Escribe help para ver qué más puedes hacer.",
        "prompt": "Tu elección: ",
        "you": "tú",
        "and": "y",
        "help": (
            "Escribe el número de una opción o su notación, como toledo o power 8.\n"
            "undo: deshaz tu última elección, mientras nadie más haya actuado\n"
            "  y no se haya revelado nada oculto.\n"
            "board: muestra otra vez el tablero y tus opciones.\n"
            "log: muestra todo lo que ha pasado.\n"
            "save ARCHIVO: guarda la partida; elgrande replay la lee.\n"
            "quit: deja de jugar."
        ),
        "pick": "Escribe un número del 1 al {count}, o help.",
        "not_now": "{text} no es posible ahora. Escribe un número del 1 al {count}, o help.",
        "undone": "Deshecho.",
        "no_undo": "No hay nada que deshacer: otros han actuado, o se ha revelado algo.",
        "save_where": "Di dónde, por ejemplo: save partida.egn",
        "saved": "La partida está guardada en {path}.",
        "not_saved": "No se ha podido guardar la partida en {path}: {reason}.",
        "left": "Has dejado la partida. ¡Hasta la próxima!",
        "final": "Puntuación final",
        "place": "Puesto",
        "house": "Casa",
        "player": "Jugador",
        "wins": "Gana {colours} con {points} puntos.",
        "shared": "{colours} comparten la victoria con {points} puntos.",
        "again": "Para volver a jugar el mismo reparto: --seed {seed}",
        "thrown": "{Colour} ha echado caballeros al Castillo.",
    },
    "de": {
        "round": "Runde {round}.",
        "before": "Vor der ersten Runde.",
        "you_are": "Du spielst {colour}.",
        "end": "Spielende.",
        "region": "Region",
        "points": "Punkte",
        "king": "König",
        "castillo": "Castillo",
        "court": "Hof",
        "province": "Provinz",
        "power": "Machtkarte",
        "veto": "Veto",
        "score": "Punktestand",
        "if_scored": "Nach Wertung",
        "grande_mark": "G: Dort steht ein Grande.",
        "tile_mark": "*: Dort liegt ein Plättchen.",
        "hidden_mark": "?: Niemand darf ins Castillo sehen.",
        "king_at": "König: {place}.",
        "grande_at": "Grande ({colour}): {place}.",
        "tile_at": "Plättchen {tile}: {place}.",
        "turn_order": "Zugfolge: {colours}.",
        "hand": "Deine Machtkarten: {cards}.",
        "modifiers": "Deine Modifikatoren: {cards}.",
        "cards": "Aktionskarten",
        "card": "{title}, setze {count} ein. {text}",
        "card_gone": "{title}: schon genommen.",
        "stack": "Stapel {stack}: {card}",
        "empty": "niemand",
        "hidden": "verborgen",
        "welcome": "Du spielst {colour}. Der Bot {bot} spielt {others}.",
        "welcome_one": "Du spielst {colour}. Der Bot {bot} spielt {others}.",
        "hint": "Antworte mit einer Zahl. Mit help siehst du, was du sonst noch tun kannst.",
        "prompt": "Deine Wahl: ",
        "you": "du",
        "and": "und",
        "help": (
            "Tippe die Zahl einer Möglichkeit oder ihre Notation, etwa toledo oder power 8.\n"
            "undo: nimm deine letzte Wahl zurück, solange danach niemand anders am Zug war\n"
            "  und nichts Verborgenes aufgedeckt wurde.\n"
            "board: zeige den Plan und deine Möglichkeiten noch einmal.\n"
            "log: zeige alles, was geschehen ist.\n"
            "save DATEI: speichere das Spiel; elgrande replay liest es.\n"
            "quit: hör auf zu spielen."
        ),
        "pick": "Bitte tippe eine Zahl von 1 bis {count} oder help.",
        "not_now": "{text} geht jetzt nicht. Bitte tippe eine Zahl von 1 bis {count} oder help.",
        "undone": "Zurückgenommen.",
        "no_undo": "Nichts zurückzunehmen: Andere waren am Zug, oder etwas wurde aufgedeckt.",
        "save_where": "Bitte sag, wohin, zum Beispiel: save spiel.egn",
        "saved": "Das Spiel ist gespeichert: {path}.",
        "not_saved": "Das Spiel ließ sich nicht speichern ({path}): {reason}.",
        "left": "Du hast das Spiel verlassen. Bis zum nächsten Mal!",
        "final": "Endstand",
        "place": "Platz",
        "house": "Haus",
        "player": "Wer",
        "wins": "{colours} gewinnt mit {points} Punkten.",
        "shared": "{colours} teilen sich den Sieg mit {points} Punkten.",
        "again": "Noch einmal dieselben Karten: --seed {seed}",
        "thrown": "{Colour} hat Caballeros ins Castillo geworfen.",
    },
}


def word(language: str, key: str, **values: object) -> str:
    """A word or sentence of the terminal, filled in."""
    return WORDS[language][key].format(**values)


def join_words(language: str, items: list[str]) -> str:
    """A list as people write it: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word(language, 'and')} {items[-1]}"
