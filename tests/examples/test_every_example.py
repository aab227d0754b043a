"""Every example is run by a test, is described in the README, and explains itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_suites import TESTS, read_tests

ROOT = TESTS.parent
EXAMPLES = ROOT / "examples"
# Which test runs each of them, from top to bottom.
RUN_BY = {
    "analyst/exploring_data.ipynb": "learn/test_notebooks.py"
    "::test_a_notebook_runs_from_top_to_bottom",
    "analyst/where_points_come_from.py": "examples/test_where_points_come_from.py"
    "::test_it_plays_prints_draws_and_goes_on_where_it_was",
    "bot_author/outside_bot.py": "server/test_outside_bot.py"
    "::test_the_example_plays_until_the_game_is_over",
    "bot_author/own_bot.py": "examples/test_own_bot.py::test_it_wins_clearly_more_than_its_share",
    "charts.py": "examples/test_where_points_come_from.py"
    "::test_it_plays_prints_draws_and_goes_on_where_it_was",
    "club/evening.py": "examples/test_evening.py::test_an_evening_with_a_server_of_its_own",
    "researcher/behaviour_cloning.py": "learn/test_training.py"
    "::test_a_bot_is_cloned_and_a_value_network_trained_from_its_games",
    "researcher/first_steps.ipynb": "learn/test_notebooks.py"
    "::test_a_notebook_runs_from_top_to_bottom",
    "researcher/information_set_mcts.py": "learn/test_library_examples.py"
    "::test_a_search_over_information_sets_beats_chance",
    "researcher/ppo.py": "learn/test_training.py::test_ppo_trains_and_writes_what_it_learned",
    "researcher/pufferlib_rollout.py": "learn/test_library_examples.py::test_pufferlib_trains",
    "researcher/rllib_self_play.py": "learn/test_library_examples.py::test_rllib_trains",
    "researcher/train_a_judge.ipynb": "learn/test_notebooks.py"
    "::test_a_notebook_runs_from_top_to_bottom",
    "researcher/value_network.py": "learn/test_training.py"
    "::test_a_bot_is_cloned_and_a_value_network_trained_from_its_games",
    "website/embed.html": "browser/test_showing.py"
    "::test_the_example_of_a_blog_shows_the_game_twice",
    "website/make_post.py": "browser/test_showing.py"
    "::test_the_example_of_a_blog_shows_the_game_twice",
}
# These are read by other examples, or have no options.
WITHOUT_HELP = {"charts.py", "bot_author/outside_bot.py"}
PROGRAMS = sorted(name for name in RUN_BY if name.endswith(".py") and name not in WITHOUT_HELP)


def examples() -> set[str]:
    """All files under examples/ that somebody might run or open."""
    return {
        path.relative_to(EXAMPLES).as_posix()
        for path in EXAMPLES.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.name not in ("__init__.py", "README.md")
    }


def test_every_example_is_run_by_a_test() -> None:
    assert examples() == set(RUN_BY)
    for example, test in RUN_BY.items():
        path, name = test.split("::")
        text = (TESTS / path).read_text(encoding="utf-8")
        assert name in {found.name for found in read_tests(TESTS / path)}, test
        stem = Path(example).stem
        # The charts are drawn by the example that imports them.
        assert stem in text or stem == "charts", f"{path} says nothing about {stem}"


def test_the_readme_describes_every_example() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([\w/]+\.(?:py|ipynb|html))\)", readme))
    assert linked == examples()
    for command in re.findall(r"python (?:-m )?(examples[\w./]+)", readme):
        path = command.removesuffix(".py").replace(".", "/") + ".py"
        assert (ROOT / path).is_file(), command


@pytest.mark.proof
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_explains_itself(name: str) -> None:
    module = f"examples.{name.removesuffix('.py').replace('/', '.')}"
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    first = (EXAMPLES / name).read_text(encoding="utf-8").split('"""')[1].splitlines()[0]
    assert " ".join(first.split()) in " ".join(ran.stdout.split())
