"""The tables of docs/research/strategy.md, one function for each, from the file of figures."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from elgrande.editions.wording import card_title, place_name
from training.strategy.caballero_worth import KINDS

EDITION: Final = "2023"
DASH: Final = "-"
FEW: Final = 30  # things, too few to say anything about
LARGE: Final = 10  # one digit is enough
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
SOURCE_NAMES: Final = {
    "first": "first places in regions",
    "second": "second places",
    "third": "third places",
    "castillo": "the Castillo",
    "cards": "scoring cards",
    "king": "King's bonus",
    "grande": "Grande's bonus",
    "total": "all",
}
EFFORT_NAMES: Final = {
    "taken": "caballeros taken with power cards",
    "placed": "caballeros placed in regions",
    "thrown": "caballeros put into the Castillo",
    "order": "mean place in the order of turns",
    "kings": "turns with *Your Majesty*",
    "scorings": "turns in which they scored",
}
Figures = dict[str, Any]


def is_known(figures: Figures) -> bool:
    """Whether there was enough to say something."""
    return figures["count"] >= FEW and figures["low"] is not None


def share(figures: Figures) -> str:
    """A share in per cent, with its interval."""
    if not is_known(figures):
        return DASH
    return f"{figures['mean']:.0%} ({max(figures['low'], 0):.0%} to {min(figures['high'], 1):.0%})"


def part(figures: Figures) -> str:
    """A part in per cent, without its interval."""
    return DASH if figures["mean"] is None else f"{figures['mean']:.0%}"


def number(figures: Figures) -> str:
    """A mean, and how far the truth may be from it."""
    if not is_known(figures):
        return DASH
    digits = 1 if abs(figures["mean"]) >= LARGE else 2
    return f"{figures['mean']:.{digits}f} ± {figures['high'] - figures['mean']:.{digits}f}"


def gain(figures: Figures) -> str:
    """A change of a chance, in percentage points."""
    if not is_known(figures):
        return DASH
    return f"{100 * figures['mean']:+.1f} ± {100 * (figures['high'] - figures['mean']):.1f}"


def loss(figures: Figures) -> str:
    """A chance that is lost, in percentage points."""
    return gain(figures).removeprefix("+")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def games(figures: Figures) -> str:
    """What everything rests on."""
    return table(
        ("players", "games"),
        ((players, f"{count:,}") for players, count in figures["games"].items()),
    )


def seats(figures: Figures) -> str:
    """Share of the win by seat, one line for each number of players."""
    most = max(len(rows) for rows in figures["seats"].values())
    return table(
        ("players", "fair share", *(f"{ORDINALS[at]} to lay" for at in range(most))),
        (
            (
                players,
                f"{1 / len(rows):.0%}",
                *(share(row["share"]) for row in rows),
                *[""] * (most - len(rows)),
            )
            for players, rows in figures["seats"].items()
        ),
    )


def first_power(figures: Figures) -> str:
    """Share of the win by the power card of the first round."""
    rows = figures["first_power"]
    names = list(dict.fromkeys(row["cards"] for row in rows))
    found = {(row["cards"], row["position"]): row for row in rows}
    last = max(row["position"] for row in rows)
    return table(
        ("power card", *(f"{ORDINALS[at]} to lay" for at in range(last))),
        (
            (
                name,
                *(
                    f"{gain(found[name, at]['gain'])}; wins {share(found[name, at]['share'])};"
                    f" laid {part(found[name, at]['part'])}"
                    for at in range(1, last + 1)
                ),
            )
            for name in names
        ),
    )


def rounds(figures: Figures) -> str:
    """Power cards and the order of turns, round by round."""
    rows = figures["power_by_round"]
    orders = range(len(rows[0]["orders"]))
    return table(
        (
            "round",
            "card of winners",
            "card of others",
            *(f"{ORDINALS[at]} turn" for at in orders),
        ),
        (
            (
                str(row["round"]),
                number(row["winners"]),
                number(row["others"]),
                *(gain(row["orders"][at]["gain"]) for at in orders),
            )
            for row in rows
        ),
    )


def one_caballero(figures: Figures) -> str:
    """What one more caballero is worth, by where it goes."""
    return table(
        ("round", "into the Castillo", "into the best region", "into any region", "to the Court"),
        (
            (str(row["round"]), *(gain(row[kind]) for kind in KINDS))
            for row in figures["caballero_worth"]
        ),
    )


def effort(figures: Figures) -> str:
    """What winners and the others did in a game."""
    winners, others = figures["effort"]["winners"], figures["effort"]["others"]
    return table(
        ("in a game", "winners", "others"),
        (
            (name, number(winners[what]), number(others[what]))
            for what, name in EFFORT_NAMES.items()
        ),
    )


def castillo(figures: Figures) -> str:
    """What the Castillo paid at each general scoring."""
    return table(
        ("scoring", "caballeros inside", "how often", "Castillo pays", "disc adds", "wins"),
        (
            (
                ORDINALS[row["scoring"] - 1],
                group["held"],
                part(group["part"]),
                number(group["inside"]),
                number(group["brought"]),
                share(group["share"]),
            )
            for row in figures["castillo"]["scorings"]
            for group in row["groups"]
        ),
    )


def caballeros(figures: Figures) -> str:
    """Points for each caballero, in the Castillo and in regions."""
    return table(
        (
            "scoring",
            "points for each in the Castillo",
            "for each in a region",
            "discs that add nothing",
            "discs on the King's region",
        ),
        (
            (
                ORDINALS[row["scoring"] - 1],
                number(row["per_caballero"]),
                number(row["per_caballero_in_regions"]),
                share(row["nothing"]),
                part(row["to_court"]),
            )
            for row in figures["castillo"]["scorings"]
        ),
    )


def king(figures: Figures) -> str:
    """What the King brings."""
    found = figures["king"]
    worth = figures["card_worth"].get("C-king", {})
    rows = [
        ("King's bonus, points of a player in a game", number(found["king_bonus"])),
        ("Grande's bonus, points of a player in a game", number(found["grande_bonus"])),
        ("the King goes where his mover leads alone", share(found["to_own_lead"])),
        ("he goes to the mover's Grande", share(found["to_home"])),
        ("he is moved before caballeros are placed", share(found["moved_first"])),
        ("caballeros into the Castillo in the same turn", number(found["thrown"])),
    ]
    if worth:
        rows.append(("chance lost if *Your Majesty* were gone", loss(worth["worth"])))
    return table(("what", "figure"), rows)


def king_rounds(figures: Figures) -> str:
    """How often the first turn takes the King's card."""
    rows = figures["king"]["taken_by_round"]
    return table(
        ("round", *(str(row["round"]) for row in rows)),
        [("first turn takes *Your Majesty*", *(part(row["first"]) for row in rows))],
    )


def homes(figures: Figures) -> str:
    """Share of the win by home region."""
    return table(
        ("home", "wins"),
        ((place_name(row["region"], EDITION), share(row["share"])) for row in figures["homes"]),
    )


def points(figures: Figures) -> str:
    """Where points came from."""
    winners, others = figures["points"]["winners"], figures["points"]["others"]
    return table(
        ("source", "winners", "others", "difference"),
        (
            (
                name,
                number(winners[source]),
                number(others[source]),
                f"{winners[source]['mean'] - others[source]['mean']:+.1f}",
            )
            for source, name in SOURCE_NAMES.items()
        ),
    )


def leads(figures: Figures) -> str:
    """How often the leader wins."""
    rows = figures["leads"]
    names = list(dict.fromkeys(row["lead"] for row in rows))
    found = {(row["scoring"], row["lead"]): row["share"] for row in rows}
    return table(
        ("ahead by", "after the first scoring", "after the second"),
        ((name, share(found[1, name]), share(found[2, name])) for name in names),
    )


def cards(figures: Figures) -> str:
    """How each card is played, the most valuable first."""
    worth = figures["card_worth"]
    rows = [row for row in figures["cards"] if row["card"] in worth]
    rows.sort(key=lambda row: -worth[row["card"]]["worth"]["mean"])
    return table(
        (
            "card",
            "best of those left",
            "chance lost without it",
            "first turn takes it",
            "mean turn",
            "points",
            "an opponent's",
            "action first",
            "action used",
            "often on",
        ),
        (
            (
                card_title(row["card"], EDITION),
                part(worth[row["card"]]["best"]),
                loss(worth[row["card"]]["worth"]),
                part(row["taken_by_first"]),
                number(row["order"]),
                number(row["points"]) if row["points"]["mean"] else DASH,
                number(row["points_of_an_opponent"]) if row["points"]["mean"] else DASH,
                part(row["performed_first"]),
                part(row["performed"]),
                ", ".join(place_name(place, EDITION) for place, _ in row["targets"]) or DASH,
            )
            for row in rows
        ),
    )


def vetoes(figures: Figures) -> str:
    """How Vetoes were used."""
    found = figures["vetoes"]
    stopped = ", ".join(
        f"{card_title(card, EDITION)} ({count})" for card, count in found["stopped"]
    )
    return table(
        ("what", "figure"),
        [
            ("games with Vetoes", f"{found['games']:,}"),
            ("Vetoes kept, in a game", f"{found['kept']['mean']:.2f}"),
            ("special actions stopped, in a game", f"{found['used']['mean']:.2f}"),
            ("cards stopped most often", stopped or DASH),
        ],
    )


TABLES: Final = {
    "games": games,
    "seats": seats,
    "first power card": first_power,
    "rounds": rounds,
    "points": points,
    "caballeros": caballeros,
    "one caballero": one_caballero,
    "effort": effort,
    "castillo": castillo,
    "king": king,
    "king by round": king_rounds,
    "homes": homes,
    "leads": leads,
    "cards": cards,
    "vetoes": vetoes,
}
