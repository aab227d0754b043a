"""Invitations over HTTP: to a seat, to watch, and to nothing."""

from pathlib import Path

from tests.support.clients import open_with_links
from tests.support.company import Company, in_company


def test_an_invitation_seats_one_person_and_lets_others_watch(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben, eva = company.ana, company.ben, company.eva
        opened = await open_with_links(ana, ["me", "invite", "invite"])
        seats = f"/api/tables/{opened.id}/seats"
        accept = "/api/invitations/accept"
        taken = await ben.post(accept, {"token": opened.links[1]})
        assert (taken["seat"], taken["table"]["seats"][1]["name"]) == (1, "Ben")
        assert await eva.refused("POST", accept, {"token": opened.links[1]}) == "seat_taken"
        assert await eva.refused("POST", accept, {"token": "nothing.x"}) == "bad_invitation"
        assert await ben.refused("POST", f"{seats}/2/invitation") == "not_allowed"
        assert await ana.refused("POST", f"{seats}/1/invitation") == "wrong_state"
        link = await ana.post(f"/api/tables/{opened.id}/watch-link")
        watching = await eva.post(accept, {"token": link["token"]})
        assert watching["seat"] is None
        assert await eva.get(f"/api/tables/{opened.id}/state")
        reach = await eva.get("/api/invitations/reach")
        assert set(reach) == {"private", "url", "command"}

    in_company(tmp_path, story)
