"""Choices and drafts: choosing, confirming, taking back (docs/program/playing.md, "Playing")."""

from typing import Any, Final

import elgrande
from elgrande.server.errors import SeatWithBot
from elgrande.server.storage.rows import Change
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.playthrough import CONFIRMED, TOOK_BACK
from elgrande.server.tables.table import FINISHED, RUNNING, TableState

NOTHING: Final = Decision([])


def choose(
    table: TableState,
    now: int,
    player: str,
    *,
    seat: int,
    step: int,
    choice: int,
    confirm: bool = False,
) -> Decision:
    """A player's choice."""
    playthrough = table.running_or_over()
    table.own_seat(seat, player)
    if playthrough.already_counted(seat, step, choice):
        return NOTHING
    _check_no_bot(table, seat)
    playthrough.check_choice(seat, choice)
    writing = Writing(table, now)
    writing.add(kinds.CHOICE, seat, player, choice=choice, step=step, confirm=confirm)
    return writing.decide()


def choose_for(
    table: TableState, now: int, *, seat: int, step: int, choice: int, bot: str
) -> Decision:
    """What a bot chose for a seat; it was asked at a step, and is too late if that is over."""
    playthrough = table.running()
    if table.bot_for(seat) != bot or playthrough.already_counted(seat, step, choice):
        return NOTHING
    playthrough.check_choice(seat, choice)
    writing = Writing(table, now)
    writing.add(kinds.CHOICE, seat, choice=choice, step=step, confirm=True, by=bot)
    return writing.decide()


def confirm(table: TableState, now: int, player: str, *, seat: int, step: int) -> Decision:
    """A player confirms the draft."""
    playthrough = table.running_or_over()
    table.own_seat(seat, player)
    if playthrough.already_counted(seat, step, CONFIRMED):
        return NOTHING
    _check_no_bot(table, seat)
    playthrough.check_confirm(seat)
    writing = Writing(table, now)
    writing.add(kinds.CONFIRM, seat, player, step=step)
    return writing.decide()


def confirm_for(table: TableState, now: int, *, seat: int) -> Decision:
    """Confirm the draft that was left behind by somebody who is away or out of time."""
    playthrough = table.running()
    bot = table.bot_for(seat)
    if not playthrough.held or playthrough.drafting != seat or bot is None:
        return NOTHING
    writing = Writing(table, now)
    writing.add(kinds.CONFIRM, seat, step=playthrough.step_for(seat), by=bot)
    return writing.decide()


def take_back(
    table: TableState, now: int, player: str, *, seat: int, step: int, whole: bool = False
) -> Decision:
    """A player takes back the last choice of the draft, or all of it."""
    playthrough = table.running_or_over()
    table.own_seat(seat, player)
    if playthrough.already_counted(seat, step, TOOK_BACK):
        return NOTHING
    _check_no_bot(table, seat)
    kind, to = playthrough.draft_of(seat, whole)
    writing = Writing(table, now)
    writing.add(kind, seat, player, step=step, to=to)
    return writing.decide()


def time_out(table: TableState, now: int, *, seat: int) -> Decision:
    """The time of a seat is up."""
    playthrough = table.running()
    if not any(time <= now for time, other in playthrough.clock.deadlines() if other == seat):
        return NOTHING
    writing = Writing(table, now)
    writing.add(kinds.TIMEOUT, seat)
    return writing.decide()


def resume(table: TableState, now: int) -> Decision:
    """The server was down; those who were thinking get this stretch back."""
    if table.playthrough is None or table.row.state != RUNNING or not table.playthrough.clock.runs:
        return NOTHING
    writing = Writing(table, now)
    writing.add(kinds.RESUME)
    return writing.decide()


def finish(table: TableState, now: int) -> Decision:
    """The end of a game that is over."""
    playthrough = table.playthrough
    if playthrough is None or table.row.state != RUNNING or not playthrough.over:
        return NOTHING
    game = playthrough.game
    result: dict[str, Any] = {
        "scores": game.scores,
        "winners": list(game.winners),
        "digest": game.digest(),
        "choices": playthrough.position,
    }
    writing = Writing(table, now)
    writing.add(kinds.FINISHED, **result)
    mark = table.checkpoint(now, elgrande.__version__)
    return writing.decide(Change(state=FINISHED, finished=now, result=result, checkpoint=mark))


def _check_no_bot(table: TableState, seat: int) -> None:
    bot = table.bot_for(seat)
    if bot is None:
        return
    if table.seating.seats[seat].substitute is not None:
        raise SeatWithBot(f"The bot {bot} plays seat {seat} now; take the seat back first.")
    raise SeatWithBot(f"The time of seat {seat} is up; the bot {bot} plays this turn.")
