"""What the people at a running table agree on: a bot for somebody, their return, the end.

Those who play and are present are asked: anybody active within the table's `absence_seconds`. All
of them have to agree, and the one it is about has no say.
"""

from collections.abc import Mapping
from typing import Final

from elgrande.server.errors import BadRequest, NotAllowed, StaleStep, TooFast, WrongState
from elgrande.server.storage.rows import Change
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.closing import write_end
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.proposals import ABANDON, REPLACE, RETURN, Proposal, Proposed
from elgrande.server.tables.seating import AGREED
from elgrande.server.tables.table import CLOSED, TableState

PAUSE_MS: Final = 60_000  # what was refused cannot be proposed again at once
Away = Mapping[str, int]  # how many milliseconds ago people were active


def propose(
    table: TableState,
    now: int,
    player: str,
    *,
    kind: Proposed,
    seat: int | None,
    bot: str | None,
    away: Away,
) -> Decision:
    """Ask the others for something; it is done at once if nobody else has to agree."""
    if kind == ABANDON and table.row.state == CLOSED:
        return Decision([])
    table.running()
    seat = None if kind == ABANDON else seat
    if _is_done(table, kind, seat):
        return Decision([])
    _check_may_propose(table, player, kind, seat)
    alike = table.proposals.alike(kind, seat)
    if alike is not None and (player == alike.player or player in table.voters(alike)):
        return answer(table, now, player, proposal=alike.number, agree=True, away=away)
    since = now - table.proposals.refused.get((kind, seat), -PAUSE_MS)
    if since < PAUSE_MS:
        raise TooFast("That was declined a moment ago; wait a minute.", (PAUSE_MS - since) / 1000)
    writing = Writing(table, now)
    seats = table.seating.of(player)
    entry = writing.add(
        kinds.PROPOSED,
        seats[0].seat if seats else None,
        player,
        wish=kind,
        target=seat,
        bot=bot if kind == REPLACE else None,
    )
    proposal = Proposal(entry.number, kind, player, seat, bot, frozenset({player}))
    return _carry_out_if_agreed(table, writing, proposal, away)


def answer(
    table: TableState, now: int, player: str, *, proposal: int, agree: bool, away: Away
) -> Decision:
    """Agree to a proposal, or not. Its author withdraws it by not agreeing."""
    table.running()
    found = table.proposals.find(proposal)
    if found is None:
        raise StaleStep(f"There is no open proposal {proposal}.")
    if player != found.player and player not in table.voters(found):
        raise NotAllowed("That proposal is not for you to answer.")
    writing = Writing(table, now)
    if not agree or player not in found.agreed:
        seats = table.seating.of(player)
        writing.add(
            kinds.ANSWERED,
            seats[0].seat if seats else None,
            player,
            proposal=proposal,
            agree=agree,
        )
    if not agree:
        return writing.decide()
    agreed = Proposal(
        found.number, found.kind, found.player, found.seat, found.bot, found.agreed | {player}
    )
    return _carry_out_if_agreed(table, writing, agreed, away)


def _is_done(table: TableState, kind: Proposed, seat: int | None) -> bool:
    """Whether things already are as proposed; WrongState or BadRequest if they cannot be."""
    if kind == ABANDON:
        return False
    if seat is None:
        raise BadRequest("Say which seat it is about.")
    table_seat = table.seat_at(seat)
    if table_seat.player is None:
        raise WrongState(f"Seat {seat} is a bot's own.")
    if kind == RETURN:
        return table_seat.substitute is None
    return table_seat.substitute is not None


def _check_may_propose(table: TableState, player: str, kind: Proposed, seat: int | None) -> None:
    seats = table.seating.of(player)
    if kind == RETURN:
        if seat not in [table_seat.seat for table_seat in seats]:
            raise NotAllowed("Only the player of this seat can ask to come back.")
        return
    if kind == REPLACE and seat in [table_seat.seat for table_seat in seats]:
        raise NotAllowed("Call a bot for your own seat yourself.")
    if not table.plays(player) and not (kind == ABANDON and player == table.row.host and not seats):
        raise NotAllowed("Only players at this table may propose that.")


def _carry_out_if_agreed(
    table: TableState, writing: Writing, proposal: Proposal, away: Away
) -> Decision:
    limit = table.settings.absence_seconds * 1000
    voters = table.voters(proposal)
    if any(voter not in proposal.agreed and away.get(voter, limit) < limit for voter in voters):
        return writing.decide()
    if proposal.kind == ABANDON:
        write_end(writing, proposal.player, "agreed")
        return writing.decide(Change(state=CLOSED))
    assert proposal.seat is not None
    table_seat = table.seating.seats[proposal.seat]
    if proposal.kind == RETURN:
        writing.add(kinds.RETURNED, proposal.seat, table_seat.player)
        return writing.decide()
    is_here = table_seat.player is not None and away.get(table_seat.player, limit) < limit
    if is_here and len([voter for voter in voters if voter in proposal.agreed]) < 2:
        raise NotAllowed(
            f"{table_seat.name} is here; two other players have to agree to a replacement."
        )
    bot = proposal.bot or table.settings.policy
    writing.add(kinds.HANDED, proposal.seat, proposal.player, bot=bot, reason=AGREED)
    return writing.decide()
