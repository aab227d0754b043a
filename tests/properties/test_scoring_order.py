"""Classic scorings with a Veto out, over random boards and games, against the oracle (R18, P13)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from tests.support.marks import rule
from tests.support.oracle import REGIONS, Board
from tests.support.positions import answer, offered, position, take, use
from tests.support.walks import SCORINGS, lively_choice

CARDS = [card for card in SCORINGS if card != "C-rivalries"]
BOARDS = 12  # random boards for each card and number of players


def some_board(chance: Random, card: str, players: int) -> dict[str, Any]:
    """Anything that can lie on the board, crowded enough for ties and for every rank."""
    regions = {key: [chance.randrange(4) for _ in range(players)] for key in REGIONS}
    for key in chance.sample(REGIONS, chance.randrange(6)):
        regions[key] = [0] * players
    tiles = dict(zip(("8/4/0", "4/0/0"), chance.sample(REGIONS, 2), strict=True))
    return {
        "edition": "classic",
        "players": players,
        "regions": regions,
        "court": [0] * players,
        "king": chance.choice(REGIONS),
        "grandes": [chance.choice(REGIONS) for _ in range(players)],
        "tiles": tiles if chance.randrange(2) else {},
        "card": card,
    }


def held_region(game: Game) -> str:
    """The region that the window now open is about."""
    decision: Any = game.view(None).data["decision"]
    return game.notation(decision["held"]["choice"])


def score_in_turn(game: Game, left: list[str], first_only: bool, chance: Random, most: int) -> Any:
    """Go through a scoring, its order by chance, and veto what comes after `most` regions.

    Checks at every region who is asked what; returns the regions scored.
    """
    board, before = Board.of(game.snapshot()), game.scores
    scored: list[str] = []
    while left:
        if board.order_matters(left, first_only):
            assert (game.decision, game.waiting, offered(game)) == ("score_region", (0,), left)
            region = chance.choice(left)
            use(game, region)
        else:
            region = left[0]
        assert (game.decision, game.waiting, held_region(game)) == ("veto", (1,), region)
        if len(scored) == most:
            use(game, "veto")
            break
        use(game, "allow")
        left = [key for key in left if key != region]
        scored.append(region)
        assert game.scores == board.scores_after(before, scored, first_only)
    return scored


@rule("R18", "P13")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("card", CARDS)
def test_any_order_pays_the_same_and_a_veto_only_what_was_not_scored(
    card: str, players: int
) -> None:
    chance = Random(f"{card} {players}")
    steps: Counter[int] = Counter()
    for _ in range(BOARDS):
        arranged = some_board(chance, card, players)
        first_only = card == "C-score-first"
        plain = position(**arranged)
        board = Board.of(plain.snapshot())
        take(plain, card, "special")
        nothing = [0] * players
        assert plain.scores == board.scores_after(nothing, board.regions_for(card), first_only)
        paying = board.paying(board.regions_for(card), first_only)
        announced = take(position(**arranged, vetoes=[1]), card, "special", "allow")
        unasked = [] if board.order_matters(paying, first_only) else paying[:1]
        assert announced.scores == board.scores_after(nothing, unasked, first_only)
        left = paying[len(unasked) :]
        for most in range(len(left) + 1):
            game = announced.clone()
            scored = score_in_turn(game, left, first_only, chance, most)
            assert len(scored) == min(most, len(left))
            wanted = board.scores_after(nothing, [*unasked, *scored], first_only)
            assert game.scores == wanted
            if most == len(left):
                assert game.scores == plain.scores
            steps[most] += 1
    assert len(steps) > 1


@rule("R18", "P13")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rivalries_pay_the_regions_picked_once_as_far_as_nobody_stops_them(players: int) -> None:
    chance = Random(players)
    for _ in range(BOARDS):
        game = position(**some_board(chance, "C-rivalries", players), vetoes=[1])
        board = Board.of(game.snapshot())
        take(game, "C-rivalries", "special", "allow")
        discs = {seat: chance.choice(REGIONS) for seat in range(players)}
        answer(game, discs)
        once = [key for key, times in Counter(discs.values()).items() if times == 1]
        left = board.paying(once)
        for most in range(len(left) + 1):
            stopped = game.clone()
            scored = score_in_turn(stopped, left, False, chance, most)
            assert stopped.scores == board.scores_after([0] * players, scored)
            if most == len(left):
                assert stopped.scores == board.scores_after([0] * players, once)


@rule("P13")
def test_random_games_ask_for_an_order_only_where_it_matters() -> None:
    asked = 0
    for seed in range(60):
        game = Game.new(Options(edition="classic", players=2 + seed % 4), seed)
        rng = Rng(seed)
        while not game.over:
            decision: Any = game.view(None).data["decision"]
            if decision["kind"] == "score_region" and "regions" in decision:
                truth: Any = game.snapshot()
                first_only = truth["card"] == "C-score-first"
                assert Board.of(truth).order_matters(decision["regions"], first_only)
                against = {*truth["vetoes"]["fresh"], *truth["vetoes"]["old"]}
                assert against - {truth["performer"]} - set(truth["allowed"])
                assert Game.from_snapshot(truth).snapshot() == truth
                asked += 1
            game.play(lively_choice(game, rng))
    assert asked > 40
