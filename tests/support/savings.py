"""What tests need not pay for again and again: hashes, certificates, routes and empty databases.

A real hash of a password takes a fifth of a second, every client of httpx reads all certificates of
the world anew, though our servers speak plain HTTP, Litestar inspects every route for a tenth of a
second, and migrations make the tables of an empty database. A server started with `fresh=True`
pays for all of it, as people's do.
"""

import asyncio
import atexit
import shutil
import ssl
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

from argon2 import PasswordHasher
from litestar import Litestar

from elgrande.server import app as application
from elgrande.server.accounts import passwords
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Storage

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
DATABASE = "tables.db"
read_certificates = cache(ssl.create_default_context)
make_routes = application.make_routes


class SpareRoutes:
    """Applications that no server uses any more: the next one with the same routes takes one."""

    def __init__(self) -> None:
        self._spare: defaultdict[object, list[Litestar]] = defaultdict(list)
        self._lent: dict[int, tuple[object, Any]] = {}

    def take(self, settings: ServerSettings, handlers: Sequence[Any]) -> Litestar:
        """Routes as these settings want them, in nobody else's use."""
        kind = tuple(map(id, handlers)), settings.size("body_bytes"), settings.size("record_bytes")
        spare = self._spare[kind]
        app = spare.pop() if spare else make_routes(settings, handlers)
        self._lent[id(app)] = kind, app.asgi_handler
        return app

    def give_back(self, app: Litestar) -> None:
        """A server has ended: its routes may serve another."""
        kind, app.asgi_handler = self._lent.pop(id(app))
        self._spare[kind].append(app)


routes = SpareRoutes()


def be_thrifty() -> None:
    """Let this process hash passwords at little cost, and do once what need not be done again."""
    setattr(passwords, "PasswordHasher", lambda: CHEAP)  # noqa: B010 - it is a class to mypy
    setattr(ssl, "create_default_context", read_certificates)  # noqa: B010 - of another type
    application.make_routes = routes.take


def new_database(folder: Path) -> Path:
    """A database in a folder, as a server of this version leaves it that nobody has visited."""
    target = folder / DATABASE
    if not target.exists():
        shutil.copy(_empty_database(), target)
    return target


@cache
def _empty_database() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="elgrande-empty-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    async def make() -> None:
        await (await Storage.open(f"sqlite:///{folder / DATABASE}")).close()

    thread = Thread(target=asyncio.run, args=[make()])
    thread.start()
    thread.join()
    return folder / DATABASE
