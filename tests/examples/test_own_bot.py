"""A bot of one's own: it wins its match, with and without processes, and the report shows it."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from elgrande.bots.registry import REGISTERED

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_author" / "own_bot.py"
LINES_OF_A_BOT = 40


@pytest.fixture
def own_bot() -> Iterator[ModuleType]:
    """The example; its bot is forgotten afterwards."""
    module = importlib.import_module("examples.bot_author.own_bot")
    REGISTERED["foresight"] = module.Foresight
    yield module
    REGISTERED.clear()


def test_it_plays_a_match_and_writes_the_report(own_bot: ModuleType, tmp_path: Path) -> None:
    report = tmp_path / "match.html"
    bots = ("foresight:worlds=1", "random")
    summary = own_bot.play_match(bots, games=2, workers=1, report=report)
    best, other = summary["bots"]
    assert (best["bot"], best["wins"], other["wins"]) == ("foresight:worlds=1", 2, 0)
    assert not summary["faults"]
    page = report.read_text(encoding="utf-8")
    assert "foresight:worlds=1 against random" in page
    assert "python own_bot.py --bot foresight:worlds=1 --against random --games 2" in page


def test_the_bot_is_as_short_as_it_is_said_to_be() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    (bot,) = re.findall(r"^class Foresight:.*?^register\(", text, re.DOTALL | re.MULTILINE)
    assert len(bot.splitlines()) < LINES_OF_A_BOT


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bot", "hindsight"], "There is no bot 'hindsight'"),
        (["--bot", "foresight:worlds=0"], "foresight needs at least 1 world."),
        (["--games", "0"], "play at least one game"),
    ],
)
def test_wrong_words_get_one_sentence(
    own_bot: ModuleType,
    arguments: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["own_bot.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        own_bot.main()
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.proof
@pytest.mark.parametrize(("against", "least"), [("novice", 80), ("steady", 30)])
def test_it_wins_clearly_more_than_its_share(against: str, least: float, tmp_path: Path) -> None:
    games = "100" if against == "steady" else "60"
    ran = subprocess.run(
        [sys.executable, EXAMPLE, "--against", against, "--games", games],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"^foresight .* \(95% interval (\d+\.\d)% to", ran.stdout, re.MULTILINE)
    assert found is not None, ran.stdout
    assert float(found[1]) > least
    assert (tmp_path / "runs" / "match.html").stat().st_size > 10_000
