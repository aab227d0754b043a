"""What admins do takes effect in the process at once."""

from functools import partial
from pathlib import Path

from elgrande.server.storage import moderating
from elgrande.server.storage.moderating import By
from elgrande.server.timestamps import now_ms
from tests.support.clients import open_table
from tests.support.company import Company, in_company


def test_a_table_that_is_closed_and_a_player_who_is_deleted_are_so_at_once(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben, services = company.ana, company.ben, company.services
        table = await open_table([ana, ben], ["me", "invite"])
        by = By(now_ms(), None, "spam")
        await services.admins.perform(partial(moderating.close_table, by=by, table_id=table))
        assert (await ana.get(f"/api/tables/{table}"))["state"] == "closed"
        player = (await ben.get("/api/me"))["player"]["id"]
        await services.admins.delete_player(by, player)
        assert await ben.refused("GET", "/api/me") == "not_signed_in"
        assert "Ben" not in str(await ana.get(f"/api/tables/{table}"))

    in_company(tmp_path, story)
