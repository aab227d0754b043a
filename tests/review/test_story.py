"""The story: half a page of facts in every language, for every variant, and never wrong."""

import pytest

from elgrande.editions.wording import LANGUAGES, join_words
from elgrande.insight.analysis import analyse
from elgrande.model_games.library import NAMES as MODEL_GAMES
from elgrande.model_games.library import model_game
from elgrande.review import GameNotOver, story_of
from tests.review.games import GAMES, line_of, recorded

NAMES = ("Ana", "Don Lope", "Inés", "Tomás", "Beatriz")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_has_a_story(language: str) -> None:
    for path in sorted(GAMES.glob("*.egn"))[::6]:
        start, line = recorded(path.stem)
        story = story_of(start, line, 0, analyse(start, line)["course"], language, NAMES)
        assert 3 <= len(story) <= 6
        for paragraph in story:
            assert "{" not in paragraph
            assert paragraph.endswith(".")
            assert paragraph[0].isupper() or paragraph[0] in "“„«"


def test_the_story_begins_with_the_result() -> None:
    for name in MODEL_GAMES:
        record = model_game(name).record
        start, line = record.replay(0), line_of(record)
        end = record.replay()
        course = analyse(start, line)["course"]
        story = story_of(start, line, 0, course, "en", NAMES)
        opening = story[0].split(". ")[0]
        assert join_words([NAMES[seat] for seat in end.winners]) in opening
        assert str(max(end.scores)) in opening
        assert story == story_of(start, line, 0, course, "en", NAMES)
        assert all(len(paragraph) < 900 for paragraph in story)


def test_without_names_houses_are_named() -> None:
    record = model_game("comeback").record
    start, line = record.replay(0), line_of(record)
    story = " ".join(story_of(start, line, 0, analyse(start, line)["course"]))
    assert "Ochre" in story
    assert "Ana" not in story


def test_an_unfinished_game_has_no_story() -> None:
    start, line = recorded("2023-2p-short")
    with pytest.raises(GameNotOver):
        story_of(start, line[:-1], 0, [])
