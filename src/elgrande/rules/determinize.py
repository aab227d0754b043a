"""Imagining a full position that agrees with all that one seat, with perfect memory, knows.

It resamples the stacks, the dummy's cards, which power cards others took back, their modifiers, and
secret answers not yet shown. The Castillo stays as it is: its throws were announced (R11).
"""

from collections.abc import Sequence

from mypy_extensions import i64

from elgrande.rules.board import BIT, MODIFIERS, NOWHERE, POWER_CARDS, rounds_begun
from elgrande.rules.choices import HIGH, MODIFIER_BASE, PLACE_BASE, count_bits, nth_bit
from elgrande.rules.deal import HAND_OF_MODIFIERS, PERIODS, Deal
from elgrande.rules.frames import PASS_MODIFIER, is_secret
from elgrande.rules.legal import answers
from elgrande.rules.packing import earlier_notes, last_note, note_is_modifier, note_round, note_seat
from elgrande.rules.rng import Rng
from elgrande.rules.snapshot import power_history
from elgrande.rules.state import State

# One possible history of what a seat keeps hidden: what it holds, what lies in its discard,
# and what it took back of this round's play.
World = tuple[i64, i64, i64]


def determinize(state: State, seat: i64, rng: Rng) -> State:
    """A position this seat cannot tell from the true one."""
    while True:
        imagined = imagine(state, seat, rng)
        if imagined.over or imagined.mask != 0:
            return imagined
        # A seat that must play a modifier now has one that fits: if not, imagine again.


def imagine(state: State, seat: i64, rng: Rng) -> State:
    """The position with everything that this seat does not know dealt again."""
    imagined = state.clone()
    imagined.deal = imagine_deal(state, rng)
    if state.deal.power_shift:
        imagine_modifiers(imagined, seat, state.kind == PASS_MODIFIER, rng)
    for other in range(state.deal.players):
        if other != seat and took_back(state, other, False):
            imagine_powers(imagined, other, rng)
    imagine_answers(imagined, seat, rng)
    if not state.over:
        imagined.mask = answers(imagined, state.kind, state.seat, state.argument)
    return imagined


def imagine_deal(state: State, rng: Rng) -> Deal:
    """The same cards seen, the rest dealt again."""
    deal = state.deal
    begun = rounds_begun(state.round, deal.short)
    stacks = [imagine_stack(deal, stack, begun, rng) for stack in range(len(deal.stacks))]
    powers = deal.dummy_powers[:begun]
    regions: list[list[int]] = []
    if deal.dummy_powers:
        # Sorted first: the same seed must imagine the same cards, whatever the hidden order is.
        hidden = sorted(deal.dummy_powers[begun:])
        rng.shuffle(hidden)
        powers = powers + hidden
        period = (state.round - 1) // 3
        for number in range(PERIODS):
            drawn = state.regions_drawn if number == period else 0
            order = deal.dummy_regions[number]
            rest = sorted(order[drawn:])
            rng.shuffle(rest)
            regions.append(order[:drawn] + rest)
    return Deal(deal.options, deal.deck, stacks, powers, regions)


def imagine_stack(deal: Deal, stack: int, begun: i64, rng: Rng) -> list[int]:
    """A stack with the cards seen so far on top and a possible rest below."""
    cards = deal.stacks[stack]
    if len(cards) <= 1:
        return cards
    seen = cards[:begun]
    shown = list(seen)
    rest = unseen_of(deal, stack, shown, rng)
    if deal.options.merged_stacks and stack == 1:
        rest += unseen_of(deal, 2, shown, rng)
    rng.shuffle(rest)
    return seen + rest


def unseen_of(deal: Deal, stack: int, seen: list[int], rng: Rng) -> list[int]:
    """The cards of a stack nobody has seen, less as many as went back to the box (Old Hands)."""
    base = without(list(deal.deck.stacks[stack]), seen)
    added = without(list(deal.deck.added[stack]), seen)
    rng.shuffle(base)
    return base[len(deal.deck.added[stack]) :] + added


def without(cards: list[int], seen: list[int]) -> list[int]:
    """The cards that are left when those seen are taken out, each once; `seen` loses them too."""
    left: list[int] = []
    for card in cards:
        if card in seen:
            seen.remove(card)
        else:
            left.append(card)
    return left


def took_back(state: State, seat: i64, modifier: bool) -> i64:
    """The rounds in which a seat took back a power card (or a modifier), as a mask."""
    rounds: i64 = 0
    packed: i64 = state.take_backs
    while packed:
        one: i64 = last_note(packed)
        if note_seat(one) == seat and note_is_modifier(one) == modifier:
            rounds |= BIT[note_round(one)]
        packed = earlier_notes(packed)
    return rounds


def worlds(
    plays: Sequence[int], took: i64, now: i64, number: i64, hand: i64, down: i64
) -> list[World]:
    """All possible histories: cards are played from the hand and taken back from the discard."""
    if number == len(plays):
        return [(hand, down, 0)]
    card: i64 = plays[number]
    if card != NOWHERE:
        if hand & BIT[card] == 0:
            return []
        hand &= ~BIT[card]
        down |= BIT[card]
    if took & BIT[number] == 0:
        return worlds(plays, took, now, number + 1, hand, down)
    found: list[World] = []
    back: i64 = 0
    while back < MODIFIERS:
        if down & BIT[back]:
            again: i64 = 1 if number == now and back == card else 0
            for held, laid, returned in worlds(
                plays, took, now, number + 1, hand | BIT[back], down & ~BIT[back]
            ):
                found.append((held, laid, returned | again))
        back += 1
    return found


def power_worlds(state: State, seat: i64) -> list[World]:
    """How a seat's power cards may have been played, from what everybody saw."""
    everything: i64 = BIT[POWER_CARDS + 1] - 2
    now: i64 = round_on_the_table(state, seat)
    return worlds(power_history(state, seat), took_back(state, seat, False), now, 0, everything, 0)


def modifier_worlds(state: State, seat: i64, cards: i64) -> list[World]:
    """How its modifiers may have been played if these were its three."""
    plays: list[int] = []
    packed: i64 = state.modifier_history(seat)
    for _ in power_history(state, seat):
        plays.append((packed & 31) - 1)
        packed >>= 5
    now: i64 = round_on_the_table(state, seat)
    return worlds(plays, took_back(state, seat, True), now, 0, cards, 0)


def round_on_the_table(state: State, seat: i64) -> i64:
    """How many rounds came before that of the power card in front of a seat, or NOWHERE."""
    if state.power(seat):
        return state.rounds_played
    return NOWHERE


def is_explained(state: State, seat: i64) -> bool:
    """Whether a seat's plays and take-backs can lead to the cards it has."""
    modifiers: i64 = state.modifiers(seat) | state.spent_modifiers(seat)
    if state.modifier(seat) != NOWHERE:
        modifiers |= BIT[state.modifier(seat)]
    return is_among(
        power_worlds(state, seat), state.hand(seat), state.taken_back & BIT[seat]
    ) and is_among(
        modifier_worlds(state, seat, modifiers),
        state.modifiers(seat),
        state.taken_back & BIT[8 + seat],
    )


def is_among(found: list[World], hand: i64, again: i64) -> bool:
    """Whether one of the worlds ends with this hand, and with this round's play back in it."""
    return any(held == hand and (returned != 0) == (again != 0) for held, _, returned in found)


def imagine_powers(state: State, seat: i64, rng: Rng) -> None:
    """Which power cards a seat took back with C-power."""
    found = power_worlds(state, seat)
    hand, down, again = found[rng.below(len(found))]
    state.put_hand(seat, hand)
    state.taken_back = (state.taken_back & ~BIT[seat]) | (again * BIT[seat])
    if state.power(seat) and not again:
        down &= ~BIT[state.power(seat)]  # it lies on the table, not in the discard
    state.put_discard(seat, down)


def imagine_modifiers(state: State, seat: i64, passing: bool, rng: Rng) -> None:
    """Hands of modifiers for the others: they have what they played, my left what I passed."""
    players: i64 = state.deal.players
    owned: list[i64] = []
    unknown: i64 = BIT[MODIFIERS] - 1
    for other in range(players):
        mine: i64 = played_modifiers(state, other)
        if other == seat:
            mine |= state.modifiers(seat) | state.spent_modifiers(seat)
        elif not passing and other == (seat + 1) % players:
            mine |= BIT[state.passed(seat)]
        owned.append(mine)
        unknown &= ~mine
    for other in range(players):
        if other == seat:
            continue
        cards: i64 = owned[other]
        while count_bits(cards) < HAND_OF_MODIFIERS:
            card: i64 = nth_bit(unknown, rng.below(count_bits(unknown)))
            unknown &= ~BIT[card]
            cards |= BIT[card]
        owned[other] = cards
        share_modifiers(state, other, cards, rng)
    if passing:
        return
    for other in range(players):
        # I know what I passed, and what my right neighbour passed to me.
        if other != seat and (other + 1) % players != seat:
            cards = owned[(other + 1) % players]
            state.put_passed(other, nth_bit(cards, rng.below(count_bits(cards))))


def played_modifiers(state: State, seat: i64) -> i64:
    """All modifiers a seat has ever played."""
    cards: i64 = 0
    packed: i64 = state.modifier_history(seat)
    while packed:
        if packed & 31:
            cards |= BIT[(packed & 31) - 1]
        packed >>= 5
    return cards


def share_modifiers(state: State, seat: i64, cards: i64, rng: Rng) -> None:
    """Put a seat's three modifiers where its plays and take-backs may have left them."""
    found = modifier_worlds(state, seat, cards)
    hand, down, again = found[rng.below(len(found))]
    state.put_modifiers(seat, hand)
    state.taken_back = (state.taken_back & ~BIT[8 + seat]) | (again * BIT[8 + seat])
    if state.modifier(seat) != NOWHERE and not again:
        down &= ~BIT[state.modifier(seat)]
    state.put_spent_modifiers(seat, down)


def imagine_answers(state: State, seat: i64, rng: Rng) -> None:
    """What others have set secretly and nobody has seen."""
    kind: i64 = state.kind
    if not is_secret(kind):
        return
    first: i64 = MODIFIER_BASE - HIGH if kind == PASS_MODIFIER else PLACE_BASE
    for other in range(state.deal.players):
        if other != seat and state.disc(other) != NOWHERE:
            mask: i64 = answers(state, kind, other, state.argument)
            state.put_disc(other, nth_bit(mask, rng.below(count_bits(mask))) - first)
