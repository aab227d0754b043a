"""What clients need in place of the rules: insights, reasons, analyses, the catalogue, the bots.

All of it follows from a table, or from nothing at all: no request, no storage.
"""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec

import elgrande
from elgrande.bots.registry import BUILT_IN
from elgrande.editions.wording import bot_text, bot_title, colour_name
from elgrande.game import Game
from elgrande.insight.catalogue import catalogue
from elgrande.insight.majorities import card_payouts, standings
from elgrande.insight.why_not import Asked, last_revealing, why_not, why_not_back
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_form import setting_fields
from elgrande.server.presentation.table_views import describe_view
from elgrande.server.tables.playthrough import REVEALED, Playthrough
from elgrande.server.tables.table import TableState
from elgrande.server.web.api.knowledge_bodies import (
    AnalysisShown,
    BotParameter,
    BotShown,
    CardPayoutShown,
    Catalogue,
    CourseRow,
    Insights,
    PaymentShown,
    Reasons,
    StandingShown,
    TurningPoint,
)
from elgrande.server.web.table_answers import game_at, last_position, playthrough_of

LEVELS: Final = {name: level for level, name in enumerate(BUILT_IN)}


def insights_at(table: TableState, position: int | None) -> Insights:
    """What majorities and face-up cards are worth, at a position or now."""
    playthrough = playthrough_of(table)
    last = last_position(table, playthrough)
    at = last if position is None else position
    game = playthrough.game if at == playthrough.position else game_at(table, playthrough, at, last)
    return insights_of(game, at)


def insights_of(game: Game, position: int) -> Insights:
    """What majorities and face-up cards are worth in a game, at a position of this number."""
    regions = {
        place: [msgspec.convert(one, StandingShown, from_attributes=True) for one in seats]
        for place, seats in standings(game).items()
    }
    cards = {
        key: msgspec.convert(one, CardPayoutShown, from_attributes=True)
        for key, one in card_payouts(game).items()
    }
    return Insights(position, regions, cards)


def reasons_of(table: TableState, seat: int | None, language: str) -> Reasons:
    """Why a seat cannot choose what it is not offered, and why it cannot take back."""
    playthrough = playthrough_of(table)
    game, events = playthrough.game, playthrough.game.events(None)
    names = names_at(table, language) or [
        colour_name(colour, game.options, language) for colour in range(game.options.players)
    ]
    asked: Asked = {
        "ask": "" if game.over else game.ask(language, names),
        "waiting": [names[waiting] for waiting in playthrough.awaited],
        "to_confirm": playthrough.held and playthrough.drafting == seat,
    }
    view = describe_view(playthrough, seat, language)
    back = "not_your_seat" if seat is None else playthrough.why_not_undo(seat)
    shown = last_revealing(events) if back == REVEALED else None
    told = "" if shown is None else game.tell(shown, language, names)
    return Reasons(
        **why_not(view, asked, events, names, language),
        take_back=None if back is None else why_not_back(back, told, language),
    )


def show_analysis(table: TableState, found: Mapping[str, Any], language: str) -> AnalysisShown:
    """What `elgrande.insight.analysis` found in a finished game, with its sentences."""
    return AnalysisShown(
        scores=found["scores"],
        points=msgspec.convert(found["points"], list[PaymentShown]),
        course=msgspec.convert(found["course"], list[CourseRow]),
        turning_points=_tell(table, playthrough_of(table), found["turning_points"], language),
    )


def _tell(
    table: TableState, playthrough: Playthrough, points: list[dict[str, Any]], language: str
) -> list[TurningPoint]:
    """The turning points with the sentences of what happened in them."""
    game = playthrough.game_at(last_position(table, playthrough))
    # The deal has events too, but an analysis counts them from the first choice on.
    dealt = playthrough.game_at(playthrough.first).event_count
    events = game.events(None, dealt)
    names = names_at(table, language)
    told = []
    for point in points:
        since, until = point["events"]
        says = [game.tell(event, language, names) for event in events[since:until]]
        told.append(msgspec.convert({**point, "says": says}, TurningPoint))
    return told


@cache
def catalogue_body(edition: str, language: str) -> tuple[bytes, str]:
    """The body, and a tag that changes with it or with our version."""
    data = {**catalogue(edition, language), "settings": setting_fields(language)}
    made = msgspec.convert(data, Catalogue)
    body = msgspec.json.encode(made)
    return body, f'"{sha256(elgrande.__version__.encode() + body).hexdigest()[:32]}"'


def show_bot(
    kind: dict[str, Any], language: str, most_seconds: float, most_iterations: float
) -> BotShown:
    """A kind of bot, as `Kind.to_data` describes it, for people."""
    name = kind["name"]
    level = LEVELS.get(name) if kind["provider"] is None else None
    return BotShown(
        name=name,
        title=bot_title(name, language) if level is not None else name,
        description=bot_text(name, language) if level is not None else kind["summary"],
        provider=kind["provider"],
        level=level,
        parameters=[
            _parameter(parameter, level is not None, most_seconds, most_iterations)
            for parameter in kind["parameters"]
        ],
    )


def _parameter(
    data: dict[str, Any], is_own: bool, most_seconds: float, most_iterations: float
) -> BotParameter:
    """A parameter with the limits of `allowed_bot`; for a plug-in only the time is limited."""
    least = most = None
    if data["name"] == "seconds":
        least, most = 0.0, most_seconds
    elif data["name"] == "iterations" and is_own:
        least, most = 1.0, most_iterations
    return msgspec.convert({**data, "least": least, "most": most}, BotParameter)
