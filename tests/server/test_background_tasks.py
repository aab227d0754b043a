"""What runs by itself while the server is up."""

from pathlib import Path

import pytest

from elgrande.server import background_tasks
from elgrande.server.accounts.presence import Presence
from elgrande.server.background.ownership import Ownership
from elgrande.server.background_tasks import prune
from tests.support.company import Company, in_company


def test_tables_are_counted_and_old_things_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_tasks, "SECONDS_BETWEEN_SWEEPS", 0.01)

    async def story(company: Company) -> None:
        body = {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}}
        await company.ana.post("/api/tables", body)
        services = company.services
        wanted = b'elgrande_tables{state="open"} 1.0'
        while wanted not in services.metrics.text():
            await company.ana.get("/api/me")
        presence = Presence(services.storage, set)
        await prune(services, Ownership(services.storage, presence, alone=True))
        assert len(await company.ana.get("/api/me/tables")) == 1

    in_company(tmp_path, story)
