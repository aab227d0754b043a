"""A run on disk: its settings and a line for every finished game, so that it can be continued."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from elgrande.arena.errors import ArenaError
from elgrande.arena.result import GameResult
from elgrande.arena.schedule import Fixture, RunSettings

SETTINGS_FILE: Final = "run.json"
GAMES_FILE: Final = "games.jsonl"


class Store:
    """The folder of one run."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """Open the folder, creating it if needed; ArenaError if it holds another run."""
        self.folder = folder
        self._games = folder / GAMES_FILE
        folder.mkdir(parents=True, exist_ok=True)
        _agree(folder / SETTINGS_FILE, settings.to_data())
        self.finished = self._read(settings.fixtures())

    def append(self, result: GameResult) -> None:
        """Keep a game; it is on the disk when this returns."""
        line = json.dumps(result.to_data(), separators=(",", ":")) + "\n"
        with self._games.open("ab") as file:
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())

    def _read(self, fixtures: Iterable[Fixture]) -> dict[int, GameResult]:
        """The finished games by number; an incomplete last line is dropped."""
        self._games.touch()
        content = self._games.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self._games, whole)
        expected = {fixture.number: fixture for fixture in fixtures}
        finished: dict[int, GameResult] = {}
        for number, line in enumerate(content[:whole].splitlines(), start=1):
            result = _result_of(line)
            if result is None or not _belongs(result, expected):
                raise ArenaError(f"{self._games}, line {number}: this is not a game of this run.")
            finished.setdefault(result.number, result)
        return finished


def _agree(file: Path, settings: dict[str, Any]) -> None:
    """Write the settings of a new run; refuse to continue a run with different ones."""
    settings = json.loads(json.dumps(settings))
    if not file.exists():
        # Under another name first: a run that is cut short here leaves no partial file.
        draft = file.with_suffix(".part")
        draft.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
        draft.replace(file)
        return
    try:
        before = json.loads(file.read_bytes())
        known = {name: before[name] for name in settings}
    except (ValueError, KeyError, TypeError):
        raise ArenaError(f"{file} does not hold the settings of a run.") from None
    for name, value in settings.items():
        if known[name] != value:
            raise ArenaError(
                f"{file.parent} holds a run with different settings ({name}: {_brief(known[name])},"
                f" not {_brief(value)}); name another folder for a new one."
            )


def _brief(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else json.dumps(value)


def _result_of(line: bytes) -> GameResult | None:
    try:
        return GameResult.from_data(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _belongs(result: GameResult, expected: dict[int, Fixture]) -> bool:
    fixture = expected.get(result.number)
    return fixture is not None and (fixture.seed, fixture.bots, fixture.entries) == (
        result.seed,
        result.bots,
        result.entries,
    )
