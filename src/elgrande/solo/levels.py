"""The bots that play here: those that need neither time nor a process to think."""

from typing import Final

from elgrande.bots.answer import answer_for
from elgrande.bots.protocol import Bot
from elgrande.bots.registry import bot_named, kind_of
from elgrande.bots.situation import Situation, fresh_luck
from elgrande.rules.errors import UnknownBot
from elgrande.server.tables.table import TableState

LEVELS: Final = ("random", "novice", "steady")


def check_level(text: str) -> str:
    """The text of a bot that plays here; UnknownBot otherwise."""
    if text not in LEVELS:
        levels = ", ".join(LEVELS)
        raise UnknownBot(f"Only {levels} play in the browser; others need the full version.")
    return text


def describe_levels() -> list[dict[str, object]]:
    """The kinds of bots that play here, as `Kind.to_data` describes them."""
    return [kind_of(name).to_data() for name in LEVELS]


class Bots:
    """The bots of all tables, made when they are first asked."""

    def __init__(self) -> None:
        self._made: Final[dict[tuple[str, int, int, str], Bot]] = {}

    def choose(self, table: TableState, seat: int, text: str) -> int:
        """What the bot of a seat chooses; always a legal choice."""
        playthrough = table.running()
        # After an undo a bot starts afresh: it must not continue its old plan.
        key = table.id, seat, playthrough.returns, text
        if key not in self._made:
            self._made[key] = bot_named(text).make()
        choice, _ = answer_for(self._made[key], Situation.of(playthrough.game, seat, fresh_luck()))
        return choice

    def forget(self, table_id: str) -> None:
        """A table is over; its bots are not asked again."""
        for key in [key for key in self._made if key[0] == table_id]:
            del self._made[key]
