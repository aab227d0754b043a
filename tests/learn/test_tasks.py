"""The tasks: what an id means stays as it is, and the seeds of the three parts are kept apart."""

import json
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from elgrande.game import Game
from elgrande.learn import tasks
from elgrande.learn.errors import UnknownTask
from elgrande.learn.seeds import seed_of_game
from elgrande.rules.errors import BadArgument
from elgrande.rules.options import OPTIONS

# What every id means. An id may be added; a line that is there never changes.
MEANINGS = Path(__file__).parent / "tasks.json"


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
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    for row in tasks.ROWS:
        players = f"{row.players[0]} to {row.players[-1]}" if len(row.players) > 1 else "3"
        assert f"| `ElGrande-{row.name}-Np-v1` | {row.help} | {players} |" in text
