"""What a client is shown of a table: built up from what its seat knows."""

from collections.abc import Iterable, Sequence
from typing import Final, cast

from elgrande.click_targets import touches
from elgrande.disc_outcomes import disc_outcome
from elgrande.game import Game
from elgrande.rules.event_types import Event
from elgrande.rules.events import is_throw, lasting_events, uncounted_from, without_count
from elgrande.rules.pending import pending_data
from elgrande.rules.view import own_data, public_data
from elgrande.rules.view_types import OptionsData
from elgrande.server.presentation.messages import (
    ChatShown,
    ClockShown,
    DraftKind,
    PlayShown,
    ProposalShown,
    SeatShown,
    TableShown,
    UndoShown,
)
from elgrande.server.presentation.view_types import (
    ChoiceShown,
    LogEntry,
    LoggedEvent,
    OwnTableView,
    PublicTableView,
    TableSource,
    TableView,
    ToldEvent,
)
from elgrande.server.storage.rows import Entry, GameResult
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.clocks import Clock
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.proposals import Proposal
from elgrande.server.tables.seal import seal_of
from elgrande.server.tables.seating import TableSeat
from elgrande.server.tables.table import FINISHED, TableState

# What the seats are called in sentences; None: by their colours.
Names = Sequence[str] | None


def describe_table(table: TableState) -> TableShown:
    """The table as everybody at it sees it; nothing in here depends on the seat."""
    row = table.row
    is_over = row.state == FINISHED
    return TableShown(
        id=row.id,
        state=row.state,  # type: ignore[arg-type]
        title=row.title,
        public=row.public,
        options=cast(OptionsData, row.options),
        settings=table.settings,
        seats=[_describe_seat(table_seat) for table_seat in table.seating.seats],
        host=[
            table_seat.seat for table_seat in table.seating.seats if table_seat.player == row.host
        ],
        source=cast(TableSource | None, row.source),
        seal=seal_of(row),
        created=row.created,
        started=row.started,
        finished=row.finished,
        result=cast(GameResult | None, row.result),
        locked=table.admission.locked,
        requests=len(table.admission.requests),
        chat=_describe_chat(table),
        proposals=[_describe_proposal(table, one) for one in table.proposals.open.values()],
        play=describe_play(table),
        difference=table.difference,
        closed=table.ending,
        published=table.admission.published,
        # With these anybody can check that the deal is the one sealed before the game.
        seed=row.seed if is_over else None,
        salt=row.salt if is_over else None,
    )


def _describe_seat(table_seat: TableSeat) -> SeatShown:
    return SeatShown(
        seat=table_seat.seat,
        kind=table_seat.kind,  # type: ignore[arg-type]
        name=table_seat.name,
        bot=table_seat.bot,
        local=table_seat.local,
        substitute=table_seat.substitute,
        reason=table_seat.reason,
        policy=table_seat.policy,
    )


def _describe_chat(table: TableState) -> ChatShown:
    speakers, muted = table.admission.speakers, table.admission.muted
    return ChatShown(
        spectators=table.spectators_chat,
        muted=sorted(number for player, number in speakers.items() if player in muted),
        muted_seats=[
            table_seat.seat for table_seat in table.seating.seats if table_seat.player in muted
        ],
    )


def _describe_proposal(table: TableState, proposal: Proposal) -> ProposalShown:
    seats = {player: table.seating.of(player)[0].seat for player in table.seating.players()}
    wanted = [player for player in table.voters(proposal) if player not in proposal.agreed]
    return ProposalShown(
        proposal=proposal.number,
        kind=proposal.kind,
        by=seats.get(proposal.player),
        seat=proposal.seat,
        bot=proposal.bot,
        agreed=sorted(seats[player] for player in proposal.agreed if player in seats),
        wanted=sorted(seats[player] for player in wanted),
    )


def describe_play(table: TableState) -> PlayShown | None:
    """What of the table changes with every choice; None before the game."""
    playthrough = table.playthrough
    if playthrough is None:
        return None
    request = playthrough.request
    return PlayShown(
        position=playthrough.position,
        first_position=playthrough.first,
        waiting=[] if playthrough.over else list(playthrough.awaited),
        drafting=playthrough.drafting,
        to_confirm=playthrough.held,
        confirming=kind_of_draft(playthrough),
        clock=_describe_clock(playthrough.clock),
        undo=None
        if request is None
        else UndoShown(
            request=request.number,
            seat=request.seat,
            to=request.to,
            agreed=sorted(request.agreed),
            wanted=table.missing_agreement(request.agreed, request.to),
        ),
    )


def kind_of_draft(playthrough: Playthrough) -> DraftKind | None:
    """What the finished draft holds, from the events that everybody was told."""
    if not playthrough.held:
        return None
    seat, confirmed = playthrough.drafting, playthrough.first + playthrough.sealed
    happened = {
        event["event"]
        for index, event in enumerate(playthrough.game.events(None))
        if event.get("colour") == seat and playthrough.position_of(index) > confirmed
    }
    if "turn_ended" in happened:
        return "turn"
    pending = pending_data(playthrough.game.state)
    if any(frame["kind"] == "act" and frame["seat"] == seat for frame in pending):
        return "part_of_turn"
    return "power_card" if "power" in happened else "answer"


def _describe_clock(clock: Clock) -> ClockShown:
    ends = {seat: time for time, seat in clock.deadlines()}
    return ClockShown(
        kind=clock.settings.kind,
        seconds=clock.settings.seconds,
        increment=clock.settings.increment,
        left=list(clock.left),
        ends=[ends.get(seat) for seat in range(len(clock.left))],
        lapsed=sorted(clock.lapsed),
    )


def describe_view(
    playthrough: Playthrough, seat: int | None, language: str, names: Names = None
) -> TableView:
    """The view of a seat with its question, its choices in words, and whether it may take back."""
    return {
        **describe_public(playthrough, language, names),
        **describe_own(playthrough, seat, language, names),
    }


def describe_public(
    playthrough: Playthrough, language: str, names: Names = None
) -> PublicTableView:
    """What everybody sees, a spectator too, with the question in words."""
    return {
        **public_data(playthrough.game.state),
        "ask": question_of(playthrough.game, language, names),
    }


def question_of(game: Game, language: str, names: Names) -> str:
    """What must be decided now; nothing when the game is over."""
    return game.ask(language, names) if not game.over else ""


def describe_own(
    playthrough: Playthrough, seat: int | None, language: str, names: Names = None
) -> OwnTableView:
    """What only this seat sees: its cards, its choices in words, and whether it may take back."""
    game = playthrough.game
    reason = "not_your_seat" if seat is None else playthrough.why_not_undo(seat)
    asked = seat is not None and seat in playthrough.asked
    legal = game.legal(seat) if asked else []
    return {
        "seat": seat,
        "mine": None if seat is None else own_data(game.state, seat),
        "legal": legal,
        "step": playthrough.step_for(seat),
        "can_undo": reason is None,
        "undo_reason": reason,
        "choices": []
        if seat is None
        else [describe_choice(game, one, seat, language, names) for one in legal],
    }


def describe_choice(game: Game, choice: int, seat: int, language: str, names: Names) -> ChoiceShown:
    """A choice of a seat in words, with what to click on for it."""
    shown: ChoiceShown = {
        "choice": choice,
        "notation": game.notation(choice),
        "text": game.describe(choice, language, seat, names),
        "touches": touches(game.state, choice),
    }
    outcome = disc_outcome(game.state, choice, seat)
    return shown if outcome is None else {**shown, "outcome": outcome}


def describe_past(game: Game, seat: int | None, language: str, names: Names = None) -> TableView:
    """The view of a seat at a position that is over: with the question, but nothing to choose."""
    return {
        **game.view(seat).data,
        "ask": question_of(game, language, names),
        "step": 0,
        "can_undo": False,
        "undo_reason": None,
        "choices": [],
    }


def events_for(
    playthrough: Playthrough, seat: int | None, since: int, fresh: int = 0
) -> list[tuple[int, Event]]:
    """What happened, with the index of each event, as far as a seat may know it.

    Events from `fresh` on happened just now. Earlier ones are for somebody who was away, and how
    many went into a closed Castillo is announced only once (R11).
    """
    game = playthrough.game
    events = list(enumerate(game.events(seat, since), start=since))
    if since >= fresh:
        return events
    uncounted = uncounted_from(game.events(None), _is_secret(playthrough.game))
    return [
        (index, without_count(one) if uncounted <= index < fresh and is_throw(one) else one)
        for index, one in events
    ]


class Teller:
    """Tells the events of a playthrough, each sentence once for all who may know the same of it."""

    def __init__(self, playthrough: Playthrough) -> None:
        self._playthrough: Final = playthrough
        # By language, number and how many fields are told: which ones follows from that.
        self._told: Final[dict[tuple[str, int, int], ToldEvent]] = {}

    def tell(
        self, events: Iterable[tuple[int, Event]], language: str, names: Names = None
    ) -> list[ToldEvent]:
        """Events with their sentences, and the first position at which each had happened."""
        return [self._tell(index, event, language, names) for index, event in events]

    def log(
        self, events: Iterable[tuple[int, Event]], language: str, names: Names = None
    ) -> list[LoggedEvent]:
        """Events as lines of the log: with how many came before each of them."""
        return [
            cast(LoggedEvent, {**self._tell(index, event, language, names), "number": index})
            for index, event in events
        ]

    def _tell(self, index: int, event: Event, language: str, names: Names) -> ToldEvent:
        key = language, index, len(event)
        told = self._told.get(key)
        if told is None:
            says = self._playthrough.game.tell(event, language, names)
            line = {**event, "says": says, "position": self._playthrough.position_of(index)}
            told = self._told[key] = cast(ToldEvent, line)
        return told


def lasting_log(
    playthrough: Playthrough,
    game: Game,
    seat: int | None,
    language: str,
    names: Names = None,
) -> list[LoggedEvent]:
    """All that happened up to a moment of a playthrough, for latecomers."""
    lasting = lasting_events(game.events(seat), _is_secret(game))
    return Teller(playthrough).log(lasting, language, names)


def lasting_since(
    playthrough: Playthrough, seat: int | None, since: int
) -> list[tuple[int, Event]]:
    """What the log of a game keeps from an event on, with the index of each event."""
    first = max(0, since - 1)
    events = playthrough.game.events(seat, first)
    before = events.pop(0) if since and events else None
    lasting = lasting_events(events, _is_secret(playthrough.game), before)
    return [(since + index, event) for index, event in lasting]


def _is_secret(game: Game) -> bool:
    return game.options.castillo == "secret"


def shown_entries(entries: Iterable[Entry], *, chat: bool = True) -> list[LogEntry]:
    """What the log of the table says, with or without chat; choices are not in it."""
    return [
        _shown_entry(entry)
        for entry in entries
        if entry.kind in kinds.SHOWN and (chat or entry.kind != kinds.CHAT)
    ]


def _shown_entry(entry: Entry) -> LogEntry:
    names = (*kinds.SHOWN[entry.kind], "who")
    shown = {
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "time": entry.time,
        **{name: entry.data[name] for name in names if name in entry.data},
    }
    return cast(LogEntry, shown)
