"""One game: the same wherever it is played, timed, and never stopped by a bot."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from elgrande import Options, Record
from elgrande.arena import Fixture, GameResult, RunSettings
from elgrande.arena.match import Table, open_table
from tests.support.plug_ins import FAILING

OPTIONS = Options(players=3, short=True)


def fixtures_of(*bots: str, games: int = 4, limit: float = 30.0) -> list[Fixture]:
    options = replace(OPTIONS, players=len(bots))
    return list(RunSettings(options, bots, games, 1, limit).fixtures())


def untimed(result: GameResult) -> GameResult:
    return replace(result, times=())


def test_a_game_does_not_depend_on_those_before_it() -> None:
    fixtures = fixtures_of("random", "random", "random")
    with open_table() as play:
        in_order = [play(fixture) for fixture in fixtures]
    for fixture, result in zip(fixtures, in_order, strict=True):
        assert untimed(Table().play(fixture)) == untimed(result)
    assert len({result.digest for result in in_order}) == len(fixtures)


def test_seats_and_entries_have_luck_of_their_own() -> None:
    first = fixtures_of("random", "random", "random")[0]
    other = replace(first, entries=(1, 2, 0))
    assert Table().play(first).digest != Table().play(other).digest


def test_a_result_is_the_game_and_travels_as_json() -> None:
    result = Table().play(fixtures_of("random", "random", "random")[1])
    game = Record.from_text(result.record).replay()
    assert game.over
    assert game.digest() == result.digest
    assert tuple(game.scores) == result.scores
    assert game.winners == result.winners
    assert game.step == result.choices
    assert [sum(seat.values()) for seat in result.sources] == game.scores
    assert all(1 <= value <= 13 for value in result.first_powers)
    assert 0 < sum(map(len, result.times)) <= result.choices
    assert GameResult.from_data(json.loads(json.dumps(result.to_data()))) == result


@pytest.mark.parametrize("name", ["raising", "cheating", "tampering"])
def test_whatever_a_plug_in_does_is_a_fault_and_the_game_goes_on(
    name: str, plugged_in: Path
) -> None:
    with open_table() as play:
        result = play(fixtures_of("random", name, games=1)[0])
    faults = result.faults
    assert faults
    assert {(fault.seat, fault.bot, fault.reason) for fault in faults} == {(1, name, FAILING[name])}
    assert len(faults) == len(result.times[1])
    assert [fault.step for fault in faults] == sorted({fault.step for fault in faults})
    assert all(fault.detail for fault in faults)


@pytest.mark.parametrize(
    ("mood", "reason", "detail"),
    [
        ("sleeping", "late", "no answer within 0.5 s"),
        ("dying", "died", "its process ended with exit code 3"),
    ],
)
def test_a_plug_in_that_hangs_or_dies_once_forfeits_one_decision(
    mood: str, reason: str, detail: str, plugged_in: Path, tmp_path: Path
) -> None:
    bot = f"moody:path={tmp_path / 'woken'}:mood={mood}"
    with open_table() as play:
        result = play(fixtures_of("random", bot, games=1, limit=0.5)[0])
    (fault,) = result.faults
    assert (fault.bot, fault.reason, fault.detail) == (bot, reason, detail)
    assert max(result.times[1]) < 5000


def test_a_plug_in_waits_for_the_next_game_and_forgets_the_last(plugged_in: Path) -> None:
    fixtures = fixtures_of("counting", "random", games=2)
    with open_table() as play:
        together = [untimed(play(fixture)) for fixture in fixtures]
    alone = []
    for fixture in fixtures:
        with open_table() as play:
            alone.append(untimed(play(fixture)))
    assert together == alone
    assert not any(result.faults for result in together)
