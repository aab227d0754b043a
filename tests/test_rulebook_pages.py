"""The rulebook of the site is the one of the game, with a picture for each figure and card."""

import re

from docsite.rulebook import FOLDER, chapters, contents, pages
from elgrande.editions.cards import CARDS
from tests.support.documents import DOCS, ROOT

PICTURE = re.compile(
    r"!\[\]\(\.\./\.\./pictures/rules/([\w-]+)-(light|dark)\.webp#only-(light|dark)\)"
)


def test_every_section_of_the_game_is_there_with_its_text() -> None:
    outline = (ROOT / "ui" / "src" / "rulebook" / "outline.ts").read_text(encoding="utf-8")
    known = chapters()
    assert [one.id for one in known] == [
        "board",
        "round",
        "points",
        "cards",
        "variants",
        "questions",
    ]
    assert sum(len(one.sections) for one in known) == outline.count("rules: [")
    written = pages()
    for chapter in known:
        page = written[f"{FOLDER}/{chapter.id}.md"]
        for section in chapter.sections:
            assert f"## {section.title} {{#{section.id}}}\n" in page
            assert f"book/{chapter.id}.md#{section.id}" in contents()
    assert "you want influence in as many regions as possible" in written[f"{FOLDER}/board.md"]


def test_nothing_of_the_markup_is_left() -> None:
    for uri, page in pages().items():
        words = re.sub(r"\{#[\w-]+\}|\{loading=lazy\}|\{\.\w+\}", "", page)
        assert not re.search(r"^[@!?](?!\[)|\{C-|\]\(#|\{", words, flags=re.MULTILINE), uri


def test_every_card_and_figure_has_its_picture_in_both_themes() -> None:
    text = "".join(pages().values())
    shown = {name for name, *_ in PICTURE.findall(text)}
    assert {card.key for card in CARDS} <= shown
    folder = DOCS / "pictures" / "rules"
    files = {path.name for path in folder.iterdir()}
    wanted = {f"{name}-{theme}.webp" for name in shown for theme in ("light", "dark")}
    assert wanted == files, "run `make rule-figures`"
