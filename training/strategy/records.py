"""A game as records: who laid which power card, what every turn did, what every scoring paid."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.board import CASTILLO, PLACE_KEYS, PROVINCE, REGIONS
from elgrande.rules.options import Options
from elgrande.rules.scoring import rank_of, worth
from elgrande.rules.state import State
from elgrande.search.features import STAGES, turn_under_way
from elgrande.search.network import Network
from elgrande.search.outcome import Outcome
from elgrande.search.plans import turn_of
from training.turn_starts import shares_of

CASTILLO_KEY: Final = PLACE_KEYS[CASTILLO]
CHOSEN_SCORINGS: Final = ("C-fair", "C-fair-3")  # the player chooses the region
Event = dict[str, Any]


@dataclass
class Power:
    """A power card that was laid."""

    round: int
    seat: int
    position: int  # how many had laid theirs before
    value: int
    order: int = 0  # how many turns of the round came before
    gain: float = 0.0  # of chance, from the start of the round until all cards were laid


@dataclass
class Turn:
    """One turn of a seat, with its chance of winning before it and where the next turn begins."""

    round: int
    seat: int
    order: int  # how many turns of the round came before
    card: str
    offered: tuple[str, ...]  # the cards that were still there
    before: float
    after: float = 0.0
    taken: int = 0  # caballeros from the Province into the Court
    thrown: int = 0  # own caballeros into the Castillo
    placed: int = 0  # from the Court into regions
    points: int = 0  # scored in the turn: by the seat,
    points_of_others: int = 0  # and by all others
    performed: bool = False  # the special action
    performed_first: bool = False  # before anything was placed
    targets: list[str] = field(default_factory=list)  # places that the special action was about
    king_to: str | None = None
    leads_there: bool = False  # when the turn is over, in the region of the King
    home_there: bool = False  # the own Grande stands in that region


@dataclass
class Payment:
    """Points, or none, of a seat in a place that is scored, by a card or in a general scoring."""

    round: int
    seat: int
    place: str
    card: str | None  # None in a general scoring
    rank: int
    caballeros: int
    points: int  # bonuses among them
    king: int
    grande: int


@dataclass
class Disc:
    """The caballeros of a seat that left the Castillo in a general scoring."""

    scoring: int
    seat: int
    held: int
    place: str
    to_court: bool  # they had to go there, because the disc showed the King's region
    before: int  # points the region would have paid the seat without any discs,
    after: int = 0  # and what it paid


@dataclass
class Moment:
    """The position where something begins."""

    event: int  # how many events there were
    chances: list[float]
    king: str
    ranks_at_king: list[int]
    grandes: list[str]
    worths: list[list[int]] | None  # by seat and region; only before a general scoring


@dataclass
class GameFacts:
    """Everything about one game."""

    number: int
    options: Options
    shares: list[float]
    scores: list[int]
    homes: Sequence[str]  # where the Grandes began
    powers: list[Power] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    castillo: list[dict[int, int]] = field(default_factory=list)  # held, at every general scoring
    standings: list[list[int]] = field(default_factory=list)  # points after each of them
    vetoed: list[tuple[int, int, str]] = field(default_factory=list)  # by whom, whose card
    vetoes_kept: int = 0


def facts_of(number: int, options: Options, played: PlayedGame, network: Network) -> GameFacts:
    """Replay a game and read what happened in it."""
    game = Game.new(options, played.seed, events=True)
    homes = [PLACE_KEYS[game.state.grande(seat)] for seat in range(options.players)]
    outcome = Outcome()
    moments: list[Moment] = []
    turn = -1
    for _ in played.replay(game):
        if turn_of(game.state) != turn:
            turn = turn_of(game.state)
            moments.append(moment_of(game, network, outcome))
    shares = shares_of(played.scores)
    end = moments[-1]
    moments.append(Moment(game.event_count, shares, end.king, end.ranks_at_king, end.grandes, None))
    facts = GameFacts(number, options, shares, list(played.scores), homes)
    events: list[Any] = game.events(None)
    Reader(facts, moments).read(events)
    return facts


def moment_of(game: Game, network: Network, outcome: Outcome) -> Moment:
    """The position as it is."""
    state = game.state
    seats = range(game.options.players)
    network.judge(state, outcome)
    scoring = turn_under_way(state) == STAGES - 1
    return Moment(
        game.event_count,
        [outcome.chances[seat] for seat in seats],
        PLACE_KEYS[state.king] if state.king < PROVINCE else "",
        [rank_at_king(state, seat) for seat in seats],
        [PLACE_KEYS[state.grande(seat)] for seat in seats],
        [[worth(state, place, seat, False) for place in range(REGIONS)] for seat in seats]
        if scoring
        else None,
    )


def rank_at_king(state: State, seat: int) -> int:
    """The rank of a seat in the King's region; 0 if it has no caballero there, or he is abroad."""
    return rank_of(state, state.king, seat) if state.king <= CASTILLO else 0


class Reader:
    """Reads the events of a game in order."""

    def __init__(self, facts: GameFacts, moments: Sequence[Moment]) -> None:
        self.facts = facts
        self.moments = moments
        self.at = 0  # the moment that was last
        self.round = 0
        self.laid = 0
        self.order: dict[int, int] = {}
        self.offered: list[str] = []
        self.turn: Turn | None = None
        self.taken = 0
        self.ordered = False  # what the order of this round did to chances has been noted
        self.in_general = False
        self.king = moments[0].king

    def read(self, events: Sequence[Event]) -> None:
        """Go through all events."""
        for index, event in enumerate(events):
            while self.at + 1 < len(self.moments) and self.moments[self.at + 1].event <= index:
                self.at += 1
            handler = getattr(self, f"_on_{event['event']}", None)
            if handler is not None:
                handler(event)
        if self.in_general:
            self.facts.standings.append(self._scores())

    def _scores(self) -> list[int]:
        sums = [0] * len(self.facts.shares)
        for paid in self.facts.payments:
            sums[paid.seat] += paid.points
        return sums

    def _on_round(self, event: Event) -> None:
        if self.in_general:
            self.facts.standings.append(self._scores())
        self.in_general = False
        self.round = event["round"]
        self.laid = 0
        self.taken = 0
        self.ordered = False
        self.offered = []

    def _on_revealed(self, event: Event) -> None:
        self.offered.append(event["card"])

    def _on_dummy_took(self, event: Event) -> None:
        self.offered.remove(event["card"])

    def _on_power(self, event: Event) -> None:
        if event["colour"] < len(self.facts.shares):
            power = Power(self.round, event["colour"], self.laid, event["value"])
            self.facts.powers.append(power)
            self.laid += 1

    def _on_order(self, event: Event) -> None:
        self.order[event["colour"]] = event["index"]

    def _on_card(self, event: Event) -> None:
        seat = event["colour"]
        before = self.moments[self.at].chances[seat]
        self.turn = Turn(
            self.round, seat, self.order[seat], event["card"], tuple(self.offered), before
        )
        self.turn.taken = self.taken
        self.offered.remove(event["card"])
        if not self.ordered:
            self.ordered = True
            self._note_order()

    def _note_order(self) -> None:
        """All power cards are laid: what that did to everybody's chance."""
        start, now = self.moments[self.at - 1 : self.at + 1]
        for power in self.facts.powers:
            if power.round == self.round:
                power.order = self.order[power.seat]
                power.gain = now.chances[power.seat] - start.chances[power.seat]

    def _on_announced(self, event: Event) -> None:
        if self.turn is not None:
            self.turn.performed = True
            self.turn.performed_first = self.turn.placed + self.turn.thrown == 0

    def _on_vetoed(self, event: Event) -> None:
        if self.turn is not None:
            self.turn.performed = False
            self.facts.vetoed.append((event["by"], event["colour"], self.turn.card))

    def _on_veto_kept(self, event: Event) -> None:
        self.facts.vetoes_kept += 1

    def _on_moved(self, event: Event) -> None:
        turn = self.turn
        if turn is None:
            self.taken += event["count"] if event["to"] == "court" else 0
        elif event["by"] == turn.seat and event["colour"] == turn.seat:
            if event["to"] == CASTILLO_KEY:
                turn.thrown += event.get("count", 1)
            elif event["from"] == "court":
                turn.placed += event["count"]

    def _on_king_moved(self, event: Event) -> None:
        self.king = event["to"]
        if self.turn is not None:
            self.turn.king_to = event["to"]
            self.turn.targets.append(event["to"])

    def _on_tile_put(self, event: Event) -> None:
        if self.turn is not None:
            self.turn.targets.append(event["to"])

    def _on_grande_moved(self, event: Event) -> None:
        if self.turn is not None:
            self.turn.targets.append(event["to"])

    def _on_region_named(self, event: Event) -> None:
        if self.turn is not None:
            self.turn.targets.append(event["place"])

    def _on_place_counted(self, event: Event) -> None:
        if self.turn is not None and self.turn.card in CHOSEN_SCORINGS:
            self.turn.targets.append(event["place"])

    def _on_unpaid(self, event: Event) -> None:
        self._on_scored({**event, "points": 0, "king": 0, "grande": 0})

    def _on_scored(self, event: Event) -> None:
        turn = None if self.in_general else self.turn
        seat = event["colour"]
        if seat >= len(self.facts.shares):
            return
        paid = Payment(
            self.round,
            seat,
            event["place"],
            None if turn is None else turn.card,
            event["rank"],
            event["count"],
            event["points"],
            event["king"],
            event["grande"],
        )
        self.facts.payments.append(paid)
        if turn is None:
            self._note_disc(paid)
        elif seat == turn.seat:
            turn.points += paid.points
        else:
            turn.points_of_others += paid.points

    def _note_disc(self, paid: Payment) -> None:
        for disc in self.facts.discs:
            at = (disc.scoring, disc.seat, disc.place)
            if at == (len(self.facts.castillo), paid.seat, paid.place):
                disc.after = paid.points

    def _on_turn_ended(self, event: Event) -> None:
        turn = self.turn
        if turn is None:
            return
        following = self.moments[self.at + 1]
        # The network judges where something begins, not while discs are set before a scoring.
        judged = next(one for one in self.moments[self.at + 1 :] if one.worths is None)
        turn.after = judged.chances[turn.seat]
        turn.leads_there = following.ranks_at_king[turn.seat] == 1
        turn.home_there = following.grandes[turn.seat] == turn.king_to
        self.facts.turns.append(turn)
        self.turn = None
        self.taken = 0

    def _on_general_scoring(self, event: Event) -> None:
        self.in_general = True
        self.turn = None
        self.taken = 0
        self.facts.castillo.append({})

    def _on_castillo_held(self, event: Event) -> None:
        if self.in_general:
            self.facts.castillo[-1][event["colour"]] = event["count"]

    def _on_disc_shown(self, event: Event) -> None:
        if not self.in_general:
            return
        seat, place = event["colour"], event["place"]
        worths = self.moments[self.at].worths
        before = 0 if worths is None else worths[seat][PLACE_KEYS.index(place)]
        held = self.facts.castillo[-1].get(seat, 0)
        to_court = place == self.king
        scoring = len(self.facts.castillo)
        self.facts.discs.append(Disc(scoring, seat, held, place, to_court, before))
