"""A file of many games: each its seed, its final points and seven bits for every choice.

The first line names the format, the second is JSON with what all games have in common. Then come
the games. Seats are not stored: whoever is asked first answers first. The first format had a whole
byte for every choice; such files are read too.
"""

import json
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import elgrande
from elgrande.game import Game
from elgrande.learn.arrays import np
from elgrande.rules.errors import BadArgument, BadRecord, GameError
from elgrande.rules.fields import short
from elgrande.rules.options import Options

FORMAT: Final = "elgrande games 2"
WHOLE_BYTES: Final = "elgrande games 1"  # the format before
GAMES_FILE: Final = "games.elgames"  # its name in a folder of its own
# The seed, how many choices, and a checksum of seed, points and choices as they stand in the file.
HEAD: Final = struct.Struct("<qHI")
CHOICE_BITS: Final = 7
LONGEST_HEADER: Final = 100_000
SEED_BITS: Final = 63


class Common(NamedTuple):
    """What the games of a file have in common."""

    options: Options
    bots: tuple[str, ...]  # by seat
    version: str = elgrande.__version__

    def to_data(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {
            "version": self.version,
            "options": self.options.to_data(),
            "bots": list(self.bots),
        }


class PlayedGame(NamedTuple):
    """One game: what was dealt, how it ended, and all choices in the order they were made."""

    seed: int
    scores: tuple[int, ...]
    choices: bytes

    @classmethod
    def of(cls, game: Game) -> "PlayedGame":
        """A game as it stands; it must have been dealt from its seed."""
        record = game.record()
        if record.start is not None or not -(2**SEED_BITS) <= record.seed < 2**SEED_BITS:
            raise BadArgument(
                "Only games dealt from a seed of at most 64 bits can be kept in a file of games."
            )
        return cls(record.seed, tuple(game.scores), bytes(record.choices))

    def to_bytes(self) -> bytes:
        """The game as the file holds it."""
        body = struct.pack(f"<{len(self.scores)}h", *self.scores) + packed(self.choices)
        seed = self.seed.to_bytes(8, "little", signed=True)
        return HEAD.pack(self.seed, len(self.choices), crc32(seed + body)) + body

    def replay(self, game: Game) -> Iterator[tuple[int, int]]:
        """Play a fresh deal through: before every choice, the seat and what it chooses.

        BadRecord if a choice is not legal, or if the points in the end are different.
        """
        for number, choice in enumerate(self.choices, start=1):
            seat = game.state.seat
            yield seat, choice
            try:
                game.play(choice, seat)
            except GameError as error:
                raise BadRecord(f"Choice {number} does not replay: {error}") from None
        if tuple(game.scores) != self.scores:
            raise BadRecord(f"It ends with the points {game.scores}, not {list(self.scores)}.")

    def to_game(self, options: Options) -> Game:
        """The game after its last choice; BadRecord if it does not replay."""
        game = Game.new(options, self.seed)
        for _ in self.replay(game):
            pass
        return game


class GamesFile(NamedTuple):
    """The games of a file, read and checked but not replayed."""

    path: Path
    common: Common
    games: list[PlayedGame]

    def game(self, number: int) -> Game:
        """The game of that number, from 0, after its last choice."""
        try:
            return self.games[number].to_game(self.common.options)
        except BadRecord as error:
            raise BadRecord(f"{self.path}, game {number}: {error}") from None


def packed(choices: bytes) -> bytes:
    """Choices as seven bits each, from the highest bit of the first byte on."""
    if max(choices, default=0) >> CHOICE_BITS:
        raise BadArgument(f"Choices are numbers of {CHOICE_BITS} bits, not {max(choices)}.")
    bits = np.unpackbits(np.frombuffer(choices, np.uint8)).reshape(-1, 8)
    return np.packbits(bits[:, 8 - CHOICE_BITS :]).tobytes()


def unpacked(stored: bytes, count: int) -> bytes:
    """That many choices, from what `packed` made of them."""
    bits = np.unpackbits(np.frombuffer(stored, np.uint8), count=CHOICE_BITS * count)
    choices = np.zeros((count, 8), np.uint8)
    choices[:, 8 - CHOICE_BITS :] = bits.reshape(count, CHOICE_BITS)
    return np.packbits(choices).tobytes()


def packed_size(count: int) -> int:
    """How many bytes that many choices take."""
    return (CHOICE_BITS * count + 7) // 8


def header(common: Common, extra: dict[str, Any] | None = None) -> bytes:
    """The two lines before the games."""
    return f"{FORMAT}\n{json.dumps({**common.to_data(), **(extra or {})})}\n".encode()


def write_games(path: Path, common: Common, games: Iterable[PlayedGame]) -> None:
    """Write a file of games; it is there as a whole, or not at all."""
    write_whole(path, header(common) + b"".join(game.to_bytes() for game in games))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name first, so that it never stands there in part."""
    draft = path.with_name(f"{path.name}.part")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read_games(path: Path | str) -> GamesFile:
    """The games of a file, or of the folder it is in; BadRecord says which game is damaged."""
    file = Path(path) / GAMES_FILE if Path(path).is_dir() else Path(path)
    content = file.read_bytes()
    common, start = read_header(file, content)
    games: list[PlayedGame] = []
    for game, end in scan(content, start, common.options.players):
        if game is None:
            raise BadRecord(f"{file}, game {len(games)}, from byte {end} on: it is damaged.")
        games.append(game)
    return GamesFile(file, common, games)


def read_header(path: Path, content: bytes) -> tuple[Common, int]:
    """What the games have in common, and where they begin."""
    first, found, rest = content[:LONGEST_HEADER].partition(b"\n")
    if not found or first not in (FORMAT.encode(), WHOLE_BYTES.encode()):
        if first.startswith(b"elgrande games "):
            raise BadRecord(
                f"{path} has the format {short(first.decode(errors='replace'))}; "
                f"this version reads {WHOLE_BYTES!r} and {FORMAT!r}."
            )
        raise BadRecord(f"{path} is not a file of games of El Grande.")
    line, found, _ = rest.partition(b"\n")
    try:
        data = json.loads(line)
        common = Common(Options.from_data(data["options"]), tuple(data["bots"]), data["version"])
        agrees = len(common.bots) == common.options.players
    except (ValueError, KeyError, TypeError, RecursionError):
        agrees = False
    if not found or not agrees:
        raise BadRecord(f"{path}, line 2: it does not say what the games have in common.")
    return common, len(first) + len(line) + 2


def scan(content: bytes, start: int, players: int) -> Iterator[tuple[PlayedGame | None, int]]:
    """The games one after the other, each with where it ends.

    The first that is damaged or not whole is None, with where it begins, and is the last.
    """
    scores = struct.Struct(f"<{players}h")
    in_bytes = has_whole_bytes(content)
    at = start
    while at < len(content):
        game, end = None, at
        if at + HEAD.size <= len(content):
            seed, count, checksum = HEAD.unpack_from(content, at)
            size = scores.size + (count if in_bytes else packed_size(count))
            body = content[at + HEAD.size : at + HEAD.size + size]
            if len(body) == size and crc32(content[at : at + 8] + body) == checksum:
                stored = body[scores.size :]
                choices = stored if in_bytes else unpacked(stored, count)
                game = PlayedGame(seed, scores.unpack_from(body), choices)
                end = at + HEAD.size + size
        yield game, end
        if game is None:
            return
        at = end


def has_whole_bytes(content: bytes) -> bool:
    """Whether a file is of the format before."""
    return content.startswith(WHOLE_BYTES.encode() + b"\n")
