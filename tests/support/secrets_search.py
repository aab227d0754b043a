"""A search of everything a server sent for what its recipient must not know.

Written from the rules of secrecy (R11, R13, docs/program/views.md), not from the code that makes
views. The truth comes from the rows and entries in the database, replayed here without the
server's own fold.

Three nets, one inside the other: the raw bytes are searched for words that nobody could have
guessed; the shape of what was sent is searched for fields that are for one seat alone; and views
and events are compared with those of the true game and of games in which everything the seat does
not know had been dealt again.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from elgrande import Game, Options
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import describe_view
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.settings import read_settings
from elgrande.server.tables.table import TableState

OWN_FIELDS = frozenset(
    {"hand", "discard", "modifiers", "spent_modifiers", "passed", "received", "disc"}
)
TRUTH_FIELDS = frozenset(
    {"seed", "salt", "truth", "hands", "discards", "discs", "taken_back", "frames", "snapshot"}
)
PRIVATE_EVENTS = {
    "disc_set": {"place"},
    "taken_back": {"value", "modifier"},
    "modifier_passed": {"modifier"},
}
STACK_FIELDS = {"revealed", "available", "seen", "left"}
DUMMY_FIELDS = {"power", "played", "drawn"}
ADDED_TO_VIEW = ("step", "can_undo", "undo_reason", "ask", "choices")
ADDED_TO_EVENT = ("says", "position")
CASTILLO_NUMBERS = ("caballeros", "ranks", "worth")
HASHES = (b"$argon2",)


class Leak(AssertionError):
    """Somebody was sent what they must not know."""


class Sent(msgspec.Struct):
    """Something a client was sent about a table: a frame, or the body of an answer.

    `seats` are those it may know the secrets of: the one a frame is for, all those of a person for
    an answer. `number` is the last entry it may tell of. `lasting` is a list for later, in which
    throws into a closed Castillo have no number. `forbidden` are more words that must not be in it.
    `names_past_cards`: it tells of games that are over, and may name the cards used in them.
    """

    content: bytes
    number: int
    seats: tuple[int, ...]
    lasting: bool = False
    forbidden: Sequence[tuple[str, bytes]] = ()
    data: Any = None
    names_past_cards: bool = False

    def __post_init__(self) -> None:
        if self.data is None:
            with suppress(msgspec.DecodeError):  # plain text has no fields
                self.data = msgspec.json.decode(self.content)


class Moment:
    """A table after one of its entries, and what has ever been known of it until then."""

    def __init__(self, row: Table) -> None:
        self.row = row
        self.options = Options.from_data(row.options)
        self.line: list[tuple[int, int]] = []
        self.game = self._replay()
        self.number = 0
        self.is_over = False
        self.shown_cards: set[str] = set()
        self.known_modifiers: list[set[str]] = [set() for _ in range(self.options.players)]
        self.hidden_cards: set[str] = set()
        self._words: dict[tuple[int, ...], list[tuple[str, bytes]]] = {}
        self._learn()

    def _replay(self) -> Game:
        if self.row.start is None:
            game = Game.new(self.options, int(self.row.seed), events=True)
        else:
            game = Game.from_snapshot(self.row.start)
            game.listen()
        for seat, choice in self.line:
            game.play(choice, seat)
        return game

    def apply(self, entry: Entry) -> None:
        """Go on by one entry; whatever is taken back was known all the same."""
        self.number = entry.number
        if entry.kind == "choice":
            assert entry.seat is not None
            self.line.append((entry.seat, entry.data["choice"]))
            self.game.play(entry.data["choice"], entry.seat)
        elif entry.kind in ("take_back", "undo"):
            del self.line[entry.data["to"] :]
            self.game = self._replay()
        elif entry.kind == "withdraw":
            last = max(i for i, (seat, _) in enumerate(self.line) if seat == entry.seat)
            self.line.pop(last)
            self.game = self._replay()
        elif entry.kind == "finished":
            self.is_over = True
        self._learn()

    def _learn(self) -> None:
        self._words.clear()
        truth: Any = self.game.snapshot()
        self.shown_cards |= {card for card in truth["revealed"].values() if card}
        self.shown_cards |= {card for cards in truth["seen"].values() for card in cards}
        hidden = {card for cards in truth["stacks"].values() for card in cards}
        self.hidden_cards = hidden - self.shown_cards
        modifiers = truth["modifiers"]
        if modifiers is None or not self.options.power_shift:
            self.hidden_modifiers: list[set[str]] = [set() for _ in self.known_modifiers]
            return
        hands = [set(hand) for hand in modifiers["hands"]]
        shown = {key for spent in modifiers["spent"] for key in spent}
        shown |= {key for key in modifiers["played"] if key}
        shown |= {key for history in modifiers["history"] for key in history if key}
        everything = set().union(shown, *hands, *self.known_modifiers)
        for seat, known in enumerate(self.known_modifiers):
            right = (seat - 1) % len(hands)
            known |= hands[seat] | shown
            # What was passed is known to both; while all still choose, only to the giver.
            known |= {key for key in (modifiers["passed"][seat],) if key}
            if truth["phase"] != "pass_modifier":
                known |= {key for key in (modifiers["passed"][right],) if key}
        self.hidden_modifiers = [everything - known for known in self.known_modifiers]

    def words(self, seats: tuple[int, ...]) -> list[tuple[str, bytes]]:
        """The words that must not occur in what goes to these seats, and what each of them is."""
        if seats not in self._words:
            self._words[seats] = list(self._find_words(seats))
        return self._words[seats]

    def _find_words(self, seats: tuple[int, ...]) -> Iterator[tuple[str, bytes]]:
        seed = int(self.row.seed)
        yield "the seed", self.row.seed.encode()
        yield "the seed", f"{seed:x}".encode()
        if self.row.salt:
            yield "the salt", self.row.salt.encode()
        for card in self.hidden_cards:
            yield f"the hidden card {card}", f'"{card}"'.encode()
        unknown = set(self.hidden_modifiers[0]).union(*self.hidden_modifiers)
        for seat in seats:
            unknown &= self.hidden_modifiers[seat]
        for modifier in unknown:
            yield f"the hidden modifier {modifier}", f'"{modifier}"'.encode()

    def search(self, sent: Sent) -> None:
        """Raise Leak if something in it is not for its recipient."""
        if self.is_over:
            return
        for what, word in self.words(sent.seats):
            if sent.names_past_cards and what.startswith("the hidden card"):
                continue
            if word in sent.content:
                raise Leak(f"{what} was sent to seats {sent.seats} at {self.number}")
        self.search_shape(sent.data, sent)

    def search_shape(self, data: object, sent: Sent) -> None:
        """Raise Leak for fields that are for one seat alone, wherever they stand."""
        rest: list[tuple[str, Any]] = [("", data)]
        while rest:
            above, found = rest.pop()
            kind = type(found)
            if kind is dict:
                self._search_fields(found, sent, above)
                rest += [(k, v) for k, v in found.items() if type(v) in (dict, list)]
            elif kind is list:
                if above == "lines" or (sent.lasting and above in ("", "events")):
                    self._search_lasting(found)
                rest += [(above, item) for item in found if type(item) in (dict, list)]

    def _search_fields(self, data: dict[str, Any], sent: Sent, above: str) -> None:
        for key in data:
            if key in TRUTH_FIELDS and data[key] is not None:
                raise Leak(f"the field {key} was sent while the game runs")
            if key in OWN_FIELDS and above != "mine":
                raise Leak(f"{key} of somebody stands outside of `mine`")
        if data.get("mine") and "regions" in data and data["seat"] not in sent.seats:
            raise Leak(f"seats {sent.seats} were sent what seat {data['seat']} knows")
        private = PRIVATE_EVENTS.get(data.get("event", ""))
        if private and private & data.keys() and data["colour"] not in sent.seats:
            raise Leak(f"{data} was told to seats {sent.seats}")
        if above == "castillo" and self.options.castillo == "secret":
            for key in CASTILLO_NUMBERS:
                if data.get(key) is not None:
                    raise Leak("the closed Castillo was opened to a client")
        if "available" in data and "left" in data and not data.keys() <= STACK_FIELDS:
            raise Leak(f"a stack shows {data.keys() - STACK_FIELDS}")
        if above == "dummy" and not data.keys() <= DUMMY_FIELDS:
            raise Leak(f"the dummy shows {data.keys() - DUMMY_FIELDS}")

    def _search_lasting(self, events: list[Any]) -> None:
        if self.options.castillo == "open":
            return
        names = [event.get("event") for event in events]
        opened = 0
        if "castillo_opened" in names:
            opened = len(names) - names[::-1].index("castillo_opened")
        for event in events[opened:]:
            if "count" in event and is_throw(event):
                raise Leak("a list for later counts the caballeros in the closed Castillo")


def search_table(
    row: Table,
    entries: Sequence[Entry],
    sent: Iterable[Sent],
    imagine_every: int = 4,
) -> int:
    """Search all that was sent about a table; how many things that were. Raises Leak.

    Every so many frames are compared with what they would have been if all that their seat does
    not know were otherwise.
    """
    waiting = sorted(sent, key=lambda one: one.number)
    hashes = [("a hash", word) for word in HASHES]
    moment, playthrough, count = Moment(row), None, 0
    table = TableState(row)  # only for the names of its seats
    for entry in entries:
        moment.apply(entry)
        table.apply(entry)
        if entry.kind == "started":
            playthrough = new_playthrough(row)
        if playthrough is not None:
            playthrough.apply(entry)
        while count < len(waiting) and waiting[count].number <= entry.number:
            one = waiting[count]
            for what, word in (*hashes, *one.forbidden):
                if word in one.content:
                    raise Leak(f"{what} was sent")
            moment.search(one)
            if one.content.startswith(b'{"type":"state"') and one.number == entry.number:
                names = names_at(table, "en")
                compare(moment, playthrough, one.data, count % imagine_every == 0, names)
            count += 1
    assert count == len(waiting), "something was sent about entries that are not there"
    return count


def new_playthrough(row: Table) -> Playthrough:
    """The server's own fold of a table, for what only that knows: steps, and what may be undone."""
    clock = read_settings(row.settings).clock
    return Playthrough(Options.from_data(row.options), int(row.seed), row.start, clock)


def compare(
    moment: Moment,
    playthrough: Playthrough | None,
    frame: dict[str, Any],
    imagine: bool,
    names: list[str] | None = None,
) -> None:
    """The frame's view and events are those of the true game, and of an imagined one."""
    if frame["view"] is None or playthrough is None:
        assert playthrough is None
        return
    seat, view = frame["seat"], frame["view"]
    game = moment.game
    expected = game.view(seat).data
    if seat is None or seat not in playthrough.asked:
        expected["legal"] = []
    plain = {key: value for key, value in view.items() if key not in ADDED_TO_VIEW}
    true = as_json(expected)
    other = {key: (plain.get(key), true[key]) for key in true if plain.get(key) != true[key]}
    assert plain == true, f"seat {seat} sees something else at {moment.number}: {other}"
    events = [
        {key: value for key, value in event.items() if key not in ADDED_TO_EVENT}
        for event in frame["events"]
    ]
    positions = [event["position"] for event in frame["events"]]
    assert positions == sorted(positions)
    assert max(positions, default=0) <= len(moment.line)
    happened: list[Any] = list(game.events(seat, frame["events_from"]))
    for told, event in zip(events, happened, strict=True):
        if "count" not in told:  # a throw into the closed Castillo, told to somebody later
            assert is_throw(event) or "count" not in event
            event.pop("count", None)
    assert events == happened
    assert view["step"] == playthrough.step_for(seat)
    if imagine and not moment.is_over:
        whose = 0 if seat is None else seat
        kept = playthrough.game
        try:
            playthrough.game = game.determinize(whose, moment.number)
            imagined = as_json(describe_view(playthrough, seat, "en", names))
        finally:
            playthrough.game = kept
        if imagined != view:
            raise Leak(f"the frame of seat {seat} at {moment.number} depends on what it hides")


def is_throw(event: dict[str, Any]) -> bool:
    """Whether somebody threw caballeros into the Castillo."""
    return bool(event["event"] == "moved" and event["to"] == "castillo")


def as_json(data: object) -> Any:
    """Plain data as it arrives at a client."""
    return msgspec.json.decode(msgspec.json.encode(data))
