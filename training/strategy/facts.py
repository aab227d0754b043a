"""Figures from records of games, one function for each question of docs/research/strategy.md."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from elgrande.rules.board import POWER_CARDS, REGION_KEYS, ROUNDS
from training.strategy.estimates import mean_of, ratio_of
from training.strategy.records import CASTILLO_KEY, GameFacts, Payment

POWER_GROUPS: Final = {
    "13": (13, 13),
    "10 to 12": (10, 12),
    "7 to 9": (7, 9),
    "4 to 6": (4, 6),
    "1 to 3": (1, 3),
}
LEADS: Final = {"1 to 4": (1, 4), "5 to 9": (5, 9), "10 to 14": (10, 14), "15 or more": (15, 999)}
HELD: Final = {"0": (0, 0), "1 or 2": (1, 2), "3 or 4": (3, 4), "5 or more": (5, 99)}
SCORINGS: Final = 3
RANKS: Final = {1: "first", 2: "second", 3: "third"}
SOURCES: Final = ("first", "second", "third", "castillo", "cards")
BONUSES: Final = ("king", "grande")
Games = Sequence[GameFacts]
Figures = dict[str, Any]


def seats(games: Games) -> list[Figures]:
    """Share of the win by who lays the first power card of the game, who the second, and so on."""
    players = games[0].options.players
    return [
        {
            "position": position + 1,
            "share": mean_of(
                (game.number, game.shares[power.seat])
                for game in games
                for power in game.powers
                if power.round == game.powers[0].round and power.position == position
            ),
        }
        for position in range(players)
    ]


def first_power(games: Games) -> list[Figures]:
    """Share of the win by the power card of the first round, for every position of laying it."""
    players = games[0].options.players
    laid = [
        (game, power)
        for game in games
        for power in game.powers
        if power.round == game.powers[0].round
    ]
    return [
        {
            "position": position + 1,
            "cards": name,
            "share": mean_of(
                (game.number, game.shares[power.seat])
                for game, power in laid
                if power.position == position and low <= power.value <= high
            ),
            "gain": mean_of(
                (game.number, power.gain)
                for game, power in laid
                if power.position == position and low <= power.value <= high
            ),
            "part": mean_of(
                (game.number, low <= power.value <= high)
                for game, power in laid
                if power.position == position
            ),
        }
        for position in range(players)
        for name, (low, high) in POWER_GROUPS.items()
    ]


def first_power_by_value(games: Games) -> list[Figures]:
    """The same for every card, whoever laid it."""
    laid = [
        (game, power)
        for game in games
        for power in game.powers
        if power.round == game.powers[0].round
    ]
    return [
        {
            "value": value,
            "share": mean_of((g.number, g.shares[p.seat]) for g, p in laid if p.value == value),
            "gain": mean_of((g.number, p.gain) for g, p in laid if p.value == value),
        }
        for value in range(1, POWER_CARDS + 1)
    ]


def power_by_round(games: Games) -> list[Figures]:
    """For every round: power cards of winners and others, and what an early turn goes with."""
    players = games[0].options.players
    found = []
    for number in range(1, ROUNDS + 1):
        laid = [(game, power) for game in games for power in game.powers if power.round == number]
        turns = [(game, turn) for game in games for turn in game.turns if turn.round == number]
        found.append(
            {
                "round": number,
                "winners": mean_of((g.number, p.value) for g, p in laid if g.shares[p.seat] == 1),
                "others": mean_of((g.number, p.value) for g, p in laid if not g.shares[p.seat]),
                "thirteen": mean_of((g.number, p.value == 13) for g, p in laid),
                "orders": [
                    {
                        "order": order + 1,
                        "gain": mean_of((g.number, p.gain) for g, p in laid if p.order == order),
                        "share": mean_of(
                            (g.number, g.shares[t.seat]) for g, t in turns if t.order == order
                        ),
                        "points": mean_of(
                            (g.number, t.points) for g, t in turns if t.order == order
                        ),
                    }
                    for order in range(players)
                ],
            }
        )
    return found


def points(games: Games) -> Figures:
    """Where the points of winners and of the others came from; bonuses are counted apart."""
    found: Figures = {}
    for name, wanted in (("winners", True), ("others", False)):
        seats_of = list(payments_by_seat(games, wanted))
        found[name] = {
            source: mean_of(
                (game.number, sum(without_bonus(p) for p in paid if source_of(p) == source))
                for game, paid in seats_of
            )
            for source in SOURCES
        }
        for bonus in BONUSES:
            found[name][bonus] = mean_of(
                (game.number, sum(getattr(p, bonus) for p in paid)) for game, paid in seats_of
            )
        found[name]["total"] = mean_of(
            (game.number, sum(p.points for p in paid)) for game, paid in seats_of
        )
    return found


def without_bonus(paid: Payment) -> int:
    """What the scoreboard alone paid."""
    return paid.points - paid.king - paid.grande


def payments_by_seat(games: Games, winners: bool) -> Iterable[tuple[GameFacts, list[Payment]]]:
    """The payments of every seat that won alone, or of those that did not win."""
    for game in games:
        for seat, share in enumerate(game.shares):
            if share == (1 if winners else 0):
                yield game, [paid for paid in game.payments if paid.seat == seat]


def source_of(paid: Payment) -> str:
    """What a payment is for: a card, the Castillo, or a rank in a region in a general scoring."""
    if paid.card is not None:
        return "cards"
    if paid.place == CASTILLO_KEY:
        return "castillo"
    return RANKS.get(paid.rank, "unpaid")


def effort(games: Games) -> Figures:
    """What winners and the others did in a whole game."""
    found: Figures = {}
    for name, wanted in (("winners", 1), ("others", 0)):
        by_seat = [
            (game, [turn for turn in game.turns if turn.seat == seat])
            for game in games
            for seat, share in enumerate(game.shares)
            if share == wanted
        ]
        found[name] = {
            "taken": mean_of((g.number, sum(t.taken for t in turns)) for g, turns in by_seat),
            "placed": mean_of((g.number, sum(t.placed for t in turns)) for g, turns in by_seat),
            "thrown": mean_of((g.number, sum(t.thrown for t in turns)) for g, turns in by_seat),
            "order": mean_of((g.number, t.order + 1) for g, turns in by_seat for t in turns),
            "kings": mean_of(
                (g.number, sum(t.card == "C-king" for t in turns)) for g, turns in by_seat
            ),
            "scorings": mean_of(
                (g.number, sum(t.points > 0 for t in turns)) for g, turns in by_seat
            ),
        }
    return found


def castillo(games: Games) -> Figures:
    """What caballeros in the Castillo brought, and what the discs did."""
    rounds = []
    for number in range(1, ROUNDS + 1):
        turns = [(game, turn) for game in games for turn in game.turns if turn.round == number]
        rounds.append(
            {
                "round": number,
                "thrown": mean_of((g.number, t.thrown) for g, t in turns),
                "placed": mean_of((g.number, t.placed) for g, t in turns),
            }
        )
    return {
        "rounds": rounds,
        "scorings": [castillo_at(games, scoring) for scoring in range(1, SCORINGS + 1)],
    }


def castillo_at(games: Games, scoring: int) -> Figures:
    """One general scoring: what was in the Castillo, what it paid, and what came out of it."""
    held = [
        (game, seat, game.castillo[scoring - 1].get(seat, 0))
        for game in games
        for seat in range(game.options.players)
    ]
    discs = [(g, disc) for g in games for disc in g.discs if disc.scoring == scoring and disc.held]
    paid = [(g, p) for g in games for p in g.payments if p.card is None and p.round == 3 * scoring]
    inside = {(g.number, p.seat): p.points for g, p in paid if p.place == CASTILLO_KEY}
    brought = {(g.number, d.seat): d.after - d.before for g, d in discs}
    return {
        "scoring": scoring,
        "groups": [
            {
                "held": name,
                "part": mean_of((g.number, low <= count <= high) for g, _, count in held),
                "share": mean_of(
                    (g.number, g.shares[seat]) for g, seat, count in held if low <= count <= high
                ),
                "inside": mean_of(
                    (g.number, inside.get((g.number, seat), 0))
                    for g, seat, count in held
                    if low <= count <= high
                ),
                "brought": mean_of(
                    (g.number, brought.get((g.number, seat), 0))
                    for g, seat, count in held
                    if low <= count <= high
                ),
            }
            for name, (low, high) in HELD.items()
        ],
        "per_caballero": ratio_of(
            (g.number, inside.get((g.number, seat), 0) + brought.get((g.number, seat), 0), count)
            for g, seat, count in held
        ),
        "per_caballero_in_regions": ratio_of(
            (g.number, p.points, p.caballeros) for g, p in paid if p.place != CASTILLO_KEY
        ),
        "to_court": mean_of((g.number, disc.to_court) for g, disc in discs),
        "nothing": mean_of((g.number, d.after <= d.before) for g, d in discs if not d.to_court),
        "brought": mean_of((g.number, d.after - d.before) for g, d in discs),
    }


def king(games: Games) -> Figures:
    """What the King brings: who moves him, where to, and what he pays."""
    moves = [(g, t) for g in games for t in g.turns if t.card == "C-king" and t.king_to]
    per_seat = [(g, seat) for g in games for seat in range(g.options.players)]
    return {
        "to_own_lead": mean_of((g.number, t.leads_there) for g, t in moves),
        "to_home": mean_of((g.number, t.home_there) for g, t in moves),
        "thrown": mean_of((g.number, t.thrown) for g, t in moves),
        "moved_first": mean_of((g.number, t.performed_first) for g, t in moves),
        "gain": mean_of((g.number, t.after - t.before) for g, t in moves),
        "king_bonus": bonus_of(per_seat, "king"),
        "grande_bonus": bonus_of(per_seat, "grande"),
        "taken_by_round": [
            {
                "round": number,
                "first": mean_of(
                    (g.number, t.card == "C-king")
                    for g in games
                    for t in g.turns
                    if t.round == number and t.order == 0
                ),
            }
            for number in range(1, ROUNDS + 1)
        ],
    }


def bonus_of(per_seat: Sequence[tuple[GameFacts, int]], name: str) -> Figures:
    """Points of a bonus in a whole game, for a seat."""
    return mean_of(
        (game.number, sum(getattr(p, name) for p in game.payments if p.seat == seat))
        for game, seat in per_seat
    )


def homes(games: Games) -> list[Figures]:
    """Share of the win by where a seat's Grande begins, which the deal decides."""
    return [
        {
            "region": region,
            "share": mean_of(
                (game.number, game.shares[seat])
                for game in games
                for seat, home in enumerate(game.homes)
                if home == region
            ),
        }
        for region in REGION_KEYS
    ]


def leads(games: Games) -> list[Figures]:
    """How often whoever leads after a general scoring wins, by how far they lead."""
    found = []
    for scoring in range(SCORINGS - 1):
        after = []
        for game in games:
            ranked = sorted(game.standings[scoring], reverse=True)
            leader = game.standings[scoring].index(ranked[0])
            after.append((game, ranked[0] - ranked[1], game.shares[leader]))
        found += [
            {
                "scoring": scoring + 1,
                "lead": name,
                "share": mean_of((g.number, won) for g, lead, won in after if low <= lead <= high),
            }
            for name, (low, high) in LEADS.items()
        ]
    return found


def cards(games: Games) -> list[Figures]:
    """How every action card was played."""
    turns = [(game, turn) for game in games for turn in game.turns]
    offered = sorted({card for _, turn in turns for card in turn.offered})
    by_card = sorted(turns, key=lambda pair: pair[1].card)
    taken = {card: list(group) for card, group in groupby(by_card, key=lambda pair: pair[1].card)}
    opponents = games[0].options.players - 1
    return [
        {
            "card": card,
            "taken_by_first": mean_of(
                (g.number, t.card == card) for g, t in turns if t.order == 0 and card in t.offered
            ),
            "taken": mean_of((g.number, t.card == card) for g, t in turns if card in t.offered),
            "order": mean_of((g.number, t.order + 1) for g, t in taken.get(card, ())),
            "points": mean_of((g.number, t.points) for g, t in taken.get(card, ())),
            "points_of_an_opponent": mean_of(
                (g.number, t.points_of_others / opponents) for g, t in taken.get(card, ())
            ),
            "gain": mean_of((g.number, t.after - t.before) for g, t in taken.get(card, ())),
            "performed": mean_of((g.number, t.performed) for g, t in taken.get(card, ())),
            "performed_first": mean_of(
                (g.number, t.performed_first) for g, t in taken.get(card, ()) if t.performed
            ),
            "thrown": mean_of((g.number, t.thrown) for g, t in taken.get(card, ())),
            "targets": Counter(
                target for _, t in taken.get(card, ()) for target in t.targets
            ).most_common(3),
        }
        for card in offered
    ]


def vetoes(games: Games) -> Figures:
    """How Vetoes were used, at tables that have them."""
    stopped = Counter(card for game in games for _, _, card in game.vetoed)
    return {
        "games": len(games),
        "kept": mean_of((game.number, game.vetoes_kept) for game in games),
        "used": mean_of((game.number, len(game.vetoed)) for game in games),
        "stopped": stopped.most_common(6),
    }
