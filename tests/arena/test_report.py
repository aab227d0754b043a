"""The report: well made, complete by itself, and safe whatever bots are called."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from elgrande.arena.report import page, write_report
from elgrande.arena.result import Fault, GameResult
from elgrande.arena.statistics import summarise
from elgrande.arena.svg import Scale, round_step, scale_to
from elgrande.rules.options import Options
from tests.arena.maker import BOTS, OPTIONS, make_game, make_match

EVIL = "\"><script>alert(1)</script><b x='"
VOID = {"meta", "br", "wbr", "hr", "img", "link", "input"}


class Outline(HTMLParser):
    """The elements of a page; fails on one that is closed out of turn."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice"
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in VOID, "HTML has no need of it"
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.seen if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def report_of(options: Options, games: list[GameResult], **more: Any) -> str:
    return page(summarise(options, games) | more, games)


@pytest.fixture(scope="module")
def summary() -> dict[str, Any]:
    return summarise(OPTIONS, make_match(30))


@pytest.fixture(scope="module")
def text(summary: dict[str, Any]) -> str:
    return page(summary, make_match(30))


@pytest.fixture(scope="module")
def outline(text: str) -> Outline:
    return Outline(text)


def test_the_page_is_well_formed_and_in_order(outline: Outline) -> None:
    assert [tag for tag, _ in outline.seen][:4] == ["html", "head", "meta", "meta"]
    assert outline.all("html")[0]["lang"] == "en"
    assert len(outline.all("h1")) == 1
    identities = [found["id"] for _, found in outline.seen if "id" in found]
    assert len(identities) == len(set(identities))


def test_the_page_needs_nothing_from_elsewhere(text: str, outline: Outline) -> None:
    assert "http" not in text
    assert "//" not in text.replace("</", "")
    assert "@import" not in text
    assert "@font-face" not in text
    for tag in ("script", "link", "img", "iframe", "base", "object"):
        assert not outline.all(tag)
    for _, attributes in outline.seen:
        assert not {"src", "href", "srcset", "onload", "onclick"} & set(attributes)
    assert set(re.findall(r"url\((.)", text)) == {"#"}


def test_every_pattern_used_is_there(text: str, outline: Outline) -> None:
    used = set(re.findall(r"url\(#([\w-]+)\)", text))
    assert used <= {str(found["id"]) for found in outline.all("pattern")}


def test_every_colour_comes_from_the_theme(text: str) -> None:
    style, _, body = text.partition("</style>")
    assert not re.search(r"#[0-9a-f]{6}", body)
    assert "prefers-color-scheme: dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", style)) - {"--mine"}
    dark = style.partition("prefers-color-scheme: dark")[2].partition("* {")[0]
    assert used == set(re.findall(r"(--[\w-]+):", dark))


def test_every_drawing_has_words_and_every_figure_a_caption(outline: Outline) -> None:
    drawings = outline.all("svg")
    assert len(drawings) > 40
    for attributes in drawings:
        if attributes.get("role") == "img":
            assert attributes["aria-label"]
        else:
            # The sign inside a drawing, or one that repeats what stands beside it.
            assert "marker" in str(attributes["class"]) or attributes["aria-hidden"] == "true"
    figures = len(outline.all("figure"))
    assert figures == 8
    assert len(outline.all("figcaption")) == figures
    assert len(outline.all("details")) >= figures


def test_the_page_says_what_was_found(outline: Outline, summary: dict[str, Any]) -> None:
    for bot in summary["bots"]:
        assert bot["bot"] in outline.text
        assert f"{100 * bot['share']:.1f}%" in outline.text
        assert f"{bot['sources']['castillo']:.2f}" in outline.text
    for words in (
        "against 2 \u00d7 steady and random",
        "120 games of 4 players on 30 deals",
        "Final scores",
        "Points by source",
        "Points by round",
        "By seat",
        "By first power card",
        "Time per decision",
        "General scorings",
        "elgrande arena --bots strong:seconds=0.3,steady,steady,random --games 120 --seed 1",
    ):
        assert words in outline.text


def test_bars_of_points_are_as_long_as_the_points(text: str, summary: dict[str, Any]) -> None:
    for bot in summary["bots"]:
        bar = re.search(rf'aria-label="{bot["bot"]}: 1st places.*?</svg>', text)
        assert bar is not None
        widths = [float(width) for width in re.findall(r'width="([\d.]+)%"', bar[0])]
        assert len(widths) == 7
        points = list(bot["sources"].values())
        for width, value in zip(widths, points, strict=True):
            assert width / sum(widths) == pytest.approx(value / sum(points), abs=0.002)


def test_what_bots_say_cannot_get_out(tmp_path: Path) -> None:
    bots = (EVIL, "steady", f"steady:{EVIL}", "random")
    games = make_match(4, bots)
    fault = Fault(1, EVIL, 7, "raised", f"</details>{EVIL} &amp;")
    games[0] = make_game(0, 1, bots, (0, 1, 2, 3), (80, 70, 60, 50), faults=(fault,))
    path = tmp_path / "report.html"
    write_report(summarise(OPTIONS, games) | {"command": EVIL}, games, path)
    text = path.read_text(encoding="utf-8")
    outline = Outline(text)
    assert not outline.all("script")
    assert not outline.all("b")
    assert "</details>" + EVIL + " &amp;" in outline.text
    labels = [found.get("aria-label") or "" for found in outline.all("svg")]
    assert any(label.startswith(EVIL) for label in labels)


def test_faults_are_told_and_a_flood_of_them_is_cut() -> None:
    clean = Outline(report_of(OPTIONS, make_match(2, faulty=False)))
    assert "No bot forfeited a decision." in clean.text
    many = tuple(Fault(0, BOTS[0], step, "late", "x" * 5000) for step in range(250))
    games = [make_game(0, 1, BOTS, (0, 1, 2, 3), (80, 70, 60, 50), faults=many)]
    text = report_of(OPTIONS, games)
    assert "The first 100" in Outline(text).text
    assert "x" * 301 not in text
    assert "250" in Outline(text).text


def test_a_late_bot_is_called_out() -> None:
    games = make_match(2)
    assert 'class="good"' in report_of(OPTIONS, games)
    slow = [
        GameResult(**{**vars(game), "times": tuple((450.0,) * 9 for _ in game.bots)})
        for game in games
    ]
    assert 'class="bad"' in report_of(OPTIONS, slow)


def test_few_games_are_shown_as_few() -> None:
    text = report_of(OPTIONS, make_match(1))
    assert "hollow" in text
    assert "does not yet show" in Outline(text).text


@pytest.mark.parametrize(
    ("options", "bots"),
    [
        (Options(players=2), ("a", "b")),
        (Options(players=3, short=True), ("a", "b", "b")),
        (Options(players=4), ("random",) * 4),
        (Options(players=5), ("a", "b:seconds=1", "c", "d", "e")),
    ],
)
def test_all_sizes_of_matches_have_a_report(options: Options, bots: tuple[str, ...]) -> None:
    for deals in (1, 3):
        games = make_match(deals, bots)
        if options.short:
            games = [
                GameResult(**{**vars(game), "by_round": tuple(s[:6] for s in game.by_round)})
                for game in games
            ]
        Outline(report_of(options, games))
    Outline(report_of(options, games[:1]))


def test_games_without_times_or_points_have_a_report_too() -> None:
    (game, *_) = make_match(1)
    empty = make_game(0, 1, BOTS, (0, 1, 2, 3), (0, 0, 0, 0))
    timeless = GameResult(**{**vars(empty), "times": ((), (), (), ())})
    assert "No decision was timed." in report_of(OPTIONS, [timeless])
    Outline(report_of(OPTIONS, [timeless, GameResult(**{**vars(game), "number": 1})]))


def test_scales_hold_their_values_and_have_round_ticks() -> None:
    for low, high in [(0, 0.31), (0, 7), (63, 154), (-3, 4), (5, 5), (0, 12345)]:
        scale = scale_to([low, high], from_zero=False)
        assert 0 <= scale(low) <= scale(high) <= 100
        ticks = scale.ticks()
        assert 2 <= len(ticks) <= 9
        assert all(scale.low <= tick <= scale.high for tick in ticks)
    times = Scale(0.03, 450, logarithmic=True)
    assert times.ticks() == [0.1, 1, 10, 100]
    assert times(0.03) == 0
    assert times(0) == 0
    assert times(450) == 100
    assert round_step(0.3) == pytest.approx(0.2)


def test_a_bot_that_hardly_thinks_is_shown_too() -> None:
    games = [
        GameResult(**{**vars(game), "times": tuple((0.0, 0.002, 0.004) for _ in game.bots)})
        for game in make_match(1)
    ]
    text = report_of(OPTIONS, games)
    assert "<0.01" in Outline(text).text
    assert "<0.01" not in text
