"""Recorded games replay to their digests, whatever changes around the rules."""

from pathlib import Path

import pytest

from elgrande import Record
from tests.games.make import GAMES, named_options

FILES = sorted(GAMES.glob("*.egn"))


def read(path: Path) -> Record:
    return Record.from_text(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_digest(path: Path) -> None:
    record = read(path)
    game = record.replay()
    assert game.over
    assert game.digest() == record.digest != ""
    assert game.record() == record
    assert record.to_text() == path.read_text(encoding="utf-8")


def test_every_edition_player_count_and_variant_is_recorded() -> None:
    wanted = dict(named_options())
    assert {path.stem for path in FILES} == set(wanted)
    assert len(FILES) >= 40
    assert {path.stem: read(path).options for path in FILES} == wanted
