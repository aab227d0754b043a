"""Which bots a player may use."""

from pathlib import Path

import pytest

from tests.support import company
from tests.support.company import Company, in_company
from tests.support.server import NO_LIMITS


def test_bots_are_known_and_tables_of_bots_alone_are_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(guests: Company) -> None:
        ana = guests.ana
        bots = [{"kind": "bot", "bot": "random"}] * 2
        body = {"seats": bots, "options": {"players": 2}}
        assert await ana.post("/api/tables", body)
        assert await ana.refused("POST", "/api/tables", body) == "too_many"
        unknown = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]}
        refused = await ana.refused("POST", "/api/tables", {**body, **unknown})
        assert refused == "unknown_bot"

    limits = [limit for limit in NO_LIMITS if not limit.startswith("bot_tables")]
    monkeypatch.setattr(company, "NO_LIMITS", (*limits, "bot_tables_of_player=1"))
    in_company(tmp_path, story)
