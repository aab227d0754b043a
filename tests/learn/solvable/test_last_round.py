"""`ElGrande-LastRound`: the values of a plain search without shortcuts, and of every world."""

from collections import Counter
from fractions import Fraction

import pytest

from elgrande.game import Game
from elgrande.learn import tasks
from elgrande.learn.solvable.last_round import Solver
from elgrande.rules.board import ROUNDS
from elgrande.rules.errors import BadArgument
from elgrande.rules.options import EDITIONS, Options
from tests.learn.solvable.oracle import value_by_scipy
from tests.support.marks import with_proofs

# Positions from which few ways lead to the end, so that all of them can be tried out.
FEW_WAYS = {"classic": (25, 19, 4, 26, 6, 12, 20, 30, 44), "2023": (40, 31, 12, 22, 16)}

# Whether the last player has taken a card, is about to, or the turn before goes on.
BEGINS = {"2023": {"after": 42, "at": 8}, "classic": {"after": 26, "at": 17, "before": 7}}


def position(edition: str, number: int) -> Game:
    return tasks.task(f"ElGrande-LastRound-{edition}-v1").game(number)


def plain_value(game: Game) -> float:
    """The value by trying out every sequence of choices, each one to its end."""
    if game.over:
        return float(game.scores[0] - game.scores[1])
    if len(game.waiting) == 2:
        matrix = []
        for row in game.legal(0):
            first = game.clone()
            first.play(row, 0)
            matrix.append([plain_value(after(first, column, 1)) for column in game.legal(1)])
        return value_by_scipy(matrix)
    seat = game.waiting[0]
    values = [plain_value(after(game, choice, seat)) for choice in game.legal(seat)]
    return max(values) if seat == 0 else min(values)


def after(game: Game, choice: int, seat: int) -> Game:
    played = game.clone()
    played.play(choice, seat)
    return played


def late(game: Game, decisions: int) -> Game:
    """A position a few decisions before the scoring, with the first choices in between."""
    path = [game]
    while len(path[-1].waiting) == 1:
        path.append(after(path[-1], path[-1].legal()[-1], path[-1].waiting[0]))
    return path[max(len(path) - 1 - decisions, 0)]


@pytest.mark.parametrize(
    ("edition", "number"),
    with_proofs(
        [(edition, number) for edition, few in FEW_WAYS.items() for number in few], quick=2
    ),
)
def test_the_value_is_that_of_a_plain_search(edition: str, number: int) -> None:
    game = position(edition, number)
    assert float(Solver().value(game)) == pytest.approx(plain_value(game))


@pytest.mark.proof
@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_for_tests_are_solved(edition: str) -> None:
    for number in tasks.SMALL_SEEDS.test:
        game, solver = position(edition, number), Solver()
        value = solver.value(game)
        best = max if game.waiting == (0,) else min
        assert value == best(solver.values(game).values())
        assert solver.positions > 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_begin_about_where_the_last_player_takes_a_card(edition: str) -> None:
    """As docs/research/tasks.md says, with these numbers."""
    begins = Counter[str]()
    for number in range(50):
        game = position(edition, number)
        record = game.record()
        replayed, cards = Game.new(game.options, record.seed), 0
        for choice in record.choices:
            cards += replayed.round == ROUNDS and replayed.decision == "card"
            replayed.play(choice)
        assert game.round == ROUNDS
        assert cards in (1, 2)
        begins["after" if cards == 2 else "at" if game.decision == "card" else "before"] += 1
    assert begins == BEGINS[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_hidden_matters(edition: str) -> None:
    game = late(position(edition, 1), 1)
    values = {Solver().value(game.determinize(seat, seed)) for seat in (0, 1) for seed in (1, 2)}
    assert values == {Solver().value(game)}


def test_a_secret_decision_has_an_equilibrium_and_exact_values() -> None:
    game = late(position("classic", 0), 0)
    secret = Solver().secret(game)
    assert sum(secret.solution.rows) == sum(secret.solution.columns) == 1
    assert isinstance(secret.solution.value, Fraction)
    assert Solver().value(game) == secret.solution.value
    with pytest.raises(BadArgument, match="see `secret`"):
        Solver().values(game)


def test_other_positions_are_refused() -> None:
    for options in (Options(players=2), Options(players=2, castillo="open"), Options()):
        with pytest.raises(BadArgument, match="Only the last round of a game for two"):
            Solver().value(Game.new(options, 1))
    with pytest.raises(BadArgument, match="see `values`"):
        Solver().secret(position("2023", 0))
