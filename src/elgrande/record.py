"""Records: a game as its options, its seed and its choices; as JSON and as readable .egn text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from elgrande.editions.wording import HOUSES
from elgrande.notation import format_choice, parse_choice
from elgrande.rules.choices import CHOICES
from elgrande.rules.errors import BadArgument, BadOptions, BadRecord, GameError
from elgrande.rules.fields import seed_of, short
from elgrande.rules.options import Options, known_options

if TYPE_CHECKING:
    from elgrande.game import Game

FORMAT: Final = "elgrande record 1"
MAX_CHOICES: Final = 10_000
_JSON_KEYS: Final = {"format", "options", "seed", "start", "seats", "choices", "digest"}


@dataclass(frozen=True)
class Record:
    """A game as it was played: (options, seed, choices), each choice with its seat.

    `start` is the snapshot that a game began from if it was not dealt from a seed. `digest` is that
    of the position after the last choice, and `replay` checks it.
    """

    options: Options
    seed: int
    choices: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    digest: str = ""
    start: Mapping[str, object] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        _check_seed(self.seed)
        _check_numbers(self.choices, "choices", CHOICES)
        _check_numbers(self.seats, "seats", self.options.players)
        if len(self.choices) != len(self.seats):
            raise BadRecord("A record must name one seat for every choice.")

    def replay(self, upto: int | None = None, events: bool = False) -> "Game":
        """The game after the first `upto` choices, or after all of them.

        A choice that the rules refuse, or a different digest from the record's, is a BadRecord.
        """
        from elgrande.game import Game

        count = len(self.choices)
        if upto is not None and not 0 <= upto <= count:
            raise BadRecord(
                f"The record has {count} choices, so it cannot stop after {short(upto)}."
            )
        game = self._begin(Game, events)
        stop = count if upto is None else upto
        for number in range(stop):
            try:
                game.play(self.choices[number], self.seats[number])
            except GameError as error:
                raise BadRecord(f"Choice {number + 1} does not replay: {error}") from None
        if stop == count and self.digest and game.digest() != self.digest:
            raise BadRecord(
                "The record ends in a different position from the one its digest names."
            )
        return game

    def _begin(self, game_class: "type[Game]", events: bool) -> "Game":
        if self.start is None:
            return game_class.new(self.options, self.seed, events)
        try:
            game = game_class.from_snapshot(self.start)
        except GameError as error:
            raise BadRecord(f"The record's start is invalid: {error}") from None
        if game.options != self.options:
            raise BadRecord("The record and its start have different options.")
        if events:
            game.listen()
        return game

    def to_json(self) -> str:
        """The record as JSON text."""
        data = {
            "format": FORMAT,
            "options": self.options.to_data(),
            "seed": self.seed,
            "start": self.start,
            "seats": list(self.seats),
            "choices": list(self.choices),
            "digest": self.digest,
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """The record in JSON text; anything else is a BadRecord."""
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadRecord(f"This is not JSON: {str(error)[:80]}.") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord("This is JSON, but not a record of El Grande.")
        unknown = set(data) - _JSON_KEYS
        if unknown:
            raise BadRecord(f"A record has no field {min(unknown)[:40]!r}.")
        if not isinstance(data.get("start"), dict | None):
            raise BadRecord("start must be a snapshot or null.")
        return cls(
            options=_read_options(data.get("options")),
            seed=_check_seed(data.get("seed")),
            choices=_read_numbers(data, "choices"),
            seats=_read_numbers(data, "seats"),
            digest=_read_digest(data.get("digest")),
            start=data.get("start"),
        )

    def to_text(self) -> str:
        """The record as a readable .egn file: a header, then who chose what."""
        lines = [FORMAT]
        for name, value in self.options.to_data().items():
            lines.append(f"{name}: {json.dumps(value)}")
        lines.append(f"seed: {self.seed}")
        if self.start is not None:
            lines.append(f"start: {json.dumps(self.start, separators=(',', ':'))}")
        lines += [f"choices: {len(self.choices)}", f"digest: {self.digest}", ""]
        moves = zip(self.seats, self.choices, strict=True)
        for seat, group in groupby(moves, key=lambda move: move[0]):
            texts = (format_choice(choice, self.options) for _, choice in group)
            lines.append(f"{HOUSES[seat]}: {', '.join(texts)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """The record in an .egn file; a damaged one is a BadRecord that says where."""
        if not isinstance(text, str):
            raise BadRecord("An .egn file must be text.")
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0].strip() != FORMAT:
            raise BadRecord(f"An .egn file must begin with the line {FORMAT!r}.")
        try:
            blank = lines.index("")
        except ValueError:
            raise BadRecord("The file ends within its header.") from None
        header = _read_header(lines[1:blank])
        values = {name: header.pop(name) for name in known_options() if name in header}
        options = _read_options(values)
        seats, choices = _read_moves(lines[blank + 1 :], blank + 2, options)
        if header.get("choices") != len(choices):
            raise BadRecord(
                f"The header promises {short(header.get('choices'))} choices;"
                f" there are {len(choices)}."
            )
        start = header.get("start")
        if not isinstance(start, dict | None):
            raise BadRecord("start must be a snapshot.")
        return cls(
            options=options,
            seed=_check_seed(header.get("seed")),
            choices=tuple(choices),
            seats=tuple(seats),
            digest=_read_digest(header.get("digest")),
            start=start,
        )


def _read_options(data: object) -> Options:
    try:
        return Options.from_data(data)
    except BadOptions as error:
        raise BadRecord(f"The record's options are invalid: {error}") from None


def _check_seed(value: object) -> int:
    try:
        return seed_of(value)
    except BadArgument as error:
        raise BadRecord(f"The record's seed is invalid: {error}") from None


def _read_digest(value: object) -> str:
    if not isinstance(value, str) or len(value) > 64 or (not value.isalnum() and value):
        raise BadRecord("digest must be a short word.")
    return value


def _read_numbers(data: dict[str, Any], name: str) -> tuple[int, ...]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) > MAX_CHOICES:
        raise BadRecord(f"{name} must be a list of at most {MAX_CHOICES} numbers.")
    return tuple(value)


def _check_numbers(numbers: tuple[object, ...], name: str, limit: int) -> None:
    for number in numbers:
        if type(number) is not int or not 0 <= number < limit:
            raise BadRecord(f"{name} must be numbers from 0 to {limit - 1}.")


def _read_header(lines: list[str]) -> dict[str, Any]:
    header: dict[str, Any] = {}
    allowed = {*known_options(), "seed", "start", "choices", "digest"}
    for number, line in enumerate(lines, start=2):
        name, colon, value = line.partition(": ")
        if name == "digest":
            header["digest"] = value.strip()
            continue
        if not colon or name not in allowed or name in header:
            raise BadRecord(f"Line {number} is not a header line: {line[:40]!r}.")
        try:
            header[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise BadRecord(
                f"Line {number}: {value[:40]!r} is not a valid value for {name}."
            ) from None
    return header


def _read_moves(lines: list[str], first_line: int, options: Options) -> tuple[list[int], list[int]]:
    seats: list[int] = []
    choices: list[int] = []
    for number, line in enumerate(lines, start=first_line):
        if not line.strip():
            continue
        house, colon, texts = line.partition(": ")
        if not colon or house not in HOUSES[: options.players]:
            raise BadRecord(f"Line {number} does not begin with a player: {line[:40]!r}.")
        for text in texts.split(","):
            try:
                choices.append(parse_choice(text, options))
            except GameError as error:
                raise BadRecord(f"Line {number}: {error}") from None
            seats.append(HOUSES.index(house))
        if len(choices) > MAX_CHOICES:
            raise BadRecord(f"A record may have at most {MAX_CHOICES} choices.")
    return seats, choices
