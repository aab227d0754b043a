"""Games for training: the same for the same seeds, however they are played."""

from itertools import pairwise
from pathlib import Path

import pytest

from elgrande import Options
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.rng import Rng
from elgrande.search.network_file import write_network
from elgrande.search.weights import POINT
from tests.support.networks import random_layers
from training.mix import EXACT, STYLES, TABLES, Style, draw_style, games_at
from training.play import open_collections, play_all, play_once, tasks_of
from training.positions import read_folder
from training.self_play import Mind, Recipe, Thinker, play_for_training

TWO = Options(players=2, short=True)
ERRING = EXACT._replace(noise=30 * POINT)
TRYING = EXACT._replace(any_power=100)
NOVICE = EXACT._replace(novice=True)
GAMES = 1  # too few to share, so every table has one


def games_in(folder: Path) -> dict[str, object]:
    return {path.name: read_folder(path) for path in sorted(folder.glob("*/"))}


def test_the_mix_has_every_number_of_players_both_editions_and_all_variants() -> None:
    options = [table.options for table in TABLES]
    for edition in ("2023", "classic"):
        assert {one.players for one in options if one.edition == edition} == {2, 3, 4, 5}
    for name in ("short", "merged_stacks", "new_regency", "old_hands", "power_shift"):
        assert any(getattr(one, name) for one in options), name
    assert {one.castillo for one in options} == {"secret", "open"}
    parts = sum(table.parts for table in TABLES)
    assert sum(games_at(table, 100 * parts) for table in TABLES) == 100 * parts
    assert games_at(TABLES[0], 100, TABLES[:1]) == 100
    assert [games_at(table, parts) for table in TABLES] == [table.parts for table in TABLES]
    assert {draw_style(Rng(seed)).name for seed in range(100)} == {one.name for one in STYLES}


def test_no_two_tables_or_runs_deal_the_same_games(tmp_path: Path) -> None:
    runs = [open_collections(tmp_path / str(seed), Recipe(), 2_000_000, seed) for seed in (1, 2)]
    ranges = sorted(
        (collection.seeds[0], collection.seeds[-1]) for run in runs for collection in run
    )
    assert all(last < first for (_, last), (first, _) in pairwise(ranges))


def test_a_game_depends_on_its_seed_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.network"
    path.write_bytes(write_network(random_layers(1)))
    recipes = (
        Recipe(),
        Recipe(Mind(path)),
        Recipe(Mind(path, iterations=4)),
        Recipe(Mind(path, iterations=4), 50, (Mind(), Mind(path)), 50),
        Recipe(Mind(path), pool=(Mind(),), learners=1),
    )
    for recipe in recipes:
        used, fresh = Thinker(recipe), Thinker(recipe)
        first = [play_for_training(TWO, seed, used) for seed in (1, 2)]
        assert play_for_training(TWO, 2, fresh) == first[1]
        assert first[0].choices != first[1].choices


def test_some_seats_have_the_minds_of_a_pool_and_some_games_are_searched() -> None:
    newest, old, weights = Mind(Path("new.network"), 40), Mind(Path("old.network")), Mind()
    recipe = Recipe(newest, 30, (old, weights), 25)
    games = [recipe.draw_seats(4, Rng(seed)) for seed in range(400)]
    minds = [mind for game in games for mind, _ in game]
    pooled = sum(mind in (old, weights) for mind in minds)
    assert 0.2 < pooled / len(minds) < 0.3
    assert min(minds.count(old), minds.count(weights)) > 0.4 * pooled
    searched = sum(any(mind.iterations for mind, _ in game) for game in games)
    assert 0.25 < searched / len(games) < 0.35
    assert str(Recipe()) == "weights"  # the name in folders of games that can be gone on with
    assert games == [recipe.draw_seats(4, Rng(seed)) for seed in range(400)]


def test_nobody_makes_errors_in_games_that_are_exact() -> None:
    recipe = Recipe(exact=True)
    assert [style for _, style in recipe.draw_seats(5, Rng(1))] == [EXACT] * 5
    assert str(recipe) == "weights without errors"


def test_every_seat_draws_a_style_of_its_own() -> None:
    games = [Recipe().draw_seats(4, Rng(seed)) for seed in range(50)]
    assert {style for game in games for _, style in game} == set(STYLES)
    assert any(game[0][1] != game[-1][1] for game in games)


def test_what_a_seat_thinks_with_and_its_style_show_in_the_game(tmp_path: Path) -> None:
    path = tmp_path / "some.network"
    path.write_bytes(write_network(random_layers(1)))
    for mind in (Mind(), Mind(path), Mind(path, 4)):
        games = [played_by(mind, style) for style in (EXACT, ERRING, TRYING, NOVICE)]
        assert len({game.choices for game in games}) == len(games), mind
    exact = [played_by(mind, EXACT).choices for mind in (Mind(), Mind(path), Mind(path, 4))]
    assert len(set(exact)) == len(exact)
    # Novices answer at once, without a thought.
    assert played_by(Mind(), NOVICE) == played_by(Mind(path), NOVICE)
    # All seats have the mind of the pool, whatever the recipe's own is.
    first, second = (
        Thinker(Recipe(mind, pool=(Mind(),), pooled=100)) for mind in (Mind(), Mind(path))
    )
    assert play_for_training(TWO, 2, first) == play_for_training(TWO, 2, second)


class OneStyle(Recipe):
    """Every seat has the style."""

    style: Style

    def draw_seats(self, players: int, rng: Rng) -> list[tuple[Mind, Style]]:
        return [(self.mind, self.style)] * players


def played_by(mind: Mind, style: Style) -> PlayedGame:
    recipe = OneStyle(mind)
    recipe.style = style
    return play_for_training(TWO, 1, Thinker(recipe))


def test_learners_sit_anywhere_and_the_frozen_make_no_errors() -> None:
    learner, frozen = Mind(Path("new.network")), Mind(Path("old.network"))
    recipe = Recipe(learner, pool=(frozen,), learners=1)
    taken = []
    for seed in range(200):
        seats = recipe.draw_seats(4, Rng(seed))
        assert [mind for mind, _ in seats].count(learner) == 1
        assert all(style == EXACT for mind, style in seats if mind == frozen)
        assert not any(style in (EXACT, STYLES[-1]) for mind, style in seats if mind == learner)
        taken.append([mind for mind, _ in seats].index(learner))
    assert all(30 < taken.count(seat) < 70 for seat in range(4))


@pytest.mark.proof
def test_a_run_that_is_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert play_all(whole, Recipe(), GAMES, 3, 1) == len(TABLES)
    assert play_all(parts, Recipe(), GAMES, 3, 1, seconds=0.0) == 1
    left = tasks_of(open_collections(parts, Recipe(), GAMES, 3))
    assert sum(len(task.seeds) for task in left) == len(TABLES) - 1
    assert play_all(parts, Recipe(), GAMES, 3, 1) == len(TABLES) - 1
    assert games_in(parts) == games_in(whole)
    assert play_all(parts, Recipe(), GAMES, 3, 1) == 0


@pytest.mark.proof
def test_what_was_played_for_its_time_is_not_played_again(tmp_path: Path) -> None:
    """So learning that was interrupted finds the games that it began with."""
    play_once(tmp_path, Recipe(), 24, 3, 1, 0.0, TABLES[:2])
    before = games_in(tmp_path)
    play_once(tmp_path, Recipe(), 24, 3, 1, 0.0, TABLES[:2])
    assert games_in(tmp_path) == before
    assert play_all(tmp_path, Recipe(), 24, 3, 1, 0.0, TABLES[:2]) > 0


@pytest.mark.proof
def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    play_all(tmp_path / "one", Recipe(), 24 * GAMES, 5, 1)
    play_all(tmp_path / "two", Recipe(), 24 * GAMES, 5, 2)
    assert games_in(tmp_path / "one") == games_in(tmp_path / "two")
