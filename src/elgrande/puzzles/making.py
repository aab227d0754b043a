"""Making puzzles: the moments of a game are judged again and again, and tried by weaker levels."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from elgrande.puzzles.answers import TOLERANCE, verdict
from elgrande.puzzles.attempts import Attempt
from elgrande.puzzles.judging import Choices, Judged, judge_answers, key_of
from elgrande.puzzles.puzzle import (
    DISC,
    MOST_BYTES,
    PLACING,
    POWER_CARD,
    TURN,
    VETO,
    Puzzle,
    Tempting,
    id_of,
)
from elgrande.puzzles.ratings import LEVELS, QUICK, difficulty_of, rating_of, tries_of
from elgrande.puzzles.screening import Moment, play_and_screen
from elgrande.puzzles.themes import theme_of
from elgrande.rules.options import Options

ITERATIONS: Final = 2400  # of each of the searches that judge a moment
SEEDS: Final = (11, 1213)  # of these searches
LEAST_MARGIN: Final = 0.06
LEAST_DISC_MARGIN: Final = 0.04
ERRORS: Final = 3.0  # standard errors that the margin must exceed
MOST_ACCEPTED: Final = 3
LEAST_CHANCE: Final = 0.12  # below it the game is lost whatever is played
LEAST_TEMPTING: Final = 0.04  # what the tempting answer must lose
MISSED: Final = 0.7  # one of the levels must solve it less often than this
MOST_TEMPTING: Final = 2
MOST_PER_GAME: Final = 3
# Moments of a game that are looked at, the kinds that are rare first.
MOST_TRIED: Final = {VETO: 4, TURN: 6, DISC: 3, PLACING: 1, POWER_CARD: 1}
ORDER: Final = tuple(MOST_TRIED)
APART: Final = 8  # choices between two puzzles from one game
DONE_FILE: Final = "done.txt"
FOUND_FILE: Final = "found.jsonl"
TABLES: Final = (
    Options(players=4),
    Options(players=3),
    Options(players=4, edition="classic"),
    Options(players=2),
    Options(players=5),
    Options(players=3, edition="classic"),
    Options(players=4, old_hands=("veto", "veto"), new_regency=True),
    Options(players=5, edition="classic"),
    Options(players=3, merged_stacks=True),
    Options(players=4, castillo="open"),
)


class Best(NamedTuple):
    """What the searches agree on."""

    accepted: list[Judged]
    chance: float
    second: float


def make(folder: Path, games: int, seed: int) -> Iterator[list[Puzzle]]:
    """Play games and note the puzzles found in each; games noted as done are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    done_file, found_file = folder / DONE_FILE, folder / FOUND_FILE
    done = set(done_file.read_text(encoding="utf-8").split()) if done_file.exists() else set()
    for number in range(seed, seed + games):
        if str(number) in done:
            yield []
            continue
        found = puzzles_in(TABLES[number % len(TABLES)], number)
        with found_file.open("a", encoding="utf-8") as file:
            file.writelines(f"{puzzle.to_line()}\n" for puzzle in found)
        with done_file.open("a", encoding="utf-8") as file:
            file.write(f"{number}\n")
        yield found


def puzzles_in(options: Options, seed: int) -> list[Puzzle]:
    """The puzzles of one game, at different moments and of different kinds."""
    found: list[Puzzle] = []
    steps: list[int] = []
    tried: Counter[str] = Counter()
    moments = play_and_screen(options, seed)
    moments.sort(key=lambda moment: ORDER.index(moment.kind))
    for moment in moments:
        step = int(moment.game.step)
        near = any(abs(step - other) < APART for other in steps)
        if len(found) == MOST_PER_GAME or near or tried[moment.kind] == MOST_TRIED[moment.kind]:
            continue
        tried[moment.kind] += 1
        puzzle = puzzle_at(moment)
        if puzzle is not None:
            found.append(puzzle)
            steps.append(step)
    return found


def puzzle_at(moment: Moment) -> Puzzle | None:
    """The puzzle of a moment, if it is one."""
    game, seat, kind = moment.imagined(), moment.seat, moment.kind
    fresh = Attempt(game, seat, kind)
    seed = int(moment.game.step)
    given = {level: tries_of(level, fresh, seed) for level in QUICK}
    keys = {key_of(game, seat, kind, one) for answers in given.values() for one in answers}
    if keys == {moment.key} and kind != VETO:
        return None  # everybody finds it; what none of them knows to use may still be misused
    best = agreed(moment, SEEDS, ITERATIONS)
    if best is None:
        return None
    others = {level: tries_of(level, fresh, seed) for level in LEVELS if level not in given}
    puzzle = tried(draft_of(moment, best), given | others)
    if puzzle is not None and kind == PLACING:
        # What may be lost depends on what the tempting answer loses, so mark all answers again.
        clearer = replace(puzzle, second=puzzle.chance - puzzle.tempting[0].lost)
        puzzle = tried(clearer, given | others)
    return puzzle


def tried(draft: Puzzle, given: dict[str, Counter[Choices]]) -> Puzzle | None:
    """A puzzle with its rating from the answers of the levels; None if they find it too easy."""
    solved, wrong = _marked(draft, given)
    tempting = _tempting(draft, wrong)
    if min(solved.values()) >= MISSED or not tempting:
        return None
    rating = rating_of(solved)
    puzzle = replace(
        draft,
        rating=rating,
        difficulty=difficulty_of(rating),
        solved=solved,
        tempting=tempting,
    )
    return puzzle if len(puzzle.to_line()) <= MOST_BYTES else None


def agreed(moment: Moment, seeds: Sequence[int], iterations: int) -> Best | None:
    """The accepted answers, if all searches find the same ones clearly the best."""
    game, seat, kind = moment.imagined(), moment.seat, moment.kind
    rounds: list[list[Judged]] = []
    seen: dict[Choices, Choices] = {}
    for seed in seeds:
        judged = judge_answers(game, seat, kind, iterations, seed, [*moment.plans, *seen.values()])
        rounds.append(judged)
        seen |= {one.key: one.choices for one in judged}
    if kind == PLACING:
        return best_placing(rounds)
    bests = [clearly_best(judged, kind) for judged in rounds]
    if any(best is None for best in bests):
        return None
    sets = [{one.key for one in best.accepted} for best in bests if best is not None]
    if any(one != other for one, other in pairwise(sets)):
        return None
    found = [best for best in bests if best is not None]
    count = len(found)
    return Best(
        found[0].accepted,
        sum(best.chance for best in found) / count,
        sum(best.second for best in found) / count,
    )


def clearly_best(judged: Sequence[Judged], kind: str) -> Best | None:
    """The best answers of one search with those that are as good, if they lead clearly."""
    top = judged[0]
    accepted = [one for one in judged if top.chance - one.chance <= TOLERANCE]
    rest = [one for one in judged if top.chance - one.chance > TOLERANCE]
    if not rest or len(accepted) > MOST_ACCEPTED or top.chance < LEAST_CHANCE:
        return None
    margin = top.chance - rest[0].chance
    least = LEAST_DISC_MARGIN if kind == DISC else LEAST_MARGIN
    if margin < max(least, *(ERRORS * one.error for one in rest[:1])):
        return None
    return Best(accepted, top.chance, rest[0].chance)


def best_placing(rounds: Sequence[Sequence[Judged]]) -> Best | None:
    """The placings that are about as good as the best in every search.

    Many others may be a little worse; what they are compared with is what weaker levels do.
    """
    means: dict[Choices, float] = {}
    for one in rounds[-1]:
        before = [other.chance for other in rounds[0] if other.key == one.key]
        means[one.key] = (one.chance + before[0]) / 2 if before else 0.0
    top = max(means.values())
    accepted = [one for one in rounds[-1] if top - means[one.key] <= TOLERANCE]
    accepted.sort(key=lambda one: -means[one.key])
    rest = [chance for chance in means.values() if top - chance > TOLERANCE]
    if not rest or top < LEAST_CHANCE:
        return None
    return Best(accepted[:MOST_ACCEPTED], top, max(rest))


def draft_of(moment: Moment, best: Best) -> Puzzle:
    """The puzzle before anybody has tried it."""
    game, seat, kind = moment.imagined(), moment.seat, moment.kind
    solutions = []
    for one in best.accepted:
        attempt = Attempt(game.clone(), seat, kind)
        attempt.play_all(one.choices)
        attempt.finish()
        solutions.append(tuple(attempt.choices))
    record = moment.game.record()
    return Puzzle(
        id=id_of(record.options, record.seed, record.choices, seat),
        kind=kind,
        theme=theme_of(game, seat, kind, solutions[0]),
        difficulty=1,
        rating=0,
        options=record.options,
        seed=record.seed,
        prefix=record.choices,
        seat=seat,
        solutions=tuple(dict.fromkeys(solutions)),
        chance=best.chance,
        second=best.second,
        tempting=(),
        solved={},
    )


def _marked(
    draft: Puzzle, given: dict[str, Counter[Choices]]
) -> tuple[dict[str, float], dict[Choices, list[str]]]:
    """How often each level was right, and who gave which wrong answer."""
    solved: dict[str, float] = {}
    wrong: dict[Choices, list[str]] = {}
    for level in LEVELS:
        answers = given[level]
        right = 0
        for choices, count in answers.items():
            if verdict(draft, choices).solved:
                right += count
            else:
                wrong.setdefault(choices, []).extend([level] * count)
        solved[level] = right / answers.total()
    return solved, wrong


def _tempting(draft: Puzzle, wrong: dict[Choices, list[str]]) -> tuple[Tempting, ...]:
    """The wrong answers given most, of each key one, that lose enough."""
    game = draft.imagined()
    by_key: dict[Choices, list[Choices]] = {}
    for choices in sorted(wrong, key=lambda one: -len(wrong[one])):
        by_key.setdefault(key_of(game, draft.seat, draft.kind, choices), []).append(choices)
    ranked = sorted(by_key.values(), key=lambda ones: -sum(len(wrong[one]) for one in ones))
    tempting = []
    for ones in ranked:
        lost = verdict(draft, ones[0]).lost
        levels = {level for one in ones for level in wrong[one]}
        if lost >= LEAST_TEMPTING:
            by_rank = tuple(level for level in LEVELS if level in levels)
            tempting.append(Tempting(ones[0], lost, by_rank))
    return tuple(tempting[:MOST_TEMPTING])
