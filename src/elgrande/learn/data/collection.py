"""A folder of games that are played one after the other: it can be continued and then finished.

While games are missing, those that are there stand in a file of their own, in any order. In the
end all of them are written in the order of their seeds, with a data card.
"""

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from elgrande.learn.data.card import card_of, readme_of
from elgrande.learn.data.games_file import (
    GAMES_FILE,
    Common,
    PlayedGame,
    has_whole_bytes,
    header,
    read_games,
    read_header,
    scan,
    write_games,
    write_whole,
)
from elgrande.rules.errors import BadArgument, BadRecord

UNFINISHED_FILE: Final = "unfinished.elgames"
CARD_FILE: Final = "card.json"
README_FILE: Final = "README.md"


class Collection:
    """The games of some seeds in a folder; BadArgument if it holds games of another kind."""

    def __init__(self, folder: Path, common: Common, seeds: range) -> None:
        self.folder: Final = folder
        self.seeds: Final = seeds
        self._common: Final = common
        self._journal: Final = folder / UNFINISHED_FILE
        self._settings: Final = {**common.to_data(), "seeds": [seeds[0], seeds[-1]]}
        self._games: dict[int, PlayedGame] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.is_finished = (folder / CARD_FILE).exists()
        if self.is_finished:
            self._check(_card_in(folder / CARD_FILE))
            check_collection(folder)
            self._journal.unlink(missing_ok=True)
        elif self._journal.exists():
            self._continue()
        else:
            write_whole(self._journal, self._header)

    @property
    def _header(self) -> bytes:
        return header(self._common, {"seeds": self._settings["seeds"]})

    @property
    def left(self) -> list[int]:
        """The seeds whose games are missing."""
        if self.is_finished:
            return []
        return [seed for seed in self.seeds if seed not in self._games]

    def add(self, games: Iterable[PlayedGame]) -> None:
        """Keep some games; they are on the disk when this returns."""
        fresh = list(games)
        with self._journal.open("ab") as file:
            file.write(b"".join(game.to_bytes() for game in fresh))
            file.flush()
            os.fsync(file.fileno())
        self._games.update((game.seed, game) for game in fresh)

    def finish(self) -> None:
        """Write all games in order and the card, which comes last: with it, all is there."""
        if self.is_finished:
            return
        games = [self._games[seed] for seed in self.seeds]
        path = self.folder / GAMES_FILE
        write_games(path, self._common, games)
        content = path.read_bytes()
        card = card_of(self._settings, games, len(content), sha256(content).hexdigest())
        write_whole(self.folder / README_FILE, readme_of(card).encode())
        write_whole(self.folder / CARD_FILE, (json.dumps(card, indent=2) + "\n").encode())
        self._journal.unlink()
        self.is_finished = True

    def _continue(self) -> None:
        """Read what is there; the last game is dropped if it was cut off.

        A file of the format before is written again, because games of this one will follow.
        """
        content = self._journal.read_bytes()
        _, start = read_header(self._journal, content)
        self._check(json.loads(content[:start].splitlines()[1]))
        whole = start
        for game, end in scan(content, start, self._common.options.players):
            whole = end
            if game is not None:
                if game.seed not in self.seeds:
                    raise BadRecord(f"{self._journal} has a game of seed {game.seed}.")
                self._games[game.seed] = game
        if has_whole_bytes(content):
            games = b"".join(game.to_bytes() for game in self._games.values())
            write_whole(self._journal, self._header + games)
        elif whole < len(content):
            os.truncate(self._journal, whole)

    def _check(self, found: dict[str, Any]) -> None:
        """Refuse a folder whose games are others than those that are wanted."""
        for name, value in json.loads(json.dumps(self._settings)).items():
            if found.get(name) != value:
                raise BadArgument(
                    f"{self.folder} holds different games ({name}: {json.dumps(found.get(name))},"
                    f" not {json.dumps(value)}); name another folder."
                )


def check_collection(folder: Path) -> None:
    """Compare a finished folder with its card; BadRecord if the games are not those of the card."""
    card = _card_in(folder / CARD_FILE)
    digest = sha256((folder / GAMES_FILE).read_bytes()).hexdigest()
    if card.get("sha256") != digest:
        raise BadRecord(f"{folder / GAMES_FILE} is not the file that {CARD_FILE} describes.")
    read_games(folder)


def _card_in(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        card = None
    if not isinstance(card, dict):
        raise BadRecord(f"{path} is not a data card.")
    return card
