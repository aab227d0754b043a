"""Files of games: what is written is read again, and whatever is damaged is named."""

import random
import struct
from pathlib import Path
from zlib import crc32

import pytest

from elgrande.game import Game
from elgrande.learn.data.games_file import (
    FORMAT,
    HEAD,
    WHOLE_BYTES,
    Common,
    PlayedGame,
    header,
    packed,
    packed_size,
    read_games,
    read_header,
    unpacked,
    write_games,
)
from elgrande.learn.tasks import POSITIONS
from elgrande.rules.errors import BadArgument, BadRecord
from elgrande.rules.options import Options


def finished(options: Options, seed: int) -> Game:
    game = Game.new(options, seed)
    draw = random.Random(seed)
    while not game.over:
        game.play(draw.choice(game.legal()))
    return game


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(players=2)
    file = tmp_path_factory.mktemp("file") / "some.elgames"
    games = [PlayedGame.of(finished(options, seed)) for seed in (-3, 5, 2**63 - 1)]
    write_games(file, Common(options, ("random", "random")), games)
    return file


@pytest.mark.parametrize(
    "options",
    [Options(), Options(edition="classic", players=5), Options(players=2, power_shift=True)],
    ids=str,
)
def test_a_game_comes_back_as_it_was(options: Options, tmp_path: Path) -> None:
    game = finished(options, 9)
    bots = ("random",) * options.players
    write_games(tmp_path / "one.elgames", Common(options, bots), [PlayedGame.of(game)])
    file = read_games(tmp_path / "one.elgames")
    assert file.common == Common(options, bots)
    again = file.game(0)
    assert (again, again.record()) == (game, game.record())
    assert file.games[0].scores == tuple(game.scores)


def test_a_game_takes_seven_bits_for_a_choice_and_little_more() -> None:
    game = finished(Options(), 1)
    played = PlayedGame.of(game)
    bits = 7 * len(game.record().choices)
    assert len(played.to_bytes()) == -(-bits // 8) + HEAD.size + 2 * 4


@pytest.mark.parametrize("count", [*range(18), 500])
def test_packed_choices_come_back(count: int) -> None:
    choices = bytes(random.Random(count).randrange(128) for _ in range(count))
    assert len(packed(choices)) == packed_size(count)
    assert unpacked(packed(choices), count) == choices


def test_only_numbers_of_seven_bits_can_be_packed() -> None:
    with pytest.raises(BadArgument, match="7 bits, not 128"):
        packed(bytes([3, 128]))


def in_whole_bytes(game: PlayedGame) -> bytes:
    """A game as version 0.8.0 wrote it."""
    body = struct.pack(f"<{len(game.scores)}h", *game.scores) + game.choices
    seed = struct.pack("<q", game.seed)
    return seed + struct.pack("<HI", len(game.choices), crc32(seed + body)) + body


def test_a_file_of_the_format_before_is_read(path: Path, tmp_path: Path) -> None:
    now = read_games(path)
    head = header(now.common).replace(FORMAT.encode(), WHOLE_BYTES.encode())
    (tmp_path / "old").write_bytes(head + b"".join(map(in_whole_bytes, now.games)))
    old = read_games(tmp_path / "old")
    assert (old.common, old.games) == (now.common, now.games)
    (tmp_path / "old").write_bytes((tmp_path / "old").read_bytes()[:-1])
    with pytest.raises(BadRecord, match=r"old, game 2, from byte \d+ on"):
        read_games(tmp_path / "old")


def test_the_frozen_positions_are_still_those_of_the_first_format() -> None:
    files = sorted(POSITIONS.glob("*.elgames"))
    assert len(files) == 6
    for file in files:
        assert file.read_bytes().startswith(b"elgrande games 1\n")
        assert read_games(file).game(49).state


def test_secret_answers_in_any_order_are_kept_in_the_order_of_the_seats() -> None:
    options = Options(players=3, power_shift=True)
    game = Game.new(options, 4)
    for seat in reversed(game.waiting):
        game.play(game.legal(seat)[0], seat)
    while not game.over:
        game.play(game.legal()[0])
    assert PlayedGame.of(game).to_game(options) == game


def test_a_game_that_was_not_dealt_from_a_seed_is_refused() -> None:
    imagined = Game.new(Options(), 1).determinize(0, 1)
    for game in (imagined, Game.new(Options(), 2**64)):
        with pytest.raises(BadArgument, match="dealt from a seed"):
            PlayedGame.of(game)


def test_every_damaged_byte_is_noticed(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    _, start = read_header(path, content)
    draw = random.Random(1)
    for _ in range(200):
        broken = bytearray(content)
        broken[draw.randrange(start, len(content))] ^= 1 << draw.randrange(8)
        (tmp_path / "x").write_bytes(broken)
        with pytest.raises(BadRecord, match=r"x, game \d, from byte \d+ on: it is damaged"):
            read_games(tmp_path / "x")


def test_a_file_that_was_cut_off_names_the_game(path: Path, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadRecord, match=r"x, game 2, from byte \d+ on"):
        read_games(tmp_path / "x")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not a file of games"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "is not a file of games"),
        (b"elgrande games 3\n{}\n", "has the format 'elgrande games 3'; this version reads"),
        (f"{FORMAT}\n".encode(), "line 2"),
        (f"{FORMAT}\n[1]\n".encode(), "line 2"),
        (f"{FORMAT}\n{'[' * 5000}\n".encode(), "line 2"),
        (header(Common(Options(), ("random",))), "line 2"),
        (header(Common(Options(), ("random",) * 4)).replace(b"classic", b"x")[:-1], "line 2"),
    ],
)
def test_a_foreign_file_is_refused(content: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(BadRecord, match=sentence):
        read_games(tmp_path / "x")


def test_a_game_that_does_not_replay_says_where(path: Path, tmp_path: Path) -> None:
    file = read_games(path)
    first = file.games[1]
    illegal = first._replace(choices=first.choices[:3] + bytes([127]) + first.choices[4:])
    others = first._replace(scores=(1, 2))
    write_games(tmp_path / "x", file.common, [first, illegal, others])
    read = read_games(tmp_path / "x")
    with pytest.raises(BadRecord, match="x, game 1: Choice 4 does not replay"):
        read.game(1)
    with pytest.raises(BadRecord, match=r"x, game 2: It ends with the points .* not \[1, 2\]"):
        read.game(2)


def test_a_write_that_fails_leaves_the_file_as_it_was(path: Path, tmp_path: Path) -> None:
    file = read_games(path)
    target = tmp_path / "x"
    write_games(target, file.common, file.games)
    before = target.read_bytes()
    with pytest.raises(AttributeError):
        write_games(target, file.common, [file.games[0], None])  # type: ignore[list-item]
    assert target.read_bytes() == before


def test_positions_in_the_middle_of_a_game_can_be_kept() -> None:
    options = Options(players=4)
    game = Game.new(options, 3)
    for _ in range(50):
        game.play(game.legal()[-1])
    assert PlayedGame.of(game).to_game(options) == game
