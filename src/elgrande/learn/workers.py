"""`Workers`: one large batch played by several processes, for machines with several cores.

Compiled code keeps Python to itself, so each core needs a process. Every process has a batch for
each half of the games; what a step gives is copied once, into memory that all of them share. While
one half is played, the other can be looked at. Or the processes choose for themselves: `run` calls
a function there with each batch.
"""

import multiprocessing
import pickle
import signal
import sys
import traceback
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from elgrande.learn.arrays import np
from elgrande.learn.batch import Batch, as_actions, options_of, refusal
from elgrande.learn.batch_bots import Bots, seated
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.details import detail_of
from elgrande.learn.errors import BadBatch, WorkerDied
from elgrande.record import Record
from elgrande.rules.choices import HIGH
from elgrande.rules.fields import seed_of, short
from elgrande.rules.options import Options
from elgrande.rules.state import STRIDE

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection
if TYPE_CHECKING:
    from numpy.typing import NDArray

Result = TypeVar("Result")

HALVES: Final = 2
STEPS: Final = (b"0", b"1")  # orders to play one half; every other order is a pickled function
MOST_PROCESSES: Final = 256
STOPPING_SECONDS: Final = 5.0
# What processes share of every game: the name of an array, its type, and its size in one game.
SHARED: Final = (
    ("observations", "uint8", OBS_SIZE),
    ("masks", "uint8", ACTIONS),
    ("bits", "uint64", ACTIONS // HIGH),
    ("seats", "int64", None),
    ("done", "int64", None),
    ("returns", "float64", STRIDE),
    ("scores", "int64", STRIDE),
    ("actions", "uint8", None),
)


class Setup(NamedTuple):
    """How the batches of all processes are made."""

    options: Options | Sequence[Options] | None
    seed: int
    observations: str | None
    bots: Bots | Sequence[Bots] | None


class Part:
    """Some of the games: views of the arrays of all."""

    def __init__(self, arrays: "Mapping[str, NDArray[Any]]", first: int, games: int) -> None:
        rows = slice(first, first + games)
        self.first: Final = first
        self.games: Final = games
        self.observations: Final = arrays["observations"][rows]
        self.masks: Final = arrays["masks"][rows]
        self.bits: Final = arrays["bits"][rows]
        self.seats: Final = arrays["seats"][rows]
        self.done: Final = arrays["done"][rows]
        self.returns: Final = arrays["returns"][rows]
        self.scores: Final = arrays["scores"][rows]
        self.actions: Final = arrays["actions"][rows]


class Workers(Part):
    """A batch of games that several processes play; use it in a `with` block, or `close` it.

    It has the arrays of a `Batch`, and plays the same games. `step` plays them all. To look at
    one half while the other is played, use `send` and `receive` with 0 and 1 in turn. `run` lets
    the processes themselves choose what to play, which is the fastest.
    """

    def __init__(
        self,
        options: Options | Sequence[Options] | None = None,
        games: int = 1024,
        seed: object = 1,
        observations: str | None = "known",
        bots: Bots | Sequence[Bots] | None = None,
        processes: int = 2,
    ) -> None:
        check_sizes(games, processes)
        setup = Setup(options, seed_of(seed), observations, bots)
        detail_of(observations)
        seated(bots, options_of(options, games, 0), 0)
        context = multiprocessing.get_context("spawn")
        blocks = {
            name: context.RawArray("B", games * room(dtype, size, observations))
            for name, dtype, size in SHARED
        }
        arrays = shared(blocks, games)
        for name, array in arrays.items():
            array.flags.writeable = name == "actions"
        super().__init__(arrays, 0, games)
        half = games // HALVES
        self.halves: Final = tuple(Part(arrays, first, half) for first in range(0, games, half))
        self._share: Final = half // processes
        self._waiting: Final = [0] * HALVES
        self._answers: Final[list[list[int]]] = [[] for _ in range(processes)]
        self._pipes: Final[list[Connection]] = []
        self._processes: Final[list[BaseProcess]] = []
        self._end: Final = weakref.finalize(self, end_all, self._processes, self._pipes)
        for number in range(processes):
            ours, theirs = context.Pipe()
            firsts = [part.first + number * self._share for part in self.halves]
            arguments = (theirs, setup, blocks, games, firsts, self._share)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        for number in range(processes):
            self._hear(number)

    def step(self, actions: "NDArray[Any]") -> None:
        """Play one action in every game; nothing is played if one is not legal."""
        played = self._checked(self, actions)
        for number, part in enumerate(self.halves):
            self._begin(number, played[part.first : part.first + part.games])
        for number in range(HALVES):
            self.receive(number)

    def send(self, half: int, actions: "NDArray[Any]") -> None:
        """Begin to play one action in every game of a half; `receive` waits for the result."""
        self._begin(half, self._checked(self._half(half), actions))

    def receive(self, half: int) -> Part:
        """Wait until a half that was sent has been played, and return it."""
        part = self._half(half)
        if not self._waiting[half]:
            raise BadBatch(f"Half {half} is not being played; send actions first.")
        for number in range(len(self._pipes)):
            while half not in self._answers[number]:
                self._answers[number].append(self._hear(number))
            self._answers[number].remove(half)
        self._waiting[half] = 0
        return part

    def record(self, place: int) -> Record:
        """The game now played in a place, as far as it went."""
        if not isinstance(place, int) or not 0 <= place < self.games:
            raise BadBatch(f"There are games 0 to {self.games - 1}, not {short(place)}.")
        self._check_rest()
        half, row = divmod(place, self.halves[0].games)
        number, row = divmod(row, self._share)
        return self._call([number], record_of, half, row)[0]

    def run(self, function: Callable[..., Result], *arguments: object) -> list[Result]:
        """What `function(batch, *arguments)` returns in the processes for each of their batches.

        Every process has a batch for its share of each half; the results come in the order of
        their games. The function must be importable, and it and its arguments picklable. An
        exception it raises is raised here, once all processes have finished.
        """
        self._check_rest()
        found = self._call(range(len(self._pipes)), for_each, function, arguments)
        return [results[half] for half in range(HALVES) for results in found]

    def close(self) -> None:
        """End all processes; twice does no harm."""
        self._end()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_rest(self) -> None:
        """Refuse what cannot be done while games are being played."""
        if any(self._waiting):
            raise BadBatch("Games are being played; receive both halves first.")

    def _half(self, half: int) -> Part:
        if half not in range(HALVES):
            raise BadBatch(f"Halves are 0 and 1, not {short(half)}.")
        return self.halves[half]

    def _checked(self, part: Part, actions: "NDArray[Any]") -> "NDArray[Any]":
        """The actions as bytes; IllegalAction if one of them is not legal."""
        for number, half in enumerate(self.halves):
            if self._waiting[number] and part in (self, half):
                raise BadBatch(f"Half {number} is being played; receive it first.")
        played = as_actions(actions, part)
        words = np.where(played < HIGH, part.bits[:, 0], part.bits[:, 1])
        wrong = (words >> (played % HIGH)) % 2 == 0
        wrong |= played >= ACTIONS
        if wrong.any():
            row = int(wrong.argmax())
            raise refusal(part, row, int(played[row]), part.first)
        return played

    def _begin(self, half: int, played: "NDArray[Any]") -> None:
        """Let all processes play their share of a half."""
        np.copyto(self.halves[half].actions, played)
        for number in range(len(self._pipes)):
            self._tell(number, STEPS[half])
        self._waiting[half] = 1

    def _call(
        self, numbers: Sequence[int], function: Callable[..., Result], *arguments: object
    ) -> list[Result]:
        """What a function of all batches of a process returns in each of some processes."""
        try:
            order = pickle.dumps((function, arguments))
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise BadBatch(f"What is run must be importable and picklable: {error}.") from None
        for number in numbers:
            self._tell(number, order)
        answers = [self._hear(number) for number in numbers]
        for _, failure in answers:
            if failure is not None:
                raise failure
        return [result for result, _ in answers]

    def _tell(self, number: int, order: bytes) -> None:
        if not self._end.alive:
            raise WorkerDied("The workers are closed; start new ones.")
        try:
            self._pipes[number].send_bytes(order)
        except OSError:
            raise self._died(number) from None

    def _hear(self, number: int) -> Any:
        """The next answer of a process."""
        try:
            return self._pipes[number].recv()
        except (EOFError, OSError):
            raise self._died(number) from None

    def _died(self, number: int) -> WorkerDied:
        """The error for a process that has ended; the others are ended too."""
        process = self._processes[number]
        process.join(STOPPING_SECONDS)
        code = process.exitcode
        self.close()
        return WorkerDied(
            f"Process {number} of the workers died (exit code {code}); start new ones."
        )


def check_sizes(games: object, processes: object) -> None:
    """Refuse numbers that cannot be shared out evenly."""
    if not isinstance(processes, int) or not 1 <= processes <= MOST_PROCESSES:
        raise BadBatch(f"processes is a number from 1 to {MOST_PROCESSES}, not {short(processes)}.")
    share = HALVES * processes
    if not isinstance(games, int) or games < share or games % share:
        raise BadBatch(
            f"{processes} processes play a multiple of {share} games, not {short(games)}."
        )


def room(dtype: str, size: int | None, observations: str | None) -> int:
    """The bytes of one game in an array."""
    if size == OBS_SIZE and observations is None:
        return 0
    return np.dtype(dtype).itemsize * (size or 1)


def shared(blocks: Mapping[str, Any], games: int) -> "dict[str, NDArray[Any]]":
    """The shared memory as arrays."""
    arrays = {}
    for name, dtype, size in SHARED:
        flat = np.frombuffer(blocks[name], dtype) if len(blocks[name]) else np.zeros(0, dtype)
        arrays[name] = flat if size is None else flat.reshape(games, -1)
    return arrays


def work(
    pipe: Connection,
    setup: Setup,
    blocks: Mapping[str, Any],
    games: int,
    firsts: Sequence[int],
    share: int,
) -> None:
    """Play a share of both halves, as ordered, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    arrays = shared(blocks, games)
    parts = [Part(arrays, first, share) for first in firsts]
    batches = [
        Batch(setup.options, share, setup.seed, setup.observations, setup.bots, first)
        for first in firsts
    ]
    for part, batch in zip(parts, batches, strict=True):
        show(part, batch)
    with suppress(EOFError, OSError):  # whoever ordered has closed the pipe, or ended
        pipe.send("ready")
        while True:
            order = pipe.recv_bytes()
            if order in STEPS:
                half = STEPS.index(order)
                batches[half].step(parts[half].actions)
                show(parts[half], batches[half])
                pipe.send(half)
                continue
            answer = answer_to(order, batches)
            for part, batch in zip(parts, batches, strict=True):
                show(part, batch)
            pipe.send_bytes(answer)


def answer_to(order: bytes, batches: Sequence[Batch]) -> bytes:
    """The result of a function that was ordered, or the exception it raised, to be sent back."""
    try:
        function, arguments = pickle.loads(order)
        return pickle.dumps((function(batches, *arguments), None))
    except Exception as error:  # whatever was run, the caller is told
        error.add_note("".join(traceback.format_exception(error)))
        answer = pickle.dumps((None, error))
        with suppress(Exception):  # some exceptions cannot be made again from what they say
            pickle.loads(answer)
            return answer
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))


def record_of(batches: Sequence[Batch], half: int, row: int) -> Record:
    """The record of one game of a process."""
    return batches[half].record(row)


def for_each(
    batches: Sequence[Batch], function: Callable[..., Result], arguments: tuple[object, ...]
) -> list[Result]:
    """What a function returns for every batch of a process."""
    return [function(batch, *arguments) for batch in batches]


def show(part: Part, batch: Batch) -> None:
    """Copy what a step gave into the shared memory."""
    np.copyto(part.observations, batch.observations)
    np.copyto(part.masks, batch.masks)
    np.copyto(part.bits, batch.bits)
    np.copyto(part.seats, batch.seats)
    np.copyto(part.done, batch.done)
    np.copyto(part.returns, batch.returns)
    np.copyto(part.scores, batch.scores)


def end_all(processes: Sequence[BaseProcess], pipes: Sequence[Connection]) -> None:
    """Close the pipes, on which the processes end by themselves, and wait for them."""
    for pipe in pipes:
        pipe.close()
    for process in processes:
        process.join(STOPPING_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
