"""Positions for tests: a game at the moment a seat picks its action card, arranged at will.

game = position(card="C-coup", king="castilla", regions={"toledo": [1, 2, 0, 3]})
use(game, "card 4", "special", "toledo")
answer(game, {1: "granada", 3: "valencia"})
assert there(game, "granada") == [0, 2, 0, 0]
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from elgrande import Game, Options
from elgrande.editions.cards import CARDS
from elgrande.rules.board import PLACE_KEYS

REGION_KEYS: tuple[str, ...] = PLACE_KEYS[:9]
TOTAL = 30


def stack_of(card: str, options: Options) -> int:
    """The stack (1 to 5) a card lies in, in a game with these options."""
    stack = next(row.stack for row in CARDS if row.key == card)
    return 2 if stack == 3 and options.merged_stacks else stack


def position(
    card: str = "C-king",
    *,
    king: str = "castilla",
    regions: Mapping[str, Sequence[int]] | None = None,
    castillo: Sequence[int] | None = None,
    court: Sequence[int] | None = None,
    province: Sequence[int] | None = None,
    grandes: Sequence[str] | None = None,
    tiles: Mapping[str, str] | None = None,
    vetoes: Sequence[int] = (),
    seat: int = 0,
    power: int = 13,
    round_number: int = 1,
    events: bool = False,
    changes: Mapping[str, Any] | None = None,
    castillo_mode: str = "secret",
    **options: Any,
) -> Game:
    """A game in which `seat`, first in turn order, is about to choose an action card.

    `card` lies face up on its stack. Regions not named are empty. `court` is 7 for each seat unless
    given, and the rest of each colour is in the Province; give `province` instead of `court` to let
    the rest be in the Court. `castillo` are the caballeros in it, `castillo_mode` is the option.
    `grandes` are by seat; unless given they stand in the first regions that are not the King's.
    `tiles` maps "8/4/0" or "4/0/0" to a place. `vetoes` are seats that hold a Veto to the end of
    the next round; theirs were turned up before, so the round is then at least the second.
    `changes` replaces top-level fields of the snapshot at the very end. With `power` 13 or 12
    nobody is asked to take caballeros first; otherwise the game waits at "take".
    """
    chosen = Options(**{"first_player": seat, "castillo": castillo_mode, **options})
    held = [*vetoes, *_named_in(changes or {})]
    data = _before_choosing(chosen, card, seat, power, max(round_number, 1 + len(held)))
    put_card(data, card, chosen)
    _put_seen_vetoes(data, len(held), card, chosen)
    _put_pieces(data, chosen, king, regions or {}, castillo, court, province)
    _put_grandes(data, chosen, king, grandes)
    for tile, place in (tiles or {}).items():
        spot = data["castillo"] if place == "castillo" else data["regions"][place]
        spot["tile"] = tile
    data["vetoes"]["fresh"] = list(vetoes)
    data.update(changes or {})
    game = Game.from_snapshot(data)
    if events:
        game.listen()
    return game


def _before_choosing(
    options: Options, card: str, seat: int, power: int, round_number: int
) -> dict[str, Any]:
    """A snapshot of some deal with the card, in which the seat's power card is the highest."""
    for seed in range(1000):
        game = Game.new(options, seed)
        while game.round < round_number:
            game.play(game.legal()[0])
        while game.decision in ("pass_modifier", "power", "modifier"):
            wanted = game.parse(f"power {power}")
            legal = game.legal()
            game.play(wanted if game.waiting == (seat,) and wanted in legal else legal[0])
        data: Any = game.snapshot()
        begins = data["turn_order"][0] == seat and data["played"][seat] == power
        if begins and card in cards_of(data, str(stack_of(card, options))):
            return cast(dict[str, Any], data)
    raise AssertionError("no deal lets that seat begin with that power card")


def cards_of(data: dict[str, Any], stack: str) -> list[str]:
    """All cards of a stack, face up, face down and seen."""
    return [data["revealed"][stack], *data["stacks"][stack], *data["seen"][stack]]


def _named_in(changes: Mapping[str, Any]) -> list[int]:
    """The seats that hold a Veto by a change of the snapshot."""
    return [seat for seats in changes.get("vetoes", {}).values() for seat in seats]


def put_card(data: dict[str, Any], card: str, options: Options) -> None:
    """Swap the card with the one face up on its stack."""
    stack = str(stack_of(card, options))
    shown = data["revealed"][stack]
    if shown == card:
        return
    for pile in (data["stacks"][stack], data["seen"][stack]):
        if card in pile:
            pile[pile.index(card)] = shown
            data["revealed"][stack] = card
            return
    raise AssertionError(f"{card} is not in this game's stack {stack}; it may have been boxed")


def _put_seen_vetoes(data: dict[str, Any], count: int, card: str, options: Options) -> None:
    """Put that many Vetoes among the cards of earlier rounds."""
    if not count:
        return
    stack = str(stack_of("C-veto", options))
    seen, hidden = data["seen"][stack], data["stacks"][stack]
    while seen.count("C-veto") < count:
        place = next(index for index, other in enumerate(seen) if other != "C-veto")
        if "C-veto" in hidden:
            hidden[hidden.index("C-veto")] = seen[place]
        else:
            assert data["revealed"][stack] == "C-veto" != card, "the deck has no more Vetoes"
            data["revealed"][stack] = seen[place]
        seen[place] = "C-veto"


def _put_pieces(
    data: dict[str, Any],
    options: Options,
    king: str,
    regions: Mapping[str, Sequence[int]],
    castillo: Sequence[int] | None,
    court: Sequence[int] | None,
    province: Sequence[int] | None,
) -> None:
    colours = range(options.colours)
    data["king"] = king
    for key in REGION_KEYS:
        data["regions"][key]["caballeros"] = _counts(regions.get(key), options)
        data["regions"][key]["grandes"] = []
    data["castillo"]["caballeros"] = _counts(castillo, options)
    placed = [
        sum(data["regions"][key]["caballeros"][colour] for key in REGION_KEYS)
        + data["castillo"]["caballeros"][colour]
        for colour in colours
    ]
    if province is not None:
        data["province"] = _counts(province, options)
        data["court"] = [TOTAL - placed[c] - data["province"][c] for c in colours]
    else:
        full = [7] * options.players if court is None else list(court)
        data["court"] = _counts(full, options)
        data["province"] = [TOTAL - placed[c] - data["court"][c] for c in colours]


def _counts(counts: Sequence[int] | None, options: Options) -> list[int]:
    """Counts for every colour; colours not given have none."""
    given = list(counts or [])
    return given + [0] * (options.colours - len(given))


def _put_grandes(
    data: dict[str, Any], options: Options, king: str, grandes: Sequence[str] | None
) -> None:
    places = grandes or [key for key in REGION_KEYS if key != king][: options.players]
    for seat, place in enumerate(places):
        spot = data["castillo"] if place == "castillo" else data["regions"][place]
        spot["grandes"].append(seat)


def use(game: Game, *texts: str) -> Game:
    """Play choices by their notation, each for the seat that is asked."""
    for text in texts:
        game.play(game.parse(text))
    return game


def take(game: Game, card: str, *texts: str) -> Game:
    """Choose this action card for the seat that is asked, then play on."""
    return use(game, f"card {stack_of(card, game.options)}", *texts)


def answer(game: Game, texts: Mapping[int, str]) -> Game:
    """Answer a secret decision for several seats."""
    for seat, text in texts.items():
        game.play(game.parse(text), seat)
    return game


def offered(game: Game, seat: int | None = None) -> list[str]:
    """The legal choices as notation."""
    return [game.notation(choice) for choice in game.legal(seat)]


def there(game: Game, place: str) -> list[int]:
    """The caballeros in a region, the Castillo, the Courts or the Provinces."""
    data: Any = game.snapshot()
    if place in ("court", "province"):
        return list(data[place])
    spot = data["castillo"] if place == "castillo" else data["regions"][place]
    return list(spot["caballeros"])


def grande(game: Game, seat: int) -> str:
    """The place of a Grande."""
    data: Any = game.snapshot()
    for key, spot in [*data["regions"].items(), ("castillo", data["castillo"])]:
        if seat in spot["grandes"]:
            return str(key)
    raise AssertionError("a Grande is always somewhere")


def king(game: Game) -> str:
    """Where the King stands."""
    return str(game.snapshot()["king"])


def tile_at(game: Game, place: str) -> str | None:
    """The tile on a place's scoreboard."""
    data: Any = game.snapshot()
    spot = data["castillo"] if place == "castillo" else data["regions"][place]
    tile: str | None = spot["tile"]
    return tile
