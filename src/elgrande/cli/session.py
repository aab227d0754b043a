"""One game in the terminal: a person in one seat, bots in the others."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from elgrande.bots import Failure, Player, Situation, bot_rng, consider
from elgrande.bots.second_core import MOST_CORES, cores
from elgrande.cli.board import Board, colour_style, show_board
from elgrande.cli.common import plain_table, print_item, write_record
from elgrande.cli.story import tell_log, tell_news
from elgrande.cli.words import word
from elgrande.editions.wording import bot_title, colour_name, join_words
from elgrande.game import Game
from elgrande.rules.errors import BadNotation
from elgrande.rules.event_types import Event
from elgrande.rules.events import reveals

LONGEST_NUMBER: Final = 4
HINT_SECONDS: Final = 1.0
WITH_CARD_TEXT: Final = ("card", "act", "either")  # choices that tell a whole card, after a colon


class Session:
    """A person's game, from the greeting to the final table."""

    def __init__(
        self,
        game: Game,
        seat: int,
        opponents: Mapping[int, Player],
        console: Console,
        language: str,
        plain: bool,
    ) -> None:
        self.game = game
        self.seat = seat
        self.opponents = opponents
        self.console = console
        self.language = language
        self.plain = plain
        self.luck = {other: bot_rng(game.seed, other) for other in opponents}
        self.events: list[Event] = []  # all that has been told, as far as this seat may know it
        self.heard = 0  # how many of those came from the game as it is since the last undo
        self.before: list[tuple[Game, int]] = []  # where `undo` leads to
        self.board_is_old = True
        self.hint_seconds = HINT_SECONDS

    def play(self) -> bool:
        """Play until the game is over; False if the person leaves before that."""
        while not self.game.over:
            waiting = self.game.waiting
            if self.seat not in waiting:
                self.let_bot_choose(waiting[0])
            elif not self.ask():
                return False
        self.tell()
        self.show_board()
        return True

    def let_bot_choose(self, seat: int) -> None:
        """Let a bot answer, and say what it did; after that nothing can be taken back."""
        situation = Situation.of(self.game, seat, self.luck[seat], min(MOST_CORES, cores()))
        choice, failure = self.opponents[seat].answer(situation)
        if failure is not None:
            self.tell()
            self.excuse(seat, failure)
        self.game.play(choice, seat)
        self.before.clear()
        self.board_is_old = True
        if self.game.waiting != (seat,):
            self.tell()

    def excuse(self, seat: int, failure: Failure) -> None:
        """Say that a bot failed; the default is reported like any other choice."""
        name = colour_name(seat, self.game.options, self.language).capitalize()
        self.say(failure.reason, Colour=name, bot=self.opponents[seat].name, detail=failure.detail)

    def ask(self) -> bool:
        """Ask the person until they have chosen; False if they leave."""
        self.tell()
        if self.board_is_old:
            self.show_board(cards=self.game.decision != "card")
        self.show_choices()
        while (line := self.read_line()) is not None:
            command, _, rest = line.partition(" ")
            match command.lower():
                case "quit":
                    return False
                case "undo":
                    if self.undo():
                        return True
                case "":
                    self.show_choices()
                case "board":
                    self.show_board()
                    self.show_choices()
                case "hint":
                    self.show_hint()
                case "log":
                    self.show_log()
                case "help":
                    self.say("help")
                case "save":
                    self.save(rest.strip())
                case _ if self.choose(line):
                    return True
        return False

    def read_line(self) -> str | None:
        """What the person types; None at the end of the input."""
        try:
            line = input(word(self.language, "prompt")).strip()
        except EOFError:
            self.console.print()
            return None
        except KeyboardInterrupt:
            self.console.print()
            raise
        if not sys.stdin.isatty():
            self.console.print(line)
        return line

    def choose(self, text: str) -> bool:
        """Play the choice that a number or a notation names; False if it names none."""
        legal = self.game.legal(self.seat)
        if text.isdecimal() and len(text) <= LONGEST_NUMBER and 1 <= int(text) <= len(legal):
            self.play_choice(legal[int(text) - 1])
            return True
        try:
            choice = self.game.parse(text)
        except BadNotation:
            self.say("pick", count=len(legal))
            return False
        if choice not in legal:
            self.say("not_now", text=self.game.notation(choice), count=len(legal))
            return False
        self.play_choice(choice)
        return True

    def play_choice(self, choice: int) -> None:
        """Play for the person, and allow undo unless something was revealed."""
        self.before.append((self.game.clone(), len(self.events)))
        self.game.play(choice, self.seat)
        if reveals(self.game.events(self.seat, self.heard)):
            self.before.clear()

    def undo(self) -> bool:
        """Take back the last choice, if that is fair."""
        if not self.before:
            self.say("no_undo")
            return False
        self.game, told = self.before.pop()
        self.game.listen()
        self.heard = 0
        del self.events[told:]
        self.say("undone")
        return True

    def tell(self) -> None:
        """Report what has happened since the last time, as far as this seat may know."""
        news = self.game.events(self.seat, self.heard)
        self.heard += len(news)
        self.events += news
        for event, sentence in tell_news(self.game, news, self.language):
            colour = event.get("colour")
            style = colour_style(colour, self.game.options) if isinstance(colour, int) else ""
            self.console.print(Text(sentence, style=style))

    def show_board(self, cards: bool = True) -> None:
        """Show what this seat may see."""
        view = self.game.view(self.seat)
        board = Board(view.data, self.game.options, self.language)
        show_board(self.console, board, self.plain, cards)
        self.board_is_old = False

    def show_choices(self) -> None:
        """Show the question and the numbered choices."""
        self.console.print()
        self.console.print(Text(self.game.ask(self.language), style="bold"))
        for number, choice in enumerate(self.game.legal(self.seat), start=1):
            sentence = self.game.describe(choice, self.language, self.seat)
            print_item(self.console, f"{number:2}. ", sentence, self.plain)

    def show_hint(self) -> None:
        """Show the best choices by number, how they are likely to turn out, and why."""
        legal = self.game.legal(self.seat)
        situation = Situation.of(self.game, self.seat, bot_rng(self.game.seed, self.seat))
        for advice in consider(situation, self.hint_seconds, language=self.language):
            text = advice.text
            if self.game.decision in WITH_CARD_TEXT:
                text = f"{text.partition(':')[0].removesuffix('.')}."
            figures = word(
                self.language,
                "figures",
                chance=round(100 * advice.chance),
                points=round(advice.points),
                margin=f"{round(advice.margin):+d}",
            )
            label = f"{legal.index(advice.choice) + 1:2}. "
            print_item(self.console, label, f"{text} {advice.sentence} {figures}", self.plain)

    def show_log(self) -> None:
        """Show everything that has happened."""
        for sentence in tell_log(self.game, self.events, self.language):
            self.console.print(sentence)

    def say(self, key: str, **values: object) -> None:
        """Print a sentence; the path of a file is not wrapped."""
        sentence = word(self.language, key, **values)
        self.console.print(sentence, soft_wrap=self.plain or "path" in values)

    def save(self, name: str) -> None:
        """Write the game to a file, and say so or why not."""
        if not name:
            self.say("save_where")
            return
        try:
            write_record(self.game.record(), Path(name).expanduser())
        except (OSError, ValueError, RuntimeError) as error:  # the last of an unknown home
            reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
            self.say("not_saved", path=name, reason=reason)
        else:
            self.say("saved", path=name)

    def greet(self) -> None:
        """Say who plays which colour."""
        options = self.game.options
        mine = colour_name(self.seat, options, self.language)
        names = {seat: colour_name(seat, options, self.language) for seat in self.opponents}
        titles = self._titles()
        if len(set(titles.values())) == 1:
            others = join_words(list(names.values()), self.language)
            self.say("welcome", colour=mine, others=others, bot=next(iter(titles.values())))
        else:
            pairs = [f"{name} ({titles[seat]})" for seat, name in names.items()]
            self.say("welcome_many", colour=mine, others=join_words(pairs, self.language))
        self.say("hint")

    def _titles(self) -> dict[int, str]:
        """What people call the bot in each seat."""
        return {
            seat: bot_title(player.name, self.language) for seat, player in self.opponents.items()
        }

    def show_result(self) -> None:
        """Show the final table and who has won."""
        game = self.game
        names = [colour_name(seat, game.options, self.language) for seat in range(len(game.scores))]
        self.console.print()
        players = self._titles() | {self.seat: word(self.language, "you")}
        print_final(self.console, self.language, names, players, game.scores, self.plain)
        winners = join_words([names[seat] for seat in game.winners], self.language)
        key = "wins" if len(game.winners) == 1 else "shared"
        sentence = word(self.language, key, colours=winners, points=max(game.scores))
        self.console.print(sentence[0].upper() + sentence[1:])
        self.say("again", seed=game.seed)


def print_final(
    console: Console,
    language: str,
    names: Sequence[str],
    players: Mapping[int, str],
    scores: Sequence[int],
    plain: bool,
) -> None:
    """Print the scores, best first; equal scores share a place (R19)."""
    rows = [
        (1 + sum(other > score for other in scores), names[seat], players[seat], score)
        for seat, score in sorted(enumerate(scores), key=lambda row: -row[1])
    ]
    title = word(language, "final")
    if plain:
        console.print(f"{title}.")
        for place, name, player, score in rows:
            console.print(f"{place}. {name} ({player}): {score}.")
        return
    table = plain_table(title)
    for key in ("place", "house", "player"):
        table.add_column(word(language, key))
    table.add_column(word(language, "score"), justify="right")
    for place, name, player, score in rows:
        table.add_row(str(place), name, player, str(score))
    console.print(table)
