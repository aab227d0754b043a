"""What a type checker knows of views and snapshots: mypy checks this file with the others."""

import ast
import inspect
from pathlib import Path
from typing import assert_type

from elgrande import Game
from elgrande.rules.decision_types import Decision
from elgrande.rules.keys import KingPlace, Modifier
from elgrande.rules.snapshot_types import FrameData
from elgrande.rules.view_types import OwnView, PlayerView, RegionView, ViewData


def test_a_type_checker_knows_what_is_in_a_view() -> None:
    view = Game.new().view(0)
    assert_type(view.data["players"][0]["hand_size"], int)
    assert_type(view.data["players"][0]["modifiers_played"], list[Modifier | None])
    assert_type(view.data["court"], list[int])
    assert_type(view.data["mine"], OwnView | None)
    assert_type(view["players"], list[PlayerView])
    assert_type(view["players"][0]["hand_size"], int)
    assert_type(view["regions"]["toledo"], RegionView)
    assert_type(view["king"], KingPlace)
    assert_type(view["decision"], Decision | None)
    assert_type(view["court"], list[int])
    assert view["players"] == view.data["players"]


def test_every_field_of_a_view_has_its_type_by_name() -> None:
    source = Path(inspect.getsourcefile(ViewData) or "").with_name("view.py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    numbers = next(
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ListOfNumbers"
    )
    asked = [
        numbers,
        *(
            node.args.args[1].annotation
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and node.name == "__getitem__"
        ),
    ]
    named = {
        part.value
        for one in asked
        if one is not None
        for part in ast.walk(one)
        if isinstance(part, ast.Constant)
    }
    assert named == set(ViewData.__required_keys__)


def test_a_type_checker_knows_what_is_in_a_snapshot() -> None:
    snapshot = Game.new().snapshot()
    assert_type(snapshot["hands"], list[list[int]])
    assert_type(snapshot["frames"][0], FrameData)
    assert_type(snapshot["regions"]["toledo"]["caballeros"], list[int])
    assert snapshot["frames"][0]["kind"] == "turns"
