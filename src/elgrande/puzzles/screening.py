"""Games of our strongest bots, with the moments in which one answer seems clearly best."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from elgrande.bots.facts import shown
from elgrande.bots.judged import grandmaster_settings
from elgrande.bots.situation import SEEDS
from elgrande.bots.turn_plan import TurnPlan
from elgrande.game import Game
from elgrande.puzzles.attempts import Attempt
from elgrande.puzzles.judging import Choices, key_of, plain
from elgrande.puzzles.placings import judged_placings
from elgrande.puzzles.puzzle import DISC, IMAGINED, PLACING, POWER_CARD, TURN, VETO
from elgrande.puzzles.ratings import tries_of
from elgrande.rules.choices import END, PIECE_BASE, PLACE_BASE, SPECIAL_ACTION, STACK_BASE
from elgrande.rules.frames import (
    CARD,
    DISC_COUP,
    DISC_SCORING,
    PLACE,
    POWER,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.search.search_result import SearchResult, think

ITERATIONS: Final = 200
DISC_ITERATIONS: Final = 60
LEAST_LEAD: Final = 0.06  # of the best answer before the next
LEAST_SHARE: Final = 0.01  # of the tries: below it an answer is not known well enough to compare
DISC_SHARE: Final = 0.8
PLACING_TOLERANCE: Final = 0.02
MOST_GOOD: Final = 0.1  # of all ways to place, those that are about as good as the best
PLACINGS_COMPARED: Final = 8
SEED: Final = 3
VETO_CARD: Final = "C-veto"
VETO_PRICE: Final = 0.1  # what a player may give away to hold one
KINDS_ASKED: Final = {
    CARD: TURN,
    POWER: POWER_CARD,
    DISC_SCORING: DISC,
    DISC_COUP: DISC,
    VETO_WINDOW: VETO,
}


@dataclass(frozen=True)
class Moment:
    """A position that may make a puzzle, as it truly stood."""

    game: Game
    seat: int
    kind: str
    key: Choices  # of the answer that seems best
    lead: float
    plans: tuple[Choices, ...] = ()  # further answers that must be compared

    def imagined(self) -> Game:
        """The position as the seat imagines it."""
        return self.game.determinize(self.seat, IMAGINED)


def play_and_screen(options: Options, seed: int) -> list[Moment]:
    """The moments of a game, those with the clearest lead first."""
    game = Game.new(options, seed)
    rng = Rng(seed)
    plans = [TurnPlan() for _ in range(options.players)]
    moments: list[Moment] = []
    while not game.over:
        seat = game.waiting[0]
        legal = game.legal(seat)
        moments += _placing(game, seat)
        planned = plans[seat].next(game.state, legal)
        # The plan of a turn is often made before its card is asked for: think about that again.
        thinks = game.state.kind in KINDS_ASKED or planned is None
        if len(legal) == 1 or not thinks:
            game.play(legal[0] if planned is None else planned, seat)
            continue
        if is_secret(game.state.kind):
            moments += _discs(game, rng)
        result = _think(game, seat, rng)
        kind = KINDS_ASKED.get(game.state.kind)
        if kind is not None and kind != DISC:
            key, lead = lead_in(game.determinize(seat, IMAGINED), seat, kind, result)
            if lead >= LEAST_LEAD:
                moments.append(Moment(game.clone(), seat, kind, key, lead))
        choices = _keeping_veto(game, result) or result.choose(rng).choices
        plans[seat].keep(choices[1:], game.state)
        game.play(choices[0], seat)
    return sorted(moments, key=lambda moment: -moment.lead)


def lead_in(game: Game, seat: int, kind: str, result: SearchResult) -> tuple[Choices, float]:
    """The best answer of a search, and by how much it leads the best other one."""
    best = key_of(game, seat, kind, plain(result.options[0].choices))
    others = [
        option.chance
        for option in result.options[1:]
        if option.share >= LEAST_SHARE and key_of(game, seat, kind, plain(option.choices)) != best
    ]
    return best, result.options[0].chance - max(others) if others else 0.0


def _keeping_veto(game: Game, result: SearchResult) -> list[int]:
    """A plan that keeps a Veto, if there is one: our bots see no use in it, people do."""
    if game.state.kind != CARD:
        return []
    for option in result.options:
        card = shown(game.state, option.choices[0] - STACK_BASE)
        cheap = option.share == 0 or option.chance >= result.options[0].chance - VETO_PRICE
        if game.state.deal.key(card) == VETO_CARD and cheap:
            return [choice for choice in option.choices if choice != END] + [SPECIAL_ACTION]
    return []


def _think(game: Game, seat: int, rng: Rng) -> SearchResult:
    iterations = DISC_ITERATIONS if is_secret(game.state.kind) else ITERATIONS
    state = game.determinize(seat, rng.below(SEEDS)).state
    return think(state, seat, grandmaster_settings(), iterations, 0.0, rng.below(SEEDS))


def _placing(game: Game, seat: int) -> Iterator[Moment]:
    """Where placing begins, if few ways are good and a quick player finds another one."""
    if game.state.kind != PLACE or (game.history is not None and _has_placed(game, seat)):
        return
    imagined = game.determinize(seat, IMAGINED)
    ways = judged_placings(imagined, seat)
    if not ways:
        return
    good = sum(ways[0].chance - way.chance <= PLACING_TOLERANCE for way in ways)
    answer = min(tries_of("steady", Attempt(imagined, seat, PLACING), SEED))
    key = key_of(imagined, seat, PLACING, answer)
    same = [way.chance for way in ways if key_of(imagined, seat, PLACING, way.choices) == key]
    lead = ways[0].chance - max(same, default=ways[0].chance)
    if lead >= LEAST_LEAD and good <= MOST_GOOD * len(ways):
        best = key_of(imagined, seat, PLACING, ways[0].choices)
        plans = tuple(way.choices for way in ways[:PLACINGS_COMPARED])
        yield Moment(game.clone(), seat, PLACING, best, lead, plans)


def _has_placed(game: Game, seat: int) -> bool:
    """Whether the choice before was to place a caballero, so that placing does not begin here."""
    last = game.history
    return last is not None and last.seat == seat and PLACE_BASE <= last.choice < PIECE_BASE


def _discs(game: Game, rng: Rng) -> Iterator[Moment]:
    """The seats that have a clearly best disc, where a secret decision begins."""
    begins = len(game.waiting) == game.options.players or game.state.kind == DISC_COUP
    if KINDS_ASKED.get(game.state.kind) != DISC or not begins:
        return
    for seat in game.waiting:
        options = _think(game, seat, rng).options
        by_chance = sorted(options, key=lambda option: -option.chance)
        if len(options) < 2 or by_chance[0].share < DISC_SHARE:
            continue
        lead = by_chance[0].chance - by_chance[1].chance
        if lead >= LEAST_LEAD / 2:
            yield Moment(game.clone(), seat, DISC, plain(by_chance[0].choices), lead)
