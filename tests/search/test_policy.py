"""Quick answers: legal whatever is asked in whatever variant, and games made of them end."""

from collections import Counter
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.rules.board import ROUNDS
from elgrande.rules.choices import GRANDE_BASE
from elgrande.rules.frames import KIND_KEYS, LAST_DECISION, TAKE_FROM
from elgrande.rules.legal import answers
from elgrande.rules.rng import Rng
from elgrande.search.plans import Planner
from elgrande.search.policy import answer
from elgrande.search.rollout import answer_quickly, play_on
from tests.support.marks import rule, with_proofs
from tests.support.playing import finish_round
from tests.support.positions import position, take, use
from tests.support.searching import VARIANTS, everything, facing, mind_of, walk_sensibly

DECISIONS = set(KIND_KEYS[: LAST_DECISION + 1])
BATCHES = 4


@pytest.mark.parametrize("batch", with_proofs(range(BATCHES)))
def test_a_quick_answer_is_legal_whatever_is_asked(batch: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(batch, len(VARIANTS), BATCHES):
        game = Game.new(VARIANTS[number], number)
        for _ in walk_sensibly(game, Rng(number)):
            before = everything(game.state)
            for seat in game.waiting:
                context = facing(game.state, seat, number, noise=(0, 768)[number % 2])
                assert answer(game.state, context, seat) in game.legal(seat)
                asked[game.decision] += 1
            assert everything(game.state) == before
    assert set(asked) == DECISIONS


def test_a_quick_answer_follows_from_the_position_and_the_luck() -> None:
    for number in range(30):
        game = Game.new(VARIANTS[number * 16], number)
        for seat in walk_sensibly(game, Rng(number)):
            one, two = mind_of(7, 300), mind_of(7, 300)
            two.appraiser.look_at(game.state, (seat + 1) % game.options.players)
            assert answer_quickly(game.state, one, seat) == answer_quickly(game.state, two, seat)


@pytest.mark.parametrize("batch", range(2))
def test_games_of_quick_answers_end(batch: int) -> None:
    for number in range(batch, len(VARIANTS), 2):
        game = Game.new(VARIANTS[number], number)
        decisions = play_on(game.state, mind_of(number, (0, 128)[batch]), ROUNDS)
        assert game.over
        assert decisions > 60
        assert max(game.scores) > 20


def test_playing_on_stops_where_the_round_ends() -> None:
    for number in range(0, len(VARIANTS), 9):
        game = Game.new(VARIANTS[number], number)
        for last in (2, 3, 6):
            play_on(game.state, mind_of(number), last)
            assert game.round > last
            assert game.round <= last + 2
        assert not game.over


def test_who_can_win_points_at_once_takes_them() -> None:
    game = position("C-fair", regions={"toledo": [4, 1, 0, 0], "granada": [0, 2, 0, 0]})
    take(game, "C-fair", "special")
    assert answer(game.state, facing(game.state, 0), 0) == game.parse("toledo")


def test_a_scoring_that_helps_only_rivals_is_left_alone() -> None:
    game = position("C-score-67", regions={"toledo": [0, 3, 0, 0]}, court=[0, 7, 7, 7])
    take(game, "C-score-67")
    assert answer(game.state, facing(game.state, 0), 0) == game.parse("end")


def test_a_veto_stops_what_promises_much_and_lets_pass_what_does_not() -> None:
    for regions, wanted in (
        ({"toledo": [4, 0, 0, 0], "castilla": [4, 0, 0, 0], "granada": [3, 0, 0, 0]}, "veto"),
        ({"toledo": [0, 4, 0, 0], "castilla": [0, 3, 0, 0]}, "allow"),
    ):
        game = position("C-score-67", regions=regions, vetoes=[1], old_hands=("veto",))
        take(game, "C-score-67", "special")
        assert game.decision == "veto"
        assert answer(game.state, facing(game.state, 1), 1) == game.parse(wanted)


def test_who_must_return_caballeros_gives_up_what_is_missed_least() -> None:
    game = position("C-civil-war", regions={"toledo": [0, 5, 0, 0], "galicia": [2, 1, 2, 2]})
    take(game, "C-civil-war", "special")
    assert game.decision == "disc_return"
    assert answer(game.state, facing(game.state, 1), 1) == game.parse("galicia")


def test_who_would_lose_by_moving_on_stops() -> None:
    game = position("C-own4", regions={"toledo": [1, 0, 0, 0]}, round_number=3)
    take(game, "C-own4", "special")
    assert game.decision == "move_from"
    assert answer(game.state, facing(game.state, 0), 0) == game.parse("stop")


def test_hopeless_caballeros_are_taken_to_the_court_and_needed_ones_are_not() -> None:
    for counts, taken in (([1, 9, 9, 8], True), ([3, 2, 0, 0], False)):
        game = position(
            power=12,
            regions={"toledo": counts, "castilla": [29 - counts[0], 0, 0, 0]},
            court=[1, 1, 1, 1],
        )
        data: Any = game.snapshot()
        assert data["province"][0] == 0
        game.state.push(TAKE_FROM, 0, 1)
        game.state.look()
        game.state.mask = answers(game.state, TAKE_FROM, 0, 1)
        found = answer(game.state, facing(game.state, 0), 0)
        assert found == game.parse("toledo" if taken else "stop")


def quick(game: Game, seat: int = 0, luck: int = 0) -> str:
    """The quick answer of a seat, as notation."""
    return game.notation(answer(game.state, facing(game.state, seat, luck), seat))


def test_the_card_that_promises_most_is_taken_and_used() -> None:
    rich = {"toledo": [4, 0, 0, 0], "castilla": [4, 0, 0, 0], "granada": [4, 0, 0, 0]}
    game = position("C-score-67", regions=rich, court=[0, 7, 7, 7])
    assert quick(game) == "card 3"
    take(game, "C-score-67")
    assert quick(game) == "special"


def test_nobody_sends_caballeros_where_the_king_locks_them_out() -> None:
    game = position(
        round_number=9,
        king="toledo",
        castillo=[4, 0, 0, 0],
        regions={"toledo": [0, 1, 0, 0], "granada": [0, 2, 0, 0]},
        court=[0, 0, 0, 0],
    )
    finish_round(game)
    assert game.decision == "disc_scoring"
    assert "toledo" not in {quick(game, 0, luck) for luck in range(20)}


def test_who_must_withdraw_gives_up_the_hopeless_first() -> None:
    game = position(
        "C-withdrawal", regions={"toledo": [12, 1, 12, 12]}, court=[5, 5, 5, 5], round_number=3
    )
    take(game, "C-withdrawal", "special")
    assert game.decision == "return"
    assert quick(game, 1) == "toledo"


def test_the_highest_power_card_is_taken_back() -> None:
    game = position("C-power", round_number=3)
    take(game, "C-power", "special")
    assert game.decision == "take_back"
    assert quick(game) == "power 13"


def test_a_modifier_moves_a_grande_where_that_helps() -> None:
    answers_given = set()
    for number in range(30):
        game = Game.new(Options(players=4, power_shift=True), number)
        for seat in walk_sensibly(game, Rng(number)):
            if game.decision == "grande":
                answers_given.add(quick(game, seat).split()[0])
    assert answers_given == {"grande", "end"}


def test_the_king_stands_in_where_the_seat_leads() -> None:
    game = position(
        "C-stand-in",
        new_regency=True,
        king="galicia",
        regions={"toledo": [5, 1, 0, 0], "granada": [0, 5, 0, 0], "galicia": [0, 0, 1, 0]},
        grandes=["toledo", "granada", "sevilla", "aragon"],
        round_number=3,
    )
    take(game, "C-stand-in", "special")
    assert game.decision == "stand_in"
    assert quick(game) == game.notation(GRANDE_BASE)


def test_a_coup_and_an_arrest_strike_where_a_rival_is_in_the_way() -> None:
    game = position("C-coup", regions={"toledo": [4, 5, 0, 0], "sevilla": [0, 1, 0, 0]})
    assert quick(take(game, "C-coup", "special")) == "toledo"
    game = position(
        "C-arrest", regions={"toledo": [4, 4, 0, 0], "sevilla": [0, 8, 0, 0]}, round_number=3
    )
    assert quick(take(game, "C-arrest", "special")).endswith("toledo")


def test_power_cards_are_not_foreseen() -> None:
    game = Game.new(seed=2)
    cards = {quick(game, game.state.seat, luck) for luck in range(30)}
    assert len(cards) >= 3


FIVES = {"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]}


def scoring_in_turn(**changes: Any) -> Game:
    """Seat 0 scores the 5-point regions of edition classic; seat 1 may stop it."""
    arrangement: dict[str, Any] = {
        "edition": "classic",
        "king": "galicia",
        "grandes": ["cataluna", "castilla", "toledo", "sevilla"],
        "regions": FIVES,
        "vetoes": [1],
        **changes,
    }
    return take(position("C-score-5", **arrangement), "C-score-5", "special", "allow")


@rule("P13")
def test_of_several_regions_the_one_that_pays_most_is_scored_first() -> None:
    reached = {"navarra": [0, 0, 2, 1], "aragon": [0, 2, 1, 0], "valencia": [2, 1, 0, 0]}
    for regions, best in ((FIVES, "navarra"), (reached, "valencia")):
        game = scoring_in_turn(regions=regions)
        assert answer(game.state, facing(game.state, 0), 0) == game.parse(best)
        plans = Planner(facing(game.state, 0), facing(game.state, 1)).plan(game.state, 0)
        assert {plan.choices[0] for plan in plans} == {game.parse(best)}


@rule("P13")
def test_a_veto_waits_for_the_region_that_harms_and_spares_what_does_not() -> None:
    mine = {"navarra": [0, 3, 0, 0], "aragon": [3, 0, 0, 0], "valencia": [3, 0, 0, 0]}
    game = scoring_in_turn(regions=mine, king="aragon")
    for region, wanted in (("navarra", "allow"), ("aragon", "veto")):
        asked = use(game.clone(), region)
        assert asked.decision == "veto"
        assert answer(asked.state, facing(asked.state, 1), 1) == asked.parse(wanted)
    harmless = scoring_in_turn(regions={"navarra": [0, 2, 0, 0], "aragon": [0, 1, 0, 0]})
    assert answer(harmless.state, facing(harmless.state, 1), 1) == harmless.parse("allow")
