"""What the network sees: the same for seats alike, and all of it within its groups."""

from collections import Counter

from elgrande import Game, Options
from elgrande.rules.board import CASTILLO, COURT
from elgrande.rules.rng import Rng
from elgrande.search.features import (
    BEST,
    COUNTS,
    GROUPS,
    HAND,
    IN_COURT,
    KING,
    LEAD,
    MOST_OF_SEAT,
    PAID,
    POINTS,
    ROWS,
    STAGES,
    TIME,
    TIMES,
    Features,
    difference,
    turn_under_way,
)
from tests.support.searching import variant, walk_sensibly


def rows_of(features: Features, seat: int) -> list[int]:
    first = seat * MOST_OF_SEAT
    return list(features.rows)[first : first + features.counts[seat]]


def shared_of(features: Features) -> list[int]:
    return list(features.shared)[: features.shared_count]


def test_the_groups_cover_all_rows_and_do_not_overlap() -> None:
    covered = [row for group in GROUPS for row in range(group.first, group.first + group.rows)]
    assert sorted(covered) == list(range(1, ROWS))
    for group in GROUPS:
        size = 1
        for part in group.shape:
            size *= part
        assert not group.shape or size == group.rows, group


def test_no_group_has_more_features_than_the_network_allows_for() -> None:
    features = Features()
    group_of = {row: i for i, g in enumerate(GROUPS) for row in range(g.first, g.first + g.rows)}
    seen: set[str] = set()
    for number in range(40):
        game, rng = Game.new(variant(number), number), Rng(number)
        for _ in walk_sensibly(game, rng):
            if rng.below(4):
                continue
            features.write(game.state)
            for seat in range(game.options.players):
                rows = rows_of(features, seat) + shared_of(features)
                assert len(set(rows)) == len(rows)
                assert min(rows) > 0
                for group, count in Counter(group_of[row] for row in rows).items():
                    assert count <= GROUPS[group].most, GROUPS[group]
                    seen.add(GROUPS[group].name)
    assert seen == {group.name for group in GROUPS}


def test_a_new_game_is_seen_as_it_is() -> None:
    game = Game.new(Options(players=4), seed=3)
    state, features = game.state, Features()
    features.write(state)
    assert KING + state.king in shared_of(features)
    for seat in range(4):
        rows = rows_of(features, seat)
        assert [row for row in rows if HAND <= row < HAND + 13] == list(range(HAND, HAND + 13))
        assert IN_COURT + state.caballeros(COURT, seat) in rows
        assert LEAD + difference(0, 0) in rows
        first = TIMES if seat == state.first_player else 0
        assert TIME + first in rows
        home = state.grande(seat)
        best = max(state.caballeros(home, other) for other in range(4) if other != seat)
        mine = state.caballeros(home, seat)
        assert BEST + (home * COUNTS + mine) * COUNTS + best in rows
        assert BEST + (CASTILLO * COUNTS) * COUNTS in rows
        assert PAID + home * POINTS + 0 not in rows


def test_seats_are_seen_alike() -> None:
    """Two seats that have the same have the same features, whoever they are."""
    game = Game.new(Options(players=4, first_player=0), seed=5)
    state, features = game.state, Features()
    state.put_score(1, 7)
    state.put_score(2, 7)
    for seat in (1, 2):
        state.put_grande(seat, state.grande(1))
        for place in range(COURT + 1):
            state.put_caballeros(place, seat, 2)
    features.write(state)
    assert rows_of(features, 1) == rows_of(features, 2)
    assert rows_of(features, 1) != rows_of(features, 3)


def test_turns_are_counted_until_the_round_is_over() -> None:
    game = Game.new(Options(players=3), seed=2)
    stages = []
    for _ in walk_sensibly(game, Rng(2)):
        stage = turn_under_way(game.state)
        if game.round == 3 and stage not in stages:
            stages.append(stage)
    assert stages == [0, 1, 2, 3, STAGES - 1]
