"""What the host decides about strangers: locks, requests for seats, removals, who may write."""

from collections.abc import Sequence
from typing import Final

import msgspec

from elgrande.server.errors import (
    KeptOut,
    NotAllowed,
    NotFound,
    SeatTaken,
    StaleStep,
    TableLocked,
    TooMany,
    WrongState,
)
from elgrande.server.storage.rows import Change, Invitation
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.admission import SeatRequest
from elgrande.server.tables.decisions.seats import check_open, free_seat, start_if_full, take_seat
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.seating import BOT, HUMAN, INVITED, OPEN
from elgrande.server.tables.table import CLOSED, FINISHED, TableState

MOST_REQUESTS: Final = 20  # waiting at one table
MOST_ASKED: Final = 5  # times that one player may ask at one table


def lock(table: TableState, now: int, player: str, *, locked: bool) -> Decision:
    """Lock or unlock a table for newcomers; a full table starts when it is unlocked."""
    table.check_host(player)
    check_open(table)
    if table.admission.locked == locked:
        return Decision([])
    writing = Writing(table, now)
    writing.add(kinds.LOCKED, None, player, locked=locked)
    if locked:
        return writing.decide()
    return start_if_full(table, writing, now)


def remove(
    table: TableState, now: int, player: str, *, seat: int, revoke: Sequence[Invitation]
) -> Decision:
    """The host removes somebody from all their seats; only a new link lets them return."""
    table.check_host(player)
    check_open(table)
    table_seat = table.seat_at(seat)
    if table_seat.player == player:
        raise NotAllowed("You host this table; leave the seat or close the table instead.")
    if table_seat.kind == BOT:
        raise WrongState(f"A bot sits in seat {seat}; give the seat to somebody else instead.")
    if table_seat.kind != HUMAN or table_seat.player is None:
        return Decision([])
    kind = OPEN if table.row.public else INVITED
    writing = Writing(table, now)
    freed = []
    for other in table.seating.of(table_seat.player):
        writing.add(kinds.REMOVED, other.seat, table_seat.player, kind=kind, name=other.name)
        freed.append(
            msgspec.structs.replace(other, kind=kind, player=None, name="", local=False).row()
        )
    seats = {one.seat for one in freed}
    void = [link.id for link in revoke if link.seat in seats and not link.revoked]
    return writing.decide(Change(seats=freed, revoke=void))


def ask_for_seat(
    table: TableState, now: int, player: str, name: str, *, seat: int | None
) -> Decision:
    """Ask the host for an open seat; asking twice counts once."""
    check_open(table)
    admission = table.admission
    if table.seating.of(player) or player in admission.requests:
        return Decision([])
    if player in admission.kept_out:
        raise KeptOut("The host has kept you out of this table; only a new invitation lets you in.")
    if admission.locked:
        raise TableLocked("The host has locked this table; nobody new can sit down.")
    if seat is not None:
        table_seat = free_seat(table, seat, player)
        if table_seat is None or table_seat.kind != OPEN:
            raise NotAllowed("This seat is reserved for the person with its invitation.")
    if len(admission.requests) >= MOST_REQUESTS or admission.asked.get(player, 0) >= MOST_ASKED:
        raise TooMany("Too many requests are waiting at this table; try another one.")
    writing = Writing(table, now)
    writing.add(kinds.ASKED_SEAT, None, player, name=name, seat=seat)
    return writing.decide()


def answer_request(
    table: TableState, now: int, player: str, *, request: int, agree: bool
) -> Decision:
    """The host gives somebody the seat they ask for, or declines."""
    table.check_host(player)
    check_open(table)
    wanted = _request(table, request)
    writing = Writing(table, now)
    if not agree:
        writing.add(kinds.DECLINED, None, wanted.player, request=request)
        return writing.decide()
    free = [table_seat.seat for table_seat in table.seating.seats if table_seat.kind == OPEN]
    if wanted.seat is not None and wanted.seat in free:
        free = [wanted.seat]
    if not free:
        raise SeatTaken("There is no open seat left; free one first.")
    return take_seat(table, writing, now, wanted.player, wanted.name, free[0])


def withdraw_request(table: TableState, now: int, player: str, *, request: int) -> Decision:
    """Somebody withdraws their request for a seat."""
    check_open(table)
    wanted = _request(table, request)
    if wanted.player != player:
        raise NotAllowed("Only the person who asked can withdraw the request.")
    writing = Writing(table, now)
    writing.add(kinds.WITHDREW, None, player, request=request)
    return writing.decide()


def _request(table: TableState, number: int) -> SeatRequest:
    found = table.admission.request(number)
    if found is None:
        raise StaleStep(f"There is no open request {number} for a seat.")
    return found


def mute(
    table: TableState,
    now: int,
    player: str,
    *,
    seat: int | None,
    speaker: int | None,
    muted: bool,
) -> Decision:
    """The host mutes or unmutes somebody at this table."""
    table.check_host(player)
    whom = table.seat_at(seat).player if seat is not None else None
    if speaker is not None:
        whom = table.admission.speaker(speaker)
    if whom is None:
        raise NotFound("Nobody chats from there.")
    if whom == player:
        raise NotAllowed("You cannot mute yourself.")
    if (whom in table.admission.muted) == muted:
        return Decision([])
    table_seats = table.seating.of(whom)
    writing = Writing(table, now)
    data = {"muted": muted, "speaker": table.admission.speakers.get(whom)}
    writing.add(kinds.MUTED, table_seats[0].seat if table_seats else None, whom, **data)
    return writing.decide()


def set_spectators_chat(
    table: TableState, now: int, player: str, *, spectators: bool, host_is_away: bool
) -> Decision:
    """Let spectators write or not; while the host is away, any player may decide."""
    if not (host_is_away and table.seating.of(player)):
        table.check_host(player)
    if table.row.state in (FINISHED, CLOSED):
        raise WrongState("The game is over.")
    if table.spectators_chat == spectators:
        return Decision([])
    writing = Writing(table, now)
    writing.add(kinds.CHAT_SET, None, player, spectators=spectators)
    return writing.decide()


def renew_watching(
    table: TableState, now: int, player: str, *, link: Invitation, old: Sequence[Invitation]
) -> Decision:
    """A new link for spectators; those who watch by an old one no longer can."""
    table.check_host(player)
    if table.settings.watching == "nobody":
        raise NotAllowed("Nobody may watch this table.")
    writing = Writing(table, now)
    writing.add(kinds.WATCH_RENEWED, None, player)
    void = [one.id for one in old if one.seat is None and not one.revoked]
    return writing.decide(Change(invitations=[link], revoke=void, drop_watchers=True))
