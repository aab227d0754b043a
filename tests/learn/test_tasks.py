"""The tasks: what an id means stays as it is, and the seeds of the three parts are kept apart."""

import json
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis.strategies import integers

from elgrande.cli.games import FIRST_TRAINING_SEED
from elgrande.game import Game
from elgrande.learn import tasks
from elgrande.learn.errors import UnknownTask
from elgrande.learn.seeds import FIRST_FOR_TRAINING, WORD, mixed, seed_of_game
from elgrande.rules.errors import BadArgument
from elgrande.rules.options import OPTIONS
from tests.support.documents import text_of

# What every id means. An id may be added; a line that is there never changes.
MEANINGS = Path(__file__).parent / "tasks.json"
# Training that was published with a seed can be repeated.
SEEDS_OF_0_8 = [
    7677174711969977290,
    8541397202636998745,
    4602903319009534193,
    5404542131001816231,
    2027166855555985636,
    3006487522400088412,
]


ALL = [*tasks.ids(), *tasks.small_ids()]


def meaning_of(name: str) -> dict[str, Any]:
    task = tasks.task(name)
    seeds = {part: [found[0], found[-1]] for part, found in task.seeds._asdict().items()}
    deals = {part: task.game(found[0]).digest() for part, found in task.seeds._asdict().items()}
    meaning: dict[str, Any] = {
        "options": task.options.to_data(),
        "seeds": seeds,
        "first_deals": deals,
    }
    if task.positions is not None:
        content = (tasks.POSITIONS / task.positions).read_bytes()
        meaning["positions"] = sha256(content).hexdigest()
    return meaning


def test_no_id_changes_its_meaning() -> None:
    known = json.loads(MEANINGS.read_text(encoding="utf-8"))
    assert list(known) == ALL
    for name, meaning in known.items():
        assert json.loads(json.dumps(meaning_of(name))) == meaning, name


def test_there_is_a_task_for_every_option() -> None:
    options = [tasks.task(name).options for name in tasks.ids()]
    for option in OPTIONS:
        if option.name != "first_player":
            assert len({getattr(one, option.name) for one in options}) > 1, option.name
    assert len(set(options)) == len(options)


def test_an_id_names_edition_variant_players_and_version() -> None:
    task = tasks.task("ElGrande-2023-power-shift-5p-v1")
    assert (task.players, task.options.power_shift) == (5, True)
    for name in tasks.ids():
        assert name.endswith(f"-{tasks.task(name).players}p-v1")
        assert tasks.task(name).options.edition in name


def test_the_parts_have_no_seed_in_common() -> None:
    seeds = tasks.SEEDS
    for one, other in combinations(seeds, 2):
        assert one[-1] < other[0] or other[-1] < one[0]
    assert [seeds.part_of(part[-1]) for part in seeds] == ["train", "validation", "test"]
    assert seeds.part_of(1) is None


def test_a_batch_trains_on_seeds_for_training() -> None:
    drawn = [seed_of_game(seed, place, 0) for seed in range(20) for place in range(50)]
    assert {tasks.SEEDS.part_of(seed) for seed in drawn} == {"train"}


def unmixed(number: int) -> int:
    """The number that `mixed` makes this one of: each of its steps undone, the last one first."""
    number = _unshifted(number, 31) * pow(0x94D049BB133111EB, -1, 2**64) & WORD
    number = _unshifted(number, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD
    return (_unshifted(number, 30) - 0x9E3779B97F4A7C15) & WORD


def _unshifted(number: int, bits: int) -> int:
    """The x of which x ^ (x >> bits) is this number."""
    found = number
    for _ in range(64 // bits):
        found = number ^ (found >> bits)
    return found


@given(small=integers(0, 2**33 - 1), seed=integers(-(2**70), 2**70), place=integers(0, 10**6))
@example(small=0, seed=1, place=0)
@example(small=2 * 2_000_007, seed=1, place=0)  # would be a seed for tests
def test_a_seed_that_would_be_too_small_becomes_one_for_training(
    small: int, seed: int, place: int
) -> None:
    """Found backwards, because only one game in 2**31 is such a game."""
    assert mixed(unmixed(small)) == small
    episode = unmixed(small) ^ mixed(mixed(seed & WORD) ^ place)
    drawn = seed_of_game(seed, place, episode)
    assert tasks.SEEDS.part_of(drawn) == "train"
    assert drawn != seed_of_game(seed, place, episode + 1)


def test_the_seeds_of_batches_are_those_of_version_0_8() -> None:
    drawn = [seed_of_game(seed, 3, episode) for seed in (1, -7, 2**64) for episode in (0, 9)]
    assert drawn == SEEDS_OF_0_8


def test_the_command_for_games_begins_where_training_does() -> None:
    assert tasks.SEEDS.train[0] == FIRST_TRAINING_SEED == FIRST_FOR_TRAINING


def test_a_game_of_a_task_is_the_official_deal() -> None:
    task = tasks.task("ElGrande-classic-3p-v1")
    seed = task.seeds.test[7]
    assert task.game(seed) == Game.new(task.options, seed)


def test_a_seed_of_no_part_is_refused() -> None:
    with pytest.raises(BadArgument, match="2000000 to 2999999 \\(test\\); 12 is not one"):
        tasks.task("ElGrande-2023-4p-v1").game(12)
    with pytest.raises(BadArgument, match="whole number"):
        tasks.task("ElGrande-2023-4p-v1").game("12")


def test_a_small_task_has_a_position_for_every_seed() -> None:
    for name in tasks.small_ids():
        task = tasks.task(name)
        for seeds in task.seeds:
            assert not task.game(seeds[-1]).over
        with pytest.raises(BadArgument, match="50 is not one"):
            task.game(50)


def test_an_unknown_id_names_similar_ones() -> None:
    with pytest.raises(UnknownTask, match="similar ids are ElGrande-2023-4p-v1") as caught:
        tasks.task("ElGrande-2023-4p-v2")
    assert caught.value.code == "unknown_task"
    with pytest.raises(UnknownTask, match="list them all"):
        tasks.task("x" * 100_000)


def test_the_documents_name_every_row() -> None:
    text = text_of("docs/research/tasks.md")
    for row in tasks.ROWS:
        players = f"{row.players[0]} to {row.players[-1]}" if len(row.players) > 1 else "3"
        assert f"| `ElGrande-{row.name}-Np-v1` | {row.help} | {players} |" in text
