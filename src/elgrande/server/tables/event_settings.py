"""What the host of an evening, a league or a knock-out decides about its games."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from elgrande.bots.registry import DEFAULT_OPPONENT
from elgrande.rules.options import Options
from elgrande.server.errors import BadRequest
from elgrande.server.tables.clocks import ClockSettings
from elgrande.server.tables.settings import TableSettings, Watching, check_settings
from elgrande.tournaments.results import FEWEST, LEAGUE, MOST, MOST_ROUNDS, SEATS, Format, Kind
from elgrande.tournaments.schedule import table_sizes

# The longest that a game waits for somebody who does not come, and the shortest.
LONGEST_WAIT: Final = 14 * 24 * 3600
SHORTEST_WAIT: Final = 5


class EventSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of an event, as they are kept with it."""

    seats: Annotated[int, Meta(ge=2, le=5, description="The most at a table.")] = 4
    rounds: Annotated[
        int, Meta(ge=1, le=MOST_ROUNDS, description="The rounds of an evening or a league.")
    ] = 3
    advance: Annotated[
        int, Meta(ge=1, le=4, description="How many of a table of a knock-out play on.")
    ] = 1
    most: Annotated[int, Meta(ge=2, le=64, description="How many can take part.")] = 16
    fill: Annotated[
        bool, Meta(description="Whether bots take the places that are missing at the start.")
    ] = True
    bot: Annotated[
        str, Meta(max_length=100, description="The bot that fills places and plays for others.")
    ] = DEFAULT_OPPONENT
    wait_seconds: Annotated[
        int,
        Meta(
            ge=SHORTEST_WAIT,
            le=LONGEST_WAIT,
            description="How long a game waits for somebody before a bot takes the seat.",
        ),
    ] = 600
    clock: Annotated[
        ClockSettings, Meta(description="How long players may think; there is always a clock.")
    ] = ClockSettings("turn", 90)

    def form(self, kind: Kind) -> Format:
        """How the event is played."""
        return Format(kind, self.seats, self.rounds, self.advance)

    def table_settings(self, *, public: bool) -> TableSettings:
        """The settings of its tables: nobody can hold up the others, and there is no coach."""
        watching: Watching = "anyone" if public else "link"
        return TableSettings(
            watching=watching,
            clock=self.clock,
            absence_seconds=max(30, min(self.wait_seconds, 600)),
            policy=self.bot,
        )


def check_event(kind: Kind, settings: EventSettings, options: Options) -> None:
    """Refuse what cannot be played."""
    if settings.seats not in SEATS:
        raise BadRequest("A table has 2 to 5 seats.")
    if not FEWEST[kind] <= settings.most <= MOST[kind]:
        raise BadRequest(
            f"This kind of event is for {FEWEST[kind]} to {MOST[kind]}, not {settings.most}."
        )
    if settings.advance >= settings.seats:
        raise BadRequest("Fewer must play on than sit at a table.")
    if settings.clock.kind == "none":
        raise BadRequest("The games of an event need a clock, so that nobody is kept waiting.")
    check_settings(settings.table_settings(public=False))
    for players in possible_sizes(kind, settings):
        options_for(options.to_data(), players)


def possible_sizes(kind: Kind, settings: EventSettings) -> set[int]:
    """How many may sit at a table of such an event, whoever comes and goes."""
    least = FEWEST[kind] if kind == LEAGUE else 2
    return {
        size
        for entrants in range(least, settings.most + 1)
        for size in table_sizes(entrants, settings.seats)
    }


def options_for(data: Any, players: int) -> Options:
    """The options of a game for that many; BadOptions if they cannot be played so.

    What is always so for two players, or only possible for a few, is not asked of the others.
    """
    known = {**data, "players": players}
    if players != 3:
        known["merged_stacks"] = players == 2 and known["edition"] == "2023"
    return Options.from_data(known)


def read_event_settings(data: dict[str, Any]) -> EventSettings:
    """The settings of a stored event; unknown ones from another version are ignored."""
    names = {field.name for field in msgspec.structs.fields(EventSettings)}
    known = {name: value for name, value in data.items() if name in names}
    return msgspec.convert(known, EventSettings)
