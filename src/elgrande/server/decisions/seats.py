"""Seats: to join and to leave, the host's changes, bots for those who are away."""

from typing import Final

import msgspec

from elgrande.server import entries as kinds
from elgrande.server.decisions.writing import Decision, Writing
from elgrande.server.errors import NotAllowed, SeatTaken, WrongState
from elgrande.server.seating import HUMAN, INVITED, OPEN, Place
from elgrande.server.showing import seal_of
from elgrande.server.storage.rows import Change
from elgrande.server.table import OPEN as TABLE_OPEN
from elgrande.server.table import RUNNING, TableState

AWAY_FOR_HOST: Final = 45_000  # ms without a sign of life before the host may call a bot


def join(
    table: TableState, now: int, player: str, name: str, *, seat: int, invited: bool
) -> Decision:
    """Sit down, by invitation or at an open seat; the game starts when the table is full."""
    place = _free_place(table, seat, player)
    if place is None:
        return Decision([])
    if place.kind == INVITED and not invited:
        raise NotAllowed("This seat is kept for whoever has its invitation.")
    writing = Writing(table, now)
    writing.add(kinds.JOINED, seat, player, name=name)
    seated = msgspec.structs.replace(place, kind=HUMAN, player=player, name=name)
    return _start_if_full(table, writing, now, seated)


def leave(table: TableState, now: int, player: str, *, seat: int, kind: str) -> Decision:
    """Stand up again before the game starts; the seat is free for others."""
    _check_open(table)
    place = table.place(seat, player)
    writing = Writing(table, now)
    writing.add(kinds.LEFT, seat, player, kind=kind, name=place.name)
    freed = msgspec.structs.replace(place, kind=kind, player=None, name="", local=False)
    return writing.decide(Change(seats=[freed.row()]))


def set_seat(table: TableState, now: int, player: str, *, wanted: Place) -> Decision:
    """The host makes a seat open, invited, a bot's or the host's own before the start."""
    _check_open(table)
    table.check_host(player)
    place = table.any_place(wanted.seat)
    if place.kind == HUMAN and place.player != player:
        raise SeatTaken(f"Somebody sits on seat {wanted.seat}.")
    writing = Writing(table, now)
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
    return _start_if_full(table, writing, now, wanted)


def hand_over(
    table: TableState, now: int, player: str, *, seat: int, bot: str, away: int
) -> Decision:
    """Let a bot play for somebody who is away for so many milliseconds, or for oneself."""
    table.running()
    place = table.any_place(seat)
    if place.player is None:
        raise WrongState(f"Seat {seat} is played by a bot already.")
    if place.substitute is not None:
        return Decision([])
    _check_may_hand_over(table, player, place, away)
    writing = Writing(table, now)
    reason = "left" if place.player == player else "away"
    writing.add(kinds.HANDED, seat, player, bot=bot, reason=reason)
    return writing.decide()


def _check_may_hand_over(table: TableState, player: str, place: Place, away: int) -> None:
    if place.player == player:
        return
    at_table = player in table.seating.players()
    if player != table.row.host and not at_table:
        raise NotAllowed("Only those at the table may call a bot.")
    needed = AWAY_FOR_HOST
    if player != table.row.host:
        needed = table.settings.absence_seconds * 1000
    if away < needed:
        raise NotAllowed(
            f"{place.name} was here {away // 1000} seconds ago; a bot may be called"
            f" after {needed // 1000}."
        )


def come_back(table: TableState, now: int, player: str, *, seat: int) -> Decision:
    """Take one's seat back from the bot."""
    table.running()
    place = table.place(seat, player)
    if place.substitute is None:
        return Decision([])
    writing = Writing(table, now)
    writing.add(kinds.RETURNED, seat, player)
    return writing.decide()


def set_policy(table: TableState, now: int, player: str, *, seat: int, bot: str) -> Decision:
    """Choose the bot that plays when one's time is up."""
    if table.row.state not in (TABLE_OPEN, RUNNING):
        raise WrongState("The game is over.")
    table.place(seat, player)
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
    seats = [place.seat for place in table.seating.of(player)]
    writing = Writing(table, now)
    data = {"text": text, "who": name} | ({} if key is None else {"key": key})
    writing.add(kinds.CHAT, seats[0] if seats else None, player, **data)
    return writing.decide()


def start_if_full(table: TableState, now: int) -> Decision:
    """Start a table that is full from the beginning."""
    writing = Writing(table, now)
    return _start_if_full(table, writing, now, None)


def _start_if_full(
    table: TableState, writing: Writing, now: int, changed: Place | None
) -> Decision:
    places = [
        changed if changed is not None and changed.seat == place.seat else place
        for place in table.seating.places
    ]
    seats = [] if changed is None else [changed.row()]
    if not all(place.taken for place in places):
        return writing.decide(Change(seats=seats))
    writing.add(kinds.STARTED, seal=seal_of(table.row))
    return writing.decide(Change(seats=seats, state=RUNNING, started=now))


def _free_place(table: TableState, seat: int, player: str) -> Place | None:
    """The seat if it is free; None if the player sits there already."""
    place = table.any_place(seat)
    if place.player == player:
        return None
    _check_open(table)
    if place.kind not in (OPEN, INVITED):
        raise SeatTaken(f"Somebody sits on seat {seat}.")
    return place


def _check_open(table: TableState) -> None:
    if table.row.state != TABLE_OPEN:
        raise WrongState("The game has begun; seats are not changed any more.")
