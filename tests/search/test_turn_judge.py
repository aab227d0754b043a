"""One turn ahead with a network: plans in the order of the chances where they end."""

from elgrande.rules.board import ROUNDS
from elgrande.rules.flow import play
from elgrande.rules.frames import is_secret
from elgrande.rules.rng import Rng
from elgrande.search.context import Context
from elgrande.search.network import Network
from elgrande.search.outcome import Outcome
from elgrande.search.plans import PAUSE, Planner, turn_of
from elgrande.search.turn_judge import TurnJudge
from elgrande.search.weights import FORESIGHTED
from tests.support.networks import random_layers
from tests.support.searching import everything, turns

WIDTH = 6


def test_plans_are_judged_where_they_end() -> None:
    network, outcome = Network(random_layers(6)), Outcome()
    judged = 0
    for number, game in enumerate(turns(16, 2)):
        state, seat = game.state, game.state.seat
        before = everything(state)
        plans = TurnJudge(network, number).plan(state, seat, WIDTH)
        assert everything(state) == before
        assert 0 < len(plans) <= WIDTH
        assert [plan.chance for plan in plans] == sorted((p.chance for p in plans), reverse=True)
        for plan in plans:
            assert plan.end is None
            assert 0.0 <= plan.chance <= 1.0
            end = state.clone()
            for choice in plan.choices:
                if choice == PAUSE or is_secret(end.kind) or end.seat != seat:
                    break
                play(end, seat, choice)
            ended = not end.over and turn_of(end) != turn_of(state) and end.round == state.round
            if PAUSE not in plan.choices and ended and not is_secret(end.kind):
                network.judge(end, outcome)
                assert outcome.chances[seat] == plan.chance
                judged += 1
    assert judged > 20


def test_a_round_that_is_over_is_scored_before_it_is_judged() -> None:
    network = Network(random_layers(6))
    finished = 0
    for number, game in enumerate(turns(60, 4)):
        state, seat = game.state, game.state.seat
        if state.round != ROUNDS or state.in_order(state.deal.colours - 1) != seat:
            continue
        judge = TurnJudge(network, number)
        planner = Planner(Context(Rng(1), 0, FORESIGHTED), Context(Rng(2), 0, FORESIGHTED))
        planner.keeps_ends = True
        end = planner.plan(state, seat)[0].end
        assert end is not None
        judge.chance(end, seat)
        assert end.over
        finished += 1
    assert finished
