"""Ratings of people: Plackett and Luce's model for games of several players, by `openskill`.

A player has two ratings: one against people and one against bots. In a game with both, the people
are rated by their order among themselves, and each of them by their place among the bots. Our bots
do not learn, so their ratings stand: from the matches in docs/research/strength.md. There a
bot that wins a share p of its games against three equal ones is ln(3p / (1 - p)) better, which at a
table of four is twice `BETA` times as much in mu.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = 12.5
BETA: Final = 25.0 / 6
# How much a player may change between two games.
TAU: Final = 25.0 / 300
# What people are shown: the level `steady` has 1500, and ten times the odds of finishing ahead at a
# table of four are 400 points, as in chess.
CENTRE: Final = 1500
POINTS: Final = 400 / (2 * BETA * 2.302585)
DEVIATIONS: Final = 2  # the true strength lies within as many with 95%
# From here on a rating is sure enough for a place in the table.
SURE: Final = 8.0
LEAST_SECONDS: Final = 0.3


class Rating(NamedTuple):
    """A player's strength as a mean and a standard deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The strength on the scale for people."""
        return round(CENTRE + (self.mu - MU) * POINTS)

    @property
    def uncertainty(self) -> int:
        """How far the true strength may be from the one shown, up or down."""
        return round(DEVIATIONS * self.sigma * POINTS)

    @property
    def is_sure(self) -> bool:
        """Whether enough games were played to compare it with others."""
        return self.sigma <= SURE


START: Final = Rating()
_SURE_OF_BOTS: Final = 0.5
BOTS: Final[dict[str, Rating]] = {
    "random": Rating(-46.0, _SURE_OF_BOTS),
    "novice": Rating(-2.0, _SURE_OF_BOTS),
    "steady": Rating(25.0, _SURE_OF_BOTS),
    "strong": Rating(40.2, _SURE_OF_BOTS),
    "master": Rating(50.8, _SURE_OF_BOTS),
    "grandmaster": Rating(58.2, _SURE_OF_BOTS),
}
_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


class Standing(NamedTuple):
    """Somebody at a table: how strong they were before the game, and their place in it."""

    before: Rating
    place: int


def rating_of_bot(text: str) -> Rating | None:
    """The rating of one of our levels; None for a plug-in or a bot that thinks less than usual.

    >>> rating_of_bot("steady").shown
    1500
    >>> rating_of_bot("strong:iterations=1") is None
    True
    """
    level, *settings = text.strip().split(":")
    for setting in settings:
        name, _, value = setting.partition("=")
        if name != "seconds" or _seconds(value) < LEAST_SECONDS:
            return None
    return BOTS.get(level)


def _seconds(text: str) -> float:
    """A number of seconds; none for what is not one, such as a plug-in may understand."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def rate_people(standings: Sequence[Standing]) -> list[Rating]:
    """The ratings after a game of those who met in it, in the same order; ties are possible."""
    if len(standings) < 2:
        return [standing.before for standing in standings]
    # Objects of their own: the package changes equal ones together.
    teams = [[_MODEL.rating(*standing.before)] for standing in standings]
    rated = _MODEL.rate(teams, ranks=[float(standing.place) for standing in standings])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def rate_against(own: Standing, bots: Sequence[Standing]) -> Rating:
    """A person's rating after a game with bots, whose own ratings stand."""
    return rate_people([own, *bots])[0]


class Entrant(NamedTuple):
    """One seat of a rated game: its place, and how strong who sat there was before."""

    place: int
    bot: str | None = None  # None for a person
    people: Rating = START
    bots: Rating = START


class Change(NamedTuple):
    """A rating before and after a game."""

    before: Rating
    after: Rating


class Changes(NamedTuple):
    """What a game did to both ratings of a seat; None where there was nobody to compare with."""

    people: Change | None = None
    bots: Change | None = None


def rate_game(entrants: Sequence[Entrant]) -> list[Changes]:
    """What a game changes, seat by seat; nothing for bots."""
    persons = [one for one in entrants if one.bot is None]
    after = dict(
        zip(
            (seat for seat, one in enumerate(entrants) if one.bot is None),
            rate_people([Standing(one.people, one.place) for one in persons]),
            strict=True,
        )
    )
    anchors = [(rating_of_bot(one.bot), one.place) for one in entrants if one.bot is not None]
    bots = [Standing(rating, place) for rating, place in anchors if rating is not None]
    changes = []
    for seat, one in enumerate(entrants):
        if one.bot is not None:
            changes.append(Changes())
            continue
        met = Change(one.people, after[seat]) if len(persons) > 1 else None
        own = Standing(one.bots, one.place)
        changes.append(Changes(met, Change(one.bots, rate_against(own, bots)) if bots else None))
    return changes
