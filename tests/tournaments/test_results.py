"""What places at a table are worth."""

from elgrande.tournaments.results import (
    FIRST_PLACE,
    Played,
    game_points,
    place_points,
    places,
    withdrawn,
)


def game(scores: tuple[int, ...] | None, absent: tuple[int, ...] = (), players: int = 4) -> Played:
    best = () if scores is None else tuple(s for s, n in enumerate(scores) if n == max(scores))
    return Played(1, tuple(range(1, players + 1)), scores, best, frozenset(absent))


def test_places_lie_evenly_between_first_and_last() -> None:
    assert place_points(game((50, 80, 60, 70))) == {1: 0, 2: 24, 3: 8, 4: 16}
    assert place_points(game((9, 8), players=2)) == {1: 24, 2: 0}
    assert place_points(game((5, 4, 3, 2, 1), players=5)) == {1: 24, 2: 18, 3: 12, 4: 6, 5: 0}


def test_equals_share_and_nothing_is_lost() -> None:
    for players in (2, 3, 4, 5):
        everybody = place_points(game((7,) * players, players=players))
        assert sum(everybody.values()) == FIRST_PLACE * players // 2
    assert place_points(game((9, 9, 1, 1))) == {1: 20, 2: 20, 3: 4, 4: 4}


def test_the_game_itself_breaks_a_tie_for_the_win() -> None:
    tied = Played(1, (1, 2), (80, 80), (1,), frozenset())
    assert places(tied) == {1: 2, 2: 1}


def test_whoever_was_absent_is_last_however_well_the_bot_did() -> None:
    missed = game((99, 50, 60, 98), absent=(1, 4))
    assert places(missed) == {1: 3, 2: 2, 3: 1, 4: 3}
    assert place_points(missed) == {1: 0, 2: 16, 3: 24, 4: 0}
    assert [game_points(missed, one) for one in (1, 2)] == [0, 50]


def test_a_game_that_was_given_up_is_a_tie_of_those_who_were_there() -> None:
    given_up = game(None, absent=(4,))
    assert places(given_up) == {1: 1, 2: 1, 3: 1, 4: 4}
    assert place_points(given_up) == {1: 16, 2: 16, 3: 16, 4: 0}


def test_two_missed_games_are_one_too_many() -> None:
    once = [game((1, 2, 3, 4), absent=(1,))]
    assert withdrawn([1, 2], once) == set()
    assert withdrawn([1, 2], once * 2) == {1}
