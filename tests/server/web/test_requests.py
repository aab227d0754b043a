"""What a client wants happens at its table, once it is allowed."""

from pathlib import Path

import pytest

from elgrande.server.errors import NotSignedIn
from elgrande.server.presentation.messages import ChatBody, ChoiceBody
from elgrande.server.web.requests import perform
from tests.support.clients import open_table
from tests.support.company import Company, in_company


def test_choices_and_words_reach_the_table(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, services = company.ana, company.services
        table = await open_table([ana], ["me", "hotseat"])
        state = await ana.get(f"/api/tables/{table}/state")
        me = (await ana.get("/api/me"))["player"]["id"]
        caller = await services.sessions.caller(ana.token)
        assert caller is not None
        assert caller.id == me
        live = await services.live_tables.get(table)
        before = live.state.number
        await perform(services, caller, table, ChatBody(text="  Hello  there "))
        assert live.state.log[-1].data["text"] == "Hello there"
        choice = state["view"]["choices"][0]["choice"]
        body = ChoiceBody(seat=state["seat"], step=state["view"]["step"], choice=choice)
        await perform(services, caller, table, body)
        assert live.state.number == before + 2
        await ana.ask("POST", "/api/logout")
        with pytest.raises(NotSignedIn):
            await perform(services, caller, table, body)

    in_company(tmp_path, story)
