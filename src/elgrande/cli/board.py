"""The board for the terminal: as a table, or as plain lines for a screen reader."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from elgrande.cli.common import plain_table, print_item
from elgrande.cli.words import word
from elgrande.editions.cards import CARDS
from elgrande.editions.wording import card_text_in, card_title, colour_name, place_name
from elgrande.game import Game
from elgrande.rules.options import Options
from elgrande.rules.view_types import CastilloView, PlayerView, RegionView, ViewData

COLOUR_STYLES: Final = ("red", "bright_blue", "yellow", "green", "magenta")
DUMMY_STYLE: Final = "white"
PLACES_OF: Final = {card.key: card.places for card in CARDS}


def colour_style(colour: int, options: Options) -> str:
    """How a colour looks in a terminal that has colours."""
    return COLOUR_STYLES[colour] if colour < options.players else DUMMY_STYLE


def open_view(game: Game) -> ViewData:
    """The view of somebody who may look into the Castillo, for a recorded game."""
    data = game.view(None).data
    snapshot: Any = game.snapshot()
    data["castillo"]["caballeros"] = snapshot["castillo"]["caballeros"]
    return data


class Board:
    """A view, ready to be shown in one language."""

    def __init__(self, data: ViewData, options: Options, language: str) -> None:
        self.data = data
        self.options = options
        self.language = language
        self.colours = [colour_name(colour, options, language) for colour in range(options.colours)]
        self.places: dict[str, RegionView | CastilloView] = {}
        self.places |= dict(data["regions"].items())
        self.places["castillo"] = data["castillo"]

    def word(self, key: str, **values: object) -> str:
        """A word of the terminal in the board's language."""
        return word(self.language, key, **values)

    def place(self, key: str) -> str:
        """The name of a place."""
        return place_name(key, self.options.edition, self.language)

    def title(self) -> str:
        """The round, and whose board this is."""
        if self.data["over"]:
            return self.word("end")
        number = self.data["round"]
        title = self.word("round", round=number) if number else self.word("before")
        seat = self.data["seat"]
        return (
            title if seat is None else f"{title} {self.word('you_are', colour=self.colours[seat])}"
        )

    def counts(self) -> Iterator[tuple[str, Sequence[object]]]:
        """What each colour has off the board; None where a colour has no such thing."""
        players = self.data["players"]
        powers = [_power_of(player) for player in players]
        if self.data["dummy"]:
            powers.append(self.data["dummy"]["power"])
        yield self.word("court"), self.data["court"][: self.options.players]
        yield self.word("province"), self.data["province"]
        if any(powers):
            yield self.word("power"), powers
        if any(player["vetoes"] for player in players):
            yield self.word("veto"), [player["vetoes"] for player in players]
        yield self.word("score"), self.data["scores"]
        if not self.data["over"]:
            yield self.word("if_scored"), self.data["if_scored_now"]

    def notes(self) -> Iterator[str]:
        """The sentences below the board."""
        if self.data["turn_order"]:
            order = ", ".join(self.colours[colour] for colour in self.data["turn_order"])
            yield self.word("turn_order", colours=order)
        mine = self.data["mine"]
        if mine and mine["hand"] and not self.data["over"]:
            yield self.word("hand", cards=", ".join(map(str, mine["hand"])))
        if mine and mine["modifiers"]:
            yield self.word("modifiers", cards=", ".join(mine["modifiers"]))

    def cards(self) -> Iterator[tuple[str, str]]:
        """The stacks with their face-up cards, as number and sentence."""
        if self.data["over"]:
            return
        for stack, shown in self.data["stacks"].items():
            if shown["revealed"]:
                yield stack, self.describe_card(shown["revealed"], shown["available"])

    def describe_card(self, key: str, available: bool) -> str:
        """A card with its title, number and text, or only its title if it was taken."""
        title = card_title(key, self.options.edition, self.language)
        if not available:
            return self.word("card_gone", title=title)
        text = card_text_in(key, self.options, self.language)
        return self.word("card", title=title, count=PLACES_OF[key], text=text)


def _power_of(player: PlayerView) -> object:
    """A player's power card of this round, with the modifier."""
    if player["power"] is None:
        return None
    modifier = (player["modifier"] or "").split(" ")[0]
    return f"{player['power']}{modifier}"


def show_board(console: Console, board: Board, plain: bool, cards: bool = True) -> None:
    """Print the board, and the action cards unless they will be listed anyway."""
    console.print()
    if plain:
        for line in board_lines(board, cards):
            console.print(line)
        return
    console.print(board_table(board))
    console.print(_legend(board), style="dim")
    for note in board.notes():
        console.print(note)
    shown = list(board.cards())
    if cards and shown:
        console.print(f"\n{board.word('cards')}", style="bold")
        for stack, sentence in shown:
            print_item(console, f"{stack:>2}. ", sentence, plain)


def board_table(board: Board) -> Table:
    """The places and what each colour has there, one column per colour."""
    table = plain_table(board.title(), gap=1)
    table.add_column(board.word("region"), no_wrap=True)
    table.add_column(board.word("points"), no_wrap=True)
    for colour, name in enumerate(board.colours):
        style = colour_style(colour, board.options)
        heading = Text(f"{name}  ", style=f"bold {style}")
        table.add_column(heading, justify="right", style=style, no_wrap=True)
    table.add_column(f" {board.word('king')}", no_wrap=True)
    for key in board.places:
        if key == "castillo":
            table.add_section()
        table.add_row(*_place_row(board, key))
    table.add_section()
    for label, counts in board.counts():
        cells = [Text(f"{'.' if count is None else count}  ") for count in counts]
        table.add_row(Text(label), "", *cells)
    return table


def _place_row(board: Board, key: str) -> Sequence[Text]:
    place = board.places[key]
    name = board.word("castillo") if key == "castillo" else board.place(key)
    points = "/".join(map(str, place["points"])) + ("*" if place["tile"] else "")
    cells = [Text(name), Text(points)]
    for colour in range(board.options.colours):
        cells.append(_count_cell(place, colour))
    cells.append(Text(f" {board.word('king')}" if key == board.data["king"] else ""))
    return cells


def _count_cell(place: RegionView | CastilloView, colour: int) -> Text:
    """How many of a colour are there, in bold if it leads."""
    grande = "G" if colour in place["grandes"] else " "
    count = "?" if place["caballeros"] is None else place["caballeros"][colour] or "."
    ranks = place["ranks"]
    first = ranks is not None and ranks[colour] == 1
    return Text(f"{count} {grande}", style="bold" if first else "")


def _legend(board: Board) -> str:
    """The meaning of the marks that are on the board."""
    parts = [board.word("grande_mark")]
    if any(place["tile"] for place in board.places.values()):
        parts.append(board.word("tile_mark"))
    if board.data["castillo"]["caballeros"] is None:
        parts.append(board.word("hidden_mark"))
    if board.data["king"] not in board.places:
        parts.append(board.word("king_at", place=board.place(board.data["king"])))
    return " ".join(parts)


def board_lines(board: Board, cards: bool = True) -> Iterator[str]:
    """The board as sentences, one fact per line."""
    yield board.title()
    yield board.word("king_at", place=board.place(board.data["king"]))
    for key, place in board.places.items():
        name = board.word("castillo") if key == "castillo" else board.place(key)
        points = "/".join(map(str, place["points"]))
        yield f"{name}, {points}: {_who_is_there(board, place)}."
    for key, place in board.places.items():
        for colour in place["grandes"]:
            yield board.word("grande_at", colour=board.colours[colour], place=board.place(key))
        if place["tile"]:
            yield board.word("tile_at", tile=place["tile"], place=board.place(key))
    for label, counts in board.counts():
        parts = [f"{name} {count or 0}" for name, count in zip(board.colours, counts, strict=False)]
        yield f"{label}: {', '.join(parts)}."
    yield from board.notes()
    if cards:
        for stack, sentence in board.cards():
            yield board.word("stack", stack=stack, card=sentence)


def _who_is_there(board: Board, place: RegionView | CastilloView) -> str:
    if place["caballeros"] is None:
        return board.word("hidden")
    parts = [
        f"{name} {count}"
        for name, count in zip(board.colours, place["caballeros"], strict=True)
        if count
    ]
    return ", ".join(parts) or board.word("empty")
