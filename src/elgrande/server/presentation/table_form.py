"""What a form asks a host besides the options of a game: the title, guests, the clock."""

from typing import Any, Final

from elgrande.insight.form import Barred, Field, show_fields
from elgrande.rules.options import CHOICE, SWITCH, Fixed
from elgrande.server.tables.settings import LEAST_SECONDS, LONGEST_TITLE, TableSettings

MINUTE: Final = 60
MOST_MINUTES: Final = 24 * 60
MOST_MINUTES_AWAY: Final = 7 * 24 * 60
MOST_INCREMENT: Final = 3600
USUAL: Final = TableSettings()
WITH_CLOCK: Final = {"clock": ("turn", "game")}
PRIVATE: Final[dict[str, tuple[object, ...]]] = {"public": (False,)}

FIELDS: Final = (
    Field("title", "title", "text", "", most=LONGEST_TITLE),
    Field("public", "public", SWITCH, False),
    Field(
        "watching",
        "settings.watching",
        CHOICE,
        USUAL.watching,
        ("nobody", "link", "anyone"),
        barred=(Barred("anyone", PRIVATE, "needs_public"),),
    ),
    Field(
        "approval",
        "settings.approval",
        SWITCH,
        USUAL.approval,
        fixed=(Fixed(PRIVATE, False, "needs_public", ""),),
    ),
    Field("several_seats", "settings.several_seats", SWITCH, USUAL.several_seats),
    Field("spectators_chat", "settings.spectators_chat", SWITCH, USUAL.spectators_chat),
    # Programs must ask for the coach; people who fill in a form are offered it.
    Field("coach", "settings.coach", SWITCH, True),
    Field("clock", "settings.clock.kind", CHOICE, USUAL.clock.kind, ("none", "turn", "game")),
    Field(
        "turn_seconds",
        "settings.clock.seconds",
        "number",
        90,
        least=LEAST_SECONDS,
        most=MOST_MINUTES * MINUTE,
        only={"clock": ("turn",)},
    ),
    Field(
        "game_minutes",
        "settings.clock.seconds",
        "number",
        20,
        least=1,
        most=MOST_MINUTES,
        factor=MINUTE,
        only={"clock": ("game",)},
    ),
    Field(
        "increment",
        "settings.clock.increment",
        "number",
        15,
        least=0,
        most=MOST_INCREMENT,
        only={"clock": ("game",)},
    ),
    Field("policy", "settings.policy", "bot", USUAL.policy, only=WITH_CLOCK),
    Field(
        "absence_minutes",
        "settings.absence_seconds",
        "number",
        USUAL.absence_seconds // MINUTE,
        least=1,
        most=MOST_MINUTES_AWAY,
        factor=MINUTE,
    ),
)


def setting_fields(language: str) -> list[dict[str, Any]]:
    """The fields of the form for a new table that do not concern the rules."""
    return show_fields(FIELDS, "settings", language)
