"""A run is fair: every deal is played in every seating, and no bot has a seat more often."""

from collections import Counter, defaultdict

from hypothesis import given
from hypothesis import strategies as st

from elgrande import Options
from elgrande.arena import Fixture, RunSettings

BOTS = st.lists(st.sampled_from(["a", "b", "c"]), min_size=2, max_size=5)
GAMES = st.integers(1, 60)
SEEDS = st.integers(-(10**12), 10**12)


def settings_of(bots: list[str], games: int, seed: int = 1) -> RunSettings:
    return RunSettings(Options(players=len(bots)), tuple(bots), games, seed, 30.0)


@given(BOTS, GAMES, SEEDS)
def test_every_deal_is_played_in_every_seating(bots: list[str], games: int, seed: int) -> None:
    settings = settings_of(bots, games, seed)
    by_deal: dict[int, list[Fixture]] = defaultdict(list)
    for number, fixture in enumerate(settings.fixtures()):
        assert fixture.number == number
        assert fixture.bots == tuple(bots[entry] for entry in fixture.entries)
        assert sorted(fixture.entries) == list(range(len(bots)))
        by_deal[fixture.seed].append(fixture)
    assert sorted(by_deal) == list(range(seed, seed + settings.deals))
    assert by_deal[seed][0].bots == tuple(bots)
    for deal in by_deal.values():
        seatings = [fixture.bots for fixture in deal]
        assert len(set(seatings)) == len(seatings) == len(settings.seatings)


@given(BOTS, GAMES)
def test_no_bot_has_a_seat_more_often_than_another_seat(bots: list[str], games: int) -> None:
    seats: dict[str, Counter[int]] = defaultdict(Counter)
    for fixture in settings_of(bots, games).fixtures():
        for seat, bot in enumerate(fixture.bots):
            seats[bot][seat] += 1
    for counted in seats.values():
        assert len(counted) == len(bots)
        assert len(set(counted.values())) == 1


@given(BOTS, GAMES)
def test_games_are_rounded_up_to_whole_sets(bots: list[str], games: int) -> None:
    settings = settings_of(bots, games)
    assert settings.total == len(list(settings.fixtures()))
    assert games <= settings.total < games + len(settings.seatings)


def test_equal_seatings_are_played_once() -> None:
    assert len(settings_of(["a", "a", "a"], 1).seatings) == 1
    assert len(settings_of(["a", "b", "a", "b"], 1).seatings) == 2
    assert len(settings_of(["a", "b", "b", "b"], 1).seatings) == 4
