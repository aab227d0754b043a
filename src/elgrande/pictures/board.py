"""The board as a picture: the map with all that a view shows on it, and who has how many points.

    svg = board_svg(game.view(None).data, names=["Ana", "Bea", "Carla"])

A picture shows what its view shows and nothing else, so whoever may see the view may see it.
"""

from collections.abc import Sequence
from typing import Final, Literal

from elgrande.editions.wording import texts
from elgrande.pictures.art import all_definitions, colour, definitions, map_drawing, outlines
from elgrande.pictures.markup import SERIF, element, safe, shortened, text, wrapped
from elgrande.pictures.pieces import house_of, lying_on_map, shield
from elgrande.rules.board import rounds_begun
from elgrande.rules.view_types import PublicView

Form = Literal["preview", "board"]
# Pixels: what chat programs show beside a link, and a plain board to put into a page.
SIZES: Final[dict[Form, tuple[int, int]]] = {"preview": (1200, 630), "board": (860, 800)}
# What of the map each of them shows, in its units.
MAP_BOX: Final = "68 14 860 800"
_SHOWN: Final[dict[Form, str]] = {"preview": "-104 14 1030 804", "board": MAP_BOX}
_MAP_WIDTH: Final = 807
_SHARED_MAP: Final = "eg-map"
_LAST_ROUND: Final = 9
_MARGIN: Final = 30


def board_svg(
    view: PublicView,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    title: str = "",
    caption: str = "",
    form: Form = "preview",
    shared: bool = False,
    ground: bool = True,
) -> str:
    """A view as SVG: with scores, title and caption (`preview`), or the map alone (`board`).

    Several pictures in one page can be `shared`: then the page has `shared_art()` before them, and
    each holds only what differs. Without `ground` there is no map, to be laid over `map_svg`.
    """
    known = player_names(view, names, language)
    lying = lying_on_map(view)
    panel = "" if form == "board" else _panel(view, known, language, title, caption)
    described = describe_board(view, names=names, language=language)
    drawn = element("title", safe(described))
    if not shared:
        drawn += element("defs", definitions(lying + panel) + ("" if ground else _fences(lying)))
    drawn += _on_map(lying, form, _ground(shared) if ground else "") + panel
    return _picture(drawn, form, role="img", aria_label=described)


def map_svg(form: Form) -> str:
    """The map of a form with nothing on it."""
    return _picture(_on_map("", form, map_drawing()), form)


def _picture(drawn: str, form: Form, **more: object) -> str:
    width, height = SIZES[form]
    return element(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        **more,
    )


def _ground(shared: bool) -> str:
    return element("use", href=f"#{_SHARED_MAP}") if shared else map_drawing()


def _on_map(lying: str, form: Form, ground: str) -> str:
    """The map's part of a picture; what lies on it is in units of the map."""
    width, height = SIZES[form]
    return element(
        "svg",
        ground + lying,
        x=0,
        y=0,
        width=width if form == "board" else _MAP_WIDTH,
        height=height,
        viewBox=_SHOWN[form],
        preserveAspectRatio="xMidYMid slice",
    )


def _fences(lying: str) -> str:
    """The outlines of regions that a drawing refers to, where the map itself is not drawn."""
    return "".join(line for name, line in outlines().items() if f"#{name}" in lying)


def shared_art() -> str:
    """What `shared` pictures of one page refer to: put it before the first of them."""
    drawn = element("g", map_drawing(), id=_SHARED_MAP)
    return element(
        "svg", element("defs", all_definitions() + drawn), width=0, height=0, display="block"
    )


def describe_board(
    view: PublicView, *, names: Sequence[str] | None = None, language: str = "en"
) -> str:
    """The round and the scores in words."""
    words = texts(language)["pictures"]
    scores = ", ".join(
        words["score"].format(name=name, points=points)
        for name, points in zip(player_names(view, names, language), view["scores"], strict=True)
    )
    return str(words["board"].format(when=round_words(view, language), scores=scores))


def round_words(view: PublicView, language: str = "en") -> str:
    """When in the game a view is from."""
    words, is_short = texts(language)["pictures"], view["options"]["short"]
    if view["over"]:
        return str(words["final"])
    if view["round"] == 0:
        return str(words["before"])
    return str(
        words["round"].format(
            round=rounds_begun(view["round"], is_short), rounds=rounds_begun(_LAST_ROUND, is_short)
        )
    )


def player_names(view: PublicView, names: Sequence[str] | None, language: str) -> list[str]:
    """What the players are called: by their names, or by their colours."""
    players = view["options"]["players"]
    if names is not None:
        return list(names[:players])
    houses = list(texts(language)["colours"].values())[:players]
    return [str(name).capitalize() for name in houses]


def _panel(view: PublicView, names: list[str], language: str, title: str, caption: str) -> str:
    """Paper beside the map: title, round, players by their points, caption."""
    width, height = SIZES["preview"]
    left = _MAP_WIDTH
    room = width - left - 2 * _MARGIN
    paper = element(
        "rect", x=left, y=0, width=width - left, height=height, fill=colour("paper")
    ) + element("rect", x=left, y=0, width=2, height=height, fill=colour("map-ink"))
    heading = _title(title or "El Grande", left + _MARGIN, room)
    when = text(
        round_words(view, language), left + _MARGIN, 128, 23, colour("faded"), font_weight=600
    )
    rows = _scores(view, names, left + _MARGIN, 158, room)
    return paper + heading + when + rows + _caption(caption, left + _MARGIN, room)


def _title(title: str, x: float, room: float) -> str:
    size = 44 if len(title) <= 18 else 32
    line = element("rect", x=x, y=90, width=room, height=1.6, fill=colour("wax"))
    return (
        text(
            shortened(title, size, room * 1.06),
            x,
            72,
            size,
            colour("ink"),
            family=SERIF,
            font_weight=600,
        )
        + line
    )


def _scores(view: PublicView, names: list[str], x: float, y: float, room: float) -> str:
    players = view["options"]["players"]
    order = sorted(range(players), key=lambda seat: (-view["scores"][seat], seat))
    rows = []
    for index, seat in enumerate(order):
        top = y + index * 56
        rows.append(
            shield(house_of(seat, players), x, top, 42)
            + text(
                shortened(names[seat], 24, (room - 115) * 1.06),
                x + 56,
                top + 30,
                24,
                colour("ink"),
                font_weight=600,
            )
            + text(
                str(view["scores"][seat]),
                x + room,
                top + 33,
                34,
                colour(f"house-{house_of(seat, players)}-ink"),
                font_weight=600,
                text_anchor="end",
            )
        )
    return "".join(rows)


def _caption(caption: str, x: float, room: float) -> str:
    bottom = 600
    lines = wrapped(caption, 22, room * 1.08, 5)
    first = bottom - (len(lines) - 1) * 28
    return "".join(
        text(line, x, first + index * 28, 22, colour("ink")) for index, line in enumerate(lines)
    )
