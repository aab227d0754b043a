"""What the tests of the rules play in common: quiet turns, scorings and edited positions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from elgrande import Game, Options
from elgrande.editions.cards import deck_for
from elgrande.rules.cards import Deck
from elgrande.rules.restore import restore
from tests.support.positions import answer, offered, position, take, use

QUIET = ("stop", "end", "take 0")
MODIFIERS = [
    f"{value} {kind}"
    for kind in ("plain", "recruit", "move", "grande")
    for value in ("-2", "-1", "+1", "+2")
]


def truth(game: Game) -> Any:
    """The snapshot, for tests that look into it."""
    return game.snapshot()


def seen(game: Game, seat: int | None = None) -> Any:
    """The view of a seat or a spectator, for tests that look into it."""
    return game.view(seat).data


def edited(game: Game, **fields: Any) -> Game:
    """The same position with some fields of its snapshot replaced."""
    return Game.from_snapshot({**game.snapshot(), **fields})


def idle(game: Game) -> None:
    """Answer the decision now asked by doing as little as possible."""
    texts = offered(game)
    use(game, next((text for text in QUIET if text in texts), texts[0]))


def idle_until(game: Game, decision: str, seat: int) -> Game:
    """Play quietly until this seat is asked that."""
    while game.decision != decision or game.waiting != (seat,):
        idle(game)
    return game


def finish_round(game: Game) -> Game:
    """Everyone takes cards for nothing until the round is over, up to the discs of a scoring."""
    number = game.round
    while game.round == number and not game.over and game.decision != "disc_scoring":
        idle(game)
    return game


def play_out(game: Game) -> Game:
    """Play the game quietly to its end."""
    while not game.over:
        idle(game)
    return game


def score_generally(discs: Mapping[int, str] | None = None, **arrangement: Any) -> Game:
    """A position of the third round, unless another is named, played past its general scoring."""
    game = finish_round(position(**{"round_number": 3, **arrangement}))
    return answer(game, discs or {})


def points(place: str, counts: Sequence[int], **arrangement: Any) -> list[int]:
    """What each seat gets when a card scores one place; without bonuses unless arranged."""
    home = "navarra" if place == "galicia" else "galicia"
    players = arrangement.get("players", 4)
    plain = {"king": "granada" if place == "castilla" else "castilla", "grandes": [home] * players}
    if place == "castillo":
        game = position("C-revelation", castillo=counts, **{**plain, **arrangement})
        return take(game, "C-revelation", "special").scores
    game = position("C-fair", regions={place: counts}, **{**plain, **arrangement})
    return take(game, "C-fair", "special", place).scores


def happened(game: Game, name: str, seat: int | None = None) -> list[dict[str, Any]]:
    """All events of one name since listening began."""
    return [{**event} for event in game.events(seat) if event["event"] == name]


def with_modifiers(hands: Mapping[int, Sequence[str]], **options: Any) -> Game:
    """Power Shift before the first power card, three players, some holding these modifiers."""
    chosen = Options(**{"players": 3, "power_shift": True, "first_player": 0, **options})
    game = Game.new(chosen, 1)
    for seat in range(chosen.players):
        game.play(game.legal(seat)[0], seat)
    given = {card for cards in hands.values() for card in cards}
    rest = [card for card in MODIFIERS if card not in given]
    filled: list[list[str]] = []
    for seat in range(chosen.players):
        own = list(hands.get(seat, ()))
        missing = 3 - len(own)
        filled.append(sorted(own + rest[:missing], key=MODIFIERS.index))
        rest = rest[missing:]
    passed = [filled[(seat + 1) % chosen.players][0] for seat in range(chosen.players)]
    modifiers = truth(game)["modifiers"]
    return edited(game, modifiers={**modifiers, "hands": filled, "passed": passed})


def begin_with_dummy(power: int) -> Game:
    """A new game of two in which the dummy turns up this power card first."""
    for seed in range(500):
        game = Game.new(Options(players=2, first_player=0), seed)
        if truth(game)["played"][2] == power:
            return game
    raise AssertionError("some deal begins with that card")


def with_level_deck(game: Game) -> Game:
    """The same position with cards that all place three, as no real deck has them (Q9)."""

    def level(options: Options) -> Deck:
        deck = deck_for(options)
        return Deck([replace(card, places=3) for card in deck.cards], deck.stacks, deck.added)

    return Game(restore(game.snapshot(), level), 0, None)
