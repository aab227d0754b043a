"""The pages are compiled for what the server really sends: samples of it against their types."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import build_ui
from build_ui import TYPES as WRITTEN
from build_ui import UI, CannotBuild, check_types, find_node
from elgrande.rules.events import EVENT_FIELDS
from elgrande.server.presentation.messages import ServerMessage, StateShown, TableShown
from elgrande.server.presentation.view_types import LogEntry, LoggedEvent, TableView, ToldEvent
from elgrande.server.tables.entries import SHOWN
from elgrande.server.web.api.bodies import (
    InvitationShown,
    Invited,
    OpenedTable,
    PositionShown,
    Presence,
    TableLine,
)
from elgrande.server.web.api.knowledge_bodies import BotShown, Catalogue, Insights, Reasons
from elgrande.server.web.api.player_bodies import PublicPlayer, SessionRow
from elgrande.server.web.schemas import Schemas
from tests.support.samples import Samples, add_answers, add_recorded_games, kinds_of

ROOT = UI.parent
# Where the pages name what they are sent, and what the server calls it.
MODULES: dict[str, dict[str, Any]] = {
    "wire/types": {
        "BotShown": BotShown,
        "Happening": ToldEvent,
        "Invitation": InvitationShown,
        "Invited": Invited,
        "Line": LoggedEvent,
        "LogEntry": LogEntry,
        "OpenedTable": OpenedTable,
        "Presence": Presence,
        "ServerFrame": ServerMessage,
        "SessionShown": SessionRow,
        "StateFrame": StateShown,
        "Table": TableShown,
        "View": TableView,
    },
    "wire/lines": {"TableLine": TableLine},
    "wire/player.svelte": {"Player": PublicPlayer},
    "app/catalogue_data": {"CatalogueData": Catalogue},
    "insight/insights.svelte": {"Insights": Insights},
    "insight/reasons.svelte": {"Reasons": Reasons},
    "replay/positions.svelte": {"Shown": PositionShown},
}
TYPES = {name: wanted for names in MODULES.values() for name, wanted in names.items()}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    found = Samples()
    add_recorded_games(found)
    add_answers(found, tmp_path_factory.mktemp("samples"))
    return found


def complaints(samples: dict[str, list[Any]], folder: Path) -> str:
    """What the compiler says to samples, each taken for what pages take it for."""
    lines = []
    for name, values in samples.items():
        module = next(module for module, names in MODULES.items() if name in names)
        lines.append(f'import type {{ {name} }} from "{UI.as_posix()}/src/{module}";')
        lines += [f"export const {name}Sent: {name}[] = [", *map(_literal, values), "];"]
    (folder / "samples.ts").write_text("\n".join(lines), encoding="utf-8")
    config = {
        "extends": f"{UI.as_posix()}/tsconfig.json",
        "compilerOptions": {"types": ["svelte"], "typeRoots": [f"{UI.as_posix()}/node_modules"]},
        "files": ["samples.ts"],
        "include": [],
    }
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    node = find_node()
    assert node is not None
    compiler = UI / "node_modules" / "typescript" / "bin" / "tsc"
    line = [str(node.folder / "node"), str(compiler), "-p", str(folder), "--pretty", "false"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=300)
    return done.stdout


def _literal(value: Any) -> str:
    return f"  {json.dumps(value)},"


def test_every_kind_of_event_is_among_the_samples(samples: Samples) -> None:
    kinds = {fields[0] for fields in EVENT_FIELDS}
    assert kinds_of(samples.kept["Happening"]) == kinds
    assert kinds_of(samples.kept["Line"]) == kinds


@pytest.mark.proof
def test_pages_take_all_that_the_server_sends(samples: Samples, tmp_path: Path) -> None:
    assert set(samples.kept) == set(TYPES)
    assert {entry["kind"] for entry in samples.kept["LogEntry"]} <= set(SHOWN)
    assert complaints(samples.kept, tmp_path) == ""


def test_the_server_sends_what_its_types_say_and_nothing_else(samples: Samples) -> None:
    schemas = Schemas(strict=True)
    for name, values in samples.kept.items():
        for value in values:
            schemas.check(value, TYPES[name])


@pytest.mark.proof
def test_another_type_another_word_and_another_field_are_found(
    samples: Samples, tmp_path: Path
) -> None:
    """The fault that was: an event with a number where the page expected text; and its like."""
    shown = next(one for one in samples.kept["Happening"] if one["event"] == "modifier")
    wrong = [
        {**shown, "modifier": 3},
        {**shown, "modifier": "+3 move"},
        {**shown, "owner": 1},
        {name: value for name, value in shown.items() if name != "colour"},
        {**shown, "event": "modified"},
    ]
    schemas = Schemas(strict=True)
    for one in wrong:
        with pytest.raises(msgspec.ValidationError):
            schemas.check(one, ToldEvent)
    found = complaints({"Happening": [shown, *wrong]}, tmp_path)
    before = 3  # lines before the first that is wrong
    lines = {int(line) - before for line in re.findall(r"samples\.ts\((\d+)", found)}
    assert lines == {1, 2, 3, 4, 5}, found


def with_a_field_renamed() -> str:
    """The pages' types as they would be if the server called one field otherwise."""
    text = WRITTEN.read_text(encoding="utf-8")
    assert "hand_size: number" in text
    return text.replace("hand_size: number", "cards_in_hand: number")


@pytest.mark.proof
def test_types_of_another_server_fail_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = find_node()
    assert node is not None
    check_types(node)
    older = tmp_path / "schema.ts"
    older.write_text(with_a_field_renamed(), encoding="utf-8")
    monkeypatch.setattr(build_ui, "TYPES", older)
    with pytest.raises(CannotBuild, match="out of date"):
        check_types(node)


@pytest.mark.proof
def test_pages_that_expect_the_old_name_of_a_field_fail_the_check(tmp_path: Path) -> None:
    pages = tmp_path / "ui"
    shutil.copytree(UI, pages, ignore=shutil.ignore_patterns("node_modules"))
    (pages / "node_modules").symlink_to(UI / "node_modules")
    (pages / "src" / "wire" / "schema.ts").write_text(with_a_field_renamed(), encoding="utf-8")
    done = check_pages(pages)
    assert done.returncode != 0
    assert "Property 'hand_size' does not exist" in done.stdout


# What is renamed where the server says it: the file, the old name and the new one.
RENAMED = {
    "a TypedDict of the rules": (
        "hand_size",
        "cards_in_hand",
        ["rules/view_types.py", "rules/view.py"],
    ),
    "a struct of the server": (
        "to_confirm",
        "waits_for_confirmation",
        ["server/presentation/messages.py", "server/presentation/table_views.py"],
    ),
}


def server_with_a_field_renamed(folder: Path, old: str, new: str, files: list[str]) -> Path:
    """The sources of a server that calls a field otherwise, with the pages as they are."""
    ignore = shutil.ignore_patterns("*.so", "__pycache__", "node_modules", "pages")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignore)
    shutil.copytree(UI, folder / "ui", ignore=ignore)
    (folder / "ui" / "node_modules").symlink_to(UI / "node_modules")
    for name in ("build_ui.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for name in files:
        path = folder / "src" / "elgrande" / name
        text = path.read_text(encoding="utf-8")
        assert re.search(rf"\b{old}\b", text), name
        path.write_text(re.sub(rf"\b{old}\b", new, text), encoding="utf-8")
    return folder


@pytest.mark.proof
@pytest.mark.parametrize("what", RENAMED)
def test_a_field_renamed_on_the_server_fails_the_check(what: str, tmp_path: Path) -> None:
    """What `make check` runs: the pages' types are out of date, and once written do not fit."""
    old, new, files = RENAMED[what]
    folder = server_with_a_field_renamed(tmp_path, old, new, files)
    checked = types_of("check_types(node)", folder)
    assert "schema.ts is out of date" in checked.stderr
    written = types_of("write_types(node, TYPES)", folder)
    assert written.returncode == 0, written.stderr
    done = check_pages(folder / "ui")
    assert done.returncode != 0
    assert f"Property '{old}' does not exist" in done.stdout


def types_of(call: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Check or write the pages' types with the sources in a folder."""
    code = f"from build_ui import *; node = find_node(); {call}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(folder)])}
    line = [sys.executable, "-c", code]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True)


def check_pages(pages: Path) -> "subprocess.CompletedProcess[str]":
    """What the compiler says to pages."""
    node = find_node()
    assert node is not None
    checker = UI / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    line = [str(node.folder / "node"), str(checker), "--tsconfig", "./tsconfig.json"]
    return subprocess.run(line, cwd=pages, capture_output=True, text=True, timeout=600)


@pytest.mark.proof
def test_a_field_renamed_in_its_type_alone_fails_the_check(tmp_path: Path) -> None:
    """A type checker sees that the rules build another view than their types say."""
    old, new, files = RENAMED["a TypedDict of the rules"]
    folder = server_with_a_field_renamed(tmp_path, old, new, files[:1])
    line = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "src/elgrande/rules"]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode != 0
    assert f'"{old}"' in done.stdout
