"""The verdict on a moment: blunders are found, noise is not, and nothing hidden is used."""

import pytest

from elgrande import Game, Options
from elgrande.bots import Situation, bot_named
from elgrande.bots.levels import is_own_turn
from elgrande.insight.shipped_network import shipped_network
from elgrande.review.data import DISC, TURN
from elgrande.review.judging import judge, judge_in
from elgrande.review.moments import MomentToJudge, game_at, moments_of
from elgrande.rules.rng import Rng
from elgrande.search.plans import PAUSE
from elgrande.search.rollout import begins_turn
from elgrande.search.turn_judge import TurnJudge
from tests.review.games import GAMES, recorded

FIRST_ROUND = 4
GIVEN_AWAY = 0.25  # of the chance to win


def twins(name: str, every: int) -> None:
    start, line = recorded(name)
    for moment in moments_of(start, line)[::every]:
        game = game_at(start, line, 0, moment.position)
        verdict = judge_in(game, moment, 40)
        for seed in (1, 2):
            assert judge_in(game.determinize(moment.seat, seed), moment, 40) == verdict


def test_a_verdict_uses_only_what_the_seat_knew() -> None:
    twins("2023-4p-power_shift", 9)


@pytest.mark.proof
def test_no_verdict_on_any_variant_uses_what_was_hidden() -> None:
    for path in sorted(GAMES.glob("*.egn")):
        twins(path.stem, 4)


def test_the_same_thing_in_another_order_loses_nothing() -> None:
    """Caballeros placed the other way round come to the same position, and to the same figures."""
    start, line = recorded("2023-4p")
    for moment in moments_of(start, line):
        verdict = judge(start, line, 0, moment, 60)
        if moment.kind == TURN and verdict.better:
            break
    again = MomentToJudge(
        moment.position, moment.until, moment.seat, moment.round, TURN, None, verdict.better
    )
    assert judge(start, line, 0, again, 60).lost == 0.0


def test_a_disc_is_judged_against_the_others() -> None:
    start, line = recorded("2023-4p")
    discs = [moment for moment in moments_of(start, line) if moment.kind == DISC]
    verdicts = [judge(start, line, 0, moment, 200) for moment in discs]
    assert all(0.0 <= verdict.lost <= verdict.best <= 1.0 for verdict in verdicts)
    assert any(verdict.better for verdict in verdicts)


def worst_plan(game: Game, seat: int) -> list[int]:
    """The worst of all plans by the network, if it gives away a lot; else none."""
    network = shipped_network()
    assert network is not None
    plans = TurnJudge(network, 1).plan(game.state, seat, 100)
    if plans[0].chance - plans[-1].chance < GIVEN_AWAY:
        return []
    return [choice for choice in plans[-1].choices if choice != PAUSE]


def plant_blunder(seed: int, iterations: int = 300) -> tuple[Game, list[tuple[int, int]], int, int]:
    """A game of grandmasters with one blunder; its choices, and where and whose it is."""
    start = Game.new(Options(players=4), seed)
    bots = [bot_named(f"grandmaster:iterations={iterations}").make() for _ in range(4)]
    game, rng = start.clone(), Rng(seed)
    planted: list[int] = []
    position = victim = -1
    line: list[tuple[int, int]] = []
    while not game.over:
        seat = game.waiting[0]
        begins = begins_turn(game.state) and is_own_turn(game.state, seat)
        if victim < 0 and game.round >= FIRST_ROUND and begins and len(game.legal(seat)) > 1:
            planted = worst_plan(game, seat)
            if planted:
                position, victim = len(line), seat
        choice = planted.pop(0) if planted and seat == victim else -1
        if choice not in game.legal(seat):
            choice = bots[seat].choose(Situation.of(game, seat, rng))
        line.append((seat, choice))
        game.play(choice, seat)
    return start, line, position, victim


def is_named(seed: int, iterations: int) -> bool:
    """Whether the review names the planted blunder as its seat's worst moment."""
    start, line, position, victim = plant_blunder(seed)
    own = [moment for moment in moments_of(start, line) if moment.seat == victim]
    verdicts = [judge(start, line, 0, moment, iterations) for moment in own]
    worst = max(verdicts, key=lambda verdict: verdict.lost)
    return worst.position <= position < worst.until


@pytest.mark.proof
def test_a_planted_blunder_is_named_as_the_worst_moment() -> None:
    assert sum(is_named(seed, 1000) for seed in range(20)) >= 18


def test_a_blunder_is_found_quickly() -> None:
    start, line, position, _ = plant_blunder(1, 30)
    blunder = next(one for one in moments_of(start, line) if one.position == position)
    verdict = judge(start, line, 0, blunder, 200)
    assert verdict.lost > GIVEN_AWAY / 2
    assert verdict.better
    assert verdict.accuracy < 60
