"""The diagrams of the documents are as they are drawn, and their words fit into their boxes."""

from docsite.diagrams import DIAGRAMS, FOLDER, GAP, HEADING, MARGIN, WIDTH, drawn

WIDEST_LETTER = 7.2  # of the small words, in the units of the picture, on average


def test_the_pictures_are_those_of_the_code() -> None:
    for name, (title, rows) in DIAGRAMS.items():
        shown = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert shown == drawn(title, rows) + "\n", "run `python -m docsite.diagrams`"


def test_words_fit_into_their_boxes() -> None:
    for _, rows in DIAGRAMS.values():
        for row in rows:
            room = WIDTH - 2 * MARGIN - HEADING - GAP * (len(row.boxes) - 1)
            for box in row.boxes:
                assert len(box.words) * WIDEST_LETTER < room / len(row.boxes), box
