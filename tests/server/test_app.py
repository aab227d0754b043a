"""The application: what it is made of, opened and closed."""

import asyncio
from pathlib import Path

from elgrande.rules.options import Options
from elgrande.server.app import HANDLERS, before_shutdown, make_app, open_services
from elgrande.server.settings import ServerSettings
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.settings import TableSettings
from elgrande.server.web.services import Services
from tests.support.server import sqlite_url
from tests.support.table_states import NOW, sitting


def test_services_are_open_in_between_and_nothing_new_comes_at_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        app = make_app(ServerSettings(database_url=sqlite_url(tmp_path)))
        async with open_services(app):
            services: Services = app.state.services
            row, entries = open_table(
                NOW,
                "ana",
                title="",
                public=True,
                options=Options(players=2),
                settings=TableSettings(),
                seats=[sitting(0, "ana"), sitting(1, "ben")],
            )
            await services.live_tables.add(row, entries, [])
            await before_shutdown(app)
            assert services.stopping
            assert services.live_tables.closing

    asyncio.run(main())


def test_every_handler_is_a_route_of_its_own(tmp_path: Path) -> None:
    app = make_app(ServerSettings(database_url=sqlite_url(tmp_path)))
    assert len(HANDLERS) == len(set(HANDLERS))
    paths = {route.path for route in app.routes}
    assert {"/health", "/metrics", "/api/tables", "/api/me"} <= paths
