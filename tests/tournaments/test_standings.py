"""The table of an event, and every tie broken in its order."""

from elgrande.tournaments.results import Format, Played
from elgrande.tournaments.standings import advancing, rank, standings

LEAGUE = Format("league", 4, rounds=3)
KNOCKOUT = Format("knockout", 2)


def played(round_: int, scores: dict[int, int], absent: tuple[int, ...] = ()) -> Played:
    best = max(scores.values())
    winners = tuple(seat for seat, points in enumerate(scores.values()) if points == best)
    return Played(round_, tuple(scores), tuple(scores.values()), winners, frozenset(absent))


def order(*games: Played, seed: int = 1) -> list[int]:
    return [line.entrant for line in standings(LEAGUE, [1, 2, 3, 4], games, seed)]


def test_place_points_come_first_then_points_on_the_board() -> None:
    assert order(played(1, {1: 10, 2: 9}), played(1, {3: 99, 4: 98})) == [3, 1, 4, 2]


def test_then_games_against_each_other_count() -> None:
    first = played(1, {1: 50, 2: 40}), played(1, {3: 60, 4: 10})
    second = played(2, {2: 60, 3: 50}), played(2, {1: 50, 4: 60})
    # 1 and 2 have one win and 100 points each, and 1 won the game between them.
    for seed in range(5):
        found = [one for one in order(*first, *second, seed=seed) if one in (1, 2)]
        assert found == [1, 2]


def test_the_lot_decides_at_last_and_always_alike() -> None:
    tied = [played(1, {1: 5, 2: 5}), played(1, {3: 5, 4: 5})]
    orders = {tuple(order(*tied, seed=seed)) for seed in range(20)}
    assert len(orders) > 5
    assert order(*tied, seed=3) == order(*tied, seed=3)


def test_a_line_tells_games_wins_and_what_was_missed() -> None:
    games = [played(1, {1: 50, 2: 40}), played(2, {1: 50, 2: 40}, absent=(1,))]
    first, second = standings(LEAGUE, [1, 2], games, 1)
    assert (first.entrant, first.points, first.score, first.wins) == (2, 24, 80, 1)
    assert (second.entrant, second.points, second.score, second.missed) == (1, 24, 50, 1)


def test_of_a_table_the_best_play_on_and_never_all() -> None:
    game = played(1, {1: 5, 2: 9, 3: 7})
    assert advancing(Format("knockout", 3, advance=2), game, [game], 1) == [2, 3]
    assert advancing(Format("knockout", 4, advance=3), game, [game], 1) == [2, 3]


def test_level_at_a_table_earlier_results_decide_who_plays_on() -> None:
    before = [played(1, {1: 50, 3: 1}), played(1, {2: 80, 4: 1})]
    level = played(2, {1: 60, 2: 60})
    for seed in range(5):
        assert advancing(KNOCKOUT, level, [*before, level], seed) == [2]


def test_in_a_knock_out_it_counts_how_far_somebody_came() -> None:
    first = [played(1, {1: 50, 2: 40}), played(1, {3: 90, 4: 89})]
    table = [(one.entrant, one.out) for one in standings(KNOCKOUT, [1, 2, 3, 4], first, 1)]
    assert table == [(3, False), (1, False), (4, True), (2, True)]
    final = played(2, {1: 99, 3: 20})
    assert [one.entrant for one in standings(KNOCKOUT, [1, 2, 3, 4], [*first, final], 1)] == [
        1,
        3,
        4,
        2,
    ]


def test_those_who_still_play_are_ahead_of_those_who_are_out() -> None:
    table = standings(KNOCKOUT, [1, 2, 3, 4], [played(1, {3: 90, 4: 89})], 1)
    assert (table[0].entrant, table[-1].entrant) == (3, 4)


def test_everybody_is_ranked_once() -> None:
    assert sorted(rank([3, 1, 2], [], 1)) == [1, 2, 3]
