"""The diagrams of docs/inside, drawn from rows of boxes: python -m docsite.diagrams.

They lie in docs/pictures, so that a code host shows them too; a test draws them again.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from elgrande.pictures.markup import element, safe

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH: Final = 720
MARGIN: Final = 20
HEADING: Final = 104
GAP: Final = 12
BOX: Final = 62
ARROW: Final = 38
PAPER, RAISED, INK, FADED = "#f4ead5", "#fffaf0", "#33261a", "#6d5c47"
LINE, GOLD, WAX = "#cdbd9d", "#b8892f", "#9c2f2a"
SERIF: Final = "'EB Garamond', Georgia, serif"
SANS: Final = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif"


class Box(NamedTuple):
    """A part: its name, a few words about it, and whether it is compiled."""

    name: str
    words: str = ""
    compiled: bool = False


class Row(NamedTuple):
    """Parts side by side, and what goes on to the next row."""

    heading: str
    boxes: tuple[Box, ...]
    passes: str = ""


DIAGRAMS: Final = {
    "inside_layers": (
        "Each layer imports only from the layers below it; gold parts are compiled.",
        (
            Row("people", (Box("cli", "the command line"), Box("ui", "pages in the browser"))),
            Row("tables", (Box("server", "tables over HTTP and WebSocket, their storage"),)),
            Row(
                "studies",
                (
                    Box("review", "how well?"),
                    Box("puzzles", "one best answer"),
                    Box("arena", "who is better?"),
                    Box("learn", "games as arrays"),
                ),
            ),
            Row(
                "players",
                (
                    Box("bots", "who answers for a seat"),
                    Box("insight", "what can be worked out"),
                    Box("pictures", "boards as SVG"),
                ),
            ),
            Row(
                "a game",
                (
                    Box("game", "what people use", True),
                    Box("search", "how bots think", True),
                    Box("editions", "cards and texts, as data"),
                ),
            ),
            Row(
                "the rules", (Box("rules", "pure: no I/O, no clock, no chance but the seed", True),)
            ),
        ),
    ),
    "inside_choice": (
        "A choice goes down to the disk before anybody hears of it, and comes up as views.",
        (
            Row("browser", (Box("a click", "on the thing itself"),), "seat 0, step 7, choice 75"),
            Row("web", (Box("socket", "who is it? too fast?"),), "decide"),
            Row("tables", (Box("decisions", "your seat? this step? legal?"),), "entry 42"),
            Row("storage", (Box("journal", "one commit for all who wait"),), "it is on disk"),
            Row("tables", (Box("fold", "the game plays the choice"),), "everybody is told"),
            Row(
                "presentation",
                (
                    Box("seat 0", "what it may know"),
                    Box("seat 1", "what it may know"),
                    Box("watching", "what is open"),
                ),
            ),
        ),
    ),
    "inside_bot": (
        "A bot never sees the game itself, only worlds its seat cannot tell from it.",
        (
            Row("known", (Box("view", "what the seat may see"),), "imagine"),
            Row(
                "worlds",
                (Box("one world"), Box("another"), Box("and another", "thousands of them")),
                "plan",
            ),
            Row(
                "plans",
                (
                    Box("card", "before or after placing"),
                    Box("placing", "the best, exactly"),
                    Box("target", "of the special action"),
                ),
                "play on to the end of the round",
            ),
            Row(
                "judged",
                (Box("weights", "set by hand"), Box("network", "learned from its own games")),
                "what has done well is tried again",
            ),
            Row("choice", (Box("the plan", "that won most often; a mix for secret discs"),)),
        ),
    ),
}


def drawn(title: str, rows: tuple[Row, ...]) -> str:
    """A diagram as SVG."""
    parts: list[str] = []
    y = MARGIN
    for number, row in enumerate(rows):
        parts += _row(row, y)
        y += BOX
        if number < len(rows) - 1:
            parts += _arrow(row.passes, y) if row.passes else []
            y += ARROW if row.passes else GAP
    height = y + MARGIN
    frame = element("rect", width=WIDTH, height=height, rx=10, fill=PAPER, stroke=LINE)
    return element(
        "svg",
        element("title", safe(title)) + frame + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=height,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
    )


def _row(row: Row, y: int) -> Iterator[str]:
    style = {"font_family": SERIF, "font_style": "italic", "font_size": 18, "fill": FADED}
    yield element("text", safe(row.heading), x=MARGIN, y=y + BOX / 2 + 6, **style)
    room = WIDTH - 2 * MARGIN - HEADING - GAP * (len(row.boxes) - 1)
    width = room / len(row.boxes)
    for number, box in enumerate(row.boxes):
        x = MARGIN + HEADING + number * (width + GAP)
        edge = {"stroke": GOLD, "stroke_width": 3} if box.compiled else {"stroke": LINE}
        yield element("rect", x=x, y=y, width=width, height=BOX, rx=6, fill=RAISED, **edge)
        middle = {"x": x + width / 2, "text_anchor": "middle"}
        name = {"font_family": SERIF, "font_weight": 600, "font_size": 19, "fill": INK}
        down = 27 if box.words else 38
        yield element("text", safe(box.name), y=y + down, **middle, **name)
        words = {"font_family": SANS, "font_size": 14, "fill": FADED}
        yield element("text", safe(box.words), y=y + 47, **middle, **words)


def _arrow(words: str, y: int) -> list[str]:
    x = MARGIN + HEADING + (WIDTH - 2 * MARGIN - HEADING) / 2
    end = y + ARROW - 6
    line = f"M{x:g} {y + 6}V{end}m-6 -7l6 7l6 -7"
    style = {"font_family": SANS, "font_size": 14, "fill": WAX}
    return [
        element("path", d=line, fill="none", stroke=WAX, stroke_width=2),
        element("text", safe(words), x=x + 14, y=y + ARROW / 2 + 5, **style),
    ]


def main() -> None:
    """Draw all of them."""
    for name, (title, rows) in DIAGRAMS.items():
        (FOLDER / f"{name}.svg").write_text(drawn(title, rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
