"""Each level beats the one below: small matches from fixed seeds, with room for chance."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.bots import Player, Situation, bot_rng, levels
from elgrande.rules.errors import BadParameter
from elgrande.rules.state import State
from elgrande.search.plans import PAUSE, turn_of
from elgrande.search.search_result import SearchResult, think

pytestmark = pytest.mark.proof


@dataclass(frozen=True)
class Match:
    """What one bot reached against others, its seat changing from game to game."""

    wins: float  # of all games; a shared win counts in part
    ahead: float  # points more than the others have on average


def play_game(bots: Sequence[str], seed: int, options: Options, ask_always: bool = True) -> Game:
    """A game between bots by seat, each with luck of its own; perhaps asked only what is open."""
    game = Game.new(options, seed)
    players = [Player(bot) for bot in bots]
    luck = [bot_rng(seed, seat) for seat in range(len(bots))]
    while not game.over:
        seat = game.waiting[0]
        legal = game.legal(seat)
        if len(legal) == 1 and not ask_always:
            game.play(legal[0], seat)
            continue
        choice, failure = players[seat].answer(Situation.of(game, seat, luck[seat]))
        assert failure is None
        game.play(choice, seat)
    return game


@cache
def match(bot: str, others: str, games: int, players: int = 4) -> Match:
    """One bot against a table of others."""
    wins, ahead = 0.0, 0.0
    for number in range(games):
        seat = number % players
        bots = [bot if one == seat else others for one in range(players)]
        game = play_game(bots, number // players, Options(players=players))
        if seat in game.winners:
            wins += 1 / len(game.winners)
        rest = sum(game.scores) - game.scores[seat]
        ahead += game.scores[seat] - rest / (players - 1)
    return Match(wins / games, ahead / games)


# A fair share of a table of four is 25 %. What was measured when the bounds were set stands beside
# them; they leave room for what tuning changes.


def test_novice_beats_random() -> None:
    assert match("novice", "random", 12).wins >= 0.8  # 100 % of 40 games


def test_steady_beats_novice() -> None:
    result = match("steady", "novice", 120)
    assert result.wins >= 0.6  # 85 % of 1,000 games
    assert result.ahead > 15  # 40 points


def test_strong_beats_steady() -> None:
    result = match("strong:iterations=100", "steady", 24)
    assert result.wins >= 0.35  # 58 %
    assert result.ahead > 3  # 7 points


def test_strong_beats_steady_whatever_the_number_of_players() -> None:
    # A fair share is 50 %, then 20 %.
    assert match("strong:iterations=150", "steady", 12, 2).wins >= 0.6  # 88 %
    assert match("strong:iterations=100", "steady", 10, 5).ahead > 2  # 10 points


def test_master_is_not_below_strong() -> None:
    # With iterations in the proportion of their usual times 55 % of 32 games and 9 points.
    result = match("master:iterations=100", "strong:iterations=30", 10)
    assert result.ahead > -3


@pytest.mark.parametrize(
    "bot",
    ["novice", "steady", "strong:iterations=12", "master:iterations=8", "grandmaster:iterations=8"],
)
def test_a_level_plays_the_same_game_from_the_same_seed(bot: str) -> None:
    options = Options(players=3, power_shift=True, new_regency=True)
    digests = {play_game([bot] * 3, 5, options).digest() for _ in range(2)}
    assert len(digests) == 1
    assert play_game([bot] * 3, 6, options).digest() not in digests


@pytest.mark.parametrize("ask_always", [True, False])
def test_a_turn_is_thought_about_once_unless_others_answer(
    ask_always: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the table plays by itself what leaves no choice, as the arena does."""
    turns: Counter[tuple[int, int]] = Counter()
    paused: set[tuple[int, int]] = set()

    def counted(state: State, seat: int, *rest: Any) -> SearchResult:
        thought = think(state, seat, *rest)
        if levels.is_own_turn(state, seat):
            turn = (seat, turn_of(state))
            turns[turn] += 1
            if any(PAUSE in option.choices for option in thought.options):
                paused.add(turn)
        return thought

    monkeypatch.setattr(levels, "think", counted)
    for players in (4, 5):
        turns.clear()
        paused.clear()
        play_game(["strong:iterations=6"] * players, 8, Options(players=players), ask_always)
        alone = [count for turn, count in turns.items() if turn not in paused]
        assert len(alone) > 20
        assert set(alone) == {1}


def test_a_time_is_kept_and_a_wrong_one_refused() -> None:
    game = Game.new(seed=3)
    bot = Player("strong:seconds=0.05")
    seat = game.waiting[0]
    began = perf_counter()
    bot.answer(Situation.of(game, seat, bot_rng(1, seat)))
    assert perf_counter() - began < 20  # other work may go on here
    for text in ("seconds=0", "seconds=-1", "seconds=1e9", "iterations=0", "iterations=-5"):
        with pytest.raises(BadParameter):
            Player(f"strong:{text}")
