"""The pages of admins over HTTP are for admins alone."""

from functools import partial
from pathlib import Path

from elgrande.server.storage import moderating
from elgrande.server.storage.moderating import By
from elgrande.server.timestamps import now_ms
from tests.support.company import Company, in_company


def test_an_admin_mutes_and_others_may_not_even_look(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben, services = company.ana, company.ben, company.services
        assert await ben.refused("GET", "/api/admin/players") in ("not_allowed", "not_found")
        await services.storage.claim((await ana.get("/api/me"))["player"]["id"], "Ana", "hash")
        me = (await ana.get("/api/me"))["player"]["id"]
        grant = partial(moderating.grant, by=By(now_ms()), player=me)
        await services.admins.perform(grant)
        found = await ana.get("/api/admin/players?search=Ben")
        (player,) = [one for one in found if one["name"] == "Ben"]
        until = now_ms() + 60_000
        mute = f"/api/admin/players/{player['id']}/mute"
        done = await ana.ask("POST", mute, {"until": until, "reason": "x"})
        assert done.is_success, done.text
        log = await ana.get("/api/admin/audit")
        assert [deed["act"] for deed in log][:2] == ["mute", "grant"]

    in_company(tmp_path, story)
