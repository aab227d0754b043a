"""What the host of a table decides besides the rules: who may watch, the clock, absences."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from elgrande.bots.registry import DEFAULT_OPPONENT
from elgrande.server.errors import BadRequest
from elgrande.server.tables.clocks import ClockSettings

Watching = Literal["anyone", "link", "nobody"]
MOST_SECONDS: Final = 30 * 24 * 60 * 60
LEAST_SECONDS: Final = 5
LONGEST_TITLE: Final = 60


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table, as they are kept with it."""

    watching: Annotated[
        Watching,
        Meta(description="Who may watch: anyone (public tables), whoever has the link, nobody."),
    ] = "link"
    clock: Annotated[
        ClockSettings, Meta(description="How long players may think; by default as they like.")
    ] = ClockSettings()
    absence_seconds: Annotated[
        int,
        Meta(
            ge=30,
            le=MOST_SECONDS,
            description="How long a player must be away before anyone may call a bot for them.",
        ),
    ] = 180
    policy: Annotated[
        str,
        Meta(max_length=100, description="The bot that plays for a seat whose time is up."),
    ] = DEFAULT_OPPONENT
    approval: Annotated[
        bool,
        Meta(description="Whether whoever wants an open seat asks the host for it."),
    ] = False
    several_seats: Annotated[
        bool, Meta(description="Whether a visitor may take more than one seat.")
    ] = False
    spectators_chat: Annotated[
        bool, Meta(description="Whether spectators may write; the host may change that.")
    ] = True
    coach: Annotated[bool, Meta(description="Whether players may ask for advice.")] = False


def check_settings(settings: TableSettings) -> None:
    """Refuse settings that no table can have."""
    clock = settings.clock
    if clock.kind == "none" and (clock.seconds or clock.increment):
        raise BadRequest("A table without a clock cannot have seconds.")
    if clock.kind != "none" and not LEAST_SECONDS <= clock.seconds <= MOST_SECONDS:
        raise BadRequest(f"A clock must have {LEAST_SECONDS} to {MOST_SECONDS} seconds.")
    if clock.increment and clock.kind != "game":
        raise BadRequest("Only a clock for the whole game can have an increment.")


def read_settings(data: dict[str, Any]) -> TableSettings:
    """The settings of a stored table; unknown ones from a newer or older server are ignored."""
    known = {name: value for name, value in data.items() if name in _NAMES}
    return msgspec.convert(known, TableSettings)


_NAMES: Final = frozenset(field.name for field in msgspec.structs.fields(TableSettings))
