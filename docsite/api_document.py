"""The server's OpenAPI document for the page on which people can read it and try it out."""

import json
from typing import Final

from elgrande.server.app import make_app
from elgrande.server.settings import ServerSettings
from elgrande.server.web.openapi import document_of

URI: Final = "program/openapi.json"
SERVERS: Final = [
    {"url": "/", "description": "the server at the address of this page"},
    {
        "url": "{server}",
        "description": "another one, for the curl line",
        "variables": {"server": {"default": "http://127.0.0.1:8470"}},
    },
]


def text() -> str:
    """The document, with the servers a reader may name."""
    document = document_of(make_app(ServerSettings(database_url="sqlite://")))
    return json.dumps({**document, "servers": SERVERS})
