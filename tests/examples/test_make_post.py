"""A blog post with a game in it; a browser opens one in tests/browser."""

import sys
from pathlib import Path

import httpx
import pytest

from elgrande.model_games.library import model_game
from examples.website import make_post
from tests.support.server import serving, sqlite_url


def write(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["make_post.py", *arguments])
    make_post.main()


def test_a_post_without_a_server_has_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "friday.egn"
    record.write_text(model_game("duel").record.to_text(), encoding="utf-8")
    write(monkeypatch, f"--game={record}", "--at=40", "--title=A <duel>", f"--out={tmp_path}")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'src="game.html#at=40"' in page
    assert "http://" not in page
    assert "<title>A &lt;duel&gt;</title>" in (tmp_path / "game.html").read_text(encoding="utf-8")


@pytest.mark.proof
def test_a_game_is_published_on_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite_url(tmp_path)) as server:
        write(monkeypatch, f"--server={server.url}/", f"--out={tmp_path}")
        page = (tmp_path / "index.html").read_text(encoding="utf-8")
        assert "TABLE" not in page
        assert ":8470" not in page
        framed = page.split(f'src="{server.url}/embed/')[1].split('"')[0]
        assert httpx.get(f"{server.url}/embed/{framed.split('#')[0]}").status_code == 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game=nowhere.egn"], "nowhere.egn: "),
        (["--server=http://127.0.0.1:9"], "http://127.0.0.1:9 did not take the game: "),
    ],
)
def test_wrong_words_get_one_sentence(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        write(monkeypatch, *arguments, f"--out={tmp_path}")
    assert says in capsys.readouterr().err
    assert not (tmp_path / "index.html").exists()
