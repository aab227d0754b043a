"""Rounds of any event: nobody is lost, everybody plays once a round, and it ends."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from elgrande.tournaments.results import MISSED_ALLOWED, Format, Kind, Played
from elgrande.tournaments.schedule import Table, next_round, rounds_of, table_sizes
from elgrande.tournaments.standings import standings

FORMATS = st.builds(
    lambda kind, seats, rounds, advance: Format(kind, seats, rounds, min(advance, seats - 1)),
    st.sampled_from(["league", "knockout"]),
    st.integers(2, 5),
    st.integers(1, 6),
    st.integers(1, 3),
)


def play(number: int, table: Table, luck: Random, absent: frozenset[int]) -> Played:
    """A game with some result; ties are common."""
    scores = tuple(luck.randrange(60, 70) for _ in table)
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return Played(number, table, scores, winners, absent & frozenset(table))


def run(
    form: Format, entrants: list[int], seed: int, never: frozenset[int] = frozenset()
) -> tuple[list[list[Table]], list[Played]]:
    """A whole event; some never come."""
    rounds: list[list[Table]] = []
    played: list[Played] = []
    luck = Random(seed)
    while tables := next_round(form, entrants, played, seed):
        rounds.append(tables)
        played += [play(len(rounds), table, luck, never) for table in tables]
        assert len(rounds) < 80
    return rounds, played


@settings(max_examples=50)
@given(form=FORMATS, entrants=st.integers(8, 64), seed=st.integers(0, 2**63))
def test_every_event_ends_with_one_winner_and_nobody_is_lost(
    form: Format, entrants: int, seed: int
) -> None:
    everybody = list(range(1, entrants + 1))
    rounds, played = run(form, everybody, seed)
    assert len(rounds) == rounds_of(form, entrants)
    for tables in rounds:
        sitting = [one for table in tables for one in table]
        assert len(sitting) == len(set(sitting))  # at most one game in a round
        assert {len(table) for table in tables} <= set(range(2, max(form.seats, 3) + 1))
    assert {one for table in rounds[0] for one in table} == set(everybody)
    if form.kind == "league":
        assert all(sum(map(len, tables)) == entrants for tables in rounds)
    else:
        assert len(rounds[-1]) == 1
        assert all(len(tables) > 1 for tables in rounds[:-1])
    table = standings(form, everybody, played, seed)
    assert sorted(line.entrant for line in table) == everybody
    assert [line.place for line in table] == everybody
    if form.kind == "knockout":
        assert table[0].entrant in rounds[-1][0]


@settings(max_examples=25)
@given(form=FORMATS, entrants=st.integers(8, 40), seed=st.integers(0, 2**63))
def test_the_same_seed_gives_the_same_rounds(form: Format, entrants: int, seed: int) -> None:
    everybody = list(range(1, entrants + 1))
    assert run(form, everybody, seed) == run(form, everybody, seed)


@given(
    form=FORMATS,
    entrants=st.integers(8, 30),
    missing=st.integers(1, 30),
    seed=st.integers(0, 2**63),
)
def test_whoever_never_comes_is_withdrawn_and_the_others_play_on(
    form: Format, entrants: int, missing: int, seed: int
) -> None:
    everybody = list(range(1, entrants + 1))
    never = frozenset(everybody[:missing])
    rounds, played = run(form, everybody, seed, never)
    for one in never:
        assert sum(one in game.entrants for game in played) <= MISSED_ALLOWED
    here = set(everybody) - never
    if here:
        assert standings(form, everybody, played, seed)[0].entrant in here
    if form.kind == "league" and len(here) >= 2:
        assert len(rounds) == form.rounds
        assert all(here <= {one for table in tables for one in table} for tables in rounds)


def test_tables_are_few_and_even_and_nobody_sits_out() -> None:
    assert table_sizes(10, 4) == [4, 3, 3]
    assert table_sizes(9, 2) == [3, 2, 2, 2]
    assert table_sizes(3, 2) == [3]
    assert table_sizes(64, 4) == [4] * 16
    for seats in (2, 3, 4, 5):
        for entrants in range(2, 65):
            sizes = table_sizes(entrants, seats)
            assert sum(sizes) == entrants
            assert min(sizes) >= 2
            assert max(sizes) <= max(seats, 3)
            assert max(sizes) - min(sizes) <= 1


def test_in_a_league_all_meet_about_equally_often() -> None:
    for entrants, seats, rounds in ((8, 4, 7), (16, 4, 5), (12, 3, 6), (9, 5, 6)):
        _, played = run(Format("league", seats, rounds), list(range(1, entrants + 1)), 5)
        met: Counter[tuple[int, int]] = Counter()
        for game in played:
            met.update(combinations(sorted(game.entrants), 2))
        counts = [met[pair] for pair in combinations(range(1, entrants + 1), 2)]
        mean = sum(counts) / len(counts)
        assert mean - 2 < min(counts)
        assert max(counts) < mean + 2


def test_seats_rotate() -> None:
    for kind in ("evening", "league"):
        form = Format(kind, 4, rounds=8)
        _, played = run(form, [1, 2, 3, 4], 9)
        sat = Counter(
            (entrant, seat) for game in played for seat, entrant in enumerate(game.entrants)
        )
        assert set(sat.values()) == {2}


def test_an_event_of_too_few_is_over() -> None:
    kinds: tuple[Kind, ...] = ("evening", "league", "knockout")
    for kind in kinds:
        assert next_round(Format(kind, 4), [1], [], 1) == []
        assert next_round(Format(kind, 4), [1, 2], [], 1, gone=[2]) == []
