"""Who may open a socket, and what a refusal says."""

import json
from pathlib import Path

import websockets

from elgrande.server.web.error_responses import REFUSED
from tests.support.clients import open_table
from tests.support.company import Company, in_company


def test_a_refused_socket_says_why_and_is_closed(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, eva = company.ana, company.eva
        table = await open_table([ana], ["me", "hotseat"], settings={"watching": "nobody"})
        base = company.url.replace("http", "ws", 1)
        own, lost = f"{base}/api/tables/{table}/socket", f"{base}/api/tables/nothing/socket"
        for url, headers, code in (
            (own, {}, "not_signed_in"),
            (own, eva.headers, "no_such_table"),
            (lost, ana.headers, "no_such_table"),
        ):
            async with websockets.connect(url, additional_headers=headers) as socket:
                frame = json.loads(await socket.recv())
                assert (frame["type"], frame["error"]) == ("error", code)
                await socket.wait_closed()
                assert socket.close_code == REFUSED + frame["status"]
        async with websockets.connect(own, additional_headers=ana.headers) as socket:
            assert json.loads(await socket.recv())["type"] == "state"

    in_company(tmp_path, story)
