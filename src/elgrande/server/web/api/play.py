"""Playing over HTTP: the state, choices, drafts, undo and chat. Sockets offer the same."""

import asyncio
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromQuery, JSONBody, Parameter

from elgrande.rules.errors import GameError, GameOver, IllegalChoice, NoSuchSeat, NotYourTurn
from elgrande.server.accounts.sessions import Asking, Caller
from elgrande.server.errors import (
    BadName,
    CannotUndo,
    ChatClosed,
    CrossOrigin,
    NoSuchTable,
    NotAllowed,
    NotSignedIn,
    NotYourSeat,
    SeatWithBot,
    ShuttingDown,
    StaleStep,
    TooLarge,
    WrongState,
)
from elgrande.server.presentation.messages import (
    AnswerUndoBody,
    AskUndoBody,
    ChatBody,
    ChoiceBody,
    ConfirmBody,
    PlayBody,
    StateShown,
    TakeBackBody,
)
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.web.access import check_sight, table_for
from elgrande.server.web.api.bodies import Done
from elgrande.server.web.api.parameters import Language, SeatInQuery, TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.requests import perform
from elgrande.server.web.security import host_of
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.viewpoints import check_seat, usual_seat, viewer_of

LONGEST_WAIT = 30.0
COMMON = (NotSignedIn, NoSuchTable, CrossOrigin, TooLarge)
PLAYING = (*COMMON, NotYourSeat, NoSuchSeat, StaleStep, WrongState, SeatWithBot, ShuttingDown)


class _Waiter:
    """A request that waits until a table changes."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.woken = asyncio.Event()

    def nudge(self) -> None:
        """Continue: there is news."""
        self.woken.set()

    def pause(self, detail: str | None) -> None:
        """Continue: play pauses."""
        self.woken.set()

    async def farewell(self) -> None:
        """Continue: the server is stopping."""
        self.woken.set()

    def sign_out(self, error: GameError | None = None) -> None:
        """Continue: the session is over."""
        self.woken.set()


@get(
    "/api/tables/{table_id:str}/state",
    responses=refusals(NotSignedIn, NoSuchTable, NotYourSeat, NoSuchSeat),
    tags=["tables"],
)
async def state(
    table_id: TableId,
    caller: Asking,
    services: Shared,
    request: Request[Any, Any, Any],
    seat: SeatInQuery = None,
    after: FromQuery[
        Annotated[
            int, Parameter(description="The `number` of the state known so far.", ge=0, le=2**53)
        ]
    ] = 0,
    wait: FromQuery[
        Annotated[float, Parameter(description="Seconds to wait for news.", ge=0, le=LONGEST_WAIT)]
    ] = 0.0,
    language: Language = "en",
) -> StateShown:
    """All that a seat may know now; with `after` and `wait`, as soon as there is something new."""
    live = await table_for(services, caller, table_id, newest=True)
    check_seat(live.state, caller.id, seat)
    if wait and live.state.number <= after:
        await _wait_for_news(services, live, caller, wait, request)
        services.presence.saw(caller.id)
        # Permissions may have changed in the meantime.
        await check_sight(services, caller.id, live.state)
        services.sessions.check(caller)
        services.moderation.check(caller.id, host_of(request.scope))
        check_seat(live.state, caller.id, seat)
    if seat is None:  # after the wait: another of the caller's seats may be asked now
        seat = usual_seat(live.state, caller.id)
    cursor = after if 0 < after <= live.state.number else 0
    viewer = viewer_of(live.state, caller.id)
    return services.state_messages.state(
        live.state, seat, language, cursor, viewer, services.live_tables.paused
    )


async def _wait_for_news(
    services: Services,
    live: LiveTable,
    caller: Caller,
    seconds: float,
    request: Request[Any, Any, Any],
) -> None:
    """Wait until the table changes, the time is over, or the client hangs up."""
    waiter = _Waiter(caller.id)
    with services.sessions.connected(caller, waiter, host_of(request.scope)):
        live.listeners.add(waiter)
        hanging_up = asyncio.create_task(_until_gone(request))
        hanging_up.add_done_callback(lambda _: waiter.nudge())
        try:
            async with asyncio.timeout(seconds):
                await waiter.woken.wait()
        except TimeoutError:
            return
        finally:
            live.listeners.discard(waiter)
            hanging_up.cancel()


async def _until_gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _perform(services: Services, caller: Caller, table_id: str, body: PlayBody) -> Done:
    await table_for(services, caller, table_id)
    live = await perform(services, caller, table_id, body)
    return Done(live.state.number)


@post(
    "/api/tables/{table_id:str}/choices",
    responses=refusals(*PLAYING, IllegalChoice, NotYourTurn, GameOver),
    status_code=200,
    tags=["tables"],
)
async def choose(
    table_id: TableId, data: JSONBody[ChoiceBody], caller: Asking, services: Shared
) -> Done:
    """Answer the question that a seat is asked."""
    return await _perform(services, caller, table_id, data)


@post(
    "/api/tables/{table_id:str}/confirm",
    responses=refusals(*PLAYING, NotYourTurn),
    status_code=200,
    tags=["tables"],
)
async def confirm(
    table_id: TableId, data: JSONBody[ConfirmBody], caller: Asking, services: Shared
) -> Done:
    """Make the draft of a turn final."""
    return await _perform(services, caller, table_id, data)


@post(
    "/api/tables/{table_id:str}/take-back",
    responses=refusals(*PLAYING, CannotUndo),
    status_code=200,
    tags=["tables"],
)
async def take_back(
    table_id: TableId, data: JSONBody[TakeBackBody], caller: Asking, services: Shared
) -> Done:
    """Take back the last choice of your draft, or all of it."""
    return await _perform(services, caller, table_id, data)


@post(
    "/api/tables/{table_id:str}/undo",
    responses=refusals(*PLAYING, CannotUndo),
    status_code=200,
    tags=["tables"],
)
async def ask_undo(
    table_id: TableId, data: JSONBody[AskUndoBody], caller: Asking, services: Shared
) -> Done:
    """Ask everyone at the table to go back further."""
    return await _perform(services, caller, table_id, data)


@post(
    "/api/tables/{table_id:str}/undo/answer",
    responses=refusals(*PLAYING, CannotUndo, NotAllowed),
    status_code=200,
    tags=["tables"],
)
async def answer_undo(
    table_id: TableId, data: JSONBody[AnswerUndoBody], caller: Asking, services: Shared
) -> Done:
    """Agree to go back, or not."""
    return await _perform(services, caller, table_id, data)


@post(
    "/api/tables/{table_id:str}/chat",
    responses=refusals(*COMMON, BadName, ChatClosed, ShuttingDown),
    status_code=200,
    tags=["tables"],
)
async def chat(
    table_id: TableId, data: JSONBody[ChatBody], caller: Asking, services: Shared
) -> Done:
    """Say something at the table."""
    return await _perform(services, caller, table_id, data)


HANDLERS: list[Any] = [state, choose, confirm, take_back, ask_undo, answer_undo, chat]
