"""Nothing is forgotten: a rule id, card, option, command or error code without a test fails."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from elgrande.cli import app
from elgrande.editions.cards import CARDS
from elgrande.rules.errors import ERRORS
from elgrande.rules.options import known_options
from elgrande.server.app import HANDLERS
from elgrande.server.errors import SERVER_ERRORS, ServerError
from elgrande.server.presentation import messages
from tests.support.marks import CASES

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
PROTOCOL = "".join(path.read_text("utf-8") for path in sorted((DOCS / "program").glob("*.md")))


def calls_of(name: str) -> Iterator[tuple[str, ...]]:
    """The string arguments of every call of a function in the tests."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield tuple(
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                )


def source_of_tests() -> str:
    """All test sources but this one."""
    paths = [path for path in TESTS.rglob("*.py") if path != Path(__file__)]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def rule_ids() -> set[str]:
    """The ids of the specification: those in bold, alone or at the head of a rule."""
    text = (DOCS / "rules" / "rules.md").read_text(encoding="utf-8")
    bold = re.findall(r"\*\*((?:[SRQVC]-?[\w-]+(?:, )?)+)[ *.]", text)
    ids = {name for names in bold for name in names.split(", ")}
    return {name for name in ids if re.fullmatch(r"[SRQ]\d+|V-[\w-]+", name)}


def own_rulings() -> set[str]:
    """The rulings this project added to the specification's."""
    text = (DOCS / "rules" / "rulings.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- \*\*(P\d+)\*\*", text, flags=re.MULTILINE))


def test_every_rule_has_a_test() -> None:
    proved = {rule for rules in calls_of("rule") for rule in rules}
    assert len(rule_ids()) == 59
    assert not (rule_ids() | own_rulings()) - proved


def test_every_card_has_its_five_scenarios() -> None:
    written = set(calls_of("scenario"))
    for case, *but in calls_of("every_card"):
        written |= {(card.key, case) for card in CARDS if card.key not in but}
    wanted = {(card.key, case) for card in CARDS for case in CASES}
    assert not wanted - written


def test_every_ruling_of_our_own_is_numbered() -> None:
    assert own_rulings()


def test_every_option_is_tested_and_documented() -> None:
    tests = source_of_tests()
    documented = (DOCS / "play" / "options.md").read_text(encoding="utf-8")
    for option in known_options():
        assert re.search(rf"\b{option}\b", tests), option
        assert f"`{option}`" in documented, option


def test_every_command_is_tested_and_documented() -> None:
    tests = source_of_tests()
    documented = (DOCS / "program" / "commands.md").read_text(encoding="utf-8")
    commands = [
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    ]
    assert commands
    for command in commands:
        assert f'"{command}"' in tests, command
        assert f"elgrande {command}" in documented, command


def test_every_error_code_is_tested_and_documented() -> None:
    tests = source_of_tests()
    documented = (DOCS / "program" / "errors.md").read_text(encoding="utf-8")
    for error in ERRORS:
        assert f'"{error.code}"' in tests, error.code
        assert f"`{error.code}`" in documented, error.code
        assert inspect.getdoc(error)


def test_every_error_of_the_server_is_tested_and_documented() -> None:
    tests = source_of_tests()
    documented = (DOCS / "program" / "errors.md").read_text(encoding="utf-8")
    assert set(SERVER_ERRORS) == set(ServerError.__subclasses__())
    for error in SERVER_ERRORS:
        assert f'"{error.code}"' in tests, error.code
        line = f"| `{error.code}` | {error.status} | `{error.__name__}` | "
        assert line in documented, error.code
        assert inspect.getdoc(error)


def test_every_address_of_the_server_is_described() -> None:
    for handler in HANDLERS:
        assert inspect.getdoc(handler.fn), handler
        for path in handler.paths:
            if getattr(handler, "include_in_schema", False) is not False:
                continue  # Schemathesis reads its description: tests/server/web/test_openapi.py
            assert re.sub(r":\w+", "", path).replace("table_id", "id") in PROTOCOL, path


def test_every_frame_is_described() -> None:
    frames = [
        kind
        for kind in vars(messages).values()
        if isinstance(kind, type(msgspec.Struct)) and kind.__struct_config__.tag is not None
    ]
    assert len(frames) == 16
    for frame in frames:
        tag = frame.__struct_config__.tag
        assert f"`{tag}`" in PROTOCOL or f'"type": "{tag}"' in PROTOCOL, tag
        assert inspect.getdoc(frame)
