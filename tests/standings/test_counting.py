"""Which games count."""

import pytest

from elgrande.standings.counting import GameFacts, SeatFacts, rated_places, why_unrated

ANA, BEN, BOT = SeatFacts("ana", None), SeatFacts("ben", None), SeatFacts(None, "steady")


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (GameFacts([ANA, BEN]), None),
        (GameFacts([ANA, BOT]), None),
        (GameFacts([BOT, BOT]), "alone"),
        (GameFacts([ANA, ANA, BOT]), "shared_screen"),
        (GameFacts([ANA, BOT], coach=True), "coached"),
        (GameFacts([ANA, BOT], went_back=True), "taken_back"),
        (GameFacts([ANA, BEN], went_back=True), None),
    ],
)
def test_what_a_fair_club_would_count(game: GameFacts, reason: str | None) -> None:
    assert why_unrated(game) == reason


def test_whoever_leaves_a_game_to_a_bot_is_behind_all_who_stayed() -> None:
    assert rated_places([1, 2, 2, 4], [False] * 4) == [1, 2, 2, 4]
    assert rated_places([1, 2, 3, 4], [True, False, True, False]) == [3, 1, 4, 2]
