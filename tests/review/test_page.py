"""The page of a review: complete by itself, in our look, with nothing that runs."""

import re
from html.parser import HTMLParser

from elgrande.review import review_game
from elgrande.review.page import page_of
from elgrande.review.report import Report
from tests.review.games import recorded


def page(names: list[str] | None, language: str = "en") -> str:
    start, line = recorded("2023-3p-short")
    review = review_game(start, line, iterations=20)
    return page_of(Report(review, start, line, language=language, names=names))


class Balance(HTMLParser):
    """Counts what is opened and closed."""

    open_: list[str]

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta",):
            self.open_.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open_.pop() == tag


def test_the_page_asks_for_nothing_and_is_well_formed() -> None:
    text = page(["Ana", "<b>Lope</b>", 'I"nés'])
    assert not re.search(r"src=|@import|url\((?!#)|<script|href=\"(?!#)", text)
    assert "<b>Lope" not in text
    assert "&lt;b&gt;Lope" in text
    reader = Balance()
    reader.open_ = []
    reader.feed(text.replace("<!doctype html>", ""))
    assert reader.open_ == []


def test_the_page_holds_the_review() -> None:
    text = page(None, "de")
    assert '<html lang="de">' in text
    for words in ("Partieanalyse", "Aussichten auf den Sieg", "Karmin", "Genauigkeit"):
        assert words in text
    marks = re.findall(r'href="#((?:worst|best)-\d+)"', text)
    assert marks
    assert all(f'id="{mark}"' in text for mark in marks)
