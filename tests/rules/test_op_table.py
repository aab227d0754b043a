"""An op is one room: every op and every kind of decision has all its parts, or is named here."""

import ast
from pathlib import Path

import pytest

import elgrande
from elgrande.editions.cards import CARDS
from elgrande.rules import cards, frames
from elgrande.rules.cards import OP_KEYS, Either, action_key

SOURCE = Path(elgrande.__file__).parent
DISPATCH = "rules/actions/dispatch.py"
OPS = {name for name in vars(cards) if name.startswith("OP_") and name != "OP_KEYS"}
KINDS = {
    name
    for name, value in vars(frames).items()
    if name.isupper() and isinstance(value, int) and value <= frames.LAST_DECISION
} - {"FIRST_SECRET", "LAST_SECRET", "FIRST_HIGH", "LAST_DECISION"}


def tree_of(path: str) -> ast.Module:
    return ast.parse((SOURCE / path).read_text(encoding="utf-8"))


def names_in(path: str, *functions: str) -> set[str]:
    """The names that comparisons of these functions mention."""
    found = [
        node
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef) and node.name in functions
    ]
    assert len(found) == len(functions), f"{path}: {functions}"
    return {
        name.id
        for function in found
        for compare in ast.walk(function)
        if isinstance(compare, ast.Compare)
        for name in ast.walk(compare)
        if isinstance(name, ast.Name)
    }


@pytest.mark.parametrize(
    ("path", "column"),
    [
        (DISPATCH, "possible"),
        (DISPATCH, "perform"),
        (DISPATCH, "fits"),
        ("search/action_values.py", "special_value"),
    ],
)
def test_every_op_has_every_part(path: str, column: str) -> None:
    missing = OPS - names_in(path, column)
    assert not missing, f"{column} in {path} lacks {sorted(missing)}"


def test_every_op_has_a_word_and_a_card() -> None:
    assert len(OPS) == len(OP_KEYS) == len(set(OP_KEYS))
    numbers = {getattr(cards, name): name for name in OPS}
    assert sorted(numbers) == list(range(len(OPS)))
    used = {
        cards.OP_EITHER if isinstance(card.action, Either) else card.action.encode()[0]
        for card in CARDS
    }
    unused = {name for number, name in numbers.items() if number not in used}
    assert not unused, f"no card has {sorted(unused)}"


def test_every_card_has_a_word_for_what_it_is_about() -> None:
    words = {action_key(card.action) for card in CARDS}
    assert words == {*OP_KEYS, "castillo"}


@pytest.mark.parametrize(
    "columns",
    [
        {"rules/legal.py": ["answers"], DISPATCH: ["answers"]},
        {
            "rules/flow.py": ["carry_out", "answer_secretly"],
            DISPATCH: ["carry_out", "follow_discs"],
        },
        {"search/policy.py": ["answer", "on_board", "secretly", "disc_worth", "with_words"]},
    ],
    ids=["asked", "carried out", "answered by bots"],
)
def test_every_decision_has_every_part(columns: dict[str, list[str]]) -> None:
    named = [names_in(path, *functions) for path, functions in columns.items()]
    missing = KINDS - set().union(*named)
    assert not missing, f"{columns} lack {sorted(missing)}"


def test_the_rest_of_the_rules_knows_special_actions_only_through_the_table() -> None:
    for path in (SOURCE / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                if node.module == "elgrande.rules.actions":
                    assert {alias.name for alias in node.names} <= {"dispatch"}, path.name
                elif node.module.startswith("elgrande.rules.actions."):
                    assert node.module.endswith((".dispatch", ".announcing")), path.name
