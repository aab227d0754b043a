"""Sentences about moments: names, cards and facts, in every language, for every kind of moment."""

import pytest

from elgrande.editions.wording import LANGUAGES
from elgrande.review import game_at, judge, moments_of, sentence_for_moment
from tests.review.games import recorded

NAMES = ("Ana", "Don Lope", "Inés", "Tomás", "Beatriz")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_moment_has_a_sentence(language: str) -> None:
    for name in ("2023-4p", "classic-3p-short", "2023-5p-everything"):
        start, line = recorded(name)
        for moment in moments_of(start, line)[::4]:
            verdict = judge(start, line, 0, moment, 20)
            game = game_at(start, line, 0, verdict.position)
            for names in (None, NAMES):
                sentence = sentence_for_moment(game, verdict, language, names)
                assert "{" not in sentence
                assert sentence.endswith(".")
                assert sentence.lstrip("“„«")[0].isupper()
                assert "C-" not in sentence


def test_a_mistake_names_both_ways_with_what_they_do() -> None:
    start, line = recorded("2023-4p")
    verdicts = (judge(start, line, 0, one, 40) for one in moments_of(start, line))
    missed = next(one for one in verdicts if one.kind == "turn" and one.lost > 0.05)
    said = sentence_for_moment(game_at(start, line, 0, missed.position), missed, "en", NAMES)
    assert " better: " in said
    assert " played: " in said


def test_a_sentence_tells_nothing_the_player_did_not_know() -> None:
    start, line = recorded("2023-4p")
    for moment in moments_of(start, line)[::9]:
        verdict = judge(start, line, 0, moment, 20)
        game = game_at(start, line, 0, verdict.position)
        twin = game.determinize(moment.seat, 5)
        assert sentence_for_moment(twin, verdict) == sentence_for_moment(game, verdict)
