"""One server per SQLite file."""

from pathlib import Path

import pytest

from elgrande.server.storage.file_lock import HeldByAnother, serving_alone


def test_a_second_server_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with serving_alone(path, "http://127.0.0.1:1"):
        with pytest.raises(HeldByAnother) as caught, serving_alone(path, "http://127.0.0.1:2"):
            pass
        assert caught.value.address == "http://127.0.0.1:1"
        assert "games.db" in str(caught.value)
    with serving_alone(path, "http://127.0.0.1:3"):
        assert (tmp_path / "games.db.lock").read_text() == "http://127.0.0.1:3"
