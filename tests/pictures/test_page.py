"""A game as one file: whole, small, safe, and the same board as the pictures."""

import json
import re

from elgrande.model_games.library import model_games
from elgrande.pictures.moments import moments
from elgrande.pictures.page import page_of, policy
from elgrande.pictures.pieces import layers
from tests.pictures.test_moments import course_of

EVIL = "</script><script>alert(1)</script>"


def data_in(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


def test_the_page_holds_every_moment_as_it_is_drawn() -> None:
    course = course_of(model_games()[2].record)
    row = moments(course)
    page = page_of(course)
    data = data_in(page)
    steps, drawn, order = data["steps"], data["drawn"], data["order"]
    assert isinstance(steps, list)
    assert isinstance(drawn, list)
    assert isinstance(order, list)
    state = dict.fromkeys(order, 0)
    for moment, step in zip(row, steps, strict=True):
        state |= dict(zip(step["d"][::2], step["d"][1::2], strict=True))
        shown = "".join(drawn[state[slot]] for slot in order)
        assert shown == "".join(svg for _, svg in sorted(layers(moment.view).items()))
        assert step["s"] == moment.view["scores"]
    assert len(page.encode()) < 400_000


def test_the_page_asks_for_nothing_and_runs_nothing_else() -> None:
    names = [EVIL, '"><img src=x onerror=alert(1)>', "Ana & Ben", "'"]
    page = page_of(course_of(model_games()[0].record), names=names, title=EVIL)
    assert page.count("<script") == 2
    assert "<img" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "default-src 'none'" in policy()
    assert "unsafe" not in policy()


def test_the_page_speaks_three_languages() -> None:
    course = course_of(model_games()[0].record)
    pages = {language: page_of(course, language=language) for language in ("en", "de", "es")}
    assert 'aria-label="What happened"' in pages["en"]
    assert 'aria-label="Was geschah"' in pages["de"]
    assert 'aria-label="Lo que ha pasado"' in pages["es"]
