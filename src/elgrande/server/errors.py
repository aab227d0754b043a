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
    """The request cannot be read, or a field of it is not what it must be."""

    code = "bad_request"


class BadSetting(ServerError):
    """A setting of the server cannot be."""

    code = "bad_setting"


class BadName(ServerError):
    """A name, title or message is empty, too long or holds what cannot be shown."""

    code = "bad_name"


class NotSignedIn(ServerError):
    """Nobody is signed in with this request."""

    code = "not_signed_in"
    status = 401


class WrongPassword(ServerError):
    """The name is not claimed, or the password is another."""

    code = "wrong_password"
    status = 401


class NotAllowed(ServerError):
    """Somebody else may do this."""

    code = "not_allowed"
    status = 403


class NotYourSeat(ServerError):
    """The seat belongs to somebody else."""

    code = "not_your_seat"
    status = 403


class KeptOut(ServerError):
    """The host removed or declined whoever asks."""

    code = "kept_out"
    status = 403


class ChatClosed(ServerError):
    """Whoever asks may not write at this table."""

    code = "chat_closed"
    status = 403


class CrossOrigin(ServerError):
    """The request comes from a page of another site."""

    code = "cross_origin"
    status = 403


class Banned(ServerError):
    """Whoever runs the server has shut out this player or this address."""

    code = "banned"
    status = 403


class Muted(ServerError):
    """Whoever runs the server lets this player write no chat for now."""

    code = "muted"
    status = 403


class InvitationNeeded(ServerError):
    """New guests come to this server by invitation only."""

    code = "invitation_needed"
    status = 403


class NotFound(ServerError):
    """There is nothing at this address."""

    code = "not_found"
    status = 404


class NoSuchTable(ServerError):
    """There is no such table, or it is not for you to see."""

    code = "no_such_table"
    status = 404


class BadInvitation(ServerError):
    """The invitation is not known, was used or was taken back."""

    code = "bad_invitation"
    status = 404


class InvitationExpired(ServerError):
    """The link is older than links of this server live, and its game is not running."""

    code = "invitation_expired"
    status = 410


class WrongMethod(ServerError):
    """The address does not take this method."""

    code = "wrong_method"
    status = 405


class StaleStep(ServerError):
    """The submission answers a question that is no longer asked."""

    code = "stale_step"
    status = 409


class WrongState(ServerError):
    """The table is not in a state in which this can be done."""

    code = "wrong_state"
    status = 409


class CannotUndo(ServerError):
    """Nothing can be taken back, or not so far."""

    code = "cannot_undo"
    status = 409


class SeatTaken(ServerError):
    """The seat, or every seat, is taken."""

    code = "seat_taken"
    status = 409


class OneSeatEach(ServerError):
    """The host allows each visitor one seat."""

    code = "one_seat_each"
    status = 409


class TableLocked(ServerError):
    """The host has locked the table: nobody new sits down."""

    code = "table_locked"
    status = 409


class SeatWithBot(ServerError):
    """A bot plays this seat now."""

    code = "seat_with_bot"
    status = 409


class NameTaken(ServerError):
    """Somebody claimed this name with a password."""

    code = "name_taken"
    status = 409


class TooLarge(ServerError):
    """The body or the frame is larger than this server takes."""

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
    """More sockets, tables or sessions than one may hold."""

    code = "too_many"
    status = 429


class Internal(ServerError):
    """A mistake of ours; nothing was changed."""

    code = "internal"
    status = 500


class StorageDown(ServerError):
    """The database cannot be written or read now."""

    code = "storage_down"
    status = 503


class ShuttingDown(ServerError):
    """The server is about to stop; connect again."""

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
    BadInvitation,
    InvitationExpired,
    WrongMethod,
    StaleStep,
    WrongState,
    CannotUndo,
    SeatTaken,
    OneSeatEach,
    TableLocked,
    SeatWithBot,
    NameTaken,
    TooLarge,
    TooFast,
    TooMany,
    Internal,
    StorageDown,
    ShuttingDown,
)

# The errors of the rules that are no plain mistake of the request.
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
