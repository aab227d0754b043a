"""Seats: joining and leaving, the host's changes, bots for those who are away."""

from typing import Final

import msgspec

from elgrande.server.errors import (
    ChatClosed,
    KeptOut,
    NotAllowed,
    OneSeatEach,
    SeatTaken,
    TableLocked,
    WrongState,
)
from elgrande.server.storage.lookalikes import shape
from elgrande.server.storage.rows import Change
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.seal import seal_of
from elgrande.server.tables.seating import AGREED, AWAY, BOT, HUMAN, INVITED, LEFT, OPEN, TableSeat
from elgrande.server.tables.table import OPEN as TABLE_OPEN
from elgrande.server.tables.table import RUNNING, TableState

AWAY_FOR_HOST: Final = 45_000  # ms of inactivity before the host may call a bot


def join(
    table: TableState, now: int, player: str, name: str, *, seat: int, invited: int | None
) -> Decision:
    """Sit down, by an invitation made at a time or at an open seat; a full table starts."""
    table_seat = free_seat(table, seat, player)
    if table_seat is None:
        return Decision([])
    if table_seat.kind == INVITED and invited is None:
        raise NotAllowed("This seat is reserved for the person with its invitation.")
    if invited is None and table.settings.approval and player != table.row.host:
        raise NotAllowed("The host of this table has to approve you first.")
    _check_welcome(table, player, invited)
    return take_seat(table, Writing(table, now), now, player, name, seat)


def take_seat(
    table: TableState, writing: Writing, now: int, player: str, name: str, seat: int
) -> Decision:
    """Somebody sits down; the game starts when the table is full.

    A bot of the same name gives way, and is called by its level from then on.
    """
    writing.add(kinds.JOINED, seat, player, name=name)
    table_seat = table.seating.seats[seat]
    seated = msgspec.structs.replace(table_seat, kind=HUMAN, player=player, name=name)
    renamed = [
        msgspec.structs.replace(bot, name=bot.bot or "")
        for bot in table.seating.seats
        if bot.kind == BOT and bot.name != bot.bot and shape(bot.name) == shape(name)
    ]
    for bot in renamed:
        _write_seat(writing, bot)
    return start_if_full(table, writing, now, seated, *renamed)


def _check_welcome(table: TableState, player: str, invited: int | None) -> None:
    """Refuse people the host does not want, and more seats than the host allows each visitor."""
    removed = table.admission.kept_out.get(player)
    if removed is not None and (invited is None or invited <= removed):
        raise KeptOut("The host has kept you out of this table; only a new invitation lets you in.")
    if player == table.row.host:
        return
    if table.admission.locked:
        raise TableLocked("The host has locked this table; nobody new can sit down.")
    if table.seating.of(player) and not table.settings.several_seats:
        raise OneSeatEach("You already have a seat at this table; the host allows one per visitor.")


def leave(table: TableState, now: int, player: str, *, seat: int, kind: str) -> Decision:
    """Stand up again before the game starts; the seat is free for others."""
    check_open(table)
    table_seat = table.own_seat(seat, player)
    writing = Writing(table, now)
    writing.add(kinds.LEFT, seat, player, kind=kind, name=table_seat.name)
    freed = msgspec.structs.replace(table_seat, kind=kind, player=None, name="", local=False)
    return writing.decide(Change(seats=[freed.row()]))


def set_seat(table: TableState, now: int, player: str, *, wanted: TableSeat) -> Decision:
    """The host makes a seat open, invited, a bot's or the host's own before the start."""
    check_open(table)
    table.check_host(player)
    table_seat = table.seat_at(wanted.seat)
    if table_seat.kind == HUMAN and table_seat.player != player:
        raise SeatTaken(f"Seat {wanted.seat} is taken.")
    writing = Writing(table, now)
    _write_seat(writing, wanted)
    return start_if_full(table, writing, now, wanted)


def _write_seat(writing: Writing, wanted: TableSeat) -> None:
    writing.add(
        kinds.SEAT_SET,
        wanted.seat,
        wanted.player,
        kind=wanted.kind,
        player=wanted.player,
        name=wanted.name,
        bot=wanted.bot,
        local=wanted.local,
    )


def hand_over(
    table: TableState, now: int, player: str, *, seat: int, bot: str, away: int
) -> Decision:
    """Let a bot play for somebody who has been away long enough, or for the caller."""
    table.running()
    table_seat = table.seat_at(seat)
    if table_seat.player is None:
        raise WrongState(f"A bot is already playing seat {seat}.")
    if table_seat.substitute is not None:
        return Decision([])
    _check_may_hand_over(table, player, table_seat, away)
    writing = Writing(table, now)
    reason = LEFT if table_seat.player == player else AWAY
    writing.add(kinds.HANDED, seat, player, bot=bot, reason=reason)
    return writing.decide()


def replace_absent(table: TableState, now: int, *, seat: int, bot: str) -> Decision:
    """Let a bot play for somebody who did not come to a game of an event."""
    if table.row.state != RUNNING or table.seat_at(seat).player_here is None:
        return Decision([])
    writing = Writing(table, now)
    writing.add(kinds.HANDED, seat, bot=bot, reason=AWAY)
    return writing.decide()


def _check_may_hand_over(table: TableState, player: str, table_seat: TableSeat, away: int) -> None:
    if table_seat.player == player:
        return
    at_table = player in table.seating.players()
    if player != table.row.host and not at_table:
        raise NotAllowed("Only players at the table may call a bot.")
    needed = AWAY_FOR_HOST
    if player != table.row.host:
        needed = table.settings.absence_seconds * 1000
    if away < needed:
        raise NotAllowed(
            f"{table_seat.name} was here {away // 1000} seconds ago; a bot may be called"
            f" after {needed // 1000}."
        )


def come_back(table: TableState, now: int, player: str, *, seat: int) -> Decision:
    """Take your seat back from the bot."""
    table.running()
    table_seat = table.own_seat(seat, player)
    if table_seat.substitute is None:
        return Decision([])
    if table_seat.reason == AGREED:
        raise NotAllowed("The others agreed on a bot for this seat; ask them to let you return.")
    writing = Writing(table, now)
    writing.add(kinds.RETURNED, seat, player)
    return writing.decide()


def set_policy(table: TableState, now: int, player: str, *, seat: int, bot: str) -> Decision:
    """Choose the bot that plays when your time is up."""
    if table.row.state not in (TABLE_OPEN, RUNNING):
        raise WrongState("The game is over.")
    table.own_seat(seat, player)
    if table.row.source is not None and table.row.source.get("kind") == "event":
        raise NotAllowed("In an event, the same bot plays for everybody whose time is up.")
    writing = Writing(table, now)
    writing.add(kinds.POLICY, seat, player, bot=bot)
    return writing.decide()


def chat(
    table: TableState, now: int, player: str, name: str, *, text: str, key: str | None
) -> Decision:
    """Say something at the table. With a key, the same message sent again is not said twice."""
    if key is not None and any(
        entry.kind == kinds.CHAT and entry.player == player and entry.data.get("key") == key
        for entry in table.log
    ):
        return Decision([])
    seats = [table_seat.seat for table_seat in table.seating.of(player)]
    _check_may_write(table, player, bool(seats))
    writing = Writing(table, now)
    speaker = table.admission.speakers.get(player, table.number + 1)
    data: dict[str, object] = {"text": text, "who": name, "speaker": speaker}
    data |= {} if key is None else {"key": key}
    writing.add(kinds.CHAT, seats[0] if seats else None, player, **data)
    return writing.decide()


def _check_may_write(table: TableState, player: str, sits: bool) -> None:
    admission = table.admission
    if player == table.row.host:
        return
    if player in admission.muted or player in admission.kept_out:
        raise ChatClosed("The host has muted you at this table.")
    if not sits and (admission.published or not table.spectators_chat):
        raise ChatClosed("Only players can chat at this table.")


def start_if_full(table: TableState, writing: Writing, now: int, *changed: TableSeat) -> Decision:
    """Start the game if every seat is taken, and the host has not locked the table."""
    new = {table_seat.seat: table_seat for table_seat in changed}
    table_seats = [new.get(table_seat.seat, table_seat) for table_seat in table.seating.seats]
    seats = [table_seat.row() for table_seat in changed]
    is_locked = table.admission.locked and not any(
        entry.kind == kinds.LOCKED for entry in writing.entries
    )
    if is_locked or not all(table_seat.taken for table_seat in table_seats):
        return writing.decide(Change(seats=seats))
    writing.add(kinds.STARTED, seal=seal_of(table.row))
    return writing.decide(Change(seats=seats, state=RUNNING, started=now))


def free_seat(table: TableState, seat: int, player: str) -> TableSeat | None:
    """A seat that is free; None if the player sits there already."""
    table_seat = table.seat_at(seat)
    if table_seat.player == player:
        return None
    check_open(table)
    if table_seat.kind not in (OPEN, INVITED):
        raise SeatTaken(f"Seat {seat} is taken.")
    return table_seat


def check_open(table: TableState) -> None:
    """Refuse what can only be done before the game starts."""
    if table.row.state != TABLE_OPEN:
        raise WrongState("The game has started; seats can no longer be changed.")
