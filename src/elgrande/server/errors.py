"""The errors of the server: each a stable code, an HTTP status and one sentence.

The errors of the rules travel the same way; `status_of` says which status they get.
"""

from typing import ClassVar, Final

from elgrande.rules.errors import GameError


class ServerError(GameError):
    """The base of what the server refuses."""

    code: ClassVar[str] = "server_error"
    status: ClassVar[int] = 400


class BadRequest(ServerError):
    """The request cannot be read, or one of its fields is invalid."""

    code = "bad_request"


class BadSetting(ServerError):
    """A setting of the server is invalid."""

    code = "bad_setting"


class BadName(ServerError):
    """A name, title or message is empty, too long or cannot be displayed."""

    code = "bad_name"


class NotSignedIn(ServerError):
    """The request is not signed in."""

    code = "not_signed_in"
    status = 401


class WrongPassword(ServerError):
    """The name has not been claimed, or the password is wrong."""

    code = "wrong_password"
    status = 401


class NotAllowed(ServerError):
    """Only somebody else may do this."""

    code = "not_allowed"
    status = 403


class NotYourSeat(ServerError):
    """The seat belongs to somebody else."""

    code = "not_your_seat"
    status = 403


class KeptOut(ServerError):
    """The host has removed or declined this visitor."""

    code = "kept_out"
    status = 403


class ChatClosed(ServerError):
    """The visitor may not chat at this table."""

    code = "chat_closed"
    status = 403


class CrossOrigin(ServerError):
    """The request comes from a page of another site."""

    code = "cross_origin"
    status = 403


class Banned(ServerError):
    """An admin of the server has banned this player or this address."""

    code = "banned"
    status = 403


class Muted(ServerError):
    """An admin of the server has muted this player."""

    code = "muted"
    status = 403


class InvitationNeeded(ServerError):
    """New guests need an invitation to this server."""

    code = "invitation_needed"
    status = 403


class NotFound(ServerError):
    """There is nothing at this address."""

    code = "not_found"
    status = 404


class NoSuchTable(ServerError):
    """There is no such table, or you may not see it."""

    code = "no_such_table"
    status = 404


class NoSuchEvent(ServerError):
    """There is no such event."""

    code = "no_such_event"
    status = 404


class BadInvitation(ServerError):
    """The invitation is unknown, used up or withdrawn."""

    code = "bad_invitation"
    status = 404


class InvitationExpired(ServerError):
    """The link is older than this server's links last, and its game is not running."""

    code = "invitation_expired"
    status = 410


class WrongMethod(ServerError):
    """The address does not accept this method."""

    code = "wrong_method"
    status = 405


class StaleStep(ServerError):
    """The submission answers a question that is no longer open."""

    code = "stale_step"
    status = 409


class WrongState(ServerError):
    """The table is not in a state in which this can be done."""

    code = "wrong_state"
    status = 409


class CannotUndo(ServerError):
    """Nothing can be taken back, or not that far."""

    code = "cannot_undo"
    status = 409


class SeatTaken(ServerError):
    """The seat, or every seat, is taken."""

    code = "seat_taken"
    status = 409


class EventFull(ServerError):
    """All places of the event are taken."""

    code = "event_full"
    status = 409


class EventStarted(ServerError):
    """The event has started, or is over."""

    code = "event_started"
    status = 409


class TooFewEntrants(ServerError):
    """The event cannot start yet: too few take part."""

    code = "too_few_entrants"
    status = 409


class OneSeatEach(ServerError):
    """The host allows each visitor one seat."""

    code = "one_seat_each"
    status = 409


class TableLocked(ServerError):
    """The host has locked the table: nobody new can sit down."""

    code = "table_locked"
    status = 409


class SeatWithBot(ServerError):
    """A bot is playing this seat."""

    code = "seat_with_bot"
    status = 409


class NameTaken(ServerError):
    """Somebody claimed this name with a password."""

    code = "name_taken"
    status = 409


class NoPictures(ServerError):
    """Pictures cannot be drawn here, because a package is missing."""

    code = "no_pictures"
    status = 501


class TooLarge(ServerError):
    """The body or the frame is larger than this server accepts."""

    code = "too_large"
    status = 413


class TooFast(ServerError):
    """More requests, messages or attempts than are allowed in this time."""

    code = "too_fast"
    status = 429

    def __init__(self, sentence: str, retry_after: float = 1.0) -> None:
        super().__init__(sentence)
        self.retry_after: Final = retry_after


class TooMany(ServerError):
    """More sockets, tables or sessions than allowed at once."""

    code = "too_many"
    status = 429


class Internal(ServerError):
    """A bug in the server; nothing was changed."""

    code = "internal"
    status = 500


class StorageDown(ServerError):
    """The database cannot be read or written at the moment."""

    code = "storage_down"
    status = 503


class ShuttingDown(ServerError):
    """The server is about to stop; reconnect."""

    code = "shutting_down"
    status = 503


SERVER_ERRORS: Final[tuple[type[ServerError], ...]] = (
    BadRequest,
    BadSetting,
    BadName,
    NotSignedIn,
    WrongPassword,
    NotAllowed,
    NotYourSeat,
    KeptOut,
    ChatClosed,
    CrossOrigin,
    Banned,
    Muted,
    InvitationNeeded,
    NotFound,
    NoSuchTable,
    NoSuchEvent,
    BadInvitation,
    InvitationExpired,
    WrongMethod,
    StaleStep,
    WrongState,
    CannotUndo,
    SeatTaken,
    EventFull,
    EventStarted,
    TooFewEntrants,
    OneSeatEach,
    TableLocked,
    SeatWithBot,
    NameTaken,
    NoPictures,
    TooLarge,
    TooFast,
    TooMany,
    Internal,
    StorageDown,
    ShuttingDown,
)

# The errors of the rules that are not simply a bad request.
_STATUS_OF_RULES: Final = {
    "illegal_choice": 422,
    "not_your_turn": 409,
    "game_over": 409,
    "no_such_seat": 404,
    "bad_record": 422,
    "bad_snapshot": 422,
}


def status_of(error: GameError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, ServerError):
        return error.status
    return _STATUS_OF_RULES.get(error.code, 400)


def body_of(error: GameError) -> dict[str, object]:
    """What is sent for an error, over HTTP and, with a type, over a socket."""
    return {"error": error.code, "detail": str(error), "status": status_of(error)}
