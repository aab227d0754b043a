"""Secret discs are mixed: nobody gains much by foreseeing them, and nobody peeks."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from elgrande import Game
from elgrande.bots.judged import judged_by
from elgrande.rules.board import NOWHERE, ROUNDS
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.flow import play
from elgrande.rules.rng import Rng
from elgrande.search.appraiser import Appraiser
from elgrande.search.network import Network
from elgrande.search.outcome import Outcome
from elgrande.search.regret_matching import CHOICES, RegretMatching
from elgrande.search.search_result import think
from elgrande.search.weights import STANDARD
from tests.support.marks import rule
from tests.support.networks import indifferent_layers
from tests.support.playing import finish_round
from tests.support.positions import REGION_KEYS, position, take
from tests.support.searching import SETTINGS, everything, told, variant, walk_sensibly

GALICIA, CATALUNA = REGION_KEYS.index("galicia"), REGION_KEYS.index("cataluna")
ITERATIONS = 3000


def attack() -> Game:
    """The last discs of a game of two: seat 1 leads everywhere, but two regions can be taken.

    It can hold one of them, and seat 0, who needs one, can attack one: whoever is foreseen loses.
    """
    safe = [key for key in REGION_KEYS if key not in ("galicia", "cataluna", "castilla")]
    game = position(
        edition="classic",
        players=2,
        round_number=9,
        king="castilla",
        regions={"galicia": [0, 1], "cataluna": [0, 1], **{key: [0, 3] for key in safe}},
        grandes=["castilla", "castilla"],
        castillo=[2, 2],
        court=[0, 0],
        changes={"scores": [46, 10]},
    )
    return finish_round(game)


def rivalries() -> Game:
    """Seat 0 leads in two regions alike; seat 1 can only keep one of them from being scored."""
    game = position(
        "C-rivalries",
        edition="classic",
        players=2,
        round_number=9,
        king="castilla",
        regions={"galicia": [4, 0], "cataluna": [4, 0]},
        grandes=["castilla", "castilla"],
        court=[0, 0],
        changes={"scores": [20, 24]},
    )
    return take(game, "C-rivalries", "special")


@rule("P13")
def test_discs_are_mixed_for_what_rivalries_pay_with_a_veto_out() -> None:
    """Regions are scored one by one then, after the discs: all of them must be reckoned with."""
    game = position(
        "C-rivalries",
        edition="classic",
        players=3,
        round_number=9,
        king="castilla",
        regions={"granada": [4, 0, 0], "galicia": [0, 4, 0], "toledo": [0, 0, 4]},
        grandes=["castilla"] * 3,
        court=[0] * 3,
        vetoes=[2],
        changes={"scores": [40, 20, 20]},
    )
    take(game, "C-rivalries", "special", "allow")
    matching = RegretMatching(STANDARD, 1)
    matching.gather(game.state)
    for seat, region in enumerate(("granada", "galicia", "toledo")):
        matching.chosen[seat] = REGION_KEYS.index(region)
    world = matching.settle(game.state, 0, REGION_KEYS.index("granada"))
    assert (world.over, world.performer) == (False, NOWHERE)
    paid = [world.score(seat) - game.state.score(seat) for seat in range(3)]
    assert sum(paid) > 0


def chances(game: Game, discs: Mapping[int, int]) -> list[float]:
    """The chances of all seats once these discs are set."""
    state = game.state.clone()
    for seat, region in discs.items():
        play(state, seat, region + PLACE_BASE)
    outcome = Outcome()
    outcome.judge(state, Appraiser(STANDARD))
    return list(outcome.chances)


def averages(matching: RegretMatching, seat: int) -> list[float]:
    """How often a seat made each choice on the average of all iterations."""
    played = list(matching.played)[seat * CHOICES : seat * CHOICES + len(REGION_KEYS)]
    return [one / sum(played) for one in played]


def best_deviations(game: Game, mixes: Sequence[Sequence[float]]) -> list[float]:
    """What each of two seats would gain by the best fixed choice instead of its mix."""
    regions = range(len(REGION_KEYS))
    table = {(one, two): chances(game, {0: one, 1: two}) for one in regions for two in regions}
    gains = []
    for seat in (0, 1):
        value = sum(
            mixes[0][one] * mixes[1][two] * table[one, two][seat]
            for one in regions
            for two in regions
        )
        fixed = []
        for choice in regions:
            pairs = [(choice, two) if seat == 0 else (two, choice) for two in regions]
            other = mixes[1 - seat]
            fixed.append(
                sum(other[number] * table[pair][seat] for number, pair in enumerate(pairs))
            )
        gains.append(max(fixed) - value)
    return gains


@pytest.mark.parametrize("make", [attack, rivalries])
def test_who_is_foreseen_loses_by_it(make: Callable[[], Game]) -> None:
    """The positions below are what they are meant to be."""
    game = make()
    assert game.waiting == (0, 1)
    fixed = [[float(region == GALICIA) for region in range(9)]] * 2
    assert max(best_deviations(game, fixed)) > 0.15


@pytest.mark.parametrize("make", [attack, rivalries])
def test_nobody_gains_by_leaving_the_mix(make: Callable[[], Game]) -> None:
    game = make()
    before = everything(game.state)
    for seed in range(3):
        matching = RegretMatching(STANDARD, seed)
        matching.run(game.state, 0, ITERATIONS, 0.0)
        mixes = [averages(matching, seat) for seat in (0, 1)]
        assert max(best_deviations(game, mixes)) < 0.02
    assert everything(game.state) == before


def test_an_attacker_is_as_likely_here_as_there() -> None:
    for seed in range(3):
        for seat in (0, 1):
            result = think(attack().state, seat, SETTINGS, ITERATIONS, 0.0, seed)
            assert result.mixed
            shares = {option.choices[0] - PLACE_BASE: option.share for option in result.options}
            assert 0.2 < shares[GALICIA] < 0.8
            assert 0.2 < shares[CATALUNA] < 0.8
            assert shares[GALICIA] + shares[CATALUNA] > 0.9
            drawn = {result.choose(Rng(luck)).choices[0] for luck in range(40)}
            assert drawn == {GALICIA + PLACE_BASE, CATALUNA + PLACE_BASE}


def test_who_leads_twice_is_scored_now_here_now_there() -> None:
    for seed in range(3):
        result = think(rivalries().state, 0, SETTINGS, ITERATIONS, 0.0, seed)
        shares = {option.choices[0] - PLACE_BASE: option.share for option in result.options}
        assert 0.2 < shares[GALICIA] < 0.8
        assert 0.2 < shares[CATALUNA] < 0.8


def test_a_choice_that_is_best_whatever_others_do_is_made() -> None:
    game = position(
        edition="classic",
        players=2,
        round_number=9,
        regions={"toledo": [2, 4], "galicia": [3, 0]},
        grandes=["castilla", "castilla"],
        castillo=[3, 0],
        court=[0, 0],
    )
    finish_round(game)
    result = think(game.state, 0, SETTINGS, 400, 0.0, 1)
    assert result.options[0].choices == [game.parse("toledo")]
    assert result.options[0].share > 0.9


def test_what_others_have_set_is_not_looked_at() -> None:
    for make in (attack, rivalries):
        for first, last in ((0, 1), (1, 0)):
            results = []
            for region in range(len(REGION_KEYS)):
                game = make()
                game.play(region + PLACE_BASE, first)
                results.append(told(think(game.state, last, SETTINGS, 200, 0.0, 3)))
            assert all(result == results[0] for result in results)
            # And it is the same as if the other had set nothing yet.
            assert told(think(make().state, last, SETTINGS, 200, 0.0, 3)) == results[0]


def test_a_mix_is_whole_for_any_number_of_seats() -> None:
    kinds = set()
    for number in range(60):
        game = Game.new(variant(number), number)
        for seat in walk_sensibly(game, Rng(number)):
            if not game.decision.startswith("disc"):
                continue
            before = everything(game.state)
            result = think(game.state, seat, SETTINGS, 16, 0.0, number)
            kinds.add(game.decision)
            assert result.mixed
            assert [option.choices[0] for option in result.options] != []
            assert {option.choices[0] for option in result.options} == set(game.legal(seat))
            assert sum(option.share for option in result.options) == pytest.approx(1.0)
            chosen = result.choose(Rng(number))
            assert chosen.share > 0.0
            assert everything(game.state) == before
    assert kinds == {"disc_scoring", "disc_coup", "disc_return", "disc_rivalries"}


def test_a_mix_keeps_to_the_time() -> None:
    result = think(attack().state, 0, SETTINGS, 0, 0.02, 1)
    assert result.iterations >= 8
    assert result.iterations % 8 == 0


def test_a_network_judges_discs_too() -> None:
    settings = judged_by(Network(indifferent_layers()))
    judged = 0
    for number in range(6):
        game, rng = Game.new(variant(number), number), Rng(number)
        for seat in walk_sensibly(game, rng):
            if game.decision != "disc_scoring" or game.round == ROUNDS:
                continue
            result = think(game.state, seat, settings, 4, 0.0, number)
            for option in result.options:
                assert option.chance == pytest.approx(1 / game.options.players)
            judged += 1
    assert judged
