"""What cards promise: exact where points are given, and looked at without moving a piece."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import elgrande
from elgrande import Game
from elgrande.editions.cards import CARDS
from elgrande.rules.actions.king import king_targets
from elgrande.rules.actions.moving import movable, moving_to
from elgrande.rules.board import (
    ALL_REGIONS,
    CASTILLO,
    COLOURS,
    COURT,
    PLACE_KEYS,
    PLACE_TARGETS,
    PLACES,
    PROVINCE,
    TILES,
)
from elgrande.rules.cards import (
    OP_DISMISS,
    OP_INFILTRATE,
    OP_KEYS,
    OP_KING,
    OP_RETURN_BY_DISC,
    OP_SCORE,
    OP_SCORE_CHOSEN,
    OP_STAND_IN,
    OP_WITHDRAW,
    WHOLE,
)
from elgrande.rules.choices import PLACE_BASE, SPECIAL_ACTION, STACK_BASE
from elgrande.rules.packing import quota
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.action_values import (
    acts_first,
    arrest_value,
    king_value,
    moving_value,
    mustering_value,
    recruiting_value,
    returning_value,
    scored_in_all,
    scoring_value,
    special_value,
)
from elgrande.search.best_targets import (
    best_board,
    best_coup,
    best_grande,
    best_king,
    best_move,
    best_scoring,
    best_stand_in,
    best_target,
    best_tile,
    king_bonus,
    king_gain,
    least_loss,
)
from elgrande.search.context import Context
from elgrande.search.plans import turn_of
from elgrande.search.policy import best_card, card_value, disc_worth
from elgrande.search.vetoing import weigh_veto
from tests.support.marks import rule
from tests.support.positions import position
from tests.support.searching import everything, facing, variant, walk_sensibly
from tests.support.walks import somewhere

SEARCH = Path(elgrande.__file__).parent / "search"
FRANCE = PLACE_KEYS.index("france")
Look = Callable[[State, Context, int], object]
FIVE = quota(5, 5, 5, True)
LOOKS: dict[str, Look] = {
    "special_value": lambda state, context, seat: [
        special_value(state, context, seat, card) for card in range(len(CARDS))
    ],
    "acts_first": lambda state, context, seat: [acts_first(op) for op in range(len(OP_KEYS))],
    "king_value": lambda state, context, seat: [
        king_value(state, context, seat, op, targets)
        for op in (OP_KING, OP_STAND_IN, OP_INFILTRATE)
        for targets in range(5)
    ],
    "recruiting_value": lambda state, context, seat: recruiting_value(state, context, seat, 2),
    "scoring_value": lambda state, context, seat: [
        scoring_value(state, context, card)
        for card, row in enumerate(CARDS)
        if state.deal.op(card) == OP_SCORE
    ],
    "scored_in_all": lambda state, context, seat: scored_in_all(state, context, ALL_REGIONS, True),
    "best_scoring": lambda state, context, seat: best_scoring(state, context, ALL_REGIONS, False),
    "best_move": lambda state, context, seat: best_move(state, context, seat, FIVE),
    "best_target": lambda state, context, seat: best_target(state, context, seat, ALL_REGIONS),
    "moving_value": lambda state, context, seat: moving_value(state, context, seat, FIVE),
    "king_gain": lambda state, context, seat: [
        king_gain(state, context, place) for place in range(PLACES)
    ],
    "king_bonus": lambda state, context, seat: king_bonus(state, context, state.king),
    "best_king": lambda state, context, seat: [
        best_king(state, context, seat, king_targets(state, targets), most, 100)
        for targets in range(5)
        for most in (0, 5)
    ],
    "best_tile": lambda state, context, seat: best_tile(state, context),
    "best_board": lambda state, context, seat: [
        best_board(state, context, tile) for tile in range(TILES)
    ],
    "best_grande": lambda state, context, seat: [
        best_grande(state, context, colour) for colour in range(state.deal.players)
    ],
    "best_stand_in": lambda state, context, seat: best_stand_in(state, context),
    "best_coup": lambda state, context, seat: best_coup(state, context, seat),
    "mustering_value": lambda state, context, seat: mustering_value(state, context, seat, 2),
    "least_loss": lambda state, context, seat: [
        least_loss(state, context, other, state.free_regions_of(other), 2)
        for other in range(state.deal.players)
    ],
    "returning_value": lambda state, context, seat: [
        returning_value(state, context, seat, op, number)
        for op in (OP_DISMISS, OP_WITHDRAW, OP_RETURN_BY_DISC)
        for number in (2, WHOLE)
    ],
    "arrest_value": lambda state, context, seat: arrest_value(state, context, seat),
    "card_value": lambda state, context, seat: [
        card_value(state, context, seat, card) for card in range(len(CARDS))
    ],
    "best_card": lambda state, context, seat: best_card(state, context, seat),
}
SCORINGS = {
    *("C-score-4", "C-score-5", "C-score-67", "C-score-first", "C-score-most", "C-score-least"),
    *("C-revelation", "C-fair", "C-fair-3"),
}


def number_of(key: str) -> int:
    """The number of a card in the table."""
    return next(number for number, row in enumerate(CARDS) if row.key == key)


def somewhere_all_over(count: int) -> Iterator[tuple[Game, int]]:
    for number in range(count):
        game = somewhere(variant(number), number)
        yield game, number % game.options.players


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_at_what_a_card_promises_changes_nothing(name: str) -> None:
    for game, seat in somewhere_all_over(150):
        state, digest = game.state, game.digest()
        for noise in (0, 300):
            context = facing(state, seat, noise=noise)
            before = everything(state)
            LOOKS[name](state, context, seat)
            assert everything(state) == before
        assert game.digest() == digest


def test_every_look_is_tried() -> None:
    for name in ("action_values.py", "best_targets.py"):
        body = ast.parse((SEARCH / name).read_text(encoding="utf-8")).body
        defined = {node.name for node in body if isinstance(node, ast.FunctionDef)}
        assert not defined - set(LOOKS)


def test_weighing_a_veto_or_a_disc_changes_nothing() -> None:
    for number in range(60):
        game = Game.new(variant(number), number)
        for seat in walk_sensibly(game, Rng(number)):
            state = game.state
            if game.decision not in ("veto", "disc_scoring", "disc_coup", "disc_rivalries"):
                continue
            context = facing(state, seat)
            before = everything(state)
            if game.decision == "veto":
                weigh_veto(state, context, seat)
            else:
                for region in range(9):
                    disc_worth(state, context, seat, state.kind, state.argument, region)
            assert everything(state) == before


def only(context: Context, seat: int) -> None:
    """Let the appraiser see what this seat gains and nothing else."""
    context.appraiser.regard = vec[i64]([256 if other == seat else 0 for other in range(COLOURS)])


def scoring_cards(game: Game) -> Iterator[tuple[int, int]]:
    """The stacks with a card on top that scores, and the card."""
    state = game.state
    for choice in game.legal():
        card = state.deal.card_at(choice - STACK_BASE, state.rounds_played)
        if state.deal.op(card) in (OP_SCORE, OP_SCORE_CHOSEN):
            yield choice, card


def test_a_scoring_promises_the_very_points_the_rules_give() -> None:
    compared: Counter[str] = Counter()
    for number in range(90):
        game = Game.new(variant(number), number)
        for seat in walk_sensibly(game, Rng(number)):
            state = game.state
            if game.decision != "card" or state.veto_fresh or state.veto_old:
                continue
            context = facing(state, seat)
            for choice, card in scoring_cards(game):
                played = game.clone()
                played.play(choice)
                played.play(SPECIAL_ACTION)
                regions: list[int | None] = [None]
                if played.decision == "score_region":
                    regions = list(range(9))
                for region in regions:
                    after = played.clone()
                    if region is not None:
                        after.play(region + PLACE_BASE)
                    if turn_of(after.state) != turn_of(state):
                        continue  # with nobody to place the turn is over, and perhaps more scored
                    for other in range(game.options.players):
                        only(context, other)
                        gained = after.scores[other] - game.scores[other]
                        found = (
                            scoring_value(state, context, card)
                            if region is None
                            else context.appraiser.scored(state, region, False)
                        )
                        assert found == 256 * gained
                        compared[CARDS[card].key] += 1
                        if region is None:
                            assert special_value(state, context, other, card) == found
                if regions[0] is not None:
                    only(context, seat)
                    best = max(
                        context.appraiser.scored(state, region, False) for region in range(9)
                    )
                    found = best_scoring(state, context, ALL_REGIONS, False)
                    assert context.appraiser.scored(state, found, False) == best
                    assert special_value(state, context, seat, card) == best
    assert set(compared) == SCORINGS


def on_board(state: State, context: Context) -> int:
    """What all places are worth now, by the weights of the moment that was looked at."""
    return sum(context.appraiser.now(state, place) for place in range(CASTILLO + 1))


def test_a_king_promises_what_his_move_changes() -> None:
    for number, (game, seat) in enumerate(somewhere_all_over(100)):
        state = game.state
        state.king = number % PLACES if number % PLACES not in (COURT, PROVINCE) else state.king
        context = facing(state, seat)
        before, old = on_board(state, context), state.king
        for place in [*range(CASTILLO + 1), FRANCE]:
            gain = king_gain(state, context, place)
            state.king = place
            assert on_board(state, context) - before == gain
            state.king = old


def test_tiles_and_grandes_promise_what_their_moves_change() -> None:
    for game, seat in somewhere_all_over(80):
        state = game.state
        context = facing(state, seat)
        before = on_board(state, context)
        for tile in range(TILES):
            best = best_board(state, context, tile)
            old = state.tile(tile)
            state.put_tile(tile, best & 15)
            assert on_board(state, context) - before == best >> 4
            state.put_tile(tile, old)
        best = best_grande(state, context, seat)
        old = state.grande(seat)
        state.put_grande(seat, best & 15)
        assert on_board(state, context) - before == best >> 4
        state.put_grande(seat, old)


def test_no_tile_board_or_place_of_a_grande_is_better_than_the_best() -> None:
    for game, seat in somewhere_all_over(80):
        state = game.state
        context = facing(state, seat)
        before = on_board(state, context)
        most = best_grande(state, context, seat) >> 4
        old = state.grande(seat)
        for place in range(9):
            if place not in (old, state.king):
                state.put_grande(seat, place)
                assert on_board(state, context) - before <= most
        state.put_grande(seat, old)


def test_a_king_who_goes_first_makes_room_for_who_follows() -> None:
    for game, seat in somewhere_all_over(60):
        state = game.state
        context = facing(state, seat)
        targets = ALL_REGIONS & ~(1 << state.king if state.king < 9 else 0)
        found = best_king(state, context, seat, targets, 3, 0)
        most = min(3, state.caballeros(COURT, seat))
        worths = {}
        context.placing.look(state, context.appraiser, seat, most, ALL_REGIONS | 1 << CASTILLO)
        for place in range(9):
            if targets >> place & 1:
                context.placing.split(most, PLACE_TARGETS[place])
                after = context.placing.worth(state, context.appraiser, seat, most)
                worths[place] = king_gain(state, context, place) + after
        assert found >> 4 == max(worths.values())
        assert worths[found & 15] == found >> 4


@rule("R7")
def test_the_best_move_is_the_best_of_all_moves_those_into_the_castillo_among_them() -> None:
    for game, seat in somewhere_all_over(80):
        state = game.state
        context = facing(state, seat)
        pieces = movable(state, seat, FIVE)
        if not pieces:
            continue
        before = on_board(state, context)
        by_piece: dict[int, int] = {}
        for piece in range(45):
            if not pieces >> piece & 1:
                continue
            colour, region = divmod(piece, 9)
            for target in range(CASTILLO + 1):
                if moving_to(state, region) >> target & 1:
                    world = state.clone()
                    world.move(colour, region, target, 1)
                    worth = on_board(world, context) - before
                    by_piece[piece] = max(worth, by_piece.get(piece, worth))
        found = best_move(state, context, seat, FIVE)
        assert found >> 6 == max(by_piece.values()) == by_piece[found & 63]


def test_who_leads_wants_the_scoring_and_who_does_not_leaves_it() -> None:
    game = position("C-fair", regions={"toledo": [3, 1, 0, 0], "granada": [0, 2, 0, 0]})
    found = best_scoring(game.state, facing(game.state, 0), ALL_REGIONS, False)
    assert found == PLACE_KEYS.index("toledo")
    poor = position("C-score-67", regions={"toledo": [0, 1, 0, 0], "granada": [0, 2, 0, 0]})
    card = number_of("C-score-67")
    assert special_value(poor.state, facing(poor.state, 0), 0, card) < 0
    assert special_value(poor.state, facing(poor.state, 1), 1, card) > 0


def test_harm_is_welcome_only_where_it_hits_rivals() -> None:
    harmless = position("C-court-all", court=[9, 0, 0, 0])
    harmful = position("C-court-all", court=[9, 8, 8, 8])
    card = number_of("C-court-all")
    assert special_value(harmless.state, facing(harmless.state, 0), 0, card) == 0
    assert special_value(harmful.state, facing(harmful.state, 0), 0, card) > 256
    spread = {"toledo": [4, 3, 0, 0], "granada": [4, 0, 3, 0], "sevilla": [4, 0, 0, 3]}
    for key in ("C-arrest", "C-civil-war", "C-skirmish", "C-withdrawal"):
        game = position(key, regions=spread, round_number=3)
        assert special_value(game.state, facing(game.state, 0), 0, number_of(key)) > 0
