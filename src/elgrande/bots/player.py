"""The player of a seat from game to game: one of our bots here, or a plug-in in a process."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from elgrande.bots.answer import Failure, answer_for
from elgrande.bots.host import LIMIT_SECONDS, HostedBot, check_limit
from elgrande.bots.judged import Grandmaster
from elgrande.bots.protocol import Bot
from elgrande.bots.registry import bot_named, kind_of
from elgrande.bots.situation import Situation


class Player:
    """The bot of one seat. Every answer is legal; a failure of the bot is reported and forgiven.

    `limit_seconds` holds for a plug-in, which has a process of its own: close it at the end. Our
    own bots keep to the time they are given, and are asked here.
    """

    def __init__(self, text: str, limit_seconds: float = LIMIT_SECONDS) -> None:
        check_limit(limit_seconds)
        self.name: Final = text.strip()
        self._hosted: HostedBot | None = None
        if kind_of(text).provider is not None:
            self._hosted = HostedBot(text, limit_seconds)
            self._bot: Bot = self._hosted
        else:
            self._spec: Final = bot_named(text)
            self._bot = self._spec.make()

    def start(self) -> None:
        """Start its process, if it has one; UnknownBot or BadParameter if a plug-in refuses."""
        if self._hosted is not None:
            self._hosted.start()

    def begin(self) -> None:
        """A new game begins: nothing is remembered of the last."""
        if self._hosted is not None:
            self._hosted.renew()
        else:
            self._bot = self._spec.make()

    def answer(self, situation: Situation) -> tuple[int, Failure | None]:
        """A legal choice, and the failure if it is not the bot's own."""
        return answer_for(self._bot, situation)

    def close(self) -> None:
        """End its process, if it has one."""
        if isinstance(self._bot, HostedBot | Grandmaster):
            self._bot.close()


@contextmanager
def open_players(
    texts: Sequence[str], limit_seconds: float = LIMIT_SECONDS
) -> Iterator[list[Player]]:
    """A player for each text, closed at the end."""
    players: list[Player] = []
    try:
        for text in texts:
            players.append(Player(text, limit_seconds))
        yield players
    finally:
        for player in players:
            player.close()


def check_bots(texts: Sequence[str], limit_seconds: float = LIMIT_SECONDS) -> None:
    """Refuse what names no bot, or a plug-in that cannot be started, before anything begins."""
    with open_players(list(dict.fromkeys(texts)), limit_seconds) as players:
        for player in players:
            player.start()
