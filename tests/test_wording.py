"""Our texts: complete in every language, and every sentence can be said."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import elgrande
from elgrande import Game, Options
from elgrande.editions.cards import CARDS
from elgrande.editions.wording import LANGUAGES, card_text, card_text_in, card_title, texts
from elgrande.insight.catalogue import catalogue
from elgrande.notation import format_choice, parse_choice
from elgrande.rules.events import EVENT_FIELDS
from elgrande.rules.frames import KIND_KEYS, LAST_DECISION
from elgrande.rules.rng import Rng
from tests.support.positions import position, take, use
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
# Sentences for decisions of which only a part may be chosen, or that are about something else.
OTHER_ASKS = {
    *("act_place_left", "act_special_left", "either_one", "modifier_needed", "move_from_any"),
    *("score_next", "veto_step"),
}
PACKAGE = Path(elgrande.__file__).parent


def sentences(data: dict[str, Any], path: str = "") -> dict[str, str]:
    """All texts by their path."""
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= sentences(value, f"{path}/{key}")
        else:
            found[f"{path}/{key}"] = value
    return found


def blanks(text: str) -> set[str]:
    """What is filled in; which form of it a language needs is its own affair."""
    return set(re.findall(r"{(\w+)(?:\.\w+)?}", text.lower()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_blanks(language: str) -> None:
    english, other = sentences(texts("en")), sentences(texts(language))
    assert english.keys() == other.keys()
    for path, text in english.items():
        assert blanks(text) == blanks(other[path]), path
        assert other[path].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_decision_and_event_has_its_words(language: str) -> None:
    words = texts(language)
    assert list(words["cards"]) == [card.key for card in CARDS]
    assert set(words["asks"]) == {*KIND_KEYS[: LAST_DECISION + 1], *OTHER_ASKS}
    assert {fields[0] for fields in EVENT_FIELDS} <= set(words["events"])
    for card in CARDS:
        for edition in ("2023", "classic"):
            assert card_title(card.key, edition, language)
            assert card_text(card.key, edition, language).endswith(".")


def test_a_question_says_what_it_is_about() -> None:
    game = take(position("C-any3", regions={"aragon": [0, 1, 0, 0]}), "C-any3", "special")
    assert game.ask() == "Choose a caballero to move, or stop (3 left)."
    use(game, "azure@aragon")
    assert game.ask() == "Choose where the azure caballero from Aragón goes."
    game = take(position("C-coup", regions={"aragon": [0, 1, 0, 0]}), "C-coup", "special", "aragon")
    assert game.ask().endswith("where do your caballeros from Aragón flee to?")
    vetoed = position("C-any3", vetoes=[1], old_hands=("veto",), regions={"aragon": [0, 1, 0, 0]})
    take(vetoed, "C-any3", "special")
    assert vetoed.ask() == "Carmine is about to use the special action of Scheming. Do you veto it?"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            {"event": "moved", "colour": 0, "from": "court", "to": "toledo", "count": 1, "by": 0},
            (
                "Carmine places 1 caballero in Toledo.",
                "Carmín coloca 1 caballero en Toledo.",
                "Karmin setzt 1 Caballero in Toledo ein.",
            ),
        ),
        (
            {
                "event": "moved",
                "colour": 1,
                "from": "castillo",
                "to": "toledo",
                "count": 2,
                "by": 1,
            },
            (
                "Azure moves 2 caballeros from the Castillo to Toledo.",
                "Azul mueve 2 caballeros del Castillo a Toledo.",
                "Azur versetzt 2 Caballeros aus dem Castillo nach Toledo.",
            ),
        ),
        (
            {"event": "moved", "colour": 1, "from": "toledo", "to": "sevilla", "count": 2, "by": 0},
            (
                "Carmine moves 2 azure caballeros from Toledo to Sevilla.",
                "Carmín mueve de Toledo a Sevilla 2 caballeros azules.",
                "Karmin versetzt 2 azurblaue Caballeros aus Toledo nach Sevilla.",
            ),
        ),
        (
            {"event": "moved", "colour": 3, "from": "granada", "to": "castillo", "by": 0},
            (
                "Carmine throws some green caballeros into the Castillo.",
                "Carmín echa al Castillo algunos caballeros verdes.",
                "Karmin wirft einige grüne Caballeros ins Castillo.",
            ),
        ),
        (
            {"event": "moved", "colour": 2, "from": "court", "to": "province", "count": 3, "by": 0},
            (
                "Carmine sends 3 ochre caballeros back from the Court to the Province.",
                "Carmín devuelve de la Corte a la Provincia 3 caballeros ocres.",
                "Karmin schickt 3 ockergelbe Caballeros vom Hof zurück in die Provinz.",
            ),
        ),
        (
            {"event": "scored", "colour": 1, "place": "navarra", "points": 3, "rank": 2}
            | {"count": 1, "king": 0, "grande": 0},
            (
                "Azure scores 3 points in Navarra (2nd place).",
                "Azul suma 3 puntos en Navarra (2.º puesto).",
                "Azur erhält 3 Punkte in Navarra (2. Platz).",
            ),
        ),
        (
            {"event": "scored", "colour": 0, "place": "castillo", "points": 1, "rank": 3}
            | {"count": 2, "king": 0, "grande": 0},
            (
                "Carmine scores 1 point in the Castillo (3rd place).",
                "Carmín suma 1 punto en el Castillo (3.er puesto).",
                "Karmin erhält 1 Punkt im Castillo (3. Platz).",
            ),
        ),
    ],
)
def test_events_are_told_in_the_grammar_of_each_language(
    event: dict[str, Any], said: tuple[str, ...]
) -> None:
    game = Game.new(seed=1)
    assert tuple(game.tell(event, language) for language in LANGUAGES) == said


NAMES = ("Don Gonzalo", "Don Lope", "Doña Leonor", "Ana {0}")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            {"event": "moved", "colour": 1, "from": "navarra", "to": "toledo", "count": 1, "by": 0},
            (
                "Don Gonzalo moves 1 of Don Lope's caballeros from Navarra to Toledo.",
                "Don Gonzalo mueve de Navarra a Toledo 1 caballero de Don Lope.",
                "Don Gonzalo versetzt 1 Caballero von Don Lope aus Navarra nach Toledo.",
            ),
        ),
        (
            {"event": "grande_moved", "colour": 2, "from": "navarra", "to": "toledo", "by": 3},
            (
                "Ana {0} moves Doña Leonor's Grande to Toledo.",
                "Ana {0} mueve a Toledo al Grande de Doña Leonor.",
                "Ana {0} versetzt den Grande von Doña Leonor nach Toledo.",
            ),
        ),
        (
            {"event": "king_moved", "from": "navarra", "to": "toledo", "by": 1},
            (
                "Don Lope moves the King to Toledo.",
                "Don Lope lleva al Rey a Toledo.",
                "Don Lope schickt den König nach Toledo.",
            ),
        ),
    ],
)
def test_players_are_called_by_their_names(event: dict[str, Any], said: tuple[str, ...]) -> None:
    game = Game.new(seed=1)
    assert tuple(game.tell(event, language, NAMES) for language in LANGUAGES) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_about_pieces_have_all_their_forms(language: str) -> None:
    words = texts(language)
    forms = set(words["pieces_of_name"])
    assert set(words["pieces_of_colour"]) == forms == set(texts("en")["pieces_of_name"])
    sentences = " ".join(
        text for part in ("asks", "choices", "events") for text in words[part].values()
    )
    assert set(re.findall(r"\{colour\.(\w+)\}", sentences)) <= forms


def test_cards_of_a_title_in_both_editions_keep_it() -> None:
    assert card_title("C-coup", "2023") == "Coup"
    assert card_title("C-coup", "classic") == "Eviction"
    assert card_text("C-veto", "2023") != card_text("C-veto", "classic")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_speaks_of_a_variant_only_where_it_is_played(language: str) -> None:
    plain, shifted = Options(players=4), Options(players=4, power_shift=True)
    added = texts(language)["cards"]["C-power"]["variant_texts"]["power_shift"]
    assert added not in card_text_in("C-power", plain, language)
    assert card_text_in("C-power", shifted, language).endswith(f" {added}")
    shown = catalogue("2023", language)["cards"]["C-power"]
    assert (shown["text"], shown["variant_texts"]) == (
        card_text_in("C-power", plain, language),
        {"power_shift": added},
    )
    assert catalogue("classic", language)["cards"]["C-power"]["variant_texts"] == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_told(language: str) -> None:
    said = set()
    for number in range(24):
        options = VARIANTS[number * 61 % len(VARIANTS)]
        rng = Rng(number)
        game = Game.new(options, number, events=True)
        while not game.over:
            seat = pick(rng, game.waiting)
            lines = {game.describe(choice, language) for choice in game.legal(seat)}
            assert len(lines) == len(game.legal(seat)), f"{game.decision}: {lines}"
            said |= {game.ask(language), *lines}
            game.play(pick(rng, game.legal(seat)), seat)
        for reader in (None, 0):
            said |= {game.tell(event, language) for event in game.events(reader)}
        said.add(game.ask(language))
    assert not [line for line in said if "{" in line or line[0].islower()]


def test_notation_goes_there_and_back_for_every_choice() -> None:
    for options in VARIANTS[::37]:
        choices = [*range(60), *range(64, 120)]
        written = [format_choice(choice, options) for choice in choices]
        assert len(set(written)) == len(choices)
        assert [parse_choice(text.upper(), options) for text in written] == choices


# Where the texts of a part are asked for by key; forms, levels and cards have their own tests.
ASKED_FOR = {
    "advice": ("bots",),
    "asks": ("describe.py", "rules"),
    "choices": ("describe.py", "rules"),
    "events": ("describe.py", "rules"),
    "terminal": ("cli", "bots", "editions"),
    "modifier_names": ("describe.py", "rules"),
    "modifiers": ("rules",),
    "people": ("editions",),
    "why_not": ("insight/why_not.py",),
    "review": ("review", "cli/review.py"),
    "story": ("review",),
    "places": ("rules",),
    "colours": ("editions",),
    "adjectives": ("editions",),
    "adjectives_many": ("editions",),
    "place_forms": ("editions", "rules"),
}


def keys_in(places: tuple[str, ...]) -> str:
    """A pattern of all keys that the modules name, whole or with a part filled in."""
    found = set()
    for place in places:
        path = PACKAGE / place
        for module in path.rglob("*.py") if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    parts = [
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                        for part in node.values
                    ]
                    if any(part != r"\w+" for part in parts):
                        found.add("".join(parts))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(re.escape(node.value))
    return "|".join(sorted(found))


@pytest.mark.parametrize("part", ASKED_FOR)
def test_no_text_is_unused(part: str) -> None:
    known = re.compile(keys_in(ASKED_FOR[part]))
    assert [key for key in texts("en")[part] if not known.fullmatch(key)] == []


def test_every_part_is_held_by_a_test() -> None:
    elsewhere = {
        "ordinals",
        "cards",
        "options",
        "settings",
        "reasons",
        "bots",
        "model_games",
        "puzzles",
    }
    elsewhere |= {"pieces_of_colour", "pieces_of_name", "pictures", "setup"}
    assert set(texts("en")) == elsewhere | set(ASKED_FOR)
