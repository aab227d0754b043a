"""What advice says is so: its facts are checked against games, views and the rulebook's scoring."""

import re
from collections import Counter
from typing import Any

import pytest

from elgrande import Game
from elgrande.bots.effects import Effects, carry_out, is_level, leader
from elgrande.bots.facts import Fact, points_of_card, yet_to_act
from elgrande.bots.sentences import ORDER, Words, findings_for, sentence_for
from elgrande.editions.wording import LANGUAGES, texts
from elgrande.rules.rng import Rng
from tests.support.advising import facts, said, told
from tests.support.marks import rule
from tests.support.playing import idle_until, seen, truth
from tests.support.positions import REGION_KEYS, position, stack_of, take, there, use
from tests.support.walks import every_variant, pick, somewhere

VARIANTS = list(every_variant())
# Parts of sentences that are no facts of their own.
PARTS = {"score_yours", "score", "men_named", "men_yours", "men", "spot", "expected", "vetoable"}
SCORING = [
    "C-fair", "C-score-4", "C-score-5", "C-score-67", "C-revelation", "C-score-first",
    "C-score-most", "C-score-least",
]  # fmt: skip


# The table of words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_its_words_and_no_words_are_idle(language: str) -> None:
    assert set(texts(language)["advice"]) == {*ORDER, *PARTS}
    assert len(set(ORDER)) == len(ORDER)


def test_every_fact_can_be_said_in_every_language() -> None:
    found: Counter[str] = Counter()
    for number in range(60):
        game = Game.new(VARIANTS[number * 61 % len(VARIANTS)], number)
        rng = Rng(number)
        while not game.over:
            seat = pick(rng, game.waiting)
            choice = pick(rng, game.legal(seat))
            state = game.determinize(seat, 1).state
            findings = findings_for(state, seat, [choice])
            for fact in findings.facts:
                found[fact.key] += 1
                if found[fact.key] <= 3:
                    for language in LANGUAGES:
                        clause = Words(state, seat, language).say(fact)
                        assert clause
                        assert not re.search(r"[{}]|None|  ", clause), clause
            game.play(choice, seat)
    # What is not a fact of a choice alone, and what is too rare for sixty games, comes below.
    rare = {"mix", "nothing", "disc_nothing_moves", "veto_lost", "scored_next"}
    assert set(ORDER) - set(found) <= rare


# Effects


def own_turn_by_chance(game: Game, rng: Rng) -> list[int] | None:
    """Play the turn under way to its end at random; None if others are asked in it."""
    seat, turn = game.waiting[0], seen(game)["turn_order"]
    choices = []
    index = turn.index(seat)
    while not game.over and game.waiting == (seat,) and game.decision not in ("power", "modifier"):
        choices.append(pick(rng, game.legal(seat)))
        game.play(choices[-1])
        if any(event["event"] == "turn_ended" for event in game.events(seat)):
            return choices if index + 1 < len(turn) else None
    return None


def turns_by_chance(wanted: int) -> list[tuple[Game, list[int], Game]]:
    """Games at the start of some turn, the choices of that turn, and the games after it."""
    found = []
    for number in range(4000):
        game = somewhere(VARIANTS[number * 61 % len(VARIANTS)], number)
        if game.decision in ("card", "act", "place", "take"):
            after = game.clone()
            after.listen()
            choices = own_turn_by_chance(after, Rng(number))
            # The last turn of a round is followed by what is nobody's doing.
            if choices is not None and after.round == game.round:
                found.append((game, choices, after))
        if len(found) == wanted:
            return found
    raise AssertionError("there are many such turns")


def test_effects_are_those_of_the_game_played() -> None:
    kinds: Counter[str] = Counter()
    for game, choices, after in turns_by_chance(150):
        seat = game.waiting[0]
        before = game.digest()
        effects = carry_out(game.state, seat, choices)
        assert game.digest() == before
        assert not effects.answered
        gained = [new - old for new, old in zip(after.scores, game.scores, strict=True)]
        assert [effects.scores()[other] for other in range(len(gained))] == gained
        board = Game(effects.after, 0, None)
        for place in (*REGION_KEYS, "castillo", "court", "province"):
            assert there(board, place) == there(after, place)
        for field in ("king", "regions"):
            assert truth(board)[field] == truth(after)[field]
        kinds.update(str(event["event"]) for event in effects.events)
    assert {"moved", "scored", "king_moved", "tile_put", "grande_moved", "card"} <= set(kinds)


def test_leads_are_those_of_the_views() -> None:
    for game, choices, after in turns_by_chance(150):
        seat = game.waiting[0]
        was, now = (
            {key: region["ranks"] for key, region in seen(one)["regions"].items()}
            for one in (game, after)
        )
        found = facts(game, *[game.notation(choice) for choice in choices])
        taken = {key for key in REGION_KEYS if now[key][seat] == 1 != was[key][seat]}
        lost = {key for key in REGION_KEYS if was[key][seat] == 1 != now[key][seat]}
        assert named(found, "lead") | named(found, "lead_from") == taken
        assert named(found, "lost") == lost
        if "lead_from" in found:
            (place,) = named(found, "lead_from")
            assert was[place][found["lead_from"]["colour"]] == 1
        for place in named(found, "level"):
            assert now[place][seat] == 2
            assert now[place].count(2) > 1
            assert 1 not in now[place]


def named(found: dict[str, dict[str, Any]], key: str) -> set[str]:
    """The regions that a fact names."""
    values = found.get(key, {})
    places = values.get("places", [values["place"]] if "place" in values else [])
    return {REGION_KEYS[place] for place in places}


def test_what_the_game_does_after_a_turn_is_not_its_doing() -> None:
    # The last turn before a general scoring: the scoring is not what the turn scores.
    game = position(regions={"toledo": [3, 1]}, round_number=3, players=2, edition="classic")
    use(game, "card 1", "end")
    assert game.decision in ("card", "take")
    effects = carry_out(game.state, 1, [game.parse(text) for text in ("take 0", "card 5", "end")])
    assert effects.scores() == {}
    ended = game.clone()
    idle_until(ended, "power", 0)
    assert ended.scores != [0, 0]


@pytest.mark.parametrize("card", SCORING)
def test_points_of_a_card_are_what_playing_it_scores(card: str) -> None:
    rng = Rng(7)
    for seat in (0, 2):
        for _ in range(6):
            regions = {key: [rng.below(4) for _ in range(4)] for key in REGION_KEYS}
            arranged = position(
                card, seat=seat, regions=regions, castillo=[1, 2, 2, 0], court=[0] * 4
            )
            index = arranged.state.deal.card_at(stack_of(card, arranged.options) - 1, 0)
            assert arranged.state.deal.key(index) == card
            expected = points_of_card(arranged.state, index, seat)
            if card == "C-fair":
                played = [
                    take(arranged.clone(), card, "special", key).scores[seat] for key in REGION_KEYS
                ]
                assert expected == max(played)
            else:
                assert expected == take(arranged, card, "special").scores[seat]


# Sentences


def test_a_scoring_card_is_told_with_what_it_gives_whom_and_what_it_would_give() -> None:
    # A worked example: scores 9 for you and 3 for blue; left on the table it gives red 14.
    game = position(
        "C-score-4",
        king="castilla",
        regions={"galicia": [2, 3], "cataluna": [1, 3], "sevilla": [2, 4]},
        grandes=["toledo", "sevilla", "aragon", "navarra"],
        court=[3, 7, 7, 7],
    )
    line = said(game, "card 3", "place", "galicia", "galicia", "castillo", "special")
    assert line == (
        "Scores 9 for you and 12 for azure; takes the lead in Galicia from azure; "
        "if left on the table, it gives azure 14."
    )
    assert take(game.clone(), "C-score-4", "special").scores == [7, 14, 0, 0]
    spoken = [
        sentence_for(game.state, 0, [game.parse("card 3"), game.parse("special")], None, language)
        for language in ("es", "de")
    ]
    assert spoken[0].startswith("Suma 7 para ti y 14 para Azul;")
    assert spoken[1].startswith("Bringt 7 für dich und 14 für Azur;")


NAMES = ["Ana", "Don Lope", "Doña Urraca", "Don Íñigo"]


@pytest.mark.parametrize(
    ("language", "scored", "sent", "moved"),
    [
        ("en", "14 for Don Lope", "1 of Don Lope's", "moves Don Lope's Grande"),
        ("es", "14 para Don Lope", "1 de Don Lope", "lleva al Grande de Don Lope"),
        ("de", "14 für Don Lope", "1 von Don Lope", "versetzt den Grande von Don Lope"),
    ],
)
def test_players_are_called_by_their_names(
    language: str, scored: str, sent: str, moved: str
) -> None:
    state = position("C-king").state
    words = Words(state, 0, language, NAMES)
    assert scored in words.say(Fact("scored", 1.0, {"scores": {0: 7, 1: 14}}))
    assert sent in words.say(Fact("sent_home", 1.0, {"men": {1: 1}}))
    assert moved in words.say(Fact("grande", 1.0, {"colour": 1, "place": 0}))
    assert "Don Lope" not in Words(state, 0, language).say(Fact("passed", 1.0, {"colour": 1}))


def test_what_is_left_goes_to_those_who_are_still_to_act() -> None:
    regions = {"toledo": [1, 0, 4], "granada": [1, 3, 0, 0]}
    game = position("C-fair", regions=regions, grandes=["navarra"] * 4)
    order = seen(game)["turn_order"]
    assert facts(game, "card 2", "end")["left"] == {"colour": 2, "points": 7}
    for index, seat in enumerate(order):
        idle_until(game, "card", seat)
        assert yet_to_act(game.state, seat) == order[index + 1 :]
        found = facts(game, "card 2", "end")
        best = {7: 2, 6: 1, 4: 0}
        left = [points for points, other in best.items() if other in order[index + 1 :]]
        if left:
            assert found["left"] == {"colour": best[left[0]], "points": left[0]}
        else:
            assert "left" not in found
        # A card that is not taken is left to the same, on the board as it is after the turn.
        other_card = game.notation(game.legal()[-1])
        if left:
            assert facts(game, other_card, "end")["leaves"]["points"] == left[0]
        use(game, other_card, "end")


def test_a_lead_shared_or_lost_or_given_is_told() -> None:
    game = position("C-any4", regions={"toledo": [1, 2, 0, 1], "granada": [2, 1, 2], "aragon": [2]})
    use(game, "card 1", "special")
    assert facts(game, "carmine@granada", "toledo", "stop", "end")["level"] == {"places": [5]}
    given = facts(game, "carmine@granada", "aragon", "stop", "end")
    assert given["raised"] == {"colour": 2, "places": [8]}
    both = ("carmine@aragon", "toledo", "carmine@aragon", "toledo", "stop", "end")
    lost = facts(game, *both)
    assert lost["lost"] == {"places": [2]}
    assert lost["lead_from"] == {"place": 5, "colour": 1}
    shared = facts(game, "azure@toledo", "aragon", "stop", "end")
    assert shared["level"] == {"places": [5]}
    fallen = facts(game, "green@toledo", "aragon", "azure@toledo", "granada", "stop", "end")
    assert fallen["level"] == {"places": [5]}
    # Where the seat has no part, it is the others' lead that begins or ends.
    game = position("C-any4", regions={"toledo": [0, 2, 0, 1]})
    use(game, "card 1", "special")
    fallen = facts(game, "azure@toledo", "aragon", "stop", "end")
    assert fallen["fallen"] == {"colour": 1, "places": [5]}
    assert fallen["raised"] == {"colour": 1, "places": [2]}


def test_bonuses_won_and_denied_are_told() -> None:
    game = position(
        king="castilla",
        regions={"castilla": [1, 2], "granada": [3, 1], "toledo": [0, 2]},
        grandes=["aragon", "toledo", "navarra", "galicia"],
    )
    found = facts(game, "card 5", "special", "granada", "end")
    assert found["king_bonus"] == {"place": 8}
    game = position(
        "C-any4",
        king="castilla",
        regions={"castilla": [1, 2], "granada": [1, 1], "toledo": [0, 2, 2]},
        grandes=["granada", "toledo", "navarra", "galicia"],
        court=[0] * 4,
    )
    use(game, "card 1", "special")
    found = facts(game, "azure@granada", "toledo", "stop")
    assert found["grande_bonus"] == {"place": 8}
    assert found["raised"] == {"colour": 1, "places": [5]}
    assert "grande_denied" not in found
    found = facts(
        position("C-king", king="castilla", regions={"castilla": [0, 2]}), "card 5", "end"
    )
    assert "king_denied" not in found
    moved = position("C-king", king="castilla", regions={"castilla": [0, 2]})
    assert facts(moved, "card 5", "special", "granada", "end")["king_denied"] == {
        "place": 4,
        "colour": 1,
    }


def test_a_quiet_turn_is_told_by_where_the_caballeros_went() -> None:
    game = position(king="castilla")
    line = said(game, "card 5", "place", "toledo", "toledo", "castillo", "aragon", "stop", "end")
    assert "places 2 in Toledo and 1 in Aragón and throws 1 into the Castillo" in line
    game = use(position(king="castilla", court=[1, 7, 7, 7]), "card 5")
    assert "empties your Court" in said(game, "place", "castillo", "end")
    assert said(game, "end") == "Changes nothing on the board."


def test_other_pieces_are_told() -> None:
    assert "puts the 8/4/0 tile in Granada" in told(
        position("C-tile"), "card 4", "special", "tile 8/4/0", "granada", "end"
    )
    assert "takes back power card 13" in told(
        position("C-power"), "card 4", "special", "power 13", "end"
    )
    veto = position("C-veto", old_hands=("veto",))
    assert "keeps a Veto until the end of the next round" in told(veto, "card 2", "special", "end")
    away = position("C-grande", grandes=["galicia", "toledo", "aragon", "granada"])
    assert "moves your Grande to Toledo" in told(away, "card 4", "special", "toledo", "end")
    assert "sends 3 azure, 3 ochre and 3 green back to the Province" in told(
        position("C-court-three"), "card 2", "special", "end"
    )
    rebel = position("C-rebellion", new_regency=True)
    assert "moves the King to the Castillo" in told(rebel, "card 5", "special", "end")


def test_what_others_decide_is_only_expected() -> None:
    game = position("C-coup", regions={"toledo": [1, 3, 2], "granada": [0, 1]})
    line = said(game, "card 4", "special", "toledo", "end")
    assert line.startswith("Likely result, if the others do what looks best to them: takes the")
    assert not said(game, "card 4", "end").startswith("Expected")


def test_who_could_veto_it_is_told() -> None:
    game = position("C-fair", regions={"toledo": [3, 1]}, vetoes=[2], old_hands=("veto",))
    line = said(game, "card 2", "special", "toledo", "end")
    assert line.startswith("Scores 7 for you and 4 for azure;")
    assert line.endswith("; a Veto by ochre could stop it.")
    assert "Veto" not in said(game, "card 2", "end")


def test_at_most_three_facts_are_said() -> None:
    words = Words(Game.new().state, 0, "en")
    many = [Fact("recruited", float(count), {"count": count}) for count in range(1, 9)]
    assert words.sentence(many).count("takes") + 1 == 3
    assert words.sentence([]) == "Changes nothing on the board."


def test_leaders_and_ties_are_those_of_the_rules() -> None:
    game = position(regions={"toledo": [2, 2, 1], "granada": [0, 1], "aragon": [0, 0, 3, 2]})
    state = game.state
    assert [leader(state, place) for place in (5, 8, 2, 0)] == [None, 1, 2, None]
    assert [is_level(state, 5, colour) for colour in range(4)] == [True, True, False, False]
    assert isinstance(carry_out(state, 0, [game.parse("card 5")]), Effects)


@rule("P13")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "Scores 5 for you and 3 for azure at once, whatever a Veto stops after that;"
            " scores 5 for you, 9 for ochre, 8 for azure and 3 for green;"
            " a Veto by azure could stop it.",
        ),
        ("es", "aunque un Veto impida el resto"),
        ("de", "auch wenn ein Veto den Rest verhindert"),
    ],
)
def test_advice_on_an_order_says_what_the_next_region_pays(language: str, sentence: str) -> None:
    regions = {"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]}
    arrangement: dict[str, Any] = {"edition": "classic", "king": "galicia", "vetoes": [1]}
    homes = ["cataluna", "castilla", "toledo", "sevilla"]
    game = position("C-score-5", regions=regions, grandes=homes, court=[0] * 4, **arrangement)
    take(game, "C-score-5", "special", "allow")
    assert sentence in sentence_for(game.state, 0, [game.parse("navarra")], None, language)
