"""The OpenAPI document: Litestar's knowledge of the routes, msgspec's of the bodies."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final, get_args

import msgspec
from litestar import Litestar, Request, Response, Router
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.plugins import OpenAPISchemaPlugin
from litestar.routes import HTTPRoute
from litestar.types import Method
from litestar.types.internal_types import PathParameterDefinition
from litestar.typing import FieldDefinition

import elgrande
from elgrande.server.accounts.sessions import COOKIE
from elgrande.server.presentation.messages import ClientMessage, FeedMessage, ServerMessage
from elgrande.server.web.packing import PACKED
from elgrande.server.web.schemas import Schemas

# Marks a route that needs no sign-in; Litestar treats an empty list as nothing said.
OPEN_TO_ALL: Final[list[dict[str, list[str]]]] = [{}]
JSON: Final = "application/json"
# What travels over the sockets, which no route describes.
MESSAGES: Final = {
    "ServerMessage": (ServerMessage, "What the server sends over the socket of a table."),
    "ClientMessage": (ClientMessage, "What a client sends over the socket of a table."),
    "FeedMessage": (FeedMessage, "What the server sends over a player's own socket."),
}
DESCRIPTION: Final = (
    "Tables of the board game El Grande, for people, bots and browsers. "
    "A refusal always has the same body: a stable code, a sentence and the status."
)


def describe_server() -> OpenAPIConfig:
    """How the document describes the server as a whole, and where it is served."""
    return OpenAPIConfig(
        title="elgrande",
        version=elgrande.__version__,
        description=DESCRIPTION,
        use_handler_docstrings=True,
        operation_id_creator=_operation_id,
        openapi_router=_DocumentRouter(
            "/api", route_handlers=[], include_in_schema=False, middleware=[PACKED]
        ),
        render_plugins=[_JsonDocument(path="/openapi.json", media_type=MediaType.JSON)],
        tags=[
            Tag(name="players", description="Who plays, and how they are known."),
            Tag(name="tables", description="Tables, seats, play and records."),
            Tag(name="events", description="Evenings, leagues and knock-outs."),
            Tag(name="positions", description="Positions played on without a table."),
            Tag(name="puzzles", description="Positions with one best answer, to be found."),
            Tag(name="game", description="What the game is made of, and who can play."),
            Tag(name="moderation", description="For admins of the server."),
            Tag(name="operations", description="For whoever runs the server."),
        ],
        components=Components(
            security_schemes={
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                "token": SecurityScheme(type="http", scheme="bearer"),
            }
        ),
        security=[{"cookie": []}, {"token": []}],
    )


class _DocumentRouter(Router):
    """Serves the document alone.

    Litestar adds its own page for every other address beside the document; here those are answered
    like any unknown address.
    """

    def register(self, value: Any) -> Any:
        """Take a handler, but not the one for everything else."""
        return [] if "/{path:str}" in value.paths else super().register(value)


class StructReferences(OpenAPISchemaPlugin):
    """Tells Litestar only the name of a struct: `Schemas` describes its content.

    Litestar would ask msgspec, which refuses the very types that `Schemas` handles.
    """

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether this is a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        """A reference to the component with the name of the struct."""
        return schema_creator.create_component_schema(
            field_definition, required=[], property_fields={}
        )


class _JsonDocument(OpenAPIRenderPlugin):
    """The document as JSON, made once."""

    _made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document."""
        if self._made is None:
            self._made = msgspec.json.encode(complete(request.app, openapi_schema))
        return self._made


def document_of(app: Litestar) -> dict[str, Any]:
    """The document of an application, which need not run."""
    return complete(app, app.openapi_schema.to_schema())


def complete(app: Litestar, document: dict[str, Any]) -> dict[str, Any]:
    """The document with schemas of everything msgspec checks, and a summary of each route.

    Litestar leaves out that unknown fields are refused, and what only the schema can say.
    """
    handlers = list(_handlers(app))
    answers = [_answer_of(handler) for handler in handlers]
    others = [body for handler in handlers for body in _bodies_of(handler)]
    messages = [message for message, _ in MESSAGES.values()]
    described, schemas = Schemas().components([*answers, *messages, *others])
    for (name, (_, text)), schema in zip(MESSAGES.items(), described[len(answers) :], strict=False):
        schemas[name] = {"description": text, **schema}
    sent = {one.handler_name: schema for one, schema in zip(handlers, described, strict=False)}
    components = {**document["components"], "schemas": dict(sorted(schemas.items()))}
    paths = {
        path: {
            method: _described(operation, schemas, sent)
            if isinstance(operation, dict)
            else operation
            for method, operation in item.items()
        }
        for path, item in document["paths"].items()
    }
    return {**document, "paths": paths, "components": components}


def _described(
    operation: dict[str, Any], schemas: dict[str, Any], sent: dict[str, Any]
) -> dict[str, Any]:
    """An operation whose summary is the first sentence of its description, and its answers."""
    description = str(operation.get("description", ""))
    summary = " ".join(description.split("\n\n")[0].split())
    answers = {
        status: _described_answer(
            status, _with_schema(status, answer, sent[operation["operationId"]]), summary, schemas
        )
        for status, answer in operation["responses"].items()
    }
    return {**operation, "summary": summary, "description": description, "responses": answers}


def _with_schema(status: str, answer: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A successful answer with our own schema of its body, if that is JSON."""
    content = answer.get("content", {})
    if not status.startswith("2") or JSON not in content:
        return answer
    return {**answer, "content": {**content, JSON: {**content[JSON], "schema": schema}}}


def _described_answer(
    status: str, answer: dict[str, Any], summary: str, schemas: dict[str, Any]
) -> dict[str, Any]:
    """An answer with a description of its content where Litestar only knows the status."""
    if status == str(HTTPStatus.NO_CONTENT):
        return {name: value for name, value in answer.items() if name != "content"}
    if answer["description"] != HTTPStatus(int(status)).description:
        return answer
    schema = next(iter(answer["content"].values()))["schema"]
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return {**answer, "description": schemas.get(name, {}).get("description", summary)}


def _handlers(app: Litestar) -> Iterator[HTTPRouteHandler]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema():
                    yield handler


def _answer_of(handler: HTTPRouteHandler) -> Any:
    """The type of what a handler answers with."""
    answered = handler.parsed_return_field
    if answered.is_subclass_of(Response):
        return get_args(answered.annotation)[0]
    return answered.annotation


def _bodies_of(handler: HTTPRouteHandler) -> Iterator[Any]:
    """The types of what it takes, and of its refusals."""
    if handler.parsed_data_field is not None:
        yield handler.parsed_data_field.annotation
    for refusal in (handler.responses or {}).values():
        yield refusal.data_container


def _operation_id(
    handler: HTTPRouteHandler, method: Method, path: list[str | PathParameterDefinition]
) -> str:
    """The name of the function that answers, which is unique."""
    return handler.handler_name
