"""`elgrande review`: the table, JSON and the page of a game, and what is refused in one line."""

from pathlib import Path

from elgrande import Game
from tests.review.games import GAMES
from tests.support.command_line import is_refused, run

GAME = str(GAMES / "2023-2p-short.egn")


def test_the_terminal_shows_accuracy_moments_and_the_story() -> None:
    shown = run("review", GAME, "--iterations", "20", "--names", "Ana,Don Lope")
    assert shown.code == 0
    for words in ("Accuracy", "Ana", "Worst moments", "better", "The story", "won"):
        assert words in shown.out
    plain = run("review", GAME, "--iterations", "20", "--plain", "--language", "de")
    assert "Genauigkeit" in plain.out
    assert "--" not in plain.out


def test_json_is_the_review_with_its_story(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    told = run("review", GAME, "--iterations", "20", "--json", "--html", str(page))
    data = told.data()
    assert data["version"] == 1
    assert len(data["players"]) == 2
    assert data["story"]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    unfinished = tmp_path / "begun.egn"
    unfinished.write_text(Game.new(seed=1).record().to_text(), encoding="utf-8")
    other = tmp_path / "other.egn"
    text = Path(GAME).read_text(encoding="utf-8")
    other.write_text(text.replace("elgrande record 1", "elgrande record 2"), encoding="utf-8")
    changed = tmp_path / "changed.egn"
    changed.write_text(text.replace("seed: ", "seed: 1"), encoding="utf-8")
    for arguments, words in (
        ([str(unfinished)], "only a finished game"),
        ([str(other)], "must begin with the line"),
        ([str(changed)], "does not replay"),
        ([str(tmp_path / "none.egn")], "No such file"),
        ([GAME, "--names", "Ana"], "2 names"),
        ([GAME, "--iterations", "0"], "at least 1"),
        ([GAME, "--workers", "0"], "at least 1"),
        ([GAME, "--language", "la"], "no language"),
        ([GAME, "--html", str(tmp_path / "no" / "page.html")], "no folder"),
    ):
        refused = run("review", *arguments)
        assert is_refused(refused), refused
        assert words in refused.err
