"""The fields of a form: what they say comes from the rows, in every language."""

import pytest

from elgrande.bots.registry import BUILT_IN
from elgrande.editions.wording import LANGUAGES, bot_text, bot_title, texts
from elgrande.insight.form import option_fields, show_fields, show_levels
from elgrande.rules.options import OPTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_a_field_with_its_words(language: str) -> None:
    shown = {one["key"]: one for one in show_fields(option_fields(), "options", language)}
    assert list(shown) == [option.name for option in OPTIONS] == list(shown)
    assert set(texts(language)["options"]) == set(shown)
    for option in OPTIONS:
        field = shown[option.name]
        assert field["title"]
        assert field["path"] == f"options.{option.name}"
        if option.values:
            assert [one["value"] for one in field["values"]] == list(option.values)
        said = texts(language)["options"][option.name].get("values", {})
        assert set(said) <= {str(one["value"]).lower() for one in field["values"]}
        assert all(one["title"] for one in field["values"])
        assert [one["value"] for one in field["fixed"]] == [
            list(one.value) if isinstance(one.value, tuple) else one.value for one in option.fixed
        ]


def test_a_card_is_offered_by_the_title_that_stands_on_it() -> None:
    shown = {one["key"]: one for one in show_fields(option_fields(), "options", "de")}
    cards = {one["value"]: (one["title"], one["most"]) for one in shown["old_hands"]["values"]}
    assert cards == {
        "delegation": ("Gesandtschaft", 1),
        "veto": ("Veto", 2),
        "rivalries": ("Rivalitäten", 1),
    }


def test_a_switch_may_say_what_on_and_off_mean() -> None:
    shown = {one["key"]: one for one in show_fields(option_fields(), "options", "en")}
    length = [(one["value"], one["title"]) for one in shown["short"]["values"]]
    assert length == [(False, "Full game"), (True, "Short game")]
    assert shown["power_shift"]["values"] == []


def test_what_is_always_so_says_why() -> None:
    shown = {one["key"]: one for one in show_fields(option_fields(), "options", "en")}
    assert shown["merged_stacks"]["fixed"][-1] == {
        "when": {"edition": ["2023"], "players": [2]},
        "value": True,
        "reason": "Always on with two players.",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_has_one_name(language: str) -> None:
    assert [one["bot"] for one in show_levels(language)] == list(BUILT_IN)
    for level in show_levels(language):
        assert level["title"] == bot_title(level["bot"], language)
        assert level["text"] == bot_text(level["bot"], language)
        assert level["text"].endswith(".")
    assert len({level["title"] for level in show_levels(language)}) == len(BUILT_IN)


def test_a_title_keeps_what_was_set_and_the_name_of_a_plug_in() -> None:
    assert bot_title("steady") == "Steady"
    assert bot_title("strong:seconds=0.5", "es") == "Fuerte, seconds=0.5"
    assert bot_title("patient:games=10", "de") == "patient:games=10"
