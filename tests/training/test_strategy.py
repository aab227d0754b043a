"""Facts for docs/research/strategy.md: records agree with games, shares add up, it is fresh."""

from pathlib import Path

import pytest

from elgrande import Game, Options
from elgrande.learn.data.games_file import GAMES_FILE, Common, PlayedGame, write_games
from elgrande.rules.board import TAKES
from elgrande.rules.rng import Rng
from elgrande.search.network import Network
from elgrande.search.network_file import write_network
from tests.support.networks import random_layers
from training.mix import Style
from training.self_play import Mind, Recipe, Thinker, play_for_training, styles_of
from training.strategy import facts
from training.strategy.__main__ import collect, tables_in
from training.strategy.caballero_worth import CaballeroWorth
from training.strategy.card_worth import CardWorth
from training.strategy.estimates import mean_of, ratio_of
from training.strategy.pictures import PICTURES
from training.strategy.records import GameFacts, facts_of
from training.strategy.show import DOCUMENT, load_figures, picture_path, written
from training.strategy.tables import TABLES

OPTIONS = Options(players=4)
NETWORK = Network(random_layers(1))


def random_game(options: Options, seed: int) -> PlayedGame:
    """A game in which everybody plays anything that is legal."""
    game, rng = Game.new(options, seed), Rng(seed)
    while not game.over:
        legal = game.legal()
        game.play(legal[rng.below(len(legal))])
    return PlayedGame.of(game)


PLAYED = [random_game(OPTIONS, seed) for seed in (1, 2, 3)]
GAMES = [facts_of(number, OPTIONS, played, NETWORK) for number, played in enumerate(PLAYED)]


def test_means_have_intervals_over_games() -> None:
    found = mean_of([(0, 1.0), (0, 1.0), (1, 0.0), (1, 0.0)])
    assert (found["mean"], found["count"]) == (0.5, 4)
    # Two games that agree in themselves are two observations, not four.
    assert found["high"] - found["mean"] > 6
    assert mean_of([(0, 2.0)]) == {"mean": 2.0, "low": None, "high": None, "count": 1}
    assert mean_of([])["mean"] is None
    assert ratio_of([(0, 1, 2), (0, 3, 2), (1, 5, 5), (2, 1, 0)])["mean"] == 1.0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "options",
    [Options(players=2), Options(players=3), Options(players=5, edition="classic")],
    ids=lambda options: f"{options.edition}-{options.players}",
)
def test_records_agree_with_the_game(options: Options, seed: int) -> None:
    played = random_game(options, seed)
    found = facts_of(0, options, played, NETWORK)
    assert found.standings[-1] == found.scores == list(played.scores)
    assert len(found.standings) == len(found.castillo) == 3
    assert len(found.turns) == len(found.powers) == 9 * options.players
    assert sum(found.shares) == pytest.approx(1.0)
    for turn in found.turns:
        assert turn.card in turn.offered
        assert 0 <= turn.before <= 1
        assert 0 <= turn.after <= 1
        paid = [p for p in found.payments if (p.round, p.card) == (turn.round, turn.card)]
        assert turn.points == sum(p.points for p in paid if p.seat == turn.seat)
        assert turn.points_of_others == sum(p.points for p in paid if p.seat != turn.seat)
    for number in range(1, 10):
        laid = [power for power in found.powers if power.round == number]
        assert sum(power.gain for power in laid) == pytest.approx(0.0, abs=1e-6)
        takers = {turn.seat: turn for turn in found.turns if turn.round == number}
        for power in laid:
            assert power.order == takers[power.seat].order
            assert takers[power.seat].taken <= TAKES[power.value]
        orders = [turn.order for turn in found.turns if turn.round == number]
        assert orders == sorted(orders)
        assert sorted(p.position for p in found.powers if p.round == number) == list(
            range(options.players)
        )


def test_discs_are_compared_with_the_board_before_them() -> None:
    discs = [disc for game in GAMES for disc in game.discs]
    assert discs
    for game in GAMES:
        for disc in game.discs:
            general = [
                paid
                for paid in game.payments
                if paid.card is None
                and (paid.round, paid.seat, paid.place) == (3 * disc.scoring, disc.seat, disc.place)
            ]
            assert disc.after == sum(paid.points for paid in general)
            assert disc.held == game.castillo[disc.scoring - 1][disc.seat]
            if disc.held and not disc.to_court:
                assert general
    assert any(disc.after > disc.before for disc in discs)


def test_shares_add_up() -> None:
    assert sum(row["share"]["mean"] for row in facts.seats(GAMES)) == pytest.approx(1.0, abs=1e-3)
    parts = [row["part"]["mean"] for row in facts.first_power(GAMES)]
    assert sum(parts) == pytest.approx(4.0, abs=1e-2)
    by_value = facts.first_power_by_value(GAMES)
    assert [row["value"] for row in by_value] == list(range(1, 14))
    assert sum(row["share"]["count"] for row in by_value) == 4 * len(GAMES)
    for row in facts.power_by_round(GAMES):
        shares = [order["share"]["mean"] for order in row["orders"]]
        assert sum(shares) == pytest.approx(1.0, abs=1e-3)
    for scoring in facts.castillo(GAMES)["scorings"]:
        found = [group["part"]["mean"] for group in scoring["groups"]]
        assert sum(found) == pytest.approx(1.0, abs=1e-3)


def test_points_of_all_sources_are_all_points() -> None:
    for name, found in facts.points(GAMES).items():
        total = found.pop("total")["mean"]
        assert sum(one["mean"] for one in found.values()) == pytest.approx(total, abs=0.01), name
    winners = [max(game.scores) for game in GAMES if 1 in game.shares]
    assert total < sum(winners) / len(winners)


def test_cards_are_counted_when_they_are_offered() -> None:
    rows = {row["card"]: row for row in facts.cards(GAMES)}
    king = rows["C-king"]
    # It is there every round for the first turn.
    assert king["taken_by_first"]["count"] == 9 * len(GAMES)
    taken = sum(turn.card == "C-king" for game in GAMES for turn in game.turns)
    assert king["order"]["count"] == taken
    assert king["taken"]["mean"] == pytest.approx(taken / king["taken"]["count"], abs=1e-4)


def test_leads_and_homes_count_every_game_once() -> None:
    rows = facts.leads(GAMES)
    for scoring in (1, 2):
        ties = sum(tied(game, scoring) for game in GAMES)
        counted = sum(row["share"]["count"] for row in rows if row["scoring"] == scoring)
        assert counted == len(GAMES) - ties
    assert sum(row["share"]["count"] for row in facts.homes(GAMES)) == 4 * len(GAMES)


def tied(game: GameFacts, scoring: int) -> bool:
    best, second = sorted(game.standings[scoring - 1], reverse=True)[:2]
    return best == second


def test_the_network_compares_cards_in_the_same_position() -> None:
    worth, caballero = CardWorth(NETWORK), CaballeroWorth(NETWORK)
    worth.read(0, OPTIONS, PLAYED[0])
    caballero.read(0, OPTIONS, PLAYED[0])
    found = worth.figures()
    assert "C-king" in found
    assert all(row["worth"]["mean"] >= 0 for row in found.values())
    # In every turn one card is the best, unless two are equally good.
    best = sum(row["best"]["mean"] * row["best"]["count"] for row in found.values())
    assert 18 <= best <= 36.1
    by_round = caballero.figures()
    assert [row["round"] for row in by_round] == list(range(1, 10))
    for row in by_round:
        assert row["best_region"]["mean"] >= row["mean_region"]["mean"]
        assert row["castillo"]["count"] == row["best_region"]["count"] <= 4


def test_styles_of_a_game_are_known_from_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(players=2, short=True)
    seen: list[list[Style]] = []

    def note(self: Recipe, players: int, rng: Rng) -> list[tuple[Mind, Style]]:
        seats = draw(self, players, rng)
        seen.append([style for _, style in seats])
        return seats

    draw = Recipe.draw_seats
    monkeypatch.setattr(Recipe, "draw_seats", note)
    for seed in (3, 4):
        play_for_training(options, seed, Thinker(Recipe()))
        drawn = seen[-1]
        assert styles_of(seed, 2) == drawn
    monkeypatch.undo()
    names = {style.name for seed in range(50) for style in styles_of(seed, 4)}
    assert names == {"keen", "curious", "novice"}
    assert len(styles_of(1, 5)) == 5


def test_a_folder_of_games_becomes_figures_tables_and_pictures(tmp_path: Path) -> None:
    vetoes = Options(players=4, edition="classic")
    for name, options, games in (
        ("four", OPTIONS, PLAYED),
        ("classic", vetoes, [random_game(vetoes, seed) for seed in (1, 2)]),
    ):
        (tmp_path / name).mkdir()
        common = Common(options, ("a", "b", "c", "d"))
        write_games(tmp_path / name / GAMES_FILE, common, games)
    network = tmp_path / "some.network"
    network.write_bytes(write_network(random_layers(1)))
    figures = collect(tables_in([tmp_path], keen=False), network, most=3, judged=1)
    assert figures["games"] == {"4": 3}
    assert figures["vetoes"]["games"] == 2
    for draw in (*TABLES.values(), *PICTURES.values()):
        assert draw(figures)
    keen = tables_in([tmp_path], keen=True)[OPTIONS]
    assert keen == [one for one in PLAYED if {s.name for s in styles_of(one.seed, 4)} == {"keen"}]


def test_the_document_shows_the_figures_in_the_file() -> None:
    figures = load_figures()
    text = DOCUMENT.read_text(encoding="utf-8")
    assert written(text, figures) == text
    for name, draw in PICTURES.items():
        assert picture_path(name).read_text(encoding="utf-8") == draw(figures), name
        assert f"(../pictures/{picture_path(name).name})" in text
