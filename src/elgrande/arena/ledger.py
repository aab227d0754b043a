"""Where the points of a game came from, summed up for the arena."""

from elgrande.game import Game
from elgrande.insight.points import SOURCES, Book, source_of


class Ledger:
    """The points of every seat by source and by round."""

    def __init__(self, players: int, book: Book) -> None:
        self.sources = [dict.fromkeys(SOURCES, 0) for _ in range(players)]
        self.by_round = [[0] * len(book.rounds) for _ in range(players)]
        self.general = [0] * len(book.scorings)
        self.first_powers: dict[int, int] = {}
        for payment in book.payments:
            self.sources[payment.seat][source_of(payment)] += payment.points
            self.by_round[payment.seat][book.rounds.index(payment.round)] += payment.points
            if payment.card is None:
                self.general[book.scorings.index(payment.round)] += payment.points

    @classmethod
    def of(cls, game: Game) -> "Ledger":
        """The ledger of a game that was dealt from its seed and listened to from the start."""
        book = Book(Game.new(game.options, game.seed))
        book.read(game.events())
        ledger = cls(game.options.players, book)
        for event in game.events():
            if event["event"] == "power":
                colour, value = event["colour"], event["value"]
                assert isinstance(colour, int)
                assert isinstance(value, int)
                ledger.first_powers.setdefault(colour, value)
        return ledger
