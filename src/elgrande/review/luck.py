"""Luck apart from skill: the cards that came up, and the secret discs that were guessed.

Cards: everyone's chances once a round's cards are shown, against the average over all the cards
that might have come up instead. Discs: the chances after the discs that were set, against the
average over what everybody mixes when nobody can be foreseen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from elgrande.game import Game
from elgrande.insight.chances import NOISE, chances_of
from elgrande.insight.shipped_network import shipped_network
from elgrande.review.data import CARDS, DISCS, Luck
from elgrande.review.moments import Line, game_at
from elgrande.rules.board import NOWHERE
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.determinize import determinize, imagine_deal
from elgrande.rules.flow import play
from elgrande.rules.frames import PASS_MODIFIER, is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.network import judge
from elgrande.search.outcome import Outcome
from elgrande.search.regret_matching import RegretMatching
from elgrande.search.rollout import answer_quickly, play_to_turn
from elgrande.search.weights import STANDARD

SEED: Final = 1502
DECKS: Final = 60  # imagined for each round
GAMES: Final = 60  # played on from the cards that came up, about as many
LEARNING: Final = 200  # iterations in which the mixes are learned
DRAWS: Final = 200  # from the mixes
DIGITS: Final = 4


@dataclass(frozen=True)
class ChanceEvent:
    """Cards that came up, or discs shown together; plain data for other processes."""

    kind: str  # CARDS or DISCS
    position: int  # how many choices were made when chance struck
    until: int  # and when it was known
    discs: tuple[tuple[int, int], ...] = ()  # seats and choices


def chance_events(start: Game, line: Line, first: int = 0) -> list[ChanceEvent]:
    """All moments of a game in which chance decides."""
    return list(_events(start, line, first))


def _events(start: Game, line: Line, first: int) -> Iterator[ChanceEvent]:
    game = start.clone()
    state = game.state
    discs: list[tuple[int, int]] = []
    began = first
    for position, (seat, choice) in enumerate(line, start=first):
        is_disc = is_secret(state.kind) and state.kind != PASS_MODIFIER
        if is_disc:
            began = began if discs else position
            discs.append((seat, choice))
        number, last = game.round, is_disc and len(game.waiting) == 1
        game.play(choice, seat)
        if last:
            if len(discs) > 1:
                yield ChanceEvent(DISCS, began, position + 1, tuple(discs))
            discs = []
        if game.round != number and not game.over:
            yield ChanceEvent(CARDS, position, position + 1)


def judge_luck(start: Game, line: Line, first: int, event: ChanceEvent) -> list[Luck]:
    """What one such moment brought each seat."""
    game = game_at(start, line, first, event.position)
    if event.kind == CARDS:
        seat, choice = line[event.position - first]
        gains = _gains_by_cards(game, seat, choice)
    else:
        gains = _gains_by_discs(game, event.discs)
    return [
        Luck(event.until, seat, event.kind, round(gain, DIGITS)) for seat, gain in enumerate(gains)
    ]


def _gains_by_cards(game: Game, seat: int, choice: int) -> list[float]:
    """The chances with the cards that came up, less the average over imagined ones."""
    players = game.options.players
    each = players * max(1, DECKS // 10)
    expected = [0.0] * players
    rng = Rng(SEED)
    for number in range(DECKS):
        other = game.clone()
        other.state.deal = imagine_deal(game.state, rng)
        other.play(choice, seat)
        for index, chance in enumerate(chances_of(other, players, SEED + number)):
            expected[index] += chance / DECKS
    came = game.clone()
    came.play(choice, seat)
    actual = chances_of(came, max(each, GAMES // players * players), SEED)
    return [one - other for one, other in zip(actual, expected, strict=True)]


def _gains_by_discs(game: Game, discs: Sequence[tuple[int, int]]) -> list[float]:
    """The chances with the discs that were set, less the average over everybody's mix."""
    players = game.options.players
    matching = RegretMatching(STANDARD, SEED, shipped_network())
    matching.gather(game.state)
    rng = Rng(SEED)
    for number in range(LEARNING):
        seat = discs[number % len(discs)][0]
        matching.iterate(determinize(game.state, seat, rng), seat)
    mixes = {seat: matching.shares(seat) for seat, _ in discs}
    context, outcome = Context(Rng(SEED), NOISE, STANDARD), Outcome()
    gains = [0.0] * players
    for number in range(DRAWS):
        world = determinize(game.state, number % players, rng)
        drawn = {seat: _draw(mix, rng) + PLACE_BASE for seat, mix in mixes.items()}
        luck = rng.below(2**31)
        for choices, sign in ((dict(discs), 1), (drawn, -1)):
            context.rng.state = Rng(luck).state
            after = _with_discs(world, choices, context)
            judge(after, shipped_network(), context.appraiser, outcome)
            for seat in range(players):
                gains[seat] += sign * outcome.chances[seat] / DRAWS
    return gains


def _draw(shares: Sequence[float], rng: Rng) -> int:
    drawn = rng.below(10**6) / 10**6
    for choice, share in enumerate(shares):
        drawn -= share
        if share and drawn < 0:
            return choice
    return max(range(len(shares)), key=lambda choice: shares[choice])


def _with_discs(state: State, choices: dict[int, int], context: Context) -> State:
    """Where the next turn begins if these discs are set."""
    world = state.clone()
    for seat, choice in choices.items():
        play(world, seat, choice)
    context.appraiser.seat = -1
    while world.performer != NOWHERE:
        play(world, world.seat, answer_quickly(world, context, world.seat))
    play_to_turn(world, context)
    return world
