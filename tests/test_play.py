"""`make play`: what is set up when, and a first game that outlives the change-over."""

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import build_ui
import compile_rules
import play
from bench.first_start import environment_of, measure
from elgrande.build_info import rules_are_compiled
from setup_progress import Progress, Step

ROOT = Path(__file__).parent.parent
# Instead of compiling for two minutes, take what was compiled from the same sources.
READY_MADE = """
def compile_beside_a_game(folder):
    time.sleep(3)
    for made in Path({source!r}).rglob("*.so"):
        target = folder / made.relative_to({source!r})
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made, target)


if __name__ == "__main__":
    import time

    main()
"""


class Steps:
    """The steps that would have run, stage by stage."""

    def __init__(self) -> None:
        self.stages: list[list[str]] = []

    @property
    def titles(self) -> list[str]:
        return [title for stage in self.stages for title in stage]

    def __call__(self, steps: list[Step], _: Progress) -> None:
        if steps:
            self.stages.append([step.title for step in steps])


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """A checkout in which nothing is installed or built yet."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(play, "ROOT", tmp_path)
    monkeypatch.setattr(play, "PYTHON", str(tmp_path / ".venv" / "python"))
    monkeypatch.setattr(play, "INSTALLED", (tmp_path / ".venv" / "a", tmp_path / ".venv" / "b"))
    monkeypatch.setattr(build_ui, "is_built", lambda: False)
    found = Steps()
    monkeypatch.setattr(play, "run_side_by_side", found)
    return found


def set_up() -> None:
    play.set_up(Progress(io.StringIO()))


def test_packages_and_pages_are_set_up_side_by_side(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_ui, "find_node", lambda: build_ui.Node([], Path()))
    set_up()
    assert steps.stages == [
        ["a Python environment"],
        ["the Python packages", "the pages of the game"],
    ]


def test_without_node_the_pages_wait_for_the_environment(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_ui, "find_node", lambda: None)
    set_up()
    assert steps.stages[1:] == [["the Python packages"], ["the pages of the game"]]


def test_what_is_up_to_date_is_not_done_again(
    steps: Steps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_ui, "find_node", lambda: build_ui.Node([], Path()))
    (tmp_path / ".venv" / "python").touch()
    # Development installs everything that playing needs.
    (tmp_path / ".venv" / "b").touch()
    set_up()
    assert steps.stages == [["the pages of the game"]]
    monkeypatch.setattr(build_ui, "is_built", lambda: True)
    set_up()
    assert len(steps.stages) == 1
    later = (tmp_path / ".venv" / "b").stat().st_mtime + 10
    os.utime(tmp_path / "pyproject.toml", (later, later))
    set_up()
    assert steps.stages[1:] == [["a Python environment"], ["the Python packages"]]


def test_for_programs_the_rules_are_compiled_and_no_pages_built(
    steps: Steps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "COMPILED", tmp_path / "compiled")
    monkeypatch.setattr(compile_rules, "is_compiled", lambda: "the compiled rules" in steps.titles)
    monkeypatch.setattr(compile_rules, "has_compiler", lambda: True)
    play.set_up_for_programs(Progress(io.StringIO()))
    assert (tmp_path / "compiled").exists()
    assert steps.stages == [
        ["a Python environment"],
        ["the Python packages"],
        ["the compiled rules"],
    ]
    play.set_up_for_programs(Progress(io.StringIO()))
    assert len(steps.stages) == 3


def test_rules_that_cannot_be_compiled_are_never_called_compiled(
    steps: Steps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "COMPILED", tmp_path / "compiled")
    monkeypatch.setattr(compile_rules, "is_compiled", lambda: False)
    for has_compiler, reason in ((False, "no working C compiler"), (True, "says why")):
        monkeypatch.setattr(compile_rules, "has_compiler", lambda found=has_compiler: found)
        out = io.StringIO()
        play.set_up_for_programs(Progress(out))
        assert "they run interpreted" in out.getvalue()
        assert reason in out.getvalue()
    assert steps.titles.count("the compiled rules") == 1
    assert not (tmp_path / "compiled").exists()


@pytest.mark.parametrize("mode", [play.FOR_MYSELF, play.FOR_ALL], ids=["myself", "all"])
def test_the_server_starts_again_at_its_port(
    mode: tuple[list[str], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A server that notes how it was started, and ends by itself the second time.
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\necho "running at http://here:8471 now"\n'
        f"[ $(wc -l < {tmp_path}/asked) = 1 ] && exec sleep 60\nexit 0\n"
    )
    python.chmod(0o755)
    monkeypatch.setattr(play, "PYTHON", str(python))
    monkeypatch.setattr(compile_rules, "is_compiled", lambda: False)
    monkeypatch.setattr(compile_rules, "remove_compiled", lambda: None)
    monkeypatch.setattr(compile_rules, "has_compiler", lambda: True)

    def compile_beside(server: play.Server) -> bool:
        server.stop()
        return True

    monkeypatch.setattr(play, "compile_beside", compile_beside)
    assert play.serve(*mode) == 0
    first, second = [line.split() for line in (tmp_path / "asked").read_text().splitlines()]
    assert first == ["-m", "elgrande", *mode[0]]
    assert second == [*first, *mode[1], "--port", "8471"]


def checkout_in(folder: Path) -> Path:
    """This checkout as it is now, without what was installed or built in it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().rstrip("\0").split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.mark.proof
def test_a_first_game_goes_on_when_the_compiled_rules_take_over(tmp_path: Path) -> None:
    assert rules_are_compiled()
    checkout = checkout_in(tmp_path / "elgrande")
    script = checkout / "compile_rules.py"
    whole, _, _ = script.read_text(encoding="utf-8").partition('\nif __name__ == "__main__"')
    script.write_text(whole + READY_MADE.format(source=str(ROOT / "src")), encoding="utf-8")
    result = measure(checkout, environment_of(tmp_path, warm=True))
    assert result["game_went_on"]
    said = subprocess.run(
        [checkout / ".venv" / "bin" / "elgrande", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "compiled" in said.stdout


@pytest.mark.proof
def test_without_a_network_one_sentence_says_what_helps(tmp_path: Path) -> None:
    checkout = checkout_in(tmp_path / "elgrande")
    nowhere = "http://127.0.0.1:9"
    environment = {
        **environment_of(tmp_path, warm=False),
        "PIP_INDEX_URL": f"{nowhere}/simple",
        "PIP_NO_INDEX": "0",
        "PIP_FIND_LINKS": "",
        "PIP_RETRIES": "0",
        "npm_config_registry": nowhere,
        "npm_config_fetch_retries": "0",
    }
    done = subprocess.run(
        ["make", "play"],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode
    assert "The package registries cannot be reached. Connect to the network" in done.stderr
    assert not (checkout / ".venv" / ".playing").exists()
    assert "Traceback" not in done.stdout + done.stderr.partition("elgrande: ")[2]


def test_an_old_python_is_named_with_what_helps(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = subprocess.run(
        ["make", "play", f"PYTHON={old}"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode
    assert "needs Python 3.11 or newer" in done.stdout
    assert "make play PYTHON=python3.12" in done.stdout
