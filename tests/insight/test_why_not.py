"""Whatever cannot be chosen has its reason, in every language, and no reason knows a secret."""

from collections.abc import Sequence
from typing import Any

import pytest

from elgrande import Game
from elgrande.editions.wording import LANGUAGES
from elgrande.insight.why_not import (
    BOARD,
    Asked,
    WhyNot,
    last_revealing,
    why_not,
    why_not_back,
)
from elgrande.rules.board import POWER_CARDS
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.positions import position, take, use
from tests.support.walks import every_variant, pick

NAMES = ["Ana", "Don Lope", "Doña Leonor", "Eva", "Juan"]
SHARES = 30
SHARE_OF_GAMES = range(SHARES)


def reasons(game: Game, seat: int, language: str = "en", before: Sequence[Any] = ()) -> WhyNot:
    """The reasons of a seat, as the server gives them; `before` is what happened earlier."""
    asked: Asked = {
        "ask": game.ask(language) if not game.over else "",
        "waiting": [NAMES[one] for one in game.waiting],
        "to_confirm": False,
    }
    view = game.view(seat).data
    events = [*before, *game.events(None)]
    return why_not(view, asked, events, NAMES[: game.options.players], language)


def touched(game: Game, seat: int) -> dict[str, set[str]]:
    """What the seat may choose now, by what it is."""
    found: dict[str, set[str]] = {"places": set(), "powers": set(), "stacks": set()}
    for choice in game.legal(seat):
        notation = game.notation(choice)
        if notation.startswith("power "):
            found["powers"].add(notation.removeprefix("power "))
        elif notation.startswith("card "):
            found["stacks"].add(notation.removeprefix("card "))
        else:
            found["places"] |= {key for key in BOARD if key in notation.replace("@", " ").split()}
    return found


def check_reasons(game: Game, seat: int, language: str) -> None:
    """Everything is either offered or has a reason, never both."""
    said: Any = reasons(game, seat, language)
    offered = touched(game, seat)
    if game.decision not in ("grande", "stand_in", "tile"):
        assert set(said["places"]) == set(BOARD) - offered["places"], game.decision
    assert set(said["powers"]) | offered["powers"] >= {str(n + 1) for n in range(POWER_CARDS)}
    shown = {key for key, stack in game.view(seat).data["stacks"].items() if stack["revealed"]}
    assert set(said["stacks"]) == shown - offered["stacks"]
    for group in said.values():
        for sentence in group.values():
            assert sentence.strip().endswith((".", "?")), sentence
            assert "{" not in sentence


@pytest.mark.parametrize("share", with_proofs(SHARE_OF_GAMES))
def test_everything_not_offered_says_why(share: int) -> None:
    for index, options in enumerate(every_variant()):
        if index % SHARES != share:
            continue
        game, rng = Game.new(options, index, events=True), Rng(index)
        while not game.over:
            if rng.below(4) == 0:
                language = pick(rng, (0, 1, 2))
                check_reasons(game, rng.below(options.players), LANGUAGES[language])
            seat = pick(rng, game.waiting)
            game.play(pick(rng, game.legal(seat)), seat)


def test_a_number_that_was_played_names_who_played_it() -> None:
    game = Game.new(seed=1, events=True)
    first = game.waiting[0]
    game.play(game.parse("power 5"))
    assert (
        reasons(game, game.waiting[0])["powers"]["5"]
        == f"5 was played by {NAMES[first]} this round."
    )
    assert "The table waits for" in reasons(game, first)["powers"]["6"]


def test_regions_away_from_the_king_say_where_he_is() -> None:
    game = take(position("C-advisor", king="castilla", court=[3, 0, 0, 0]), "C-advisor", "place")
    said = reasons(game, 0)["places"]
    assert said["castilla"] == "The King's region is closed."
    assert said["granada"] == "Granada is not next to the King, who is in Castilla."
    assert "toledo" not in said


def test_a_card_of_one_region_says_which_it_is() -> None:
    regions = {"aragon": [2, 0, 0, 0], "sevilla": [1, 0, 0, 0]}
    game = take(position("C-exodus", king="castilla", regions=regions), "C-exodus", "special")
    use(game, "carmine@aragon", "galicia")
    said = reasons(game, 0)["places"]
    assert said["sevilla"] == "They must all come from the same region: Aragón."
    assert said["castillo"] == "Whoever is in the Castillo stays there until it is opened."


def test_a_taken_card_says_who_took_it() -> None:
    game, rng = Game.new(seed=1, events=True), Rng(1)
    while game.decision != "card":
        game.play(pick(rng, game.legal()))
    first = game.waiting[0]
    game.play(game.parse("card 1"))
    while game.decision != "card":
        game.play(game.legal()[0])
    said = reasons(game, game.waiting[0])
    assert said["stacks"]["1"].startswith(f"{NAMES[first]} took ")
    # Whoever took the same card in an earlier round is not meant.
    card = game.view(None).data["stacks"]["1"]["revealed"]
    earlier = {"event": "card", "colour": (first + 1) % 4, "card": card, "stack": 1}
    assert reasons(game, game.waiting[0], before=[earlier])["stacks"] == said["stacks"]
    assert set(said["stacks"]) == {"1"}
    assert all(sentence.startswith("Not now. ") for sentence in said["places"].values())


def test_a_part_of_the_turn_that_is_over_says_so() -> None:
    game = take(position("C-king", court=[3, 3, 3, 3], king="castilla"), "C-king")
    assert reasons(game, 0)["buttons"] == {}
    use(game, "special", "toledo")
    assert reasons(game, 0)["buttons"] == {
        "special": "You have already performed the special action."
    }
    game = take(position("C-king", court=[1, 3, 3, 3], king="castilla"), "C-king")
    use(game, "place", "toledo")
    assert reasons(game, 0)["buttons"] == {"place": "You have already placed this turn."}
    game = take(position("C-king", court=[0, 3, 3, 3], king="castilla"), "C-king")
    assert reasons(game, 0)["buttons"] == {"place": "Your Court is empty."}


def test_what_would_be_moved_to_where_it_is_says_so() -> None:
    game = take(position("C-king", king="castilla"), "C-king", "special")
    assert reasons(game, 0)["places"]["castilla"] == "The King is there already."
    moving = position("C-any3", regions={"toledo": [1, 0, 0, 0]}, king="castilla")
    said = reasons(take(moving, "C-any3", "special", "carmine@toledo"), 0)["places"]
    assert said["toledo"] == "The caballero comes from there and must go somewhere else."
    tiles = {"8/4/0": "toledo", "4/0/0": "granada"}
    laying = take(position("C-tile", tiles=tiles, king="castilla"), "C-tile", "special")
    said = reasons(use(laying, "tile 8/4/0"), 0)["places"]
    assert said["granada"] == "A tile already lies in Granada."


def test_take_back_says_what_was_revealed() -> None:
    events: Any = [{"event": "castillo_opened"}, {"event": "card", "colour": 0}]
    assert last_revealing(events) == {"event": "castillo_opened"}
    said = why_not_back("something_was_revealed", "The Castillo is opened.", "en")
    assert said == "Take back ends here: The Castillo is opened."
    assert why_not_back("others_play_now", "", "de") == "Jetzt spielen die anderen."
