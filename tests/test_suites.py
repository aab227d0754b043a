"""The quick suite leaves nothing out and stays quick: it tests once what proofs test in bulk."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
PROOF = "pytest.mark.proof"
# Files of proofs alone, and the quick test that stands for each.
STANDS_FOR = {
    "test_engines": "test_every_page_comes_without_a_complaint",
    "test_offline": "test_a_lost_connection_comes_back_and_nothing_is_lost",
    "test_attacks": "test_one_address_waits_for_many_names",
    "test_best_response": "test_learners_sit_anywhere_and_the_frozen_make_no_errors",
    "test_checkpoints": "test_folders_without_games_and_damaged_files_are_named",
    "test_clocks": "test_the_clock_of_a_game_counts_what_was_used_and_adds",
    "test_cluster": "test_whatever_a_plug_in_does_is_a_fault_and_the_game_goes_on",
    "test_compiled": "test_interpreted_and_compiled_games_are_the_same",
    "test_event_kill": "test_a_round_is_opened_once_with_all_its_tables_or_not_at_all",
    "test_games": "test_people_a_bot_a_hotseat_and_a_spectator_finish_a_game",
    "test_interruptions": "test_a_lost_connection_comes_back_and_nothing_is_lost",
    "test_kill": "test_nothing_that_was_acknowledged_is_lost",
    "test_learning": "test_every_position_knows_how_the_game_went_on",
    "test_leaks": "test_what_is_sent_to_a_process_tells_nothing_hidden",
    "test_levels": "test_a_bot_plays_every_variant",
    "test_moderation_processes": "test_a_banned_player_is_out_and_may_come_back",
    "test_notifying": "test_a_notice_is_sent_and_signed",
    "test_openapi": "test_the_document_tells_all_of_the_players_routes",
    "test_pauses": "test_a_lock_on_the_server",
    "test_processes": "test_sockets_of_a_session_that_ends_are_closed",
    "test_races": "test_exactly_one_of_fifty_gets_a_number",
    "test_scoring_sheet": "test_every_page_comes_without_a_complaint",
    "test_showing": "test_the_page_holds_every_moment_as_it_is_drawn",
    "test_shutdown": "test_a_signal_ends_it_well",
    "test_site": "test_the_navigation_leads_to_every_document",
    "test_static": "test_a_game_ends_with_the_digest_the_rules_give_it",
    "test_socket_fuzz": "test_wrong_requests_are_refused_and_change_nothing",
}


# What makes a test long by its kind. `make test` has four minutes on two cores, so there may be few
# of these: mark the new one as a proof, or another one that it makes superfluous.
MOST_IN_A_BROWSER = 46
MOST_WITH_THEIR_OWN_PYTHON = 20
STARTS_PYTHON = ("run_outside(", "fresh=True", "Popen(", "sys.executable")


class Found(NamedTuple):
    """A test, and whether it is a proof with all its values."""

    name: str
    is_proof: bool
    source: str


def read_tests(path: Path) -> Iterator[Found]:
    """The tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    marks = [ast.unparse(node) for node in tree.body if is_mark(node)]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = [ast.unparse(decorator) for decorator in node.decorator_list]
            is_proof = PROOF in own or any(PROOF in mark for mark in marks)
            yield Found(node.name, is_proof, ast.unparse(node))


def is_mark(node: ast.stmt) -> bool:
    """Whether this marks all tests of a file."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


@cache
def all_tests() -> dict[Path, list[Found]]:
    """The tests of all files."""
    return {path: list(read_tests(path)) for path in TESTS.rglob("test_*.py")}


def test_every_file_of_proofs_has_a_quick_test_that_stands_for_it() -> None:
    files = all_tests()
    quick = {test.name for tests in files.values() for test in tests if not test.is_proof}
    of_proofs = {path.stem for path, tests in files.items() if all(test.is_proof for test in tests)}
    assert of_proofs == set(STANDS_FOR)
    assert set(STANDS_FOR.values()) <= quick


def test_few_quick_tests_are_long_by_their_kind() -> None:
    quick = [
        (path, test) for path, tests in all_tests().items() for test in tests if not test.is_proof
    ]
    in_a_browser = [test.name for path, test in quick if path.parent.name == "browser"]
    assert len(in_a_browser) <= MOST_IN_A_BROWSER, in_a_browser
    starting = [
        test.name for _, test in quick if any(word in test.source for word in STARTS_PYTHON)
    ]
    assert len(starting) <= MOST_WITH_THEIR_OWN_PYTHON, starting
