"""Choose the games to learn from that come with the package, and let the coach comment on them.

Grandmasters play some candidates for each theme into a folder; the one that fits its theme best is
looked at decision by decision by the coach, and written with its comments. What is in the
folder already is not played again.

Example: python -m training.model_games runs/model_games --iterations 300 --thinking 2000
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import elgrande.model_games
from elgrande.bots import Situation, bot_rng, open_players
from elgrande.bots.advice import Appraisal, consider
from elgrande.game import Game
from elgrande.insight.chances import chances_of
from elgrande.model_games.library import BEST, MISSED, NAMES, SCORING, Comment
from elgrande.record import Record
from elgrande.rules.frames import CARD, POWER
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.search.plans import turn_of
from training.command import run_command
from training.mix import ALL_OLD_HANDS

HERE: Final = Path(elgrande.model_games.__file__).parent / "games"
SEED: Final = 1
GAMES: Final = 60  # played on for chances where a round begins
CONSIDERED: Final = 6  # choices that the coach compares
LEAST_DIFFERENCE: Final = 0.03  # between two chances that are worth a comment
MOST_BEST: Final = 5
MOST_MISSED: Final = 4
MOST_POWERS: Final = 3  # of all those, about power cards: turns are more interesting
NO_TURN: Final = -1
ROOM: Final = 4  # positions between two comments on choices
TABLES: Final = {
    "close": Options(players=4),
    "comeback": Options(players=4),
    "duel": Options(players=2),
    "three": Options(players=3),
    "five": Options(players=5),
    "runaway": Options(players=4),
    "classic": Options(edition="classic", players=4),
    "classic-five": Options(edition="classic", players=5),
    "open": Options(players=3, merged_stacks=True, castillo="open"),
    "variants": Options(players=4, new_regency=True, old_hands=ALL_OLD_HANDS, power_shift=True),
}


class Course(NamedTuple):
    """How a game went: everyone's chances at the start of its rounds, and its result."""

    chances: list[list[float]]  # of the rounds from the second
    scores: list[int]
    winners: list[int]

    @property
    def margin(self) -> int:
        """By how many points it was won."""
        best, second = sorted(self.scores)[:-3:-1]
        return best - second

    @property
    def favourites(self) -> int:
        """How often the favourite changed."""
        leaders = [chances.index(max(chances)) for chances in self.chances]
        return sum(one != other for one, other in pairwise(leaders))

    def lowest(self) -> tuple[float, int]:
        """The winner's lowest chance, and at the start of which round."""
        winner = self.winners[0]
        return min((chances[winner], number) for number, chances in enumerate(self.chances, 2))


FITS: Final[dict[str, Callable[[Course], float]]] = {
    "close": lambda course: -course.margin,
    "comeback": lambda course: -course.lowest()[0],
    "runaway": lambda course: course.margin,
}


def how_dramatic(course: Course) -> float:
    """For the other themes: favourites that change, and a close finish."""
    return course.favourites - course.margin / 10


def play_candidate(options: Options, seed: int, bot: str) -> Record:
    """A game of a bot with itself."""
    game = Game.new(options, seed)
    luck = [bot_rng(seed, seat) for seat in range(options.players)]
    with open_players([bot] * options.players) as players:
        while not game.over:
            seat = game.waiting[0]
            choice, failure = players[seat].answer(Situation.of(game, seat, luck[seat]))
            assert failure is None, failure
            game.play(choice, seat)
    return game.record()


def candidates(folder: Path, name: str, bot: str, count: int) -> Iterator[Record]:
    """The games of a theme, played now unless they are there."""
    options = TABLES[name]
    themes = [other for other in NAMES if TABLES[other] == options]  # they share their games
    for seed in range(count * len(themes)):
        path = folder / themes[0] / f"{seed}.egn"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(play_candidate(options, seed, bot).to_text(), encoding="utf-8")
        yield Record.from_text(path.read_text(encoding="utf-8"))


def course_of(record: Record) -> Course:
    """How a game went."""
    game = record.replay(0)
    chances: list[list[float]] = []
    while not game.over:
        before = game.round
        _step(game, record)
        if game.round > before >= 1 and not game.over:
            chances.append(chances_of(game, GAMES, SEED))
    return Course(chances, list(game.scores), list(game.winners))


class Look(NamedTuple):
    """What the coach says of a decision: the best choice, and what it is compared with."""

    kind: str
    position: int
    until: int
    seat: int
    plan: tuple[int, ...]
    chance: float
    other: float

    @property
    def difference(self) -> float:
        """Between the two chances to win."""
        return self.chance - self.other

    @property
    def is_power(self) -> bool:
        """Whether it is about a power card."""
        return len(self.plan) == 1

    def comment(self) -> Comment:
        """The same as it is kept."""
        chance, other = round(100 * self.chance), round(100 * self.other)
        return Comment(self.kind, self.position, self.until, self.seat, self.plan, chance, other)


def look_at(record: Record, thinking: int) -> list[Look]:
    """All decisions of a game about which there is something to say."""
    looks = []
    game = record.replay(0)
    while not game.over:
        seat, position = record.seats[game.step], game.step
        begins = game.state.kind in (POWER, CARD)  # how many to take is no question
        turn = turn_of(game.state) if game.state.kind != POWER else NO_TURN
        if begins and len(game.legal(seat)) > 1:
            ends = game.clone()
            _step(ends, record)
            while _goes_on(ends, turn, seat):
                _step(ends, record)
            played = record.choices[position : ends.step]
            look = _compare(game, seat, played, thinking)
            if look is not None:
                looks.append(look._replace(until=max(position, ends.step - 1)))
            game = ends
        else:
            _step(game, record)
    return looks


def _goes_on(game: Game, turn: int, seat: int) -> bool:
    """Whether a turn goes on and its player is asked again."""
    return not game.over and (turn_of(game.state), game.state.seat) == (turn, seat)


def _compare(game: Game, seat: int, played: Sequence[int], thinking: int) -> Look | None:
    """What was played against the best of the rest, as the coach compares the best few."""
    situation = Situation.of(game, seat, Rng(SEED))
    advice = consider(situation, iterations=thinking, best=CONSIDERED)
    mine = [one for one in advice if one.choice == played[0]]
    rest = [one for one in advice if one.choice != played[0]]
    if not mine or not rest:
        return None
    own, other = mine[0], rest[0]
    if own.chance - other.chance >= LEAST_DIFFERENCE:
        plan = _choices(game, own)
        look = Look(BEST, game.step, game.step, seat, plan, own.chance, other.chance)
        return look if is_played(plan, played) else None
    if other.chance - own.chance >= LEAST_DIFFERENCE:
        plan = _choices(game, other)
        return Look(MISSED, game.step, game.step, seat, plan, other.chance, own.chance)
    return None


def _choices(game: Game, advice: Appraisal) -> tuple[int, ...]:
    """The plan of an advice."""
    return tuple(game.parse(text) for text in advice.plan)


def is_played(plan: Sequence[int], played: Sequence[int]) -> bool:
    """Whether a plan is what was played; it may name choices that nobody had to make."""
    met = 0
    for choice in plan:
        if met < len(played) and choice == played[met]:
            met += 1
    return met in (len(played), len(plan))


def scorings(record: Record) -> list[Comment]:
    """What the general scorings but the last changed."""
    comments = []
    game = record.replay(0, events=True)
    before: list[int] = []
    heard = 0
    while not game.over:
        if game.decision == "power":
            before = before or _per_cent(game)
        number = game.round
        _step(game, record)
        named = [event["event"] for event in game.events(None, heard)]
        heard = game.event_count
        if game.round > number and not game.over:
            after = _per_cent(game)
            if "castillo_opened" in named and before:
                comment = Comment(
                    SCORING, game.step, game.step, before=tuple(before), after=tuple(after)
                )
                comments.append(comment)
            before = after
    return comments


def comments_on(record: Record, thinking: int) -> list[Comment]:
    """The moments that mattered most, in order."""
    comments = scorings(record)
    taken = {comment.position for comment in comments}
    found = (look for look in look_at(record, thinking) if look.position not in taken)
    looks = sorted(found, key=lambda look: -look.difference)
    kept: list[Look] = []
    for kind, most in ((BEST, MOST_BEST), (MISSED, MOST_MISSED)):
        chosen = 0
        for look in looks:
            apart = all(abs(look.position - other.position) >= ROOM for other in kept)
            powers = sum(other.is_power for other in kept)
            if (
                look.kind == kind
                and apart
                and chosen < most
                and look.is_power + powers <= MOST_POWERS
            ):
                kept.append(look)
                chosen += 1
    comments += [look.comment() for look in kept]
    return sorted(comments, key=lambda comment: comment.position)


def _per_cent(game: Game) -> list[int]:
    return [round(100 * chance) for chance in chances_of(game, GAMES, SEED)]


def _step(game: Game, record: Record) -> None:
    game.play(record.choices[game.step], record.seats[game.step])


def write_game(name: str, record: Record, course: Course, bot: str, thinking: int) -> None:
    """Write the record and what is said about it."""
    lowest, number = course.lowest()
    comments = [comment.to_data() for comment in comments_on(record, thinking)]
    data = {
        "bot": bot,
        "lowest": round(100 * lowest),
        "round": number,
        "scores": course.scores,
        "winners": course.winners,
        "comments": comments,
    }
    (HERE / f"{name}.egn").write_text(record.to_text(), encoding="utf-8")
    (HERE / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"{name}: {len(comments)} comments, {course.scores}", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the candidates are kept")
    parser.add_argument("--iterations", type=int, default=300, help="of every decision in a game")
    parser.add_argument("--thinking", type=int, default=2000, help="iterations of the coach")
    parser.add_argument("--candidates", type=int, default=3, help="games for every theme")
    given = parser.parse_args()
    bot = f"grandmaster:iterations={given.iterations}"
    used: set[tuple[int, ...]] = set()
    find = partial(candidates, given.folder, bot=bot, count=given.candidates)
    for name in NAMES:
        found = [record for record in find(name) if record.choices not in used]
        courses = [course_of(record) for record in found]
        fits = [FITS.get(name, how_dramatic)(course) for course in courses]
        best = fits.index(max(fits))
        used.add(found[best].choices)
        write_game(name, found[best], courses[best], bot, given.thinking)


if __name__ == "__main__":
    run_command(main)
