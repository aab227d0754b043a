"""What advice says out of turn is so: power cards, modifiers, discs, Vetoes and losses."""

from collections.abc import Sequence

from elgrande import Game, Options
from tests.support.advising import facts, said
from tests.support.playing import seen, with_modifiers
from tests.support.positions import answer, position, there, use


def test_power_cards_are_told_by_what_they_take_and_when_they_let_you_act() -> None:
    game = Game.new(Options(players=3, first_player=0), 1)
    assert said(game, "power 7") == (
        "Lets you take 3; goes first so far; keeps 13 as your highest card."
    )
    use(game, "power 7")
    assert said(game, "power 13") == (
        "Lets you take none; goes first so far; keeps 12 as your highest card."
    )
    use(game, "power 10")
    assert facts(game, "power 1") == {
        "power_takes": {"count": 6},
        "turn_after": {"colours": [1, 0]},
        "next_first": {},
        "power_left": {"value": 13},
    }
    assert said(game, "power 8") == (
        "Lets you take 2; goes after azure; keeps 13 as your highest card."
    )
    assert "goes first this round" in said(game, "power 12")


def test_modifiers_are_told_by_their_total() -> None:
    game = with_modifiers({0: ["+2 plain", "-1 move"]})
    use(game, "power 8")
    assert said(game, "modifier +2 plain") == "Makes your total 10; goes first so far."
    assert facts(game, "end")["modifier_total"] == {"value": 8}
    assert "saves your modifiers for later" in said(game, "end")
    passing = Game.new(Options(players=3, power_shift=True), 1)
    choice = passing.notation(passing.legal(2)[0])
    assert said(passing, choice, seat=2).startswith("Goes to carmine on your left; keeps ")


def test_discs_of_a_scoring_are_told_by_what_they_make_of_the_region() -> None:
    game = position(
        castillo=[5, 2],
        king="castilla",
        regions={"granada": [0, 1, 3], "toledo": [0, 0, 0, 6], "aragon": [0, 5]},
        grandes=["galicia"] * 4,
        round_number=3,
    )
    while game.decision != "disc_scoring":
        quiet = [text for text in ("stop", "end", "take 0") if game.parse(text) in game.legal()]
        use(game, quiet[0] if quiet else game.notation(game.legal()[0]))
    assert said(game, "granada", seat=0, share=0.6) == (
        "Brings 5 to Granada: first place, worth 6, if nobody else comes;"
        " best mixed: choose this 60% of the time."
    )
    assert said(game, "toledo", seat=0) == (
        "Brings 5 to Toledo: 2nd place, worth 4, if nobody else comes."
    )
    assert said(game, "aragon", seat=0) == (
        "Brings 5 to Aragón: tied for first, worth 4, if nobody else comes."
    )
    assert said(game, "castilla", seat=0).startswith("Takes 5 safely into your Court;")
    # The points are those the scoring gives.
    answer(game, {0: "granada", 1: "navarra"})
    assert there(game, "granada")[0] == 5


def test_a_grande_in_the_castillo_goes_with_the_disc_or_stays() -> None:
    game = position(
        castillo=[0, 1],
        king="toledo",
        grandes=["castillo", "aragon", "navarra", "granada"],
        round_number=3,
        new_regency=True,
    )
    while game.decision != "disc_scoring":
        quiet = [text for text in ("stop", "end", "take 0") if game.parse(text) in game.legal()]
        use(game, quiet[0] if quiet else game.notation(game.legal()[0]))
    assert said(game, "galicia", seat=0) == "Moves your Grande to Galicia."
    king = seen(game)["king"]
    assert said(game, king, seat=0) == "Moves nothing."


def test_discs_of_losses_and_rivalries_are_told() -> None:
    war = position("C-civil-war", regions={"toledo": [1, 3, 2], "granada": [0, 1, 0, 4]})
    use(war, "card 2", "special")
    assert said(war, "toledo", seat=1) == (
        "Gives up the lead in Toledo; gives up 3 in Toledo, which costs 7 as things stand."
    )
    assert said(war, "granada", seat=1) == ("Gives up 1 in Granada, which costs 3 as things stand.")
    rivals = position(
        "C-rivalries", regions={"toledo": [1, 3]}, old_hands=("rivalries",), grandes=["navarra"] * 4
    )
    use(rivals, "card 4", "special")
    assert said(rivals, "toledo", seat=0) == (
        "Scores 4 for you and 7 for azure if nobody else picks it."
    )
    assert said(rivals, "granada", seat=0) == "Scores nothing for anyone."


def test_a_veto_is_told_by_what_it_stops_for_whom() -> None:
    game = position(
        "C-score-67",
        regions={"toledo": [3, 1], "granada": [2, 0, 1]},
        grandes=["navarra"] * 4,
        vetoes=[2],
        old_hands=("veto",),
    )
    use(game, "card 3", "special")
    assert game.decision == "veto"
    assert said(game, "veto") == (
        "Stops carmine from using Strongholds; it would score 3 for you, 13 for carmine and 4 for "
        "azure; spends your Veto."
    )
    assert said(game, "allow").startswith("Lets carmine use Strongholds; it would score 3 for you,")
    assert said(game, "allow").endswith("; keeps your Veto.")
    assert use(game, "allow").scores == [13, 4, 3, 0]


def test_a_veto_against_a_move_is_told_by_the_leads_it_keeps() -> None:
    game = position(
        "C-foreign3",
        regions={"toledo": [3, 0, 4], "granada": [3, 0, 4]},
        grandes=["navarra"] * 4,
        vetoes=[2],
        old_hands=("veto",),
        court=[0, 7, 7, 7],
    )
    use(game, "card 1", "special")
    found = facts(game, "veto")
    lost: Sequence[int] = found["veto_lost"]["places"]
    assert set(lost) <= {5, 8}
    assert found["veto_worth_less"]["points"] > 0


def test_returning_out_of_turn_is_told_by_what_it_costs() -> None:
    game = position("C-withdrawal", regions={"toledo": [1, 2], "granada": [0, 3]})
    use(game, "card 2", "special")
    assert game.waiting == (1,)
    assert said(game, "toledo") == (
        "Gives up the lead in Toledo; takes 3 off what your regions would score now; gives up 1 in "
        "Toledo."
    )
    assert said(game, "court") == "Gives up 1 from your Court; leaves 6 in your Court."
