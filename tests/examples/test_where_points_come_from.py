"""Where points come from: every point is counted once, and a stopped run goes on."""

import json
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from elgrande.arena.labels import SOURCE_NAMES
from examples.analyst import where_points_come_from as example
from tests.support.command_line import run


def test_every_point_of_a_game_is_counted() -> None:
    found = example.play_task(example.Task("novice", 7, 2))
    line = ["simulate", "--bots", "novice", "--players", "4", "--games", "2", "--seed", "7"]
    means = [seat["mean"] for seat in run(*line, "--json").data()["seats"]]
    assert found.points.total() == 2 * sum(means) > 500
    assert {source for source, _, _ in found.points} <= set(SOURCE_NAMES)
    assert {place for _, place, _ in found.points} <= set(example.PLACES)


def test_it_plays_prints_draws_and_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "AT_ONCE", 2)
    line = ["points", "--bots=random,novice", "--workers=1", f"--out={tmp_path}"]
    monkeypatch.setattr(sys, "argv", [*line, "--games=8"])
    example.main()
    printed = capsys.readouterr().out
    assert all(name in printed for name in SOURCE_NAMES.values())
    pictures = {path.stem: path.read_text("utf-8") for path in sorted(tmp_path.glob("*.svg"))}
    assert set(pictures) == {"by_region", "by_round", "by_source"}
    for picture in pictures.values():
        ElementTree.fromstring(picture)
        assert "4 games of each level" in picture

    kept = tmp_path / "points.jsonl"
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    # The fourth line was cut off when the run was killed.
    kept.write_text("\n".join(lines[:3]) + "\n" + lines[3][:9], encoding="utf-8")
    example.main()
    again = kept.read_text(encoding="utf-8").splitlines()
    assert again[:3] == lines[:3]
    assert json.loads(again[3]) == json.loads(lines[3])
    assert capsys.readouterr().out == printed
    assert pictures == {path.stem: path.read_text("utf-8") for path in tmp_path.glob("*.svg")}


def test_the_means_are_those_of_one_player_in_one_game() -> None:
    points: example.Points = Counter({("special", "toledo", 3): 16, ("castillo", "castillo", 6): 8})
    found = [example.Found(example.Task("novice", 0, 2), points)]
    assert example.means(found, 0, ["special", "castillo", "region_1"]) == {"novice": [2, 1, 0]}
    assert example.means(example.of_sources(found, ["castillo"]), 2, [3, 6]) == {"novice": [0, 1]}


@pytest.mark.parametrize(
    ("arguments", "says"), [("--games=1", "at least one game"), ("--bots=x", "There is no bot")]
)
def test_wrong_words_get_one_sentence(
    arguments: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["points", f"--out={tmp_path / 'new'}", arguments])
    with pytest.raises(SystemExit):
        example.main()
    assert says in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
