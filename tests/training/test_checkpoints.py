"""Learning that is interrupted goes on, and bad input is refused in one line."""

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from elgrande import Options
from training.play import play_all
from training.positions import Positions, positions_of
from training.self_play import Recipe, Thinker, play_for_training

pytestmark = pytest.mark.proof
ROOT = Path(__file__).parents[2]
LESSON = ["--passes", "3", "--batch", "64", "--workers", "1", "--hidden", "16", "--second", "8"]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few games to learn from."""
    folder = tmp_path_factory.mktemp("games") / "run"
    play_all(folder, Recipe(), 24, 1, 1)
    return folder


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", *map(str, arguments)]


def learn(games: Path, out: Path, *options: object) -> None:
    done = command("training.train", games, "--out", out, *LESSON, *options)
    subprocess.run(done, cwd=ROOT, check=True, capture_output=True)


def refused(*arguments: object) -> str:
    """What a command says when it refuses: one line, and exit code 2."""
    done = subprocess.run(command(*arguments), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    return line


def test_what_is_learned_after_a_kill_is_the_same(games: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.network", tmp_path / "killed.network"
    learn(games, whole)
    # It waits for ever where it has just been kept for the second time, so that the kill hits the
    # middle of learning on any machine.
    script = f"""
import sys, signal
import training.lesson as lesson, training.train as train
keep = lesson.keep_progress
def keep_and_wait(path, model, optimizer, about, progress):
    keep(path, model, optimizer, about, progress)
    if progress.step == 20:
        print("kept", flush=True)
        signal.pause()
lesson.keep_progress = keep_and_wait
sys.argv[1:] = {[str(games), "--out", str(killed), *LESSON, "--keep-every", "10"]!r}
train.main()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert any(line == "kept\n" for line in process.stdout)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert not killed.exists()
    kept = killed.with_suffix(".unfinished")
    assert kept.exists()
    learn(games, killed, "--keep-every", "1000000")
    assert not kept.exists()
    assert killed.read_bytes() == whole.read_bytes()
    cards = [json.loads(path.with_suffix(".json").read_bytes()) for path in (whole, killed)]
    assert cards[0]["steps"] == cards[1]["steps"] > 30
    assert cards[0]["unseen"] == cards[1]["unseen"]


def test_a_lesson_that_is_taken_up_is_not_begun_again(games: Path, tmp_path: Path) -> None:
    """Its steps before the interruption count, and those of another lesson are refused."""
    import torch

    from training.checkpoint import Progress, keep_progress, take_up
    from training.errors import BadCheckpoint
    from training.model import JudgeModel, Sizes

    torch.manual_seed(1)
    path = tmp_path / "some.unfinished"
    model, other = (JudgeModel(Sizes(16, 8)) for _ in range(2))
    optimizers = [torch.optim.AdamW(one.parameters()) for one in (model, other)]
    for _ in range(2):
        model.parts.sum().backward()
        optimizers[0].step()
    about = {"lesson": {"seed": 1}}
    assert take_up(path, other, optimizers[1], about) == Progress(0, 0.0)
    keep_progress(path, model, optimizers[0], about, Progress(7, 2.5))
    assert take_up(path, other, optimizers[1], about) == Progress(7, 2.5)
    assert torch.equal(model.parts, other.parts)
    kept = [one.state_dict()["state"][0]["exp_avg"] for one in optimizers]
    assert torch.equal(kept[0], kept[1])
    for wrong in ({"lesson": {"seed": 2}}, {"lesson": {"seed": 1}, "positions": 5}):
        with pytest.raises(BadCheckpoint, match="something else"):
            take_up(path, other, optimizers[1], wrong)
    larger = JudgeModel(Sizes(32, 8))
    with pytest.raises(BadCheckpoint, match="sizes"):
        take_up(path, larger, torch.optim.AdamW(larger.parameters()), about)


def test_checkpoints_that_do_not_fit_are_refused(games: Path, tmp_path: Path) -> None:
    import torch

    from training.checkpoint import load_model, save_model
    from training.errors import BadCheckpoint
    from training.model import JudgeModel, Sizes

    path = tmp_path / "some.pt"
    save_model(JudgeModel(Sizes(16, 8)), path)
    assert load_model(path).sizes == Sizes(16, 8)
    with pytest.raises(BadCheckpoint, match=r"sizes: \(16, 8\), not \(32, 8\)"):
        load_model(path, Sizes(32, 8))
    good = torch.load(path, weights_only=True)
    broken = {
        "encoding": good | {"encoding": 0},
        "another kind": good | {"weights": {"parts": good["weights"]["parts"]}},
        "another kind of": good | {"weights": good["weights"] | {"last": torch.zeros(2, 8)}},
        "not a checkpoint of": {"weights": good["weights"]},
        "not a checkpoint": [1, 2],
    }
    for told, content in broken.items():
        torch.save(content, path)
        with pytest.raises(BadCheckpoint, match=told):
            load_model(path)
    path.write_bytes(path.read_bytes()[:-50])
    with pytest.raises(BadCheckpoint, match="damaged"):
        load_model(path)
    line = refused("training.train", games, "--out", tmp_path / "x.network", "--start", path)
    assert line == f"training: {path} is damaged, or not a checkpoint at all."


def cases(folder: Path, games: Path) -> Sequence[tuple[list[object], str]]:
    out = ["--out", folder / "out.network"]
    bad = folder / "bad.network"
    bad.write_bytes(b"nothing")
    (folder / "empty").mkdir()
    return [
        (["training.train", folder / "empty", *out], "empty has no games."),
        (["training.train", games, *out, "--start", folder / "no.pt"], "There is no checkpoint"),
        (["training.play", folder / "run", "--network", bad], "is not a network of El Grande."),
        (["training.play", games, "--seed", "2"], "holds different games"),
        (["training.play", folder / "run", "--pool", folder / "no.network"], "no network"),
        (["training.best_response", bad, folder / "run"], "is not a network of El Grande."),
        (["training.match", "turn:network=" + str(bad), "steady"], "not a network"),
        (["training.curve", folder], "curve.json"),
    ]


def test_commands_refuse_bad_input_in_one_line(games: Path, tmp_path: Path) -> None:
    for arguments, told in cases(tmp_path, games):
        assert told in refused(*arguments), arguments


def test_games_that_are_held_back_are_so_with_any_others(games: Path) -> None:
    """So a network that starts from another has not learned from them there either."""
    from training.positions import load_positions
    from training.train import is_held_back

    seeds = np.arange(10_000) + 8_123_456_789_000
    held = is_held_back(seeds)
    assert 900 < held.sum() < 1100
    assert (is_held_back(seeds[5_003:]) == held[5_003:]).all()
    positions = load_positions([games], 1)
    held = is_held_back(positions.games)
    for game in np.unique(positions.games):
        assert len(set(held[positions.games == game])) == 1


def numbered_positions() -> Positions:
    """Positions of some games whose first points tell them apart."""
    options = Options(players=3, short=True)
    games = [play_for_training(options, seed, Thinker(Recipe())) for seed in range(3)]
    found = Positions.joined([positions_of(options, game, game.seed) for game in games])
    numbers = np.arange(len(found.players))
    gains = found.gains.copy()
    gains[:, 0] = numbers
    return found._replace(gains=gains, games=numbers // 2)


def test_every_position_is_learned_from_as_often_as_said_but_those_held_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from training import lesson as lessons
    from training import train
    from training.checkpoint import read_tensors
    from training.model import JudgeModel, Sizes

    positions = numbered_positions()
    seen: list[list[int]] = []
    measured: list[set[int]] = []
    reached: list[float] = []
    losses, validate = lessons.losses, train.validate

    def losses_seen(model: JudgeModel, batch: dict[str, Any]) -> tuple[Any, Any]:
        seen.append(batch["gains"][:, 0].tolist())
        found = losses(model, batch)
        reached.append(float(found[1].detach().mean()))
        return found

    def validate_seen(model: JudgeModel, shelf: lessons.Shelf) -> dict[str, Any]:
        measured.append(set(shelf.columns["gains"][:, 0].tolist()))
        return validate(model, shelf)

    monkeypatch.setattr(lessons, "losses", losses_seen)
    monkeypatch.setattr(train, "validate", validate_seen)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    kept = tmp_path / "kept"
    lesson = lessons.Lesson(passes=8.0, batch=16, td_lambda=1.0)
    card = train.learn(JudgeModel(Sizes(16, 8)), positions, lesson, "cpu", kept, keep_every=1)
    held = set(np.flatnonzero(train.is_held_back(positions.games)).tolist())
    others = set(range(len(positions.players))) - held
    assert measured == [held]
    assert Counter(number for batch in seen for number in batch) == dict.fromkeys(others, 8)
    assert [number for batch in seen for number in batch][: len(others)] != sorted(others)
    assert card["steps"] == len(seen)
    assert fmean(reached[-5:]) < 0.8 * fmean(reached[:5])
    rate = read_tensors(kept)["optimizer"]["param_groups"][0]["lr"]
    assert rate < lesson.rate / 10
    by_hand = positions.by_hand[sorted(held)], positions.shares[sorted(held)]
    log_loss = -(by_hand[1] * np.log(by_hand[0].clip(1e-4))).sum(axis=1).mean()
    assert card["unseen"]["by_hand"]["log_loss"] == pytest.approx(log_loss, abs=1e-4)
    limited = lessons.Lesson(passes=8.0, batch=16, td_lambda=1.0, seconds=1e-9)
    model = JudgeModel(Sizes(16, 8))
    assert train.learn(model, positions, limited, "cpu", tmp_path / "none")["steps"] == 0


def test_a_teacher_s_chances_are_mixed_with_the_results(tmp_path: Path) -> None:
    import torch

    from training import lesson as lessons
    from training import targets, train
    from training.checkpoint import save_model
    from training.model import JudgeModel, Sizes

    torch.manual_seed(3)
    teacher = JudgeModel(Sizes(32, 16))
    positions = numbered_positions()
    shelf, plain = (lessons.Shelf(positions, "cpu") for _ in range(2))
    targets.mix_in_teacher(shelf, teacher, 0.25)
    chances = lessons.logs_of(teacher, plain).exp()
    assert torch.allclose(chances.sum(dim=1), torch.ones(plain.count))
    assert (chances[:, 3:] == 0).all()
    expected = 0.75 * plain.columns["shares"] + 0.25 * chances
    assert torch.allclose(shelf.columns["shares"], expected)
    # In all: a student that trusts its teacher alone learns what the teacher thinks.
    path = tmp_path / "teacher.pt"
    save_model(teacher, path)
    apart = {}
    for trust in (0.0, 1.0):
        torch.manual_seed(4)
        student = JudgeModel(Sizes(16, 8))
        lesson = lessons.Lesson(
            passes=30.0, batch=16, td_lambda=1.0, teacher=str(path), trust=trust
        )
        train.learn(student, positions, lesson, "cpu", tmp_path / "kept")
        apart[trust] = float((lessons.logs_of(student, plain).exp() - chances).abs().mean())
    assert apart[1.0] < 0.5 * apart[0.0]


def test_figures_count_the_likeliest_winner_and_what_the_real_one_was_given() -> None:
    import torch

    from training.train import figures_of

    chances = torch.tensor([[0.5, 0.25, 0.25], [0.1, 0.8, 0.1], [0.4, 0.3, 0.3]])
    shares = torch.tensor([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.0, 0.5]])
    found = figures_of(chances.log(), shares, torch.tensor([1, 1, 4]))
    losses = [np.log(2), np.log(10), -np.log(0.12) / 2]
    assert found["log_loss"] == pytest.approx(np.mean(losses), abs=1e-4)
    assert found["right"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["by_round"][1] == pytest.approx([np.mean(losses[:2]), 0.5], abs=1e-4)
    assert found["by_round"][4] == pytest.approx([losses[2], 1.0], abs=1e-4)
    assert set(found["by_round"]) == {1, 4}
