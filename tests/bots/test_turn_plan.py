"""A plan under way: followed while it fits, dropped when the turn is over or others answered."""

from elgrande import Game
from elgrande.bots.turn_plan import TurnPlan
from elgrande.search.plans import PAUSE
from tests.support.searching import turns


def some_turn() -> Game:
    return turns(1, 1)[0]


def test_choices_come_in_their_order_and_what_was_not_asked_is_left_out() -> None:
    state, plan = some_turn().state, TurnPlan()
    assert plan.next(state, range(128)) is None
    plan.keep([5, 6, 7], state)
    assert plan.next(state, (5,)) == 5
    assert plan.next(state, (7,)) == 7
    assert plan.next(state, (7,)) is None


def test_nothing_is_left_of_a_plan_after_a_pause_or_in_another_turn() -> None:
    game, plan = some_turn(), TurnPlan()
    plan.keep([PAUSE, 6], game.state)
    assert plan.next(game.state, (6,)) is None
    assert plan.next(game.state, (6,)) is None
    plan.keep([6], game.state)
    assert plan.next(Game.new(seed=1).state, (6,)) is None
    assert plan.next(game.state, (6,)) is None
