"""The novice makes a beginner's mistakes, each as it is described, and no others."""

import pytest

from elgrande import Game, Options
from elgrande.bots import Situation, bot_rng
from elgrande.bots import novice as module
from elgrande.bots.novice import (
    CLINGS,
    FORGETS_THE_CASTILLO,
    FORGETS_THE_KING,
    LIVES_IN_THE_PRESENT,
    MISTAKES,
    OVERLOOKS_OTHERS,
    SPENDS_EARLY,
    SPREADS,
    WEIGHTS,
    Novice,
    drawn_mistakes,
)
from elgrande.rules.board import PLACE_KEYS
from elgrande.rules.rng import Rng
from elgrande.search.appraiser import Appraiser
from tests.support.documents import text_of
from tests.support.positions import position, there, use

TOLEDO = PLACE_KEYS.index("toledo")
DOCUMENTATION = text_of("docs/play/bots.md")


def make(monkeypatch: pytest.MonkeyPatch, *mistakes: str) -> None:
    """From now on it makes these mistakes in every turn, and no others."""
    monkeypatch.setattr(module, "MISTAKES", dict.fromkeys(mistakes, 100))


def asked(game: Game, bot: Novice, luck: int = 1) -> str:
    """What it chooses."""
    seat = game.waiting[0]
    return game.notation(bot.choose(Situation.of(game, seat, Rng(luck))))


def places_all(game: Game) -> list[str]:
    """Where it places, one caballero after the other."""
    bot, places = Novice(), []
    while game.decision == "place":
        places.append(asked(game, bot))
        use(game, places[-1])
    return places


def placing() -> Game:
    """Five caballeros to place while somebody leads everywhere."""
    regions = {name: [0, 2, 0, 0] for name in ("toledo", "granada", "sevilla", "aragon", "galicia")}
    game = position(king="castilla", regions=regions, castillo=[0, 1, 0, 0], round_number=3)
    return use(game, "card 5", "place")


def test_one_who_clings_places_all_in_one_region(monkeypatch: pytest.MonkeyPatch) -> None:
    make(monkeypatch, CLINGS)
    places = places_all(placing())
    assert len(places) > 3
    assert len(set(places)) == 1


def test_one_who_spreads_never_places_twice_in_a_region(monkeypatch: pytest.MonkeyPatch) -> None:
    make(monkeypatch, SPREADS)
    places = places_all(placing())
    assert len(places) > 3
    assert len(set(places)) == len(places)


def test_the_castillo_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: dict[str, list[int]] = {name: [0, 2, 2, 2] for name in PLACE_KEYS[:9]}
    found = []
    for mistakes in ((), (FORGETS_THE_CASTILLO,)):
        make(monkeypatch, *mistakes)
        game = position(king="castilla", regions=taken, round_number=3)
        found.append(places_all(use(game, "card 5", "place")))
    assert "castillo" in found[0]
    assert "castillo" not in found[1]


def test_the_highest_power_card_is_spent_early_and_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make(monkeypatch, SPENDS_EARLY)
    assert {asked(Game.new(seed=seed), Novice(), seed) for seed in range(9)} == {"power 13"}
    make(monkeypatch)
    assert {asked(Game.new(seed=seed), Novice(), seed) for seed in range(9)} != {"power 13"}


def test_the_king_goes_where_the_novice_has_most(monkeypatch: pytest.MonkeyPatch) -> None:
    make(monkeypatch, FORGETS_THE_KING)
    game = position("C-king", king="castilla", regions={"navarra": [4, 0], "toledo": [1, 5]})
    use(game, "card 5", "special")
    assert asked(game, Novice()) == "navarra"
    king = WEIGHTS[False, True].king
    assert not any(king)


def test_a_scoring_that_gives_others_more_is_overlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = {"toledo": [3, 4, 0, 0], "navarra": [2, 0, 0, 0]}
    grandes = ["galicia", "toledo", "aragon", "granada"]
    found = []
    for mistakes in ((), (OVERLOOKS_OTHERS,)):
        make(monkeypatch, *mistakes)
        monkeypatch.setattr(module, "MISCOUNTS_BY", 0)
        game = position("C-fair", regions=regions, grandes=grandes, round_number=5)
        bot = Novice()
        bot.choose(Situation.of(game, 0, Rng(1)))
        context = bot._context(Situation.of(game, 0, Rng(1)))
        context.appraiser.look_at(game.state, 0)
        found.append(context.appraiser.scored(game.state, TOLEDO, False))
    assert found[0] < 0 < found[1]


def test_ties_and_leads_of_today_count_in_full() -> None:
    game = position(regions={"toledo": [3, 3, 0, 0]}, round_number=4)
    promises = []
    for present in (False, True):
        appraiser = Appraiser(WEIGHTS[present, False])
        appraiser.look_at(game.state, 0)
        counts = game.state.counts(TOLEDO)
        promises.append(appraiser.promise(game.state, TOLEDO, counts, 0, 3))
    assert 5 * promises[1] > 6 * promises[0]
    assert there(game, "toledo") == [3, 3, 0, 0]


def test_mistakes_last_for_a_turn_and_are_drawn_again() -> None:
    drawn = {drawn_mistakes(Rng(seed)) for seed in range(40)}
    assert len(drawn) > 20
    assert frozenset().union(*drawn) == set(MISTAKES)
    game, bot, seen = Game.new(Options(players=2, short=True), 3), Novice(), set()
    luck = bot_rng(3, 0)
    while not game.over:
        seat = game.waiting[0]
        if seat:
            game.play(game.legal(seat)[-1], seat)
            continue
        game.play(bot.choose(Situation.of(game, 0, luck)), 0)
        seen.add((bot._turn, bot._mistakes))
    assert len(seen) == len({turn for turn, _ in seen})
    assert len({mistakes for _, mistakes in seen}) > 5


def test_every_mistake_is_documented() -> None:
    assert set(MISTAKES) >= {LIVES_IN_THE_PRESENT, CLINGS, SPREADS}
    for what, share in MISTAKES.items():
        assert f"| {what} | {share} |" in DOCUMENTATION
