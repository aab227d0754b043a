"""One game of the arena: who plays, how long they think, and the result."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Final

from elgrande.arena.ledger import Ledger
from elgrande.arena.result import Fault, GameResult
from elgrande.arena.schedule import Fixture
from elgrande.bots import Player, Situation
from elgrande.game import Game
from elgrande.rules.errors import GameError
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng

MOST_SEATS: Final = 5
MILLISECONDS: Final = 1000


class Table:
    """Where games are played one after the other; plug-ins wait here in their processes."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, int, float], Player] = {}

    def play(self, fixture: Fixture) -> GameResult:
        """Play a game; the same wherever and whenever it is played, except for the times."""
        game = Game.new(Options.from_data(fixture.options), fixture.seed, events=True)
        times, faults = _play(game, fixture, self._seat(fixture))
        return _result(game, fixture, times, faults)

    def close(self) -> None:
        """End the processes of the plug-ins."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def _seat(self, fixture: Fixture) -> list[Player]:
        """The players by seat, already started; each has forgotten the games before."""
        seated: Counter[str] = Counter()
        players = []
        for text in fixture.bots:
            key = text, seated[text], fixture.limit
            seated[text] += 1
            if key not in self._players:
                self._players[key] = Player(text, fixture.limit)
            player = self._players[key]
            player.begin()
            # A bot that does not start fails at its first decision, where that is counted.
            with suppress(GameError):
                player.start()
            players.append(player)
        return players


@contextmanager
def open_table() -> Iterator[Callable[[Fixture], GameResult]]:
    """What plays games at a table that is closed at the end."""
    table = Table()
    try:
        yield table.play
    finally:
        table.close()


def _luck(fixture: Fixture, seat: int) -> Rng:
    """The random numbers of the bot in a seat: its own in every game, whatever came before."""
    return Rng((fixture.seed * MOST_SEATS + seat) * MOST_SEATS + fixture.entries[seat])


def _play(
    game: Game, fixture: Fixture, players: Sequence[Player]
) -> tuple[list[list[float]], list[Fault]]:
    """Play to the end; the times by seat, and the decisions that had to be taken for a bot."""
    luck = [_luck(fixture, seat) for seat in range(len(players))]
    times: list[list[float]] = [[] for _ in players]
    faults: list[Fault] = []
    while not game.over:
        seat = game.waiting[0]
        legal = game.legal(seat)
        if len(legal) == 1:
            game.play(legal[0], seat)
            continue
        situation = Situation.of(game, seat, luck[seat])
        began = perf_counter()
        choice, failure = players[seat].answer(situation)
        times[seat].append(round((perf_counter() - began) * MILLISECONDS, 2))
        if failure is not None:
            bot = fixture.bots[seat]
            faults.append(Fault(seat, bot, game.step, failure.reason, failure.detail))
        game.play(choice, seat)
    return times, faults


def _result(
    game: Game, fixture: Fixture, times: Sequence[Sequence[float]], faults: Sequence[Fault]
) -> GameResult:
    ledger = Ledger.of(game)
    record = game.record()
    return GameResult(
        number=fixture.number,
        seed=fixture.seed,
        bots=fixture.bots,
        entries=fixture.entries,
        scores=tuple(game.scores),
        winners=game.winners,
        first_powers=tuple(ledger.first_powers[seat] for seat in range(len(fixture.bots))),
        sources=tuple(ledger.sources),
        by_round=tuple(tuple(rounds) for rounds in ledger.by_round),
        general=tuple(ledger.general),
        times=tuple(tuple(seat) for seat in times),
        faults=tuple(faults),
        choices=len(record.choices),
        digest=record.digest,
        record=record.to_text(),
    )
