"""Schemathesis over the OpenAPI document: what is said there is what the server does, and no 500.

The requests are made up from the document, right ones and wrong ones, always the same ones. Ids of
tables, seats, steps and invitations that there are take the place of some invented ones, for few
invented ones lead anywhere.
"""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.case import Case
from schemathesis.generation.modes import GenerationMode
from schemathesis.schemas import APIOperation, BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.support.server import ServerProcess, serving, sqlite_url

pytestmark = pytest.mark.proof

GAMES = Path(__file__).parents[2] / "games"
EXAMPLES = 14
RECORD = (GAMES / "2023-2p-short.egn").read_text(encoding="utf-8")
BOT = {"kind": "bot", "bot": "novice"}
ME = {"kind": "me"}
# A valid body may still ask for what cannot be: options that do not go together, a bot that there
# is not. That such a request is refused with a documented status is checked, not which one.
REFUSED = ["400", "401", "403", "404", "409", "413", "422"]
ENDINGS = ("POST /api/logout", "DELETE /api/me/tokens/{token_id}", "DELETE /api/me")
NOT_CHECKED: list[Any] = [positive_data_acceptance]


class Scene:
    """A player, the tables there are in every state, and what leads to them."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=30.0)
        self.token = self.come_in("Ana")
        ben = self.come_in("Ben")
        public = {"public": True, "options": {"players": 3}}
        two = {"options": {"players": 2}}
        opened = self.open(self.token, [ME, {"kind": "open"}, {"kind": "invite"}], **public)
        theirs = self.open(ben, [ME, {"kind": "open"}, {"kind": "open"}], **public)
        hidden = self.open(ben, [ME, {"kind": "invite"}], **two)
        shared = self.open(ben, [ME, {"kind": "invite"}], **two)
        self.ask("POST", "/api/invitations/accept", self.token, self.link(shared))
        alone = self.open(self.token, [ME, {"kind": "hotseat"}], settings={"coach": True}, **two)
        with_bot = self.open(self.token, [ME, BOT], settings={"coach": True}, **two)
        closed = self.open(self.token, [ME, {"kind": "invite"}], **two)
        self.ask("DELETE", f"/api/tables/{closed['table']['id']}", self.token)
        finished = self.ask("POST", "/api/records", self.token, {"record": RECORD})
        given = (opened, theirs, hidden, shared, alone, with_bot, closed, finished)
        self.tables = [one["table"]["id"] for one in given]
        self.invitations = [
            link["token"] for one in (opened, theirs, hidden, closed) for link in one["invitations"]
        ]

    def right_answer(self, table: str, body: dict[str, Any]) -> dict[str, Any]:
        """The body with a step and a choice that can be, if the player is asked at that table."""
        path = f"/api/tables/{quote(table, safe='')}/state"
        answer = self.client.get(path, headers={"Authorization": f"Bearer {self.token}"})
        view = answer.json().get("view") if answer.is_success else None
        if not view or body["seat"] > 1:
            return body
        body = {**body, "seat": answer.json()["seat"], "step": view["step"]}
        if "choice" in body and view["choices"]:
            body["choice"] = view["choices"][0]["choice"]
        return body

    def come_in(self, name: str) -> str:
        answer = self.client.post("/api/players", json={"name": name})
        self.client.cookies.clear()
        token: str = answer.json()["token"]
        return token

    def open(self, token: str, seats: list[Any], **more: Any) -> Any:
        return self.ask("POST", "/api/tables", token, {"seats": seats, **more})

    def link(self, opened: Any) -> Any:
        return {"token": opened["invitations"][0]["token"]}

    def ask(self, method: str, path: str, token: str, body: object = None) -> Any:
        answer = self.client.request(
            method, path, json=body, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.is_success, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("schema")
    with serving(sqlite_url(folder), options=["--bot-seconds", "1"]) as running:
        yield running


@pytest.fixture(scope="module")
def scene(server: ServerProcess) -> Scene:
    return Scene(server.url)


@pytest.fixture(scope="module")
def document(server: ServerProcess) -> BaseSchema:
    found: BaseSchema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    # The scene's token is the right one, and what is beside the known parameters is not looked at.
    found.config.generation.update(with_security_parameters=False, allow_extra_parameters=False)
    found.config.checks.negative_data_rejection.expected_statuses = REFUSED
    return found


def all_operations(document: BaseSchema) -> list[APIOperation[Any, Any, Any, Any]]:
    results: list[Any] = list(document.get_all_operations())
    found = [result.ok() for result in results]
    return sorted(found, key=lambda operation: operation.method == "delete")  # first use, then end


def cases(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, scene: Scene
) -> st.SearchStrategy[Case[Any]]:
    """Requests of an operation; in most of them ids are those of something that is there."""

    @st.composite
    def draw_case(draw: st.DrawFn) -> Case[Any]:
        case: Case[Any] = draw(operation.as_strategy(generation_mode=mode))
        wrong_path = case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH)
        if "table_id" in case.path_parameters and not wrong_path and draw(st.integers(0, 9)):
            case.path_parameters["table_id"] = draw(st.sampled_from(scene.tables))
        if isinstance(case.query, dict) and isinstance(case.query.get("wait"), int | float):
            case.query["wait"] /= 1000
        if mode.is_positive and isinstance(case.body, dict):
            body = dict(case.body)
            if "token" in body and draw(st.booleans()):
                body["token"] = draw(st.sampled_from(scene.invitations))
            if "record" in body and draw(st.booleans()):
                body["record"] = draw(st.sampled_from([RECORD, RECORD[:-200], RECORD[40:]]))
            if "bot" in body and draw(st.booleans()):
                body["bot"] = draw(st.sampled_from(["novice", "steady:seconds=1", "nobody"]))
            if "seconds" in body:
                body["seconds"] = 0.01
            case.body = body
        return case

    return draw_case()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_server_does_what_its_document_says(
    document: BaseSchema, scene: Scene, mode: GenerationMode
) -> None:
    failures = []
    for operation in all_operations(document):
        try:
            check_operation(operation, scene, mode)
        except Unsatisfiable:
            assert mode.is_negative  # every text is right where a text is all that is asked for
        except (FailureGroup, AssertionError) as error:
            failures.append(f"{operation.label}: {error}")
    assert not failures, "\n\n".join(failures)


def check_operation(
    operation: APIOperation[Any, Any, Any, Any], scene: Scene, mode: GenerationMode
) -> None:
    """Make many requests of one operation and look at every answer."""
    if mode.is_negative and not (operation.body or operation.path_parameters or operation.query):
        return  # there is nothing that could be wrong
    # Whatever ends the session is not done with the one that the others need.
    ends = operation.label in ENDINGS

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(operation, mode, scene))
    def check(case: Case[Any]) -> None:
        token = scene.come_in("Eva") if ends else scene.token
        if mode.is_positive and isinstance(case.body, dict) and "step" in case.body:
            case.body = scene.right_answer(case.path_parameters["table_id"], case.body)
        with requests.Session() as session:
            case.call_and_validate(
                session=session,
                headers={"Authorization": f"Bearer {token}"},
                excluded_checks=NOT_CHECKED,
                timeout=20,
            )

    check()


def test_the_document_leaves_nothing_out(server: ServerProcess) -> None:
    document = httpx.get(f"{server.url}/api/openapi.json").json()
    operations = [
        (f"{method} {path}", operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]
    assert len(operations) == len({operation["operationId"] for _, operation in operations}) > 40
    for name, operation in operations:
        assert operation["summary"].endswith("."), name
        assert operation["tags"], name
        assert all(parameter["description"] for parameter in operation.get("parameters", [])), name
        assert {"400", "429", "500", "503"} <= set(operation["responses"]) or "/api" not in name
        if operation.get("security") != [{}]:
            assert "401" in operation["responses"], name
        if "requestBody" in operation:
            assert {"403", "413"} <= set(operation["responses"]), name
        for status, answer in operation["responses"].items():
            assert answer["description"] not in ("", HTTPStatus(int(status)).description), name
            assert status == "204" or answer["content"], name
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name


def test_nothing_of_all_this_was_a_mistake_of_the_server(server: ServerProcess) -> None:
    assert "internal" not in server.log()
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
