"""The sockets: of a table, and of a player for all their tables (docs/program/playing.md)."""

import asyncio
from contextlib import ExitStack
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.params import FromPath

from elgrande.editions.wording import LANGUAGES
from elgrande.server.accounts.sessions import Caller, find_caller
from elgrande.server.errors import BadRequest, ShuttingDown
from elgrande.server.harmless import harmless
from elgrande.server.presentation.state_messages import encode
from elgrande.server.web.access import check_watching, table_for
from elgrande.server.web.error_responses import as_game_error, close_code, error_frame
from elgrande.server.web.feeds import Feed
from elgrande.server.web.security import address_of, host_of
from elgrande.server.web.services import Services
from elgrande.server.web.table_socket import TableSocket
from elgrande.server.web.viewpoints import check_seat, usual_seat


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Follow a table and play at it."""
    services: Services = socket.app.state.services
    with ExitStack() as held:
        await socket.accept()
        try:
            caller = await _admit(socket, services, held)
            listener = await _listener(socket, services, table_id, caller)
            held.enter_context(services.sessions.connected(caller, listener, host_of(socket.scope)))
        except Exception as error:
            await _refuse(socket, services, error)
            return
        await listener.run()


@websocket("/api/me/socket")
async def own_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Hear of all your own turns, at any table."""
    services: Services = socket.app.state.services
    with ExitStack() as held:
        await socket.accept()
        try:
            caller = await _admit(socket, services, held)
            feed = Feed()
            held.enter_context(services.sessions.connected(caller, feed, host_of(socket.scope)))
        except Exception as error:
            await _refuse(socket, services, error)
            return
        services.feeds.add(caller.id, feed)
        held.callback(services.feeds.drop, caller.id, feed)
        sending = asyncio.create_task(feed.send_all(socket))
        held.callback(sending.cancel)
        while (await socket.receive())["type"] != "websocket.disconnect":
            services.limits.frames.take(caller.session)


async def _refuse(socket: WebSocket[Any, Any, Any], services: Services, error: Exception) -> None:
    refused = error_frame(None, as_game_error(error))
    with harmless("measuring"):
        services.metrics.errors.labels(refused.error).inc()
    await socket.send_text(encode(refused).decode())
    await socket.close(code=close_code(refused), reason=refused.error)


async def _admit(socket: WebSocket[Any, Any, Any], services: Services, held: ExitStack) -> Caller:
    """Who is connecting, if they may open another socket."""
    if services.live_tables.closing:
        raise ShuttingDown("The server is about to stop; reconnect in a moment.")
    held.enter_context(services.limits.sockets.hold("all"))
    held.enter_context(services.limits.sockets_of_address.hold(address_of(socket.scope)))
    caller = await find_caller(socket.scope, socket.app.state)
    held.enter_context(services.limits.sockets_of_player.hold(caller.id))
    return caller


async def _listener(
    socket: WebSocket[Any, Any, Any], services: Services, table_id: str, caller: Caller
) -> TableSocket:
    """The table they connect to, if they may."""
    live = await table_for(services, caller, table_id, newest=True)
    language = socket.query_params.get("language", "en")
    if language not in LANGUAGES:
        raise BadRequest(f"The language must be one of {', '.join(LANGUAGES)}.")
    seat = _seat_in(socket.query_params.get("seat"))
    if seat == ANY:
        seat = usual_seat(live.state, caller.id)
    check_seat(live.state, caller.id, seat)
    check_watching(live.state, caller.id, seat)
    return TableSocket(socket, services, live, caller, seat, language)


ANY: Final = -1


def _seat_in(text: str | None) -> int | None:
    """The seat a client wants to look from; `none` is a spectator."""
    if text is None:
        return ANY
    if text == "none":
        return None
    if len(text) == 1 and text in "01234":
        return int(text)
    raise BadRequest("The seat must be a number from 0 to 4, or none.")


HANDLERS: list[Any] = [table_socket, own_socket]
