"""Who plays whom in the next round, and in which seats.

A round follows from the games before it, so that it does not matter who left or was late: in an
evening or a league everybody meets about equally often, and nobody sits in one seat more often
than needed; in a knock-out the best of every table play on until one table is left.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Final

from elgrande.tournaments.results import KNOCKOUT, Format, Played, withdrawn
from elgrande.tournaments.standings import advancing

Table = tuple[int, ...]  # entrants by seat
Weights = dict[tuple[int, int], int]
TRIES: Final = 100


def next_round(
    form: Format,
    entrants: Sequence[int],
    played: Sequence[Played],
    seed: int,
    gone: Collection[int] = (),
) -> list[Table]:
    """The tables of the round after the last one played; none when it is over.

    `gone` are those who left for good. All games of the last round are over.
    """
    number = 1 + max((game.round for game in played), default=0)
    if form.kind == KNOCKOUT:
        members = _survivors(form, entrants, played, seed)
    else:
        members = list(entrants) if number <= form.rounds else []
    missing = withdrawn(entrants, played) | set(gone)
    members = [entrant for entrant in members if entrant not in missing]
    if len(members) < 2:
        return []
    luck = Random(f"{seed}:{number}")
    groups = _draw(members, table_sizes(len(members), form.seats), played, luck)
    return [_seated(group, played, luck) for group in groups]


def table_sizes(entrants: int, seats: int) -> list[int]:
    """How many sit at each table: as few tables as possible, and as even as possible.

    Nobody sits out: where two play each other and one is left over, one table is for three.
    """
    tables = entrants // 2 if seats == 2 else -(-entrants // seats)
    least, larger = divmod(entrants, tables)
    return [least + 1] * larger + [least] * (tables - larger)


def rounds_of(form: Format, entrants: int) -> int:
    """How many rounds there will be if nobody leaves."""
    if form.kind != KNOCKOUT:
        return form.rounds
    rounds = 1
    while len(sizes := table_sizes(entrants, form.seats)) > 1:
        entrants = sum(min(form.advance, size - 1) for size in sizes)
        rounds += 1
    return rounds


def _survivors(
    form: Format, entrants: Sequence[int], played: Sequence[Played], seed: int
) -> list[int]:
    if not played:
        return list(entrants)
    last = max(game.round for game in played)
    games = [game for game in played if game.round == last]
    if len(games) == 1:
        return []  # that was the final
    return [entrant for game in games for entrant in advancing(form, game, played, seed)]


def _draw(
    members: Sequence[int], sizes: Sequence[int], played: Sequence[Played], luck: Random
) -> list[list[int]]:
    """Groups in which as few as possible have met often before, otherwise by lot."""
    met: Counter[tuple[int, int]] = Counter()
    for game in played:
        for pair in permutations(game.entrants, 2):
            met[pair] += 1
    pairs = list(permutations(members, 2))
    usual = sum(met[pair] for pair in pairs) // len(pairs)
    weights = {pair: (met[pair] - usual) ** 3 for pair in pairs}
    # Swapping can end in a dead end; with few members other beginnings cost little.
    tries = [_group(members, sizes, weights, luck) for _ in range(1 + TRIES // len(members))]
    return min(tries, key=lambda groups: _total(groups, weights))


def _group(
    members: Sequence[int], sizes: Sequence[int], weights: Weights, luck: Random
) -> list[list[int]]:
    """Groups that no single swap would improve."""
    waiting = sorted(members)
    luck.shuffle(waiting)
    groups: list[list[int]] = []
    for size in sizes:
        group = [waiting.pop()]
        while len(group) < size:
            newest = min(waiting, key=lambda one: _weight(one, group, weights))
            waiting.remove(newest)
            group.append(newest)
        groups.append(group)
    while _swap(groups, weights):
        pass
    return groups


def _swap(groups: Sequence[list[int]], weights: Weights) -> bool:
    """Let two change places where that avoids meetings; returns whether there were such."""
    for first, second in combinations(groups, 2):
        for a in range(len(first)):
            for b in range(len(second)):
                one, two = first[a], second[b]
                before = _weight(one, first, weights) + _weight(two, second, weights)
                first[a], second[b] = two, one
                if _weight(two, first, weights) + _weight(one, second, weights) < before:
                    return True
                first[a], second[b] = one, two
    return False


def _weight(one: int, group: Sequence[int], weights: Weights) -> int:
    """How much somebody should rather not meet a group: more than others have, or less."""
    return sum(weights[one, other] for other in group if other != one)


def _total(groups: Sequence[Sequence[int]], weights: Weights) -> int:
    return sum(_weight(one, group, weights) for group in groups for one in group)


def _seated(group: Sequence[int], played: Sequence[Played], luck: Random) -> Table:
    """A group in the order in which everybody sits where they sat least so far."""
    sat = Counter((entrant, seat) for game in played for seat, entrant in enumerate(game.entrants))
    order = list(group)
    luck.shuffle(order)
    return min(
        permutations(order),
        key=lambda table: sum(sat[entrant, seat] ** 2 for seat, entrant in enumerate(table)),
    )
