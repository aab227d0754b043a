"""What a plan does: it is played with the rules, and the board compared before and after.

The position is one that a seat imagines. Anything others must decide on the way gets a quick
answer; whether they had a say is noted, because then the effects are only likely.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from elgrande.rules.board import CASTILLO, PLACE_KEYS, REGIONS, TILE_KEYS
from elgrande.rules.choices import ALLOW, ALLOW_ALL, HIGH
from elgrande.rules.events import describe_event
from elgrande.rules.flow import play
from elgrande.rules.frames import VETO_WINDOW, is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.scoring import rank_of, worth
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.plans import PAUSE, turn_of
from elgrande.search.rollout import answer_quickly, turn_seat
from elgrande.search.tree import is_legal
from elgrande.search.weights import STANDARD

Event = Mapping[str, object]
ALLOW_ALL_BIT: Final = 1 << (ALLOW_ALL - HIGH)


@dataclass(frozen=True)
class Effects:
    """The board before and after, what happened in between, and how sure that is."""

    seat: int
    before: State
    after: State
    events: Sequence[Event]
    answered: bool  # others had a choice
    vetoers: tuple[int, ...]  # others could have stopped it

    def named(self, name: str) -> Iterator[Event]:
        """The events of one name."""
        return (event for event in self.events if event["event"] == name)

    def scores(self) -> Counter[int]:
        """The points every seat scored."""
        points: Counter[int] = Counter()
        for event in self.named("scored"):
            points[number(event, "colour")] += number(event, "points")
        return points

    def moves(self) -> Counter[tuple[int, int, int]]:
        """How many caballeros went which way: colour, from, to."""
        counts: Counter[tuple[int, int, int]] = Counter()
        for event in self.named("moved"):
            way = (number(event, "colour"), place_in(event, "from"), place_in(event, "to"))
            counts[way] += number(event, "count")
        return counts


def number(event: Event, name: str) -> int:
    """A number of an event."""
    value = event[name]
    assert isinstance(value, int)
    return value


def place_in(event: Event, name: str) -> int:
    """A place of an event."""
    return PLACE_KEYS.index(str(event[name]))


def carry_out(state: State, seat: int, choices: Sequence[int]) -> Effects:
    """Play a plan to the end of the seat's turn; out of its turn only what is planned."""
    plan = [choice for choice in choices if choice != PAUSE]
    turn = turn_of(state)
    own_turn = turn_seat(state) == seat

    def goes_on(world: State) -> bool:
        return turn_of(world) == turn and (own_turn or bool(plan))

    return _effects(state, seat, seat, plan, goes_on)


def let_happen(state: State, seat: int) -> Effects:
    """What an announced special action does if this seat, which holds a Veto, lets it happen."""
    performer, turn = state.performer, turn_of(state)

    def goes_on(world: State) -> bool:
        return turn_of(world) == turn and world.performer == performer

    return _effects(state, seat, performer, [], goes_on)


def _effects(
    state: State, seat: int, actor: int, plan: list[int], goes_on: Callable[[State], bool]
) -> Effects:
    world = state.clone()
    log: list[int] = []
    world.log = log
    context = Context(Rng(0), 0, STANDARD)
    answered = False
    vetoers: dict[int, None] = {}
    while not world.over and goes_on(world):
        if world.kind == VETO_WINDOW and world.seat != actor:
            vetoers[world.seat] = None
            play(world, world.seat, ALLOW_ALL if world.mask & ALLOW_ALL_BIT else ALLOW)
            continue
        if is_secret(world.kind) or world.seat != actor:
            answered = answered or world.mask & (world.mask - 1) != 0
        elif plan:
            choice = plan.pop(0)
            if is_legal(world, choice):
                play(world, actor, choice)
                continue
        play(world, world.seat, answer_quickly(world, context, world.seat))
    events = list(_of_this_turn(describe_event(event, state.deal, seat) for event in log))
    return Effects(seat, state, _board_after(state, events), events, answered, tuple(vetoers))


def _of_this_turn(events: Iterator[Event]) -> Iterator[Event]:
    """The events up to the end of the turn: what the game does by itself then does not count."""
    for event in events:
        if event["event"] in ("turn_ended", "first_player", "general_scoring"):
            return
        yield event


def _board_after(state: State, events: Sequence[Event]) -> State:
    """The board once all this has happened, and nothing else."""
    board = state.clone()
    for event in events:
        name = event["event"]
        if name == "moved":
            source, target = place_in(event, "from"), place_in(event, "to")
            board.move(number(event, "colour"), source, target, number(event, "count"))
        elif name == "grande_moved":
            board.put_grande(number(event, "colour"), place_in(event, "to"))
        elif name == "king_moved":
            board.king = place_in(event, "to")
        elif name == "tile_put":
            board.put_tile(TILE_KEYS.index(str(event["tile"])), place_in(event, "to"))
        elif name in ("card", "dummy_took"):
            board.available &= ~(1 << (number(event, "stack") - 1))
    return board


def leader(state: State, place: int) -> int | None:
    """Who is alone in first place, if anybody is."""
    for colour in range(state.deal.colours):
        if rank_of(state, place, colour) == 1:
            return colour
    return None


def is_level(state: State, place: int, colour: int) -> bool:
    """Whether a colour shares the first place with others."""
    counts = [state.caballeros(place, other) for other in range(state.deal.colours)]
    return counts[colour] > 0 and counts[colour] == max(counts) and counts.count(max(counts)) > 1


def king_bonus_of(state: State) -> int | None:
    """Who would get the King's bonus, if anybody."""
    return leader(state, state.king) if state.king <= CASTILLO else None


def has_grande_bonus(state: State, colour: int) -> bool:
    """Whether a seat would get its Grande's bonus."""
    home = state.grande(colour)
    return 0 <= home <= CASTILLO and leader(state, home) == colour


def worth_of_regions(state: State, colour: int) -> int:
    """What a seat would score in the nine regions now."""
    return sum(worth(state, region, colour, False) for region in range(REGIONS))
