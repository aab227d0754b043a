"""A position from an untrusted snapshot: read, checked, set up."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions import dispatch
from elgrande.rules.board import (
    BIT,
    CABALLEROS_PER_COLOUR,
    CASTILLO,
    COURT,
    MODIFIER_KEYS,
    MODIFIERS,
    NOWHERE,
    PLACE_KEYS,
    POWER_CARDS,
    PROVINCE,
    REGIONS,
    ROUNDS,
    STACKS,
    TILE_KEYS,
    rounds_begun,
)
from elgrande.rules.cards import Deck
from elgrande.rules.deal import HAND_OF_MODIFIERS, PERIODS, Deal
from elgrande.rules.determinize import is_explained
from elgrande.rules.errors import BadOptions, BadSnapshot
from elgrande.rules.fields import Fields, whole
from elgrande.rules.options import Options
from elgrande.rules.restore_frames import restore_frames
from elgrande.rules.rounds import DUMMY_CARDS
from elgrande.rules.state import State, empty_state

MAX_SCORE: Final = 1000


def restore(data: object, deck_of: Callable[[Options], Deck]) -> State:
    """The state a snapshot describes; BadSnapshot names the field that cannot be."""
    fields = Fields(data)
    try:
        options = Options.from_data(fields.get("options"))
    except BadOptions as error:
        raise BadSnapshot(f"options: {error}") from None
    state = empty_state(_restore_deal(fields, options, deck_of(options)))
    _restore_clock(fields, state)
    _restore_board(fields, state)
    _restore_powers(fields, state)
    _restore_modifiers(fields, state)
    _restore_turn(fields, state)
    restore_frames(fields, state)
    dispatch.check_left_over(state)
    for seat in range(options.players):
        if not is_explained(state, seat):
            raise BadSnapshot(f"power_history and hands of seat {seat} contradict each other.")
    return state


def mask_of(numbers: list[int]) -> i64:
    """The mask with these bits."""
    mask: i64 = 0
    for number in numbers:
        mask |= BIT[number]
    return mask


def _restore_deal(fields: Fields, options: Options, deck: Deck) -> Deal:
    number = fields.number("round", 0, ROUNDS)
    if options.short and number % 3 == 1:
        raise BadSnapshot(f"round {number} is not played in the short game.")
    if number == 0 and not options.power_shift:
        raise BadSnapshot("round 0 exists only with Power Shift, before the first round.")
    earlier = int(rounds_begun(number, options.short)) - (1 if number else 0)
    stacks: list[list[int]] = []
    for stack in range(STACKS):
        sources = [stack]
        if options.merged_stacks and stack in (1, 2):
            sources = [1, 2] if stack == 1 else []
        if not any(deck.stacks[source] for source in sources):
            stacks.append([])
            continue
        cards = _read_stack(fields, deck, stack, sources, earlier, number > 0)
        for source in sources:
            _check_stack(deck, f"stacks.{stack + 1}", source, cards)
        stacks.append(cards)
    powers: list[int] = []
    regions: list[list[int]] = []
    dummy = fields.inner("dummy")
    if options.has_dummy:
        powers = dummy.numbers("powers", POWER_CARDS, 1, POWER_CARDS)
        regions = dummy.items("regions", PERIODS, _regions)
        if len(set(powers)) != POWER_CARDS or any(len(set(drawn)) != REGIONS for drawn in regions):
            raise BadSnapshot("dummy has the same card twice.")
    elif dummy.get("powers") or dummy.get("regions"):
        raise BadSnapshot("dummy must be empty: this game has no dummy.")
    return Deal(options, deck, stacks, powers, regions)


def _regions(item: object, name: str) -> list[int]:
    return Fields({name: item}).words(name, PLACE_KEYS[:REGIONS])


def _read_stack(
    fields: Fields, deck: Deck, stack: int, sources: list[int], earlier: int, begun: bool
) -> list[int]:
    """The cards of a stack from the top: those of earlier rounds, this round's, those face down."""
    name = str(stack + 1)
    keys = [card.key for card in deck.cards]
    seen = fields.inner("seen").words(name, keys)
    shown = [fields.inner("revealed").word(name, keys)] if begun else []
    hidden = fields.inner("stacks").words(name, keys)
    expected = sum(len(deck.stacks[source]) for source in sources)
    if expected == 1:
        # The King's card is there every round, and never in a pile (R8).
        earlier = 0
        shown = shown or list(deck.stacks[stack])
    if len(seen) != earlier:
        raise BadSnapshot(f"seen.{name} must have {earlier} cards at this point, not {len(seen)}.")
    cards = seen + shown + hidden
    if len(cards) != expected:
        raise BadSnapshot(f"stacks.{name} brings the stack to {len(cards)} cards, not {expected}.")
    return cards


def _check_stack(deck: Deck, name: str, source: int, cards: list[int]) -> None:
    """Whether a stack, or its share of two merged ones, can have been dealt."""
    base = Counter(deck.stacks[source])
    added = Counter(deck.added[source])
    dealt = Counter([card for card in cards if card in base or card in added])
    for card, count in dealt.items():
        most = base[card] + added[card]
        if count > most:
            key = deck.cards[card].key
            raise BadSnapshot(f"{name} contains {key} {count} times, but the deck has {most}.")
    # As many base cards went back to the box as Old Hands added, and all of those came in.
    if sum(dealt.values()) != len(deck.stacks[source]) or added - dealt:
        raise BadSnapshot(f"{name} contains cards that cannot have been dealt to this stack.")


def _restore_clock(fields: Fields, state: State) -> None:
    options = state.deal.options
    state.round = fields.number("round", 0, ROUNDS)
    begun = rounds_begun(state.round, options.short)
    state.rounds_played = fields.number("rounds_played", max(0, begun - 1), begun)
    state.first_player = fields.number("first_player", 0, options.players - 1)
    state.over = fields.flag("over")


def _restore_board(fields: Fields, state: State) -> None:
    options = state.deal.options
    state.king = fields.word("king", PLACE_KEYS)
    if state.king == COURT or state.king == PROVINCE:
        raise BadSnapshot("king must be in a region, the Castillo, France or Portugal.")
    if state.king >= CASTILLO and not options.new_regency:
        raise BadSnapshot("king can be outside the regions only with New Regency.")
    regions = fields.inner("regions")
    for region in range(REGIONS):
        _restore_place(regions.inner(PLACE_KEYS[region]), state, region)
    _restore_place(fields.inner("castillo"), state, CASTILLO)
    for place in (COURT, PROVINCE):
        counts = fields.numbers(PLACE_KEYS[place], options.colours, 0, CABALLEROS_PER_COLOUR)
        for colour, count in enumerate(counts):
            state.put_caballeros(place, colour, count)
    if options.has_dummy and state.caballeros(COURT, options.players):
        raise BadSnapshot("court: the dummy has no Court.")
    for colour in range(options.colours):
        total = sum(state.caballeros(place, colour) for place in range(PROVINCE + 1))
        if total != CABALLEROS_PER_COLOUR:
            raise BadSnapshot(
                f"colour {colour} must have {CABALLEROS_PER_COLOUR} caballeros in all, not {total}."
            )
    for seat in range(options.players):
        if state.grande(seat) == NOWHERE:
            raise BadSnapshot(f"grandes: the Grande of seat {seat} is missing.")
    for seat, points in enumerate(fields.numbers("scores", options.players, 0, MAX_SCORE)):
        state.put_score(seat, points)


def _restore_place(fields: Fields, state: State, place: int) -> None:
    options = state.deal.options
    counts = fields.numbers("caballeros", options.colours, 0, CABALLEROS_PER_COLOUR)
    for colour, count in enumerate(counts):
        state.put_caballeros(place, colour, count)
    for seat in fields.distinct("grandes", 0, options.players - 1):
        if state.grande(seat) != NOWHERE:
            raise BadSnapshot(f"{fields.name('grandes')}: seat {seat} has its Grande elsewhere.")
        if place == CASTILLO and not options.new_regency:
            raise BadSnapshot("castillo.grandes: Grandes can be there only with New Regency.")
        state.put_grande(seat, place)
    tile = fields.word("tile", TILE_KEYS, or_none=True)
    if tile >= 0:
        if state.tile(tile) != NOWHERE:
            raise BadSnapshot(f"{fields.name('tile')}: that tile is already somewhere else.")
        state.put_tile(tile, place)


def _power_sets(fields: Fields, key: str, seats: int) -> list[list[int]]:
    def read(item: object, name: str) -> list[int]:
        return Fields({name: item}).distinct(name, 1, POWER_CARDS)

    return fields.items(key, seats, read)


def _restore_powers(fields: Fields, state: State) -> None:
    options = state.deal.options
    seats = options.players
    hands = _power_sets(fields, "hands", seats)
    discards = _power_sets(fields, "discards", seats)
    played = fields.numbers_or_none("played", options.colours, 1, POWER_CARDS, 0)
    taken_back = fields.inner("taken_back")
    returned = taken_back.distinct("powers", 0, seats - 1)
    state.taken_back = mask_of(returned) | (
        mask_of(taken_back.distinct("modifiers", 0, seats - 1)) << 8
    )
    for colour, value in enumerate(played):
        state.put_power(colour, value)
    for seat in range(seats):
        out = [] if seat in returned or not played[seat] else [played[seat]]
        if sorted(hands[seat] + discards[seat] + out) != list(range(1, POWER_CARDS + 1)):
            raise BadSnapshot(f"hands: seat {seat} must have each power card exactly once.")
        if seat in returned and played[seat] not in hands[seat]:
            raise BadSnapshot(f"taken_back: seat {seat} took back a card it had not played.")
        state.put_hand(seat, mask_of(hands[seat]))
        state.put_discard(seat, mask_of(discards[seat]))
    for colour, total in enumerate(fields.numbers("totals", options.colours, -1, 15)):
        state.put_total(colour, total)
    state.totals = mask_of([total + 2 for total in fields.distinct("totals_taken", -1, 15)])
    history = _histories(fields, "power_history", state, 1, POWER_CARDS)
    for seat, values in enumerate(history):
        packed = sum(value * 16**index for index, value in enumerate(values))
        state.put_power_history(seat, packed)
        if len(hands[seat]) < POWER_CARDS - len(values):
            raise BadSnapshot(f"hands: seat {seat} is missing more cards than it has played.")


def _histories(fields: Fields, key: str, state: State, low: int, high: int) -> list[list[int]]:
    """What each seat played, one entry per round: this round's only if it is played."""

    def read(item: object, name: str) -> list[int]:
        return Fields({name: item}).numbers(name, None, low, high)

    histories = fields.items(key, state.deal.options.players, read)
    for seat, history in enumerate(histories):
        expected = state.rounds_played + (1 if state.power(seat) else 0)
        if len(history) != expected or (state.power(seat) and history[-1] != state.power(seat)):
            raise BadSnapshot(f"{key}[{seat}] does not match the rounds played.")
    return histories


def _restore_modifiers(fields: Fields, state: State) -> None:
    options = state.deal.options
    seats = options.players
    inner = fields.inner("modifiers")

    def read(item: object, name: str) -> list[int]:
        return Fields({name: item}).words(name, MODIFIER_KEYS)

    hands = inner.items("hands", seats, read)
    spent = inner.items("spent", seats, read)
    played = inner.words_or_none("played", seats, MODIFIER_KEYS)
    passed = inner.words_or_none("passed", seats, MODIFIER_KEYS)
    everything: list[list[int]] = []
    for seat in range(seats):
        own = hands[seat] + spent[seat]
        if played[seat] != NOWHERE and not state.taken_back & BIT[8 + seat]:
            own.append(played[seat])
        if len(own) != (HAND_OF_MODIFIERS if options.power_shift else 0):
            raise BadSnapshot(f"modifiers: seat {seat} cannot have {len(own)} of them in total.")
        everything.append(own)
        state.put_modifiers(seat, mask_of(hands[seat]))
        state.put_spent_modifiers(seat, mask_of(spent[seat]))
        state.put_modifier(seat, played[seat])
        state.put_passed(seat, passed[seat])
    if len({card for own in everything for card in own}) != sum(map(len, everything)):
        raise BadSnapshot("modifiers: one of them appears twice.")
    _check_passed(state, everything)
    _restore_modifier_history(inner, state)


def _check_passed(state: State, owned: list[list[int]]) -> None:
    """The left neighbour has what a seat passed, in hand or played since."""
    players = state.deal.options.players
    done = state.deal.options.power_shift and state.round > 0
    for seat in range(players):
        card = state.passed(seat)
        if (card in owned[(seat + 1) % players]) if done else card == NOWHERE:
            continue
        raise BadSnapshot(f"modifiers.passed: seat {seat} cannot have passed that modifier.")


def _restore_modifier_history(inner: Fields, state: State) -> None:
    def read(item: object, name: str) -> list[int]:
        fields = Fields({name: item})
        length = len(item) if isinstance(item, list | tuple) else 0
        return fields.words_or_none(name, length, MODIFIER_KEYS)

    for seat, cards in enumerate(inner.items("history", state.deal.options.players, read)):
        if len(cards) != state.rounds_played + (1 if state.power(seat) else 0):
            raise BadSnapshot(f"modifiers.history[{seat}] does not match the rounds played.")
        now = cards[-1] if state.power(seat) else NOWHERE
        if state.modifier(seat) != now:
            raise BadSnapshot(f"modifiers.played: seat {seat} did not play that this round.")
        packed = sum((card + 1) * 32**index for index, card in enumerate(cards))
        state.put_modifier_history(seat, packed)


def _restore_turn(fields: Fields, state: State) -> None:
    options = state.deal.options
    seats = options.players
    order = fields.numbers("turn_order", options.colours, 0, options.colours - 1)
    for index, colour in enumerate(order):
        state.put_in_order(index, colour)
    keys = [card.key for card in state.deal.deck.cards]
    state.card = fields.word("card", keys, or_none=True)
    stacks = [stack - 1 for stack in fields.distinct("available", 1, STACKS)]
    if mask_of(stacks) & ~state.deal.stack_bits:
        raise BadSnapshot("available contains a stack that this game does not have.")
    state.available = mask_of(stacks)
    state.infiltrating = fields.flag("infiltrating")
    vetoes = fields.inner("vetoes")
    state.veto_fresh = mask_of(vetoes.distinct("fresh", 0, seats - 1))
    state.veto_old = mask_of(vetoes.distinct("old", 0, seats - 1))
    state.allowed = mask_of(fields.distinct("allowed", 0, seats - 1))
    performer = fields.get("performer")
    state.performer = NOWHERE if performer is None else whole(performer, 0, seats - 1, "performer")
    discs = fields.numbers_or_none("discs", seats, 0, MODIFIERS - 1, NOWHERE)
    for seat, disc in enumerate(discs):
        state.put_disc(seat, disc)
    state.regions_drawn = fields.inner("dummy").number("drawn", 0, _most_drawn(state))
    dispatch.restore_left_over(fields, state)


def _most_drawn(state: State) -> int:
    """How many region cards the dummy can have drawn in this scoring period (V-2)."""
    if not state.deal.options.has_dummy or state.round == 0:
        return 0
    rounds = (state.round - 1) % 3 + (0 if state.deal.short else 1)
    return DUMMY_CARDS * int(rounds)
