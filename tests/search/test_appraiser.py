"""What a place promises and to whom it matters, against a slow computation from the board."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from elgrande import Game
from elgrande.rules.board import CASTILLO, COLOURS, PLACE_KEYS, TAKES
from elgrande.rules.rng import Rng
from elgrande.rules.state import COUNT
from elgrande.search.appraiser import Appraiser, time_to_scoring
from elgrande.search.weights import POINT, STANDARD, Weights
from tests.support.oracle import Board
from tests.support.positions import position
from tests.support.searching import everything, variant, walk_sensibly
from tests.support.walks import somewhere

# Uneven numbers, so that no two are taken for each other.
ROWS: dict[str, list[int]] = {
    "near": [256, 421, 383, 331, 427, 379, 337, 401, 353, 307],
    "far": [0, 301, 293, 271, 151, 149, 139, 31, 17, 0],
    "men": [3, 31, 29, 23, 19, 17, 13, 11, 7, 5],
    "castillo": [11, 251, 241, 239, 233, 229, 227, 199, 197, 181],
    "court_first": [7, 233, 229, 223, 211, 199, 197, 173, 109, 2],
    "court_more": [5, 151, 149, 139, 137, 131, 113, 83, 19, 1],
    "card_value": [2, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    "card_takes": [4, 21, 20, 19, 18, 17, 16, 15, 14, 13],
}
FADE = (2.4, 0.42, 1.2, 0.21)
STEEP, STEEP_LATER, EVEN, EVEN_LATER = FADE
WEIGHTS = Weights(fade=FADE, **ROWS)
COURT_FEW = 5
LAST_TIME = 11


class Oracle:
    """The worth of places and positions as the docstrings tell it, with exact fractions."""

    def __init__(self, game: Game) -> None:
        self.data: Any = game.snapshot()
        self.board = Board.of(self.data)
        self.round = game.round
        self.time = time_of(game)
        self.near = ROWS["near"][self.round]
        self.far = ROWS["far"][self.round]

    def overtaken(self, lead: int) -> Fraction:
        """How likely somebody is level or ahead when it counts, to the nearest 256th."""
        part = self.time / LAST_TIME
        soon = 1 / (
            1
            + exp(
                (STEEP + (STEEP_LATER - STEEP) * part) * lead - (EVEN + (EVEN_LATER - EVEN) * part)
            )
        )
        if self.time == 0:
            soon = float(lead <= 0)
        later = 1 / (1 + exp(STEEP_LATER * lead - EVEN_LATER))
        mixed = (self.near * soon + self.far * later) / (self.near + self.far)
        return Fraction(round(256 * mixed), 256)

    def promise(self, place: str, counts: list[int], colour: int) -> Fraction:
        """Points between two ranks, weighed by the scorings to come, and something for each man."""
        mine = counts[colour]
        if not mine:
            return Fraction(0)
        others = [count for other, count in enumerate(counts) if other != colour and count]
        down = sum((self.overtaken(mine - count) for count in others), Fraction(0))
        rank, part = int(down), down - int(down)
        places = self.board.scoring_places
        points = [*self.board.scoreboard(place)[:places], 0, 0, 0, 0, 0]
        scored = points[rank] * (1 - part) + points[rank + 1] * part
        total = scored * (self.near + self.far)
        if rank == 0 and colour < self.board.players and self.board.grandes[colour] == place:
            total += 2 * (1 - part) * (self.near + self.far)
        if rank == 0 and self.board.king == place:
            total += 2 * (1 - part) * self.near
        each = ROWS["castillo" if place == "castillo" else "men"][self.round]
        return total + mine * each

    def utility(self, place: str, counts: list[int], regard: list[int]) -> Fraction:
        """All promises of a place, each weighed by the regard for its owner."""
        return sum(
            (
                Fraction(regard[colour], 256) * self.promise(place, counts, colour)
                for colour in range(len(counts))
            ),
            Fraction(0),
        )

    def value(self, seat: int) -> Fraction:
        """The worth of the position to a seat."""
        total = Fraction(self.data["scores"][seat] * 256)
        if self.data["frames"][0]["kind"] == "over":
            return total
        for place, counts in self.board.caballeros.items():
            total += self.promise(place, counts, seat)
        court = self.data["court"][seat]
        total += ROWS["court_first"][self.round] * min(court, COURT_FEW)
        total += ROWS["court_more"][self.round] * max(court - COURT_FEW, 0)
        hand = self.data["hands"][seat]
        total += ROWS["card_value"][self.round] * sum(hand)
        total += ROWS["card_takes"][self.round] * sum(TAKES[card] for card in hand)
        return Fraction(total)


def time_of(game: Game) -> int:
    """Quarters of rounds to the next general scoring, less the turn being taken."""
    data: Any = game.snapshot()
    bottom = data["frames"][0]
    left = 0
    if bottom["kind"] == "turns":
        left = game.options.colours - bottom["argument"]
    rounds = -game.round % 3
    return min(LAST_TIME, 4 * rounds + 4 * left // game.options.colours)


def positions(count: int, first: int = 0) -> Iterator[tuple[Game, int, Rng]]:
    """Positions all over the variants with a seat to look from."""
    for number in range(first, first + count):
        game = somewhere(variant(number), number)
        yield game, number % game.options.players, Rng(number)


def eyes_on(game: Game, seat: int) -> Appraiser:
    appraiser = Appraiser(WEIGHTS)
    appraiser.look_at(game.state, seat)
    return appraiser


def packed(counts: list[int]) -> int:
    return sum(count * COUNT[colour] for colour, count in enumerate(counts))


def counts_near(rng: Rng, counts: list[int]) -> list[int]:
    """Other caballeros in a place, often such that colours are level."""
    changed = list(counts)
    for _ in range(3):
        colour = rng.below(len(changed))
        changed[colour] = min(30, max(0, changed[colour] + rng.below(7) - 3))
    return changed


@pytest.mark.parametrize("batch", range(2))
def test_a_place_is_worth_what_the_slow_computation_says(batch: int) -> None:
    for game, seat, rng in positions(60, 60 * batch):
        appraiser, oracle = eyes_on(game, seat), Oracle(game)
        regard = list(appraiser.regard)
        for number, place in enumerate(PLACE_KEYS[: CASTILLO + 1]):
            counts = oracle.board.caballeros[place]
            here = oracle.utility(place, counts, regard)
            assert abs(appraiser.now(game.state, number) - here) <= len(counts) + 1
            other = counts_near(rng, counts)
            there = oracle.utility(place, other, regard)
            found = appraiser.utility(game.state, number, packed(other))
            assert abs(found - there) <= len(counts) + 1
            colour, delta = rng.below(len(counts)), rng.below(6) - 2
            delta = max(delta, -counts[colour])
            if counts[colour] + delta > 30:
                continue
            more = [count + delta * (one == colour) for one, count in enumerate(counts)]
            wanted = oracle.utility(place, more, regard) - here
            found = appraiser.gain(game.state, number, colour, delta)
            assert abs(found - wanted) <= 2 * len(counts) + 2


@pytest.mark.parametrize("batch", range(2))
def test_a_position_is_worth_what_the_slow_computation_says(batch: int) -> None:
    for game, seat, _ in positions(80, 80 * batch):
        appraiser, oracle = eyes_on(game, seat), Oracle(game)
        regard = list(appraiser.regard)
        values = [oracle.value(one) for one in range(game.options.players)]
        for one, value in enumerate(values):
            assert abs(appraiser.values[one] - value) <= CASTILLO + 1
        weighed = [Fraction(regard[one], 256) * value for one, value in enumerate(values)]
        balance = sum(weighed, Fraction(0))
        assert abs(appraiser.balance(game.state) - balance) <= 2 * (CASTILLO + 2)


def test_when_the_game_is_over_the_points_are_all_there_is() -> None:
    for number in range(12):
        game = Game.new(variant(number), number)
        for _ in walk_sensibly(game, Rng(number)):
            pass
        appraiser = eyes_on(game, 0)
        wanted = [score * POINT for score in game.scores]
        assert list(appraiser.values)[: game.options.players] == wanted


def test_looking_changes_nothing() -> None:
    for game, seat, _ in positions(60, 300):
        before = everything(game.state)
        appraiser = eyes_on(game, seat)
        appraiser.balance(game.state)
        appraiser.scored(game.state, 3, True)
        assert everything(game.state) == before


def test_opponents_share_the_regard_and_the_leader_has_most_of_it() -> None:
    for game, seat, _ in positions(200, 500):
        players = game.options.players
        appraiser = eyes_on(game, seat)
        regard, values = list(appraiser.regard), list(appraiser.values)
        assert regard[seat] == 256
        assert regard[players:] == [0] * (COLOURS - players)
        others = [other for other in range(players) if other != seat]
        assert all(-256 <= regard[other] <= 0 for other in others)
        assert -256 <= sum(regard[other] for other in others) <= -256 + players
        for one in others:
            for two in others:
                if values[one] > values[two]:
                    assert regard[one] <= regard[two]
    game = position(changes={"scores": [0, 60, 20, 0]}, round_number=8)
    regard = list(eyes_on(game, 0).regard)
    assert regard[1] < 2 * regard[2] < 2 * regard[3] < 0


def test_a_selfish_seat_has_no_eye_for_others() -> None:
    for game, seat, _ in positions(20, 800):
        appraiser = Appraiser(STANDARD)
        appraiser.selfish = True
        appraiser.look_at(game.state, seat)
        assert list(appraiser.regard) == [256 if other == seat else 0 for other in range(COLOURS)]


def test_the_time_counts_down_to_each_scoring() -> None:
    seen: set[int] = set()
    for number in range(60):
        game = Game.new(variant(number), number)
        before, scored = LAST_TIME, 0
        for _ in walk_sensibly(game, Rng(number)):
            if game.round == 0:
                continue  # modifiers are passed before the first round
            time = time_to_scoring(game.state)
            assert time == time_of(game)
            if (game.round - 1) // 3 != scored:
                assert time > before
                scored = (game.round - 1) // 3
            else:
                assert time <= before
            if game.decision == "disc_scoring":
                assert time == 0
            if game.decision == "power" and game.round % 3 == 1:
                assert time == LAST_TIME
            before = time
            seen.add(time)
    assert seen == set(range(LAST_TIME + 1))


def test_what_would_be_scored_is_what_the_slow_scoring_gives() -> None:
    for game, _, rng in positions(120, 1000):
        board = Board.of(game.snapshot())
        appraiser = eyes_on(game, 0)
        regard = [rng.below(513) - 256 for _ in range(COLOURS)]
        appraiser.regard = vec[i64](regard)
        for number, place in enumerate(PLACE_KEYS[: CASTILLO + 1]):
            for first_only in (False, True):
                points = board.points(place, first_only)
                wanted = sum(regard[seat] * scored for seat, scored in points.items())
                assert appraiser.scored(game.state, number, first_only) == wanted


def test_one_more_of_mine_is_good_and_more_of_a_rival_are_bad() -> None:
    game = position(regions={"toledo": [2, 3, 1, 0], "granada": [1, 1, 1, 1]}, round_number=3)
    appraiser = eyes_on(game, 0)
    for key in ("toledo", "granada", "sevilla"):
        place = PLACE_KEYS.index(key)
        assert appraiser.gain(game.state, place, 0, 1) > 0
    assert appraiser.gain(game.state, PLACE_KEYS.index("toledo"), 1, 2) < 0


def test_two_players_with_a_third_colour_are_pushed_down_by_it() -> None:
    game = position(players=2, regions={"toledo": [2, 0, 0]}, round_number=3)
    appraiser = eyes_on(game, 0)
    toledo = PLACE_KEYS.index("toledo")
    assert appraiser.regard[2] == 0
    assert appraiser.gain(game.state, toledo, 2, 3) < 0
