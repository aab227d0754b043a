"""The services of tests: they are there, or their absence is told as it must be."""

from pathlib import Path

import pytest
from redis import Redis as Client

from tests.support import programs, services

TESTS = """
import pytest
from tests.support.programs import program

@pytest.fixture(scope="session")
def redis():
    return program("redis-server")

def test_quick(redis): ...

def test_by_itself(): ...

@pytest.mark.proof
def test_long(redis): ...
"""


def test_redis_answers_and_is_empty(redis_url: str) -> None:
    with Client.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set("key", "value")
        assert client.get("key") == b"value"


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine with nothing on it, and no apt-get to change that."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "POSTGRESQL_OF_DEBIAN", tmp_path)


@pytest.mark.usefixtures("bare_machine")
@pytest.mark.parametrize("kind", [services.Redis, services.Postgres])
def test_a_service_that_is_missing(kind: type[services.Service]) -> None:
    with pytest.raises(programs.Missing, match="is missing; Debian's package is"):
        services.need(kind)


@pytest.mark.usefixtures("bare_machine")
@pytest.mark.parametrize(("words", "code"), [([], 0), (["--required"], 1)])
def test_one_line_says_what_is_not_tested(
    words: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["programs", *words])
    with pytest.raises(SystemExit) as ended:
        programs.main()
    assert ended.value.code == code
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    for program in programs.PROGRAMS:
        is_wanted = "--required" in words or not program.is_for_proofs
        assert (f"{program.tests} ({program.name} is missing" in line) == is_wanted


@pytest.mark.usefixtures("bare_machine")
def test_quick_tests_are_skipped_and_proofs_fail(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    done = pytester.runpytest_inprocess("-p", "tests.conftest", "-p", "no:playwright")
    done.assert_outcomes(passed=1, skipped=1, errors=1)
    done.stdout.fnmatch_lines(["elgrande: not tested: the game in the browser (chromium*"])
