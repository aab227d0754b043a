"""The decks: S7, the copies of section 5, Old Hands, New Regency, modifiers, the dummy's cards."""

from collections import Counter
from itertools import product

import pytest

from elgrande import BadOptions, Game, Options
from elgrande.editions.cards import CARDS
from tests.support.marks import rule
from tests.support.playing import MODIFIERS, seen, truth
from tests.support.positions import REGION_KEYS, position, take

# Copies in classic and in 2023, by stack.
DECKS = {
    1: {
        "C-any3": (1, 1), "C-any4": (1, 1), "C-own4": (1, 1), "C-foreign3": (1, 1),
        "C-two-two": (2, 2), "C-five": (2, 2), "C-exodus": (1, 1), "C-militia": (1, 1),
        "C-delegation": (1, 0),
    },
    2: {
        "C-veto": (2, 0), "C-court-all": (1, 1), "C-court-three": (1, 1), "C-arrest": (1, 1),
        "C-withdrawal": (1, 1), "C-civil-war": (1, 1), "C-skirmish": (1, 1), "C-fair": (3, 4),
    },
    3: {
        "C-score-4": (2, 2), "C-score-5": (2, 2), "C-score-67": (1, 1), "C-revelation": (2, 2),
        "C-score-first": (1, 1), "C-score-most": (1, 1), "C-score-least": (1, 1),
        "C-fair-3": (1, 0),
    },
    4: {
        "C-tile": (3, 3), "C-power": (2, 2), "C-recruit": (1, 1), "C-grande": (2, 2),
        "C-coup": (1, 1), "C-advisor": (1, 1), "C-rivalries": (1, 0),
    },
    5: {"C-king": (1, 1)},
}  # fmt: skip
NEW_REGENCY = {
    "C-exile": 1, "C-entourage": 1, "C-competition": 1, "C-chalet": 1, "C-rebellion": 1,
    "C-infiltration": 1, "C-stand-in": 1, "C-king": 3,
}  # fmt: skip


def expected(edition: str, stack: int) -> Counter[str]:
    """The cards of a stack as the table of section 5 has them."""
    column = 0 if edition == "classic" else 1
    return +Counter({key: copies[column] for key, copies in DECKS[stack].items()})


def dealt(options: Options, stack: int, seed: int = 0) -> Counter[str]:
    """All cards of a stack in a game just dealt."""
    return Counter(order(options, stack, seed))


def order(options: Options, stack: int, seed: int) -> list[str]:
    data = truth(Game.new(options, seed))
    return [data["revealed"][str(stack)], *data["stacks"][str(stack)]]


def old_hands_subsets() -> list[tuple[str, ...]]:
    return [
        ("delegation",) * delegations + ("veto",) * vetoes + ("rivalries",) * rivalries
        for delegations, vetoes, rivalries in product(range(2), range(3), range(2))
    ]


@rule("S7")
@pytest.mark.parametrize("edition", ["classic", "2023"])
@pytest.mark.parametrize("stack", DECKS)
def test_stack_holds_the_cards_of_its_edition(edition: str, stack: int) -> None:
    options = Options(edition=edition)
    for seed in range(5):
        assert dealt(options, stack, seed) == expected(edition, stack)


@rule("S7", "Q1", "Q2")
def test_deck_totals() -> None:
    totals: Counter[str] = Counter()
    for card in CARDS:
        totals.update(card.copies)
    assert totals["classic"] == 45
    assert totals["2023"] == 41
    assert totals["new_regency"] == 10
    assert totals["old_hands"] == 4


@rule("S7")
@pytest.mark.parametrize(
    ("edition", "sizes"), [("classic", [11, 11, 11, 11, 1]), ("2023", [10, 10, 10, 10, 1])]
)
def test_stack_sizes(edition: str, sizes: list[int]) -> None:
    options = Options(edition=edition)
    assert [dealt(options, stack).total() for stack in DECKS] == sizes


@rule("S7")
def test_stacks_are_shuffled() -> None:
    for stack in (1, 2, 3, 4):
        assert len({tuple(order(Options(), stack, seed)) for seed in range(20)}) > 15


@rule("S7", "R6")
@pytest.mark.parametrize(
    ("card", "number"),
    [("C-any3", 1), ("C-fair", 2), ("C-score-4", 3), ("C-fair-3", 3), ("C-tile", 4), ("C-king", 5)],
)
def test_card_of_a_stack_places_as_many_as_its_number(card: str, number: int) -> None:
    game = take(position(card, edition="classic"), card, "place")
    assert seen(game)["decision"]["left"] == number


@rule("S7", "R6")
def test_every_card_places_the_number_of_its_stack() -> None:
    assert {card.key: card.places for card in CARDS} == {card.key: card.stack for card in CARDS}
    numbers = {key: stack for stack, cards in DECKS.items() for key in cards}
    numbers |= dict.fromkeys(NEW_REGENCY, 5)
    assert {card.key: card.places for card in CARDS} == numbers


@rule("Q1")
def test_decks_of_2023_and_old_hands_make_the_classic_lists() -> None:
    """But for the choose-a-region scoring of stack 3, which is counted in stack 2."""
    for stack, added in {1: ["C-delegation"], 4: ["C-rivalries"]}.items():
        together = dealt(Options(), stack) + Counter(added)
        assert together == dealt(Options(edition="classic"), stack)
    second = dealt(Options(), 2) + Counter(["C-veto", "C-veto"])
    assert second == dealt(Options(edition="classic"), 2) + Counter(["C-fair"])
    third = dealt(Options(), 3) + Counter(["C-fair-3"])
    assert third == dealt(Options(edition="classic"), 3)


@rule("Q2")
def test_new_regency_replaces_the_kings_card_by_ten_cards() -> None:
    for seed in range(5):
        assert dealt(Options(new_regency=True), 5, seed) == Counter(NEW_REGENCY)
    assert len({tuple(order(Options(new_regency=True), 5, seed)) for seed in range(20)}) > 15


@rule("S7")
@pytest.mark.parametrize("subset", old_hands_subsets(), ids=str)
def test_old_hands_replace_cards_of_their_stack(subset: tuple[str, ...]) -> None:
    stacks = {"C-delegation": 1, "C-veto": 2, "C-rivalries": 4}
    added = Counter(f"C-{name}" for name in subset)
    for seed in range(10):
        options = Options(old_hands=subset)
        for stack in DECKS:
            new = Counter({key: n for key, n in added.items() if stacks[key] == stack})
            cards = dealt(options, stack, seed)
            base = expected("2023", stack)
            assert cards.total() == base.total()
            assert new <= cards
            assert cards - new <= base


@rule("S7")
def test_old_hands_send_random_cards_back_to_the_box() -> None:
    base = expected("2023", 2)
    boxed = [
        tuple((base - dealt(Options(old_hands=("veto", "veto")), 2, seed)).elements())
        for seed in range(60)
    ]
    assert all(len(cards) == 2 for cards in boxed)
    assert {card for cards in boxed for card in cards} == set(base)


@rule("S7")
def test_old_hands_are_shuffled_in() -> None:
    options = Options(old_hands=("delegation",))
    depths = {order(options, 1, seed).index("C-delegation") for seed in range(150)}
    assert depths == set(range(10))


@rule("S7")
def test_old_hands_has_only_its_four_cards() -> None:
    for wrong in (("veto",) * 3, ("rivalries",) * 2, ("delegation",) * 2, ("fair",)):
        with pytest.raises(BadOptions):
            Options(old_hands=wrong)


@rule("S7", "V-3")
def test_merged_stacks_are_one_stack_of_twenty() -> None:
    options = Options(players=3, merged_stacks=True)
    data = truth(Game.new(options, 4))
    assert list(data["revealed"]) == ["1", "2", "4", "5"]
    assert dealt(options, 2, 4) == expected("2023", 2) + expected("2023", 3)
    numbers = {card.key: card.places for card in CARDS}
    shown = {numbers[order(options, 2, seed)[0]] for seed in range(30)}
    assert shown == {2, 3}


@rule("S7")
def test_merged_stacks_take_old_hands_too() -> None:
    options = Options(players=2, old_hands=("delegation", "veto", "veto", "rivalries"))
    for seed in range(10):
        assert dealt(options, 2, seed)["C-veto"] == 2
        assert dealt(options, 2, seed).total() == 20
        assert dealt(options, 1, seed)["C-delegation"] == 1
        assert dealt(options, 4, seed)["C-rivalries"] == 1


@rule("Q3")
def test_sixteen_modifiers_are_four_values_of_four_kinds() -> None:
    hands: set[str] = set()
    for seed in range(60):
        dealt_now = truth(Game.new(Options(players=5, power_shift=True), seed))["modifiers"][
            "hands"
        ]
        cards = [card for hand in dealt_now for card in hand]
        assert [len(hand) for hand in dealt_now] == [3] * 5
        assert len(set(cards)) == 15
        hands |= set(cards)
    assert hands == set(MODIFIERS)
    assert len(MODIFIERS) == 16


@rule("V-2")
def test_dummy_has_thirteen_shuffled_power_cards() -> None:
    orders = [truth(Game.new(Options(players=2), seed))["dummy"]["powers"] for seed in range(40)]
    assert all(sorted(powers) == list(range(1, 14)) for powers in orders)
    assert len({tuple(powers) for powers in orders}) == 40


@rule("V-2")
def test_dummys_region_cards_are_all_nine_shuffled_anew_for_each_scoring() -> None:
    for seed in range(10):
        periods = truth(Game.new(Options(players=2), seed))["dummy"]["regions"]
        assert [sorted(drawn) for drawn in periods] == [sorted(REGION_KEYS)] * 3
        assert len({tuple(drawn) for drawn in periods}) == 3


@rule("V-2-classic", "S7")
def test_only_two_players_of_2023_have_a_dummy() -> None:
    for options in (Options(), Options(players=3), Options(edition="classic", players=2)):
        data = truth(Game.new(options, 1))
        assert data["dummy"]["powers"] == []
        assert len(data["court"]) == options.players
