"""The general scoring and the end of the game (R12 to R14, R19, Q5, Q6, Q14, Q15)."""

from typing import Any

import pytest

from elgrande import Game, GameOver
from tests.support.marks import rule
from tests.support.playing import finish_round, happened, play_out, score_generally, seen
from tests.support.positions import REGION_KEYS, answer, grande, offered, position, take, there, use

AWAY = ["sevilla"] * 4


def at_discs(**arrangement: Any) -> Game:
    """A general scoring at the moment the discs are asked for."""
    return finish_round(position(round_number=3, **arrangement))


@rule("R12")
def test_castillo_is_scored_then_discs_are_revealed_then_regions_scored() -> None:
    everywhere = {key: [1] for key in REGION_KEYS}
    game = position(
        round_number=3, king="castilla", regions=everywhere, castillo=[2, 1], events=True
    )
    answer(finish_round(game), {0: "toledo", 1: "granada"})
    steps = [
        str(event.get("place", event["event"]))
        for event in game.events()
        if event["event"] in ("disc_shown", "castillo_opened", "scored")
        or (event["event"] == "moved" and event["from"] == "castillo")
    ]
    assert steps[:3] == ["castillo_opened", "castillo", "castillo"]
    assert sorted(steps[3:7]) == ["granada", "moved", "moved", "toledo"]
    scored = list(dict.fromkeys(steps[7:]))
    assert scored == list(REGION_KEYS)


@rule("R12", "R14")
def test_caballeros_count_in_the_castillo_and_then_where_they_move_to() -> None:
    game = score_generally(
        discs={0: "galicia", 1: "galicia"},
        castillo=[3, 2],
        regions={"galicia": [0, 2], "toledo": [0, 0, 1]},
        grandes=AWAY,
    )
    assert there(game, "galicia") == [3, 4, 0, 0]
    assert game.scores == [5 + 2, 3 + 4, 7, 0]


@rule("R12")
def test_all_nine_regions_are_scored() -> None:
    game = score_generally(
        king="castilla", regions={key: [1] for key in REGION_KEYS}, grandes=["castilla"] * 4
    )
    assert game.scores[0] == 4 + 5 + 5 + 4 + 6 + 7 + 5 + 4 + 6 + 2 + 2


@rule("R12")
def test_game_goes_on_with_the_next_round() -> None:
    game = score_generally(discs={2: "toledo"}, castillo=[0, 0, 1])
    assert (game.round, game.decision) == (4, "power")


@rule("R13")
def test_all_with_something_in_the_castillo_choose_at_once() -> None:
    game = at_discs(castillo=[1, 0, 2, 3])
    assert game.decision == "disc_scoring"
    assert list(game.waiting) == [0, 2, 3]
    answer(game, {3: "toledo", 0: "granada"})
    assert list(game.waiting) == [2]
    assert game.legal(0) == []


@rule("R13")
def test_every_region_can_be_chosen_and_nothing_else() -> None:
    game = at_discs(castillo=[1, 1], king="toledo")
    assert offered(game, 1) == list(REGION_KEYS)


@rule("R13")
def test_order_of_the_answers_does_not_matter() -> None:
    discs = {0: "toledo", 1: "toledo", 2: "granada"}
    one, other = at_discs(castillo=[1, 2, 3]), at_discs(castillo=[1, 2, 3])
    answer(one, discs)
    answer(other, dict(reversed(discs.items())))
    assert one.digest() == other.digest()


@rule("R13")
def test_disc_is_secret_until_all_are_set() -> None:
    one = at_discs(castillo=[1, 1, 1], events=True)
    other = one.clone()
    other.listen()
    answer(one, {0: "toledo"})
    answer(other, {0: "granada"})
    assert seen(one, 0)["mine"]["disc"] == "toledo"
    for seat in (None, 1, 2, 3):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat)[-1] == other.events(seat)[-1] == {"event": "disc_set", "colour": 0}
    answer(one, {1: "galicia", 2: "aragon"})
    shown = [(event["colour"], event["place"]) for event in happened(one, "disc_shown", 3)]
    assert shown == [(0, "toledo"), (1, "galicia"), (2, "aragon")]


@rule("R14")
def test_all_of_a_player_move_to_the_chosen_region() -> None:
    game = score_generally(discs={0: "toledo", 1: "granada"}, castillo=[4, 2])
    assert there(game, "castillo") == [0, 0, 0, 0]
    assert there(game, "toledo") == [4, 0, 0, 0]
    assert there(game, "granada") == [0, 2, 0, 0]


@rule("R14", "Q6")
def test_disc_at_the_kings_region_sends_them_to_the_court() -> None:
    game = score_generally(discs={0: "castilla"}, castillo=[4], king="castilla", court=[3, 7, 7, 7])
    assert there(game, "castilla") == [0, 0, 0, 0]
    assert there(game, "castillo") == [0, 0, 0, 0]
    assert there(game, "court") == [7, 7, 7, 7]


@rule("R14")
def test_king_abroad_closes_no_region() -> None:
    game = score_generally(discs={0: "navarra"}, castillo=[4], king="france", new_regency=True)
    assert there(game, "navarra") == [4, 0, 0, 0]


@rule("Q14")
def test_without_anything_in_the_castillo_no_disc_is_set() -> None:
    game = at_discs(regions={"toledo": [1]}, grandes=AWAY)
    assert (game.round, game.decision) == (4, "power")
    assert game.scores == [7, 0, 0, 0]


@rule("Q14", "V-castillo-grande")
def test_grande_alone_in_the_castillo_is_something_at_stake() -> None:
    game = at_discs(grandes=["castillo", *AWAY[1:]], new_regency=True)
    assert game.waiting == (0,)
    assert grande(use(game, "toledo"), 0) == "toledo"


@rule("Q5")
def test_grande_stays_in_the_castillo_when_the_disc_shows_the_kings_region() -> None:
    game = score_generally(
        discs={0: "castilla"},
        king="castilla",
        castillo=[2],
        court=[5, 7, 7, 7],
        grandes=["castillo", *AWAY[1:]],
        new_regency=True,
    )
    assert grande(game, 0) == "castillo"
    assert there(game, "castillo") == [0, 0, 0, 0]
    assert there(game, "court") == [7, 7, 7, 7]


@rule("V-castillo-grande")
def test_grande_earns_its_bonus_in_the_castillo_and_again_where_it_moves() -> None:
    game = score_generally(
        discs={0: "toledo", 1: "granada"},
        castillo=[2, 1],
        grandes=["castillo", *AWAY[1:]],
        new_regency=True,
    )
    assert game.scores == [5 + 2 + 7 + 2, 3 + 6, 0, 0]
    assert grande(game, 0) == "toledo"


@rule("Q15")
def test_dummy_takes_its_place_in_the_castillo_and_stays_there() -> None:
    game = score_generally(
        discs={0: "castilla", 1: "castilla"}, players=2, king="castilla", castillo=[2, 1, 3]
    )
    assert game.scores == [3, 0]
    assert there(game, "castillo") == [0, 0, 3]


@rule("Q15", "V-2")
def test_dummy_alone_in_the_castillo_asks_nobody_for_a_disc() -> None:
    game = at_discs(players=2, castillo=[0, 0, 3])
    assert game.decision == "power"
    assert there(game, "castillo") == [0, 0, 3]


@rule("R19")
def test_highest_score_wins_after_the_third_general_scoring() -> None:
    game = score_generally(
        round_number=9,
        regions={"toledo": [0, 0, 1]},
        grandes=AWAY,
        changes={"scores": [50, 41, 44, 30]},
    )
    assert game.over
    assert game.scores == [50, 41, 51, 30]
    assert game.winners == (2,)
    assert game.waiting == ()


@rule("R19")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [([7, 7, 0, 3], (0, 1)), ([5, 5, 5, 5], (0, 1, 2, 3)), ([0, 4, 2, 4], (1, 3))],
)
def test_equal_scores_share_the_victory(scores: list[int], winners: tuple[int, ...]) -> None:
    game = score_generally(round_number=9, changes={"scores": scores})
    assert game.scores == scores
    assert game.winners == winners


@rule("R19")
def test_last_discs_still_count() -> None:
    game = score_generally(
        discs={1: "toledo"},
        round_number=9,
        castillo=[0, 2],
        grandes=AWAY,
        changes={"scores": [11, 0, 0, 0]},
    )
    assert game.over
    assert game.scores == [11, 12, 0, 0]
    assert game.winners == (1,)


@rule("R19")
def test_nobody_has_won_before_the_end_and_nobody_plays_after_it() -> None:
    game = Game.new(seed=3)
    assert game.winners == ()
    play_out(game)
    assert game.legal() == []
    with pytest.raises(GameOver):
        use(game, "power 1")


def told(game: Game, place: str) -> list[Any]:
    """What was told of the scoring of a place, without its sentences."""
    kinds = ("place_counted", "scored", "unpaid")
    events: list[Any] = [event for event in game.events() if event["event"] in kinds]
    return [event for event in events if event["place"] == place]


@rule("R15", "R16")
def test_a_scoring_tells_counts_ranks_and_bonuses() -> None:
    game = score_generally(
        king="toledo",
        regions={"toledo": [3, 2, 2, 1]},
        grandes=["toledo", "galicia", "galicia", "galicia"],
        events=True,
    )
    place = {"place": "toledo"}
    worth = {"colours": 4, "first": 7, "second": 4, "third": 2, "first_only": 0}
    no_bonus = {"king": 0, "grande": 0}
    first = {"colour": 0, "points": 11, "rank": 1, "count": 3, "king": 2, "grande": 2}
    assert told(game, "toledo") == [
        {"event": "place_counted", **place, **worth},
        {"event": "scored", **place, **first},
        {"event": "scored", **place, "colour": 1, "points": 2, "rank": 3, "count": 2, **no_bonus},
        {"event": "scored", **place, "colour": 2, "points": 2, "rank": 3, "count": 2, **no_bonus},
        {"event": "unpaid", **place, "colour": 3, "rank": 4, "count": 1},
    ]


@rule("R12")
def test_regions_that_pay_nobody_are_told_too() -> None:
    game = score_generally(regions={"galicia": [1]}, events=True)
    counted = [event["place"] for event in happened(game, "place_counted")]
    assert counted == ["castillo", *REGION_KEYS]
    (empty,) = told(game, "granada")
    assert empty["colours"] == 0
    assert game.tell(empty) == "Nobody has caballeros in Granada, so nobody scores."


@rule("V-2")
def test_the_dummy_is_told_with_its_rank_and_no_points() -> None:
    game = score_generally(regions={"galicia": [1, 0, 3]}, players=2, events=True)
    there = told(game, "galicia")
    assert there[0]["third"] == 0
    assert [(event["event"], event["colour"], event["rank"]) for event in there[1:]] == [
        ("scored", 0, 2),
        ("unpaid", 2, 1),
    ]


@rule("R18")
def test_a_scoring_of_first_places_only_says_so() -> None:
    game = position("C-score-first", regions={"galicia": [2, 1], "aragon": [1, 1]}, events=True)
    take(game, "C-score-first", "special")
    (counted, _, second) = told(game, "galicia")
    assert counted["first_only"] == 1
    assert (second["event"], second["rank"]) == ("unpaid", 2)
    assert [event["event"] for event in told(game, "aragon")[1:]] == ["unpaid", "unpaid"]
