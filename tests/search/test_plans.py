"""Plans of whole turns: they can be played, no two are the same, and none is forgotten."""

from functools import cache

from elgrande import Game, Options
from elgrande.rules.board import MOVE_GRANDE
from elgrande.rules.flow import play
from elgrande.rules.frames import is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.plans import MOST_PLANS, PAUSE, Plan, Planner, distinct, matters, turn_of
from elgrande.search.policy import answer
from elgrande.search.rollout import answer_quickly
from elgrande.search.tree import is_legal
from elgrande.search.weights import STANDARD
from tests.support.searching import (
    begins_turn,
    everything,
    facing,
    mind_of,
    turns,
    variant,
    walk_sensibly,
)


@cache
def planned() -> list[tuple[Game, list[Plan]]]:
    """Turns that begin all over the variants, with all their plans."""
    return [
        (game, Planner(mind_of(1), mind_of(2)).plan(game.state, game.state.seat))
        for game in turns(250, 1)
    ]


def is_over(state: State, turn: int) -> bool:
    return state.over or turn_of(state) != turn


def others_asked(state: State, seat: int) -> bool:
    """Whether somebody else is to answer, or all at once."""
    return state.seat != seat or is_secret(state.kind)


def test_a_plan_can_be_played_to_the_end_of_the_turn() -> None:
    seen = 0
    for game, plans in planned():
        seat, turn = game.state.seat, turn_of(game.state)
        for plan in plans:
            if PAUSE in plan.choices:
                continue
            state = game.state.clone()
            for choice in plan.choices:
                assert not is_over(state, turn)
                assert not others_asked(state, seat)
                assert is_legal(state, choice)
                play(state, seat, choice)
            assert is_over(state, turn)
            appraiser = Appraiser(STANDARD)
            appraiser.look_at(game.state, seat)
            assert appraiser.balance(state) == plan.worth
            seen += 1
    assert seen > 5000


def test_a_plan_pauses_where_others_answer_and_nowhere_else() -> None:
    pauses = 0
    for game, plans in planned():
        seat, turn = game.state.seat, turn_of(game.state)
        for number, plan in enumerate(plans):
            assert plan.choices[0] != PAUSE
            if PAUSE not in plan.choices:
                continue
            state, others = game.state.clone(), mind_of(number)
            for before, choice in zip([0, *plan.choices], plan.choices, strict=False):
                if choice == PAUSE:
                    assert before != PAUSE
                    pauses += 1
                    break
                assert not others_asked(state, seat)
                assert is_legal(state, choice)
                play(state, seat, choice)
            assert not is_over(state, turn)
            assert others_asked(state, seat)
            while not is_over(state, turn) and others_asked(state, seat):
                play(state, state.seat, answer_quickly(state, others, state.seat))
    assert pauses > 200


def test_the_quick_way_to_play_a_turn_is_not_better_than_the_best_plan() -> None:
    compared = 0
    for game, plans in planned():
        assert len(plans) < MOST_PLANS
        state, seat, turn = game.state.clone(), game.state.seat, turn_of(game.state)
        context = facing(state, seat)
        path = []
        while not is_over(state, turn) and not others_asked(state, seat):
            context.appraiser.take_weights(state)
            path.append(answer(state, context, seat))
            play(state, seat, path[-1])
        if is_over(state, turn):
            worth = context.appraiser.balance(state)
            assert plans[0].worth >= worth
            assert path in [plan.choices for plan in plans]
            compared += 1
    assert compared > 150


def test_plans_are_sorted_and_planning_changes_nothing() -> None:
    for game, plans in planned():
        worths = [plan.worth for plan in plans]
        assert worths == sorted(worths, reverse=True)
        before = everything(game.state)
        again = Planner(mind_of(1), mind_of(2)).plan(game.state, game.state.seat)
        assert [(plan.choices, plan.worth) for plan in again] == [
            (plan.choices, plan.worth) for plan in plans
        ]
        assert everything(game.state) == before


def test_every_card_and_every_order_is_planned() -> None:
    for game, plans in planned():
        if game.decision != "card":
            continue
        assert {plan.choices[0] for plan in plans} == set(game.legal())
        for stack in game.legal():
            taken = game.clone()
            taken.play(stack)
            if taken.decision != "act":
                continue  # nothing can be done with it
            second = {plan.choices[1] for plan in plans if plan.choices[0] == stack}
            wanted = [taken.notation(choice) for choice in taken.legal()]
            if "place" in wanted:
                wanted.remove("end")
            assert sorted(taken.notation(choice) for choice in second) == sorted(wanted)


def final(game: Game, plan: Plan) -> list[object]:
    """The position a plan leads to, with all it holds."""
    state = game.state.clone()
    for choice in plan.choices:
        play(state, game.state.seat, choice)
    return [part for part in everything(state) if isinstance(part, int)]


def test_of_plans_that_come_to_the_same_one_is_kept() -> None:
    for game, plans in planned():
        kept = distinct(plans, MOST_PLANS)
        worths = [plan.worth for plan in kept]
        assert len(set(worths)) == len(worths)
        assert set(worths) == {plan.worth for plan in plans}
        ends = [final(game, plan) for plan in kept if PAUSE not in plan.choices]
        assert all(one not in ends[:number] for number, one in enumerate(ends))
        for width in (1, 3, 8):
            few = distinct(plans, width)
            assert few == kept[:width]


def test_a_turn_under_way_is_planned_to_its_end() -> None:
    seen = 0
    for number in range(60):
        game = Game.new(variant(number), number)
        for seat in walk_sensibly(game, Rng(number)):
            state = game.state
            if not matters(state) or game.decision == "card":
                continue
            plans = Planner(mind_of(1), mind_of(2)).plan(state, seat)
            assert {plan.choices[0] for plan in plans} <= set(game.legal())
            assert plans
            seen += 1
    assert seen > 1000


def test_a_grande_moved_by_a_modifier_leaves_room_for_every_card() -> None:
    seen = 0
    for number in range(40):
        options = Options(players=2 + number % 4, power_shift=True, new_regency=number % 3 == 0)
        game = Game.new(options, number)
        for seat in walk_sensibly(game, Rng(number)):
            if begins_turn(game) and game.state.modifier(seat) >> 2 == MOVE_GRANDE:
                plans = Planner(mind_of(1), mind_of(2)).plan(game.state, seat)
                assert len(plans) < MOST_PLANS
                seen += 1
    assert seen > 20
