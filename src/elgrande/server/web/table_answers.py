"""What is answered about a table and its past, from the table alone: no request, no storage."""

from elgrande.bots.situation import SEEDS, fresh_luck
from elgrande.game import Game
from elgrande.record import Record
from elgrande.server.errors import NotAllowed, NotFound, WrongState
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import describe_past, lasting_log
from elgrande.server.presentation.view_types import LoggedEvent
from elgrande.server.storage.rows import Table
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import FINISHED, RUNNING, TableState
from elgrande.server.web.api.bodies import PositionShown, TableLine


def line_of(row: Table, playthrough: Playthrough | None, player: str | None) -> TableLine:
    """A table in a list; only one whose game is in memory can say whether it waits."""
    mine = [seat.seat for seat in row.seats if player is not None and seat.player == player]
    waits = (
        row.state == RUNNING
        and playthrough is not None
        and any(seat in playthrough.awaited for seat in mine)
    )
    return TableLine(
        id=row.id,
        state=row.state,  # type: ignore[arg-type]
        title=row.title,
        public=row.public,
        edition=row.options["edition"],
        players=int(row.options["players"]),
        seats=[seat.name for seat in row.seats],
        bots=[seat.bot for seat in row.seats],
        mine=mine,
        waits_for_me=waits,
        watching=row.settings["watching"],
        created=row.created,
        started=row.started,
        finished=row.finished,
        scores=None if row.result is None else row.result["scores"],
    )


def show_position(
    table: TableState, position: int, seat: int | None, language: str, *, events: bool
) -> PositionShown:
    """What a seat knew at a position; once the game is over, with the truth."""
    playthrough = playthrough_of(table)
    last = last_position(table, playthrough)
    game = game_at(table, playthrough, position, last)
    names = names_at(table, language)
    return PositionShown(
        position=position,
        last=last,
        seat=seat,
        view=describe_past(game, seat, language, names),
        events=lasting_log(playthrough, game, seat, language, names) if events else [],
        truth=game.snapshot() if table.row.state == FINISHED else None,
        difference=None if table.difference is None else table.difference.detail,
    )


def events_of(table: TableState, seat: int | None, language: str) -> list[LoggedEvent]:
    """What happened in the game so far, in sentences."""
    playthrough = playthrough_of(table)
    names = names_at(table, language)
    return lasting_log(playthrough, playthrough.game, seat, language, names)


def fork_at(table: TableState, position: int, seat: int, player: str) -> Game:
    """A game to go on with from a position.

    That of a running game, which nobody else may play, is dealt again where the seat knows nothing.
    """
    playthrough = playthrough_of(table)
    game = game_at(table, playthrough, position, last_position(table, playthrough))
    if game.over:
        raise WrongState("The game is over at this position.")
    if table.row.state == FINISHED:
        return game
    if table.seating.players() != [player]:
        raise NotAllowed("A game with other players can be forked only when it is over.")
    table.own_seat(seat, player)
    return game.determinize(seat, fresh_luck().below(SEEDS))


def playthrough_of(table: TableState) -> Playthrough:
    """The game of a table, running or over; WrongState if it has not begun."""
    if table.playthrough is None:
        raise WrongState("The game has not started; seats are still free.")
    return table.playthrough


def last_position(table: TableState, playthrough: Playthrough) -> int:
    """The last position that today's rules can show as it was."""
    if table.difference is not None and table.row.state != RUNNING:
        return table.difference.position
    return playthrough.position


def game_at(table: TableState, playthrough: Playthrough, position: int, last: int) -> Game:
    """The game at a position; NotFound if it cannot be shown."""
    if not playthrough.first <= position <= last:
        because = "" if table.difference is None else ", for the rules have changed"
        raise NotFound(
            f"This game can be viewed from position {playthrough.first} to {last}{because}."
        )
    return playthrough.game_at(position)


def record_of(table: TableState) -> Record:
    """The record of a finished game, as far as it still replays as it was played."""
    if table.row.state != FINISHED:
        raise WrongState("A game can be downloaded only when it is over.")
    playthrough = playthrough_of(table)
    return playthrough.game_at(last_position(table, playthrough)).record()
