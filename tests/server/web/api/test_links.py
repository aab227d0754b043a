"""Links to tables: made, replaced, withdrawn, and too old."""

from pathlib import Path

from sqlalchemy import update

from elgrande.server.storage import schema
from elgrande.server.web.api.links import fresh_link, new_link
from tests.support.clients import open_with_links
from tests.support.company import Company, in_company


def test_a_link_is_secret_and_its_path_holds_the_token_after_the_hash() -> None:
    invitation, shown = new_link("t1", 1)
    other, _ = new_link("t1", 1)
    assert shown.path == f"/join#{shown.token}"
    assert invitation.hash != other.hash
    assert shown.token.encode() not in invitation.hash


def test_a_new_link_ends_the_old_one(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben, services = company.ana, company.ben, company.services
        opened = await open_with_links(ana, ["me", "invite"])
        live = await services.live_tables.get(opened.id)
        fresh = await fresh_link(services, live, 1)
        look = "/api/invitations/look"
        assert await ben.refused("POST", look, {"token": opened.links[1]}) == "bad_invitation"
        found = await ben.post(look, {"token": fresh.token})
        assert (found["seat"], found["table"]["id"]) == (1, opened.id)
        long_ago = update(schema.invitations).values(created=0)
        await services.storage.database.write(lambda connection: connection.execute(long_ago))
        assert await ben.refused("POST", look, {"token": fresh.token}) == "invitation_expired"

    in_company(tmp_path, story)
