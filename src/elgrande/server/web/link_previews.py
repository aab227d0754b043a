"""What chat programs show beside a link: a title, the scores and a picture (Open Graph).

Only for finished games that anyone may look at. To programs that ask about any other address, a
page says no more than the name of the site.
"""

import re
from html import escape
from typing import Final
from urllib.parse import parse_qs, urlencode

from litestar.datastructures import State
from litestar.types import HTTPScope

from elgrande.editions.wording import join_words, texts
from elgrande.pictures.board import SIZES, describe_board, player_names, round_words
from elgrande.pictures.moments import Moment
from elgrande.server.errors import ServerError
from elgrande.server.harmless import harmless
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.settings import ServerSettings
from elgrande.server.tables.table import TableState
from elgrande.server.web.access import finished_table_for
from elgrande.server.web.api.puzzles import find_puzzle
from elgrande.server.web.api.sharing import moment_of
from elgrande.server.web.services import Services

PAGE_OF_GAME: Final = re.compile(
    r"/table/(?P<table>[\w-]{1,64})/(?:replay|result|review)", flags=re.ASCII
)
PAGE_OF_PUZZLE: Final = re.compile(r"/puzzles/(\w{1,32})", flags=re.ASCII)
HOST: Final = re.compile(r"[\w.:\[\]-]{1,255}", flags=re.ASCII)
POSITION: Final = re.compile(r"\d{1,5}", flags=re.ASCII)
LANGUAGE: Final = "en"


class LinkPreviews:
    """The tags of pages, by their addresses."""

    def __init__(self, state: State, settings: ServerSettings) -> None:
        self._state = state
        self._site = settings.public_url

    async def tags_for(self, scope: HTTPScope) -> str:
        """The tags for a page; none if it is not about a game that anyone may look at."""
        found = PAGE_OF_GAME.fullmatch(scope["path"])
        puzzle = PAGE_OF_PUZZLE.fullmatch(scope["path"])
        services: Services | None = self._state.get("services")
        site = self._site or _site_of(scope)
        if services is None or site is None:
            return ""
        if puzzle is not None:
            return _puzzle_tags(puzzle[1], site)
        if found is None:
            return ""
        with harmless("previewing"):
            try:
                table = await finished_table_for(services, None, found["table"])
                asked = _position_in(scope) if scope["path"].endswith("/replay") else None
                return _tags(table, moment_of(table, asked, None, LANGUAGE), asked, site)
            except ServerError:
                return ""
        return ""


def _tags(table: TableState, moment: Moment, asked: int | None, site: str) -> str:
    names = names_at(table, LANGUAGE)
    heading = f"{table.row.title or 'El Grande'}: {round_words(moment.view, LANGUAGE)}"
    told = _result(moment, names) if moment.view["over"] else " ".join(moment.says)
    scores = describe_board(moment.view, names=names, language=LANGUAGE)
    picture = f"{site}/api/tables/{table.id}/picture.png"
    if asked is not None:
        picture += "?" + urlencode({"at": asked})
    return _written(heading, told, picture, scores)


def _puzzle_tags(puzzle_id: str, site: str) -> str:
    """The tags of a puzzle, which everybody may see; none if there is no such puzzle."""
    try:
        puzzle = find_puzzle(puzzle_id)
    except ServerError:
        return ""
    words = texts(LANGUAGE)["puzzles"]
    theme, difficulty = words["themes"][puzzle.theme], words["difficulties"][str(puzzle.difficulty)]
    picture = f"{site}/api/puzzles/{puzzle.id}/picture.png"
    seen = describe_board(puzzle.position.view(puzzle.seat).data, language=LANGUAGE)
    return _written(
        f"El Grande: {theme} ({difficulty})", words["questions"][puzzle.kind], picture, seen
    )


def _written(heading: str, told: str, picture: str, scores: str) -> str:
    width, height = SIZES["preview"]
    properties = {
        "og:type": "website",
        "og:title": heading,
        "og:description": told,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": scores,
    }
    cards = {
        "twitter:card": "summary_large_image",
        "twitter:title": heading,
        "twitter:description": told,
        "twitter:image": picture,
        "twitter:image:alt": scores,
    }
    tags = [_tag("property", name, value) for name, value in properties.items()]
    return "".join([*tags, *(_tag("name", name, value) for name, value in cards.items())])


def _tag(kind: str, name: str, value: object) -> str:
    return f'<meta {kind}="{name}" content="{escape(str(value), quote=True)}">\n'


def _result(moment: Moment, names: list[str] | None) -> str:
    """Who won, in a sentence."""
    words, scores = texts(LANGUAGE)["pictures"], moment.view["scores"]
    known = player_names(moment.view, names, LANGUAGE)
    winners = [name for name, score in zip(known, scores, strict=True) if score == max(scores)]
    if len(winners) == 1:
        return str(words["wins"].format(name=winners[0], points=max(scores)))
    return str(words["share"].format(names=join_words(winners, LANGUAGE), points=max(scores)))


def _position_in(scope: HTTPScope) -> int | None:
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("at", [""])[0]
    return int(asked) if POSITION.fullmatch(asked) else None


def _site_of(scope: HTTPScope) -> str | None:
    """Where the server is, as the request says, if nobody told it."""
    for name, value in scope["headers"]:
        host = value.decode("latin-1")
        if name == b"host" and HOST.fullmatch(host):
            return f"{scope['scheme']}://{host}"
    return None
