"""Positions set up by hand: from pieces and cards as people see them to a complete snapshot.

A `Setup` says what lies on the table: pieces, King, tiles, cards, hands, and whose turn it is. What
nobody sees, such as the order of the cards face down, is dealt. Everything is checked: what is
wrong is told field by field, and whatever remains, the rules themselves check.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, TypedDict, cast

from elgrande.editions.cards import deck_for
from elgrande.editions.wording import DUMMY, HOUSES, texts
from elgrande.game import Game
from elgrande.rules.board import (
    CABALLEROS_PER_COLOUR,
    POWER_CARDS,
    REGION_KEYS,
    ROUNDS,
    TILE_KEYS,
)
from elgrande.rules.errors import BadOptions, GameError, IllegalChoice
from elgrande.rules.keys import KingPlace, Region
from elgrande.rules.options import Options
from elgrande.rules.snapshot_types import SnapshotData
from elgrande.rules.view_types import OptionsData, PlaceData

Moment = Literal["power", "turn", "other"]
MOST_POINTS: Final = 1000
SEED: Final = 1495
MOST_CHOICES: Final = 2000
# What says where in the game a position is; the rest are pieces and points.
PROGRESS: Final = (
    "options", "round", "moment", "turn", "first_player", "hands", "powers", "cards", "taken",
)  # fmt: skip


class Setup(TypedDict):
    """What lies on the table, as people set it up.

    `moment` is `power` (the round begins: everybody has yet to play a power card, and `turn` is the
    first player), `turn` (the turn of seat `turn` begins) or `other`: any other, which can only
    stay as it is in the position that was changed. `powers` are the cards played this round,
    `cards` those face up by stack, `taken` the stacks whose cards were taken.
    """

    options: OptionsData
    round: int
    moment: Moment
    turn: int | None
    first_player: int
    king: KingPlace
    regions: dict[Region, PlaceData]
    castillo: PlaceData
    court: list[int]
    province: list[int]
    scores: list[int]
    hands: list[list[int]]
    powers: list[int | None]
    cards: dict[str, str]
    taken: list[int]


class Problem(NamedTuple):
    """Something that cannot be: the field, and which sentence says so with which values."""

    field: str
    key: str
    values: dict[str, Any]

    def tell(self, language: str = "en") -> str:
        """The sentence; what only the rules noticed is in English."""
        if self.key == "rules":
            return str(self.values["sentence"])
        values = dict(self.values)
        colour = values.get("colour")
        if isinstance(colour, int):
            # The dummy of a game for two comes after the seats.
            key = HOUSES[colour] if colour < values.get("players", len(HOUSES)) else DUMMY
            values["colour"] = str(texts(language)["colours"][key]).capitalize()
        return str(texts(language)["setup"][self.key]).format(**values)


class Arranged(NamedTuple):
    """The complete position, or what stands in its way."""

    snapshot: SnapshotData | None
    problems: list[Problem]


def setup_of(game: Game) -> Setup:
    """A position as a setup."""
    data = game.snapshot()
    players = game.options.players
    moment, turn = _moment_of(game, data)
    return {
        "options": data["options"],
        "round": data["round"],
        "moment": moment,
        "turn": turn,
        "first_player": data["first_player"],
        "king": data["king"],
        "regions": data["regions"],
        "castillo": data["castillo"],
        "court": data["court"],
        "province": data["province"],
        "scores": data["scores"],
        "hands": data["hands"],
        "powers": data["played"][:players],
        "cards": data["revealed"],
        "taken": [int(stack) for stack in data["revealed"] if int(stack) not in data["available"]],
    }


def _moment_of(game: Game, data: SnapshotData) -> tuple[Moment, int | None]:
    if game.over:
        return "other", None
    seat = game.waiting[0]
    if game.decision == "power" and not any(data["played"][: game.options.players]):
        return "power", seat
    if game.decision in ("take", "card"):
        return "turn", seat
    return "other", seat


def arrange(setup: Setup, base: SnapshotData | None = None) -> Arranged:
    """The snapshot of a setup; changes to pieces and points keep everything else as in `base`."""
    try:
        options = Options.from_data(setup["options"])
    except BadOptions as error:
        return Arranged(None, [Problem("options", "rules", {"sentence": str(error)})])
    try:
        kept = base is not None and _is_progress_kept(setup, base)
        problems = [*_check_shape(setup, options)]
        problems = problems or [*_check_table(setup, options)]
        if not kept:
            problems += [] if problems else [*_check_progress(setup, options)]
        if problems:
            return Arranged(None, problems)
        data: Any = copy.deepcopy(base) if kept else _progress(setup, options)
        _put_pieces(data, setup)
        return Arranged(Game.from_snapshot(data).snapshot(), [])
    except _Impossible as found:
        return Arranged(None, [found.problem])
    except GameError as error:
        sentence = str(error)
        field = sentence.split(" ")[0].rstrip(":")
        return Arranged(None, [Problem(field, "rules", {"sentence": sentence})])


class _Impossible(Exception):
    """What setting up a position ran into."""

    def __init__(self, field: str, key: str, **values: object) -> None:
        super().__init__(key)
        self.problem = Problem(field, key, values)


def _check_shape(setup: Setup, options: Options) -> Iterator[Problem]:
    """Lists that are not as long as the game has seats or colours, and seats there are not."""
    players, colours = options.players, options.colours
    for field, length in (("hands", players), ("powers", players), ("scores", players)):
        if len(cast(Any, setup)[field]) != length:
            yield Problem(field, "entries", {"n": length})
    places = {f"regions.{key}": setup["regions"].get(key) for key in REGION_KEYS}
    for field, place in {**places, "castillo": setup["castillo"]}.items():
        if place is None or len(place["caballeros"]) != colours:
            yield Problem(field, "entries", {"n": colours})
    for field in ("court", "province"):
        if len(cast(Any, setup)[field]) != colours:
            yield Problem(field, "entries", {"n": colours})
    most = players - 1
    turn = setup["turn"]
    if not 0 <= setup["first_player"] <= most:
        yield Problem("first_player", "seat", {})
    if turn is not None and not 0 <= turn <= most:
        yield Problem("turn", "seat", {})


def _check_table(setup: Setup, options: Options) -> Iterator[Problem]:
    yield from _check_caballeros(setup, options)
    yield from _check_grandes(setup, options)
    if setup["king"] not in REGION_KEYS and not options.new_regency:
        yield Problem("king", "king_outside", {})
    tiles = Counter(place["tile"] for place in _places(setup).values() if place["tile"])
    for tile in TILE_KEYS:
        if tiles[tile] > 1:
            yield Problem("tiles", "tile_twice", {"tile": tile})
    for seat, points in enumerate(setup["scores"]):
        if not 0 <= points <= MOST_POINTS:
            yield Problem(f"scores.{seat}", "points", {"colour": seat, "most": MOST_POINTS})


def _places(setup: Setup) -> dict[str, PlaceData]:
    regions = {f"regions.{key}": setup["regions"][key] for key in REGION_KEYS}
    return {**regions, "castillo": setup["castillo"]}


def _check_round(setup: Setup, options: Options) -> Iterator[Problem]:
    number = setup["round"]
    if not 1 <= number <= ROUNDS:
        yield Problem("round", "round", {"most": ROUNDS})
    elif options.short and number % 3 == 1:
        yield Problem("round", "short_round", {"round": number})
    if setup["turn"] is None:
        yield Problem("turn", "seat", {})
    elif setup["moment"] == "power" and setup["turn"] != setup["first_player"]:
        yield Problem("turn", "first_player", {})


def _check_caballeros(setup: Setup, options: Options) -> Iterator[Problem]:
    totals = Counter[int]()
    counts = {key: place["caballeros"] for key, place in _places(setup).items()}
    for field, numbers in {
        **counts,
        "court": setup["court"],
        "province": setup["province"],
    }.items():
        for colour, number in enumerate(numbers):
            if not 0 <= number <= CABALLEROS_PER_COLOUR:
                values = {"colour": colour, "most": CABALLEROS_PER_COLOUR}
                yield Problem(field, "caballeros_here", {**values, "players": options.players})
            totals[colour] += max(-MOST_POINTS, min(MOST_POINTS, number))
    for colour in range(options.colours):
        if totals[colour] != CABALLEROS_PER_COLOUR:
            values = {"colour": colour, "n": totals[colour], "most": CABALLEROS_PER_COLOUR}
            values["players"] = options.players
            yield Problem(f"province.{colour}", "caballeros", values)
    if options.has_dummy and setup["court"][options.players]:
        yield Problem("court", "dummy_court", {})


def _check_grandes(setup: Setup, options: Options) -> Iterator[Problem]:
    found = Counter(seat for place in _places(setup).values() for seat in place["grandes"])
    for seat in range(options.players):
        if found[seat] == 0:
            yield Problem(f"grandes.{seat}", "no_grande", {"colour": seat})
        elif found[seat] > 1:
            yield Problem(f"grandes.{seat}", "two_grandes", {"colour": seat})
    if any(not 0 <= seat < options.players for seat in found):
        yield Problem("grandes", "seat", {})
    if setup["castillo"]["grandes"] and not options.new_regency:
        yield Problem("castillo", "grande_in_castillo", {})


def _check_progress(setup: Setup, options: Options) -> Iterator[Problem]:
    if setup["moment"] == "other":
        yield Problem("moment", "other_moment", {})
        return
    found = [*_check_round(setup, options)]
    yield from found or _check_powers(setup, options)
    yield from _check_cards(setup, options)


def _check_powers(setup: Setup, options: Options) -> Iterator[Problem]:
    is_turn = setup["moment"] == "turn"
    size = hand_sizes(options)[setup["round"]] - (1 if is_turn else 0)
    for seat, hand in enumerate(setup["hands"]):
        power = setup["powers"][seat]
        if any(not 1 <= value <= POWER_CARDS for value in hand) or len(set(hand)) != len(hand):
            yield Problem(f"hands.{seat}", "same_power", {"colour": seat, "most": POWER_CARDS})
        elif len(hand) != size:
            values = {"colour": seat, "n": len(hand), "size": size}
            yield Problem(f"hands.{seat}", "hand_size", values)
        if is_turn and (power is None or not 1 <= power <= POWER_CARDS):
            yield Problem(f"powers.{seat}", "no_power", {"colour": seat})
        elif is_turn and power in hand:
            yield Problem(f"powers.{seat}", "power_in_hand", {"colour": seat, "power": power})
        elif not is_turn and power is not None:
            yield Problem(f"powers.{seat}", "power_early", {"colour": seat})
    if is_turn and not options.power_shift:
        given = Counter(power for power in setup["powers"] if power is not None)
        for value, count in given.items():
            if count > 1:
                yield Problem("powers", "power_twice", {"power": value})


def _check_cards(setup: Setup, options: Options) -> Iterator[Problem]:
    piles = cards_of(options)
    for stack, keys in piles.items():
        card = setup["cards"].get(stack)
        if card is None:
            yield Problem(f"cards.{stack}", "no_card", {"stack": stack})
        elif card not in keys:
            yield Problem(f"cards.{stack}", "card", {"stack": stack, "card": card[:40]})
    if set(setup["cards"]) - set(piles) or set(setup["taken"]) - set(map(int, piles)):
        yield Problem("taken", "stack", {})


def hand_sizes(options: Options) -> dict[int, int]:
    """The rounds that are played, each with the power cards in a hand when it begins."""
    rounds = [one for one in range(1, ROUNDS + 1) if not (options.short and one % 3 == 1)]
    return {number: POWER_CARDS - played for played, number in enumerate(rounds)}


def cards_of(options: Options) -> dict[str, list[str]]:
    """The cards that can lie face up on each stack of a game."""
    deck = deck_for(options)
    piles: dict[str, list[str]] = {}
    for stack, (base, added) in enumerate(zip(deck.stacks, deck.added, strict=True)):
        keys = [deck.cards[card].key for card in dict.fromkeys((*base, *added))]
        name = "2" if options.merged_stacks and stack == 2 else str(stack + 1)
        if keys:
            piles[name] = [*piles.get(name, []), *keys]
    return piles


def _is_progress_kept(setup: Setup, base: SnapshotData) -> bool:
    """Whether a setup differs from a position in pieces and points only."""
    known: Any = setup_of(Game.from_snapshot(base))
    return all(cast(Any, setup)[field] == known[field] for field in PROGRESS)


def _progress(setup: Setup, options: Options) -> dict[str, Any]:
    """A position at this point of the game, with whatever lies hidden dealt."""
    game = _at_round(setup, options)
    if setup["moment"] == "turn":
        _play_to_turn(game, setup)
    data: Any = game.snapshot()
    data["vetoes"] = {"fresh": [], "old": []}
    return cast(dict[str, Any], data)


def _at_round(setup: Setup, options: Options) -> Game:
    """The beginning of a round with these hands and cards; the rounds before it were quiet."""
    game = Game.new(options, SEED)
    for _ in range(MOST_CHOICES):
        if game.round == setup["round"] and game.decision == "power":
            break
        game.play(game.legal()[0])
    data: Any = game.snapshot()
    every = range(1, POWER_CARDS + 1)
    first = setup["first_player"]
    for seat, hand in enumerate(setup["hands"]):
        power = setup["powers"][seat]
        data["hands"][seat] = sorted([*hand, *([] if power is None else [power])])
        gone = [value for value in every if value not in data["hands"][seat]]
        data["discards"][seat] = data["power_history"][seat] = gone
    data |= {"take_backs": [], "first_player": first, "vetoes": {"fresh": [], "old": []}}
    data["frames"][-1]["seat"] = first
    for stack, card in setup["cards"].items():
        _turn_up(data, stack, card)
    _put_pieces(data, setup)
    return Game.from_snapshot(data)


def _turn_up(data: dict[str, Any], stack: str, card: str) -> None:
    """Swap a card with the one face up on its stack."""
    shown = data["revealed"][stack]
    if shown == card:
        return
    for pile in (data["stacks"][stack], data["seen"][stack]):
        if card in pile:
            pile[pile.index(card)] = shown
            data["revealed"][stack] = card
            return
    # It went back to the box when cards of Old Hands came in: it comes out again for the one shown.
    data["revealed"][stack] = card


def _play_to_turn(game: Game, setup: Setup) -> None:
    """Play the power cards, and quiet turns of those who come before."""
    taken = list(setup["taken"])
    powers = {seat: f"power {power}" for seat, power in enumerate(setup["powers"])}
    number = game.round
    for _ in range(MOST_CHOICES):
        seat = game.waiting[0]
        if game.decision in ("take", "card") and seat == setup["turn"]:
            break
        if game.over or game.round != number:
            raise _Impossible("turn", "turn")
        legal = game.legal(seat)
        choice = legal[0]
        if game.decision == "power":
            choice = game.parse(powers[seat])
        elif game.decision == "card":
            offered = [one for one in taken if game.parse(f"card {one}") in legal]
            if not offered:
                raise _Impossible("taken", "taken")
            taken.remove(offered[0])
            choice = game.parse(f"card {offered[0]}")
        try:
            game.play(choice, seat)
        except IllegalChoice:
            raise _Impossible(f"powers.{seat}", "power_now", colour=seat) from None
    gone = {int(stack) for stack in game.snapshot()["revealed"]} - set(game.snapshot()["available"])
    if gone != set(setup["taken"]):
        raise _Impossible("taken", "taken_many", n=len(gone))


def _put_pieces(data: dict[str, Any], setup: Setup) -> None:
    for key in ("king", "regions", "castillo", "court", "province", "scores"):
        data[key] = copy.deepcopy(cast(Any, setup)[key])
