"""The review as a page of its own: one file in our look that asks nothing of the network."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from elgrande.game import Game
from elgrande.pictures.board import board_svg, shared_art
from elgrande.review.data import BEST, WORST
from elgrande.review.report import Report, Told

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 300, 44, 12, 12, 28
# Lines are told apart without colours too.
DASHES: Final = ("", "7 4", "2 4", "10 3 2 3", "1 5")


def page_of(report: Report) -> str:
    """The whole page as HTML."""
    title = f"{report.word('heading')} · El Grande"
    style = files("elgrande.review").joinpath("page.css").read_text(encoding="utf-8")
    paragraphs = "".join(f"<p>{escape(one)}</p>" for one in report.story())
    return (
        f'<!doctype html><html lang="{report.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>{shared_art()}<main>"
        f'<p class="above">El Grande</p><h1>{escape(report.word("heading"))}</h1>'
        f"{_players(report)}{_graph(report)}"
        f'<section class="story"><h2>{escape(report.word("story"))}</h2>{paragraphs}</section>'
        f"{_moments(report, WORST, 'worst')}{_moments(report, BEST, 'best_moments')}"
        f'<p class="note">{escape(report.how())}</p></main></body></html>\n'
    )


def _players(report: Report) -> str:
    """The table of players."""
    seats = sorted(report.review.players, key=lambda one: -report.review.scores[one.seat])
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in report.headings())
    rows = "".join(
        f'<tr><th scope="row"><span class="house c{player.seat}"></span>{escape(name)}</th>'
        + "".join(f"<td>{escape(one)}</td>" for one in figures)
        + "</tr>"
        for player, (name, *figures) in zip(seats, report.rows(), strict=True)
    )
    return (
        f'<section><div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _graph(report: Report) -> str:
    """Everybody's chances through the game, with the best and worst moments marked."""
    course = report.review.course
    first, last = course[0]["position"], max(course[-1]["position"], course[0]["position"] + 1)

    def at(position: int, chance: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (position - first) / (last - first)
        return round(x, 1), round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)

    parts = []
    for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = at(first, chance)[1]
        parts.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        label = f"{100 * chance:.0f}%" if report.language == "en" else f"{100 * chance:.0f} %"
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>')
    for before, row in pairwise(course):
        if row["round"] != before["round"] or before is course[0]:
            x = at(before["position"], 0)[0]
            parts.append(f'<text x="{x + 4}" y="{HEIGHT - 8}">{row["round"]}</text>')
    for seat in range(len(report.review.scores)):
        points = " ".join("{},{}".format(*at(r["position"], r["chances"][seat])) for r in course)
        parts.append(
            f'<polyline class="line c{seat}" stroke-dasharray="{DASHES[seat]}" points="{points}"/>'
        )
    parts += _marks(report, at)
    legend = "".join(
        f'<li><svg width="34" height="10" aria-hidden="true"><path class="line c{seat}"'
        f' stroke-dasharray="{DASHES[seat]}" d="M1 5h32"/></svg> {escape(report.name(seat))}</li>'
        for seat in range(len(report.review.scores))
    )
    heading = escape(report.word("chances"))
    return (
        f'<section><h2>{heading}</h2><div class="wide" tabindex="0">'
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{heading}">'
        f'{"".join(parts)}</svg></div><ul class="legend">{legend}</ul></section>'
    )


def _marks(report: Report, at: Any) -> Iterator[str]:
    """A sign for each moment that is told below, with a link to it."""
    course = report.review.course
    for highlight in report.review.highlights:
        moment = report.review.moments[highlight.moment]
        rows = [row for row in course if row["position"] <= moment.position]
        x, y = at(moment.position, (rows or course)[-1]["chances"][moment.seat])
        shape = f"M{x} {y - 6}l6 6l-6 6l-6 -6z"
        if highlight.kind == WORST:
            shape = f"M{x - 5} {y - 5}l10 10M{x + 5} {y - 5}l-10 10"
        name = (
            f"{report.name(moment.seat)}: {report.word(f'about_{moment.kind}', round=moment.round)}"
        )
        yield (
            f'<a href="#{highlight.kind}-{moment.position}"><title>{escape(name)}</title>'
            f'<path class="mark {highlight.kind} c{moment.seat}" d="{shape}"/></a>'
        )


def _moments(report: Report, kind: str, heading: str) -> str:
    told = [*report.moments(kind)]
    if not told:
        return ""
    cards = "".join(_card(report, kind, one) for one in told)
    title = escape(report.word(heading))
    return f'<section><h2>{title}</h2><div class="cards">{cards}</div></section>'


def _card(report: Report, kind: str, told: Told) -> str:
    """One moment: who and when, what it cost, why, and the board then."""
    return (
        f'<article id="{kind}-{told.moment.position}" class="{kind}">'
        f'<h3><span class="house c{told.seat}"></span>{escape(told.name)}</h3>'
        f'<p class="when">{escape(told.when)}: {escape(told.figure)}.</p>'
        f"<p>{escape(told.sentence)}</p>{_board(report, report.game_at(told.moment.position))}"
        "</article>"
    )


def _board(report: Report, game: Game) -> str:
    """The map as it was then, as everybody saw it."""
    picture = board_svg(
        game.view(None).data,
        names=report.names,
        language=report.language,
        form="board",
        shared=True,
    )
    return f'<div class="board">{picture}</div>'
