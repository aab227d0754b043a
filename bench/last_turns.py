"""How often the planner's plans hold the best way to play the last turn of a game.

    python -m bench.last_turns [--games 100] [--bots steady,turn]

In the last turn of round 9 nobody moves any more, so every way to play it has a true value: by how
many points the seat is ahead of its best opponent after the final scoring. Every way is tried, with
full knowledge of the position; what others are asked on the way, their discs among it, they answer
quickly, in the same position always the same; the seat's own disc is the best one. A card that can
be played in too many ways to try them all is left out, of the plans too.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from elgrande import Game, Options
from elgrande.bots import Situation, bot_rng
from elgrande.bots.judged import OneTurn
from elgrande.bots.levels import Steady
from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.board import ROUNDS
from elgrande.rules.flow import play
from elgrande.rules.frames import CARD
from elgrande.rules.playout import scores_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.rules.view import choices_in
from elgrande.search.context import Context
from elgrande.search.plans import PAUSE, Plan, Planner, distinct, turn_of
from elgrande.search.rollout import answer_quickly
from elgrande.search.tree import is_legal
from elgrande.search.weights import FORESIGHTED, STANDARD

MOST_STATES = 20_000
FEWEST_VALUES = 3  # where less can be reached, there is nothing to find
WIDTHS = (24, 32)  # how many plans the bots look at
REPEATS = 3
TABLES = (
    Options(),
    Options(edition="classic"),
    Options(players=3, new_regency=True),
    Options(players=2),
    Options(players=5),
    Options(edition="classic", players=3),
)
FIELDS = [
    name
    for name in dir(Game.new().state)
    if name not in ("words", "deal", "log")
    and name[0] != "_"
    and not callable(getattr(Game.new().state, name))
]


@dataclass(frozen=True)
class LastTurn:
    """A last turn that can be tried in every way, and what each card can come to."""

    table: int
    game: Game
    best: dict[int, int]  # by card

    @property
    def state(self) -> State:
        """The position in which a card is to be chosen."""
        return self.game.state


@dataclass(frozen=True)
class Found:
    """What the plans of a turn come to."""

    best: int  # of all ways
    values: list[int]  # of the plans, as they are sorted
    plans: list[Plan]

    def holds(self, width: int) -> bool:
        """Whether one of so many plans is as good as any way there is."""
        kept = {id(plan) for plan in distinct(self.plans, width)}
        return any(
            value == self.best and id(plan) in kept
            for plan, value in zip(self.plans, self.values, strict=True)
        )


def key_of(state: State) -> tuple[object, ...]:
    """All that tells two positions apart."""
    return (*(getattr(state, name) for name in FIELDS), *state.words)


def margin(state: State, seat: int) -> int:
    """By how much a seat is ahead of its best opponent."""
    scores = scores_of(state)
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def let_others_answer(state: State, seat: int) -> None:
    """Answer for others until the seat is asked or the game is over."""
    while not state.over and state.seat != seat:
        context = Context(Rng(1), 0, STANDARD)
        play(state, state.seat, answer_quickly(state, context, state.seat))


def best_after(start: State, seat: int) -> int | None:
    """The best that all ways from here come to; None if they are too many to try."""
    seen: set[tuple[object, ...]] = set()
    todo, best = [start], -1000
    while todo:
        state = todo.pop()
        let_others_answer(state, seat)
        if state.over:
            best = max(best, margin(state, seat))
            continue
        for choice in choices_in(state.mask, state.base):
            after = state.clone()
            play(after, seat, choice)
            key = key_of(after)
            if key not in seen:
                seen.add(key)
                todo.append(after)
        if len(seen) > MOST_STATES:
            return None
    return best


def value_of(start: State, seat: int, plan: Plan) -> int:
    """What a plan comes to, with the best disc after it."""
    state, turn = start.clone(), turn_of(start)
    for choice in plan.choices:
        let_others_answer(state, seat)
        if choice != PAUSE and not state.over and turn_of(state) == turn:
            fits = is_legal(state, choice)
            context = Context(Rng(1), 0, STANDARD)
            play(state, seat, choice if fits else answer_quickly(state, context, seat))
    best = best_after(state, seat)
    assert best is not None
    return best


def bots_of(kind: str, players: int) -> Sequence[Steady | OneTurn]:
    """A table of one kind of bot."""
    network = shipped_network()
    if kind == "steady" or network is None:
        return [Steady() for _ in range(players)]
    return [OneTurn(network) for _ in range(players)]


def last_turns(kind: str, games: int) -> Iterator[LastTurn]:
    """The last turns of games of one kind of bot, with what can be made of them."""
    for number in range(games):
        options = TABLES[number % len(TABLES)]
        game = Game.new(options, number)
        bots = bots_of(kind, options.players)
        luck = [bot_rng(number, seat) for seat in range(options.players)]
        while not game.over and not (game.round == ROUNDS and chooses_last(game.state)):
            seat = game.waiting[0]
            game.play(bots[seat].choose(Situation.of(game, seat, luck[seat])), seat)
        if game.over:
            continue
        game = without_others_in_castillo(game)
        turn = LastTurn(number, game, dict(ways_of(game.state)))
        if turn.best:
            yield turn


def without_others_in_castillo(game: Game) -> Game:
    """The same with nobody else in the Castillo, so that no disc has to be guessed."""
    data: Any = game.snapshot()
    caballeros = data["castillo"]["caballeros"]
    for colour, count in enumerate(caballeros):
        if colour != game.state.seat:
            data["province"][colour] += count
            caballeros[colour] = 0
    return Game.from_snapshot(data)


def chooses_last(state: State) -> bool:
    """Whether the last of a round chooses a card."""
    return state.kind == CARD and state.frame(0) >> 9 == state.deal.colours


def ways_of(state: State) -> Iterator[tuple[int, int]]:
    """Every card that can be tried in all ways, with the best it can come to."""
    for card in choices_in(state.mask, state.base):
        after = state.clone()
        play(after, state.seat, card)
        best = best_after(after, state.seat)
        if best is not None:
            yield card, best


def look(turn: LastTurn) -> Found:
    """Plan a turn, and see what the plans come to."""
    seat = turn.state.seat
    planner = Planner(Context(Rng(2), 0, FORESIGHTED), Context(Rng(3), 0, FORESIGHTED))
    plans = [plan for plan in planner.plan(turn.state, seat) if plan.choices[0] in turn.best]
    values = [value_of(turn.state, seat, plan) for plan in plans]
    return Found(max(turn.best.values()), values, plans)


def plan_time(turns: Sequence[LastTurn]) -> float:
    """Microseconds of processor time to plan a turn, the best of a few repeats."""
    spent = []
    for _ in range(REPEATS):
        planner = Planner(Context(Rng(2), 0, FORESIGHTED), Context(Rng(3), 0, FORESIGHTED))
        begun = process_time()
        for turn in turns:
            planner.plan(turn.state, turn.state.seat)
        spent.append(process_time() - begun)
    return min(spent) / len(turns) * 1e6


def report(kind: str, turns: list[LastTurn]) -> str:
    """A line of the table."""
    found = [look(turn) for turn in turns]
    number = len(found)
    held = sum(one.best in one.values for one in found) / number
    kept = [sum(one.holds(width) for one in found) / number for width in WIDTHS]
    first = sum(one.values[0] == one.best for one in found) / number
    missed = sum(one.best - max(one.values) for one in found) / number
    plans = sum(len(one.plans) for one in found) / number
    cells = [f"{share:.1%}" for share in (held, *kept, first)]
    cells += [f"{missed:.2f}", f"{plans:.0f}", f"{plan_time(turns):.0f}"]
    return f"| {kind} | {number} | {' | '.join(cells)} |"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each kind of bot")
    parser.add_argument("--bots", default="steady,turn")
    given = parser.parse_args()
    print("| games of | turns | held | in the best 24 | 32 | first | points missed | plans | µs |")
    print("|---|---|---|---|---|---|---|---|---|")
    for kind in given.bots.split(","):
        print(report(kind, list(last_turns(kind, given.games))), flush=True)


if __name__ == "__main__":
    main()
