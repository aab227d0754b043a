"""What the coach says about a game, in all languages."""

import pytest

from elgrande.editions.wording import LANGUAGES
from elgrande.model_games.comments import said_about, summary_of, title_of
from elgrande.model_games.library import (
    BEST,
    NAMES,
    SCORING,
    Comment,
    ModelGame,
    model_game,
    model_games,
)
from elgrande.record import Record


@pytest.mark.parametrize("name", NAMES)
def test_every_comment_has_a_text_in_every_language(name: str) -> None:
    game = model_game(name)
    said = {language: said_about(game, language) for language in LANGUAGES}
    for comments in said.values():
        assert [(one.position, one.until, one.seat, one.kind) for one in comments] == [
            (one.position, one.until, one.seat, one.kind) for one in game.comments
        ]
        for one in comments:
            assert one.text.endswith(".")
            assert not set("{}") & set(one.text)
    for texts in zip(*([one.text for one in found] for found in said.values()), strict=True):
        assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_have_titles_and_summaries_of_their_own(language: str) -> None:
    games = [model_game(name) for name in NAMES]
    titles = {title_of(game, language) for game in games}
    summaries = {summary_of(game, language) for game in games}
    assert len(titles) == len(summaries) == len(NAMES)
    assert not any(set("{}") & set(text) for text in titles | summaries)


def made_up(record: Record, *comments: Comment) -> ModelGame:
    return ModelGame("comeback", "grandmaster", record, 7, 5, (90, 95, 95, 70), (1, 2), comments)


def test_a_comment_names_the_choice_the_chances_and_why() -> None:
    game, given = next(
        (game, comment)
        for game in model_games()
        for comment in game.comments
        if comment.kind == BEST and len(comment.plan) > 1
    )
    (said,) = said_about(made_up(game.record, given))
    assert said.text.startswith("Use ")
    assert ": clearly the best choice here. " in said.text
    chances = f"a {given.chance}% chance to win; the next best, {given.other}%."
    assert said.text.endswith(chances)


def test_a_scoring_names_everyones_chances() -> None:
    record = model_game("close").record
    given = Comment(SCORING, 0, 0, before=(10, 20, 30, 40), after=(40, 30, 20, 10))
    (said,) = said_about(made_up(record, given), "de")
    assert said.text.endswith(
        "Karmin 10 % → 40 %, Azur 20 % → 30 %, Ocker 30 % → 20 %, Grün 40 % → 10 %."
    )
    assert said.seat is None


def test_a_shared_victory_is_told() -> None:
    shared = made_up(model_game("close").record)
    assert summary_of(shared).endswith(
        "before round 5, the later winner has a chance of only 7%."
        " Azure and Ochre share the victory with 95 points."
    )
