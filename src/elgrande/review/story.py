"""The story of a game in a few paragraphs made of facts: who led when, and what decided."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from elgrande.editions.wording import card_title, colour_words, join_words, texts
from elgrande.game import Game
from elgrande.insight.analysis import SCORING
from elgrande.insight.points import (
    BEFORE,
    CASTILLO_KEY,
    GRANDE_BONUS,
    KING_BONUS,
    Book,
    Payment,
)
from elgrande.review.errors import GameNotOver
from elgrande.review.moments import Line

Row = Mapping[str, Any]
Step = tuple[Row, Row]  # a turn or scoring: the row before it, and its own

NARROW: Final = 2  # points between the first two
CLEAR: Final = 15
TURNING_POINTS: Final = 4
LEAST_SWING: Final = 0.07
LEAST_HAUL: Final = 6
SMALL_CHANCE: Final = 0.4  # of an even share: below it, a victory is a comeback


def story_of(
    start: Game,
    line: Line,
    first: int,
    course: Sequence[Row],
    language: str = "en",
    names: Sequence[str] | None = None,
) -> list[str]:
    """The paragraphs of a finished game's story; `course` is that of `insight.analysis`."""
    game = start.clone()
    game.listen()
    book = Book(start)
    heard = 0
    for seat, choice in line:
        game.play(choice, seat)
        book.read(game.events(None, heard))
        heard = game.event_count
    if not game.over:
        raise GameNotOver("Only a finished game has a story; this one goes on.")
    return _Story(game, course, book.payments, language, names).paragraphs()


class _Story:
    """All that is known of a game, and the words for it."""

    def __init__(
        self,
        game: Game,
        course: Sequence[Row],
        payments: Sequence[Payment],
        language: str,
        names: Sequence[str] | None,
    ) -> None:
        self.game = game
        self.course = course
        self.payments = payments
        self.language = language
        self.names = names or ()
        self.words: Mapping[str, str] = texts(language)["story"]
        # Which of the sentences that say the same is used: another one from game to game.
        self.number = sum(game.scores)
        self.used: Counter[str] = Counter()

    def paragraphs(self) -> list[str]:
        """The result, one paragraph for every part of the game, and where the points came from."""
        steps = [*pairwise(self.course)]
        turning = sorted(steps, key=_swing, reverse=True)[:TURNING_POINTS]
        turning = [step for step in turning if _swing(step) >= LEAST_SWING]
        told = [[*self._result()]]
        ends = [index for index, (_, row) in enumerate(steps) if row["kind"] == SCORING]
        begin, leader = 0, None
        for number, end in enumerate(ends):
            part = steps[begin : end + 1]
            told.append([*self._part(part, turning, number, leader, end == len(steps) - 1)])
            begin, leader = end + 1, _leaders(steps[end][1]["scores"])
        told.append([*self._points()])
        return [" ".join(sentences) for sentences in told if sentences]

    def _result(self) -> Iterator[str]:
        game = self.game
        order = sorted(range(len(game.scores)), key=lambda seat: -game.scores[seat])
        behind = [seat for seat in order if seat not in game.winners]
        best = game.scores[order[0]]
        if len(game.winners) > 1:
            yield self._say("shared", winners=self._all(game.winners), points=best)
        elif behind:
            second = game.scores[behind[0]]
            runners = [seat for seat in behind if game.scores[seat] == second]
            behind = behind[len(runners) :]
            margin = best - second
            key = "won_narrow" if margin <= NARROW else "won_clear" if margin >= CLEAR else "won"
            yield self._say(
                key,
                winner=self._name(order[0]),
                second=self._all(runners),
                points=best,
                second_points=second,
                margin=margin,
            )
        if behind:
            standings = [
                self.words["standing"].format(name=self._name(seat), points=game.scores[seat])
                for seat in behind
            ]
            yield self._say("others", standings=join_words(standings, self.language))
        if len(game.winners) == 1:
            yield from self._way_to_victory(game.winners[0])

    def _way_to_victory(self, winner: int) -> Iterator[str]:
        """Whether the winner was always in front, or far behind once."""
        rows = self.course[1:-1]
        scorings = [row for row in self.course if row["kind"] == SCORING]
        lowest = min(rows, key=lambda row: row["chances"][winner], default=None)
        chance = 1.0 if lowest is None else lowest["chances"][winner]
        name = self._name(winner)
        if lowest is not None and chance < SMALL_CHANCE / len(self.game.scores):
            yield self._say("comeback", winner=name, round=lowest["round"], chance=_percent(chance))
        elif len(scorings) > 1 and all(_leaders(row["scores"]) == [winner] for row in scorings):
            yield self._say("in_front", winner=name)

    def _part(
        self,
        steps: Sequence[Step],
        turning: Sequence[Step],
        number: int,
        leader: list[int] | None,
        is_last: bool,
    ) -> Iterator[str]:
        """The rounds up to a general scoring: the turns that changed most, then the scoring."""
        for step in steps[:-1]:
            if any(step is one for one in turning):
                yield from self._turn(step)
        before, row = steps[-1]
        if is_last:
            yield from self._finish(before, row)
            yield from self._castillo()
            return
        yield from self._scoring(row, number, leader)
        if any(steps[-1] is one for one in turning):
            seat = _most_changed(steps[-1])
            yield self._say("swing", name=self._name(seat), **_change(steps[-1], seat))

    def _turn(self, step: Step) -> Iterator[str]:
        """A turn that changed the chances a lot, for whoever it changed most."""
        _, row = step
        if row["seat"] is None or row["card"] is None:
            return
        seat = _most_changed(step)
        title = card_title(row["card"], self.game.options.edition, self.language)
        said: dict[str, object] = {
            "name": self._name(row["seat"]),
            "card": title,
            "round": row["round"],
            **_change(step, seat),
        }
        if seat != row["seat"]:
            if step[0]["chances"][seat] > row["chances"][seat]:
                yield self._say("fall", victim=self._name(seat), **said)
            return
        rises = row["chances"][seat] > step[0]["chances"][seat]
        yield self._say("rise" if rises else "slip", **said)

    def _scoring(self, row: Row, number: int, former: list[int] | None) -> Iterator[str]:
        """Who leads after a general scoring."""
        leaders, points = _leaders(row["scores"]), max(row["scores"])
        if len(leaders) > 1:
            yield self._say("level", leaders=self._all(leaders), points=points, round=row["round"])
            return
        second = max(score for seat, score in enumerate(row["scores"]) if seat not in leaders)
        runners = [seat for seat, score in enumerate(row["scores"]) if score == second]
        key = "first" if number == 0 else "kept" if former == leaders else "taken"
        yield self._say(
            key,
            leader=self._name(leaders[0]),
            second=self._all(runners),
            points=points,
            margin=points - second,
            round=row["round"],
        )

    def _finish(self, before: Row, row: Row) -> Iterator[str]:
        """How the last scoring decided."""
        winners = self.game.winners
        if len(winners) > 1:
            return
        leaders, points = _leaders(before["scores"]), max(before["scores"])
        winner = winners[0]
        gain = row["scores"][winner] - before["scores"][winner]
        said = {"points": points, "winner": self._name(winner), "gain": gain}
        if len(leaders) > 1:
            yield self._say("open_end", leaders=self._all(leaders), **said)
        elif leaders == [winner]:
            yield self._say("held", leader=self._name(winner), points=points)
        else:
            yield self._say("overtaken", leader=self._name(leaders[0]), **said)

    def _castillo(self) -> Iterator[str]:
        """Who was first in the Castillo, scoring by scoring."""
        firsts: defaultdict[int, list[int]] = defaultdict(list)
        for payment in self.payments:
            is_first = payment.place == CASTILLO_KEY and payment.rank == 1
            is_own = payment.source not in (KING_BONUS, GRANDE_BONUS)
            if is_first and is_own and payment.card is None:
                firsts[payment.round].append(payment.seat)
        rounds: dict[tuple[int, ...], list[int]] = {}
        for number, seats in sorted(firsts.items()):
            rounds.setdefault(tuple(seats), []).append(number)
        items = [
            self._castillo_item(seats, number)
            for seats, numbers in rounds.items()
            for number in (numbers if len(seats) > 1 else [numbers])
        ]
        if items:
            yield self._say("castillo", list=join_words(items, self.language))

    def _castillo_item(self, seats: Sequence[int], number: int | list[int]) -> str:
        name = self._all(seats)
        if isinstance(number, int):
            return self.words["castillo_shared"].format(name=name, round=number)
        if len(number) == 1:
            return self.words["castillo_item"].format(name=name, round=number[0])
        together = join_words([str(one) for one in number], self.language)
        return self.words["castillo_several"].format(name=name, rounds=together)

    def _points(self) -> Iterator[str]:
        """The richest turn, and where the winner's points came from."""
        hauls: Counter[tuple[int, int, str]] = Counter()
        for payment in self.payments:
            if payment.card is not None:
                hauls[payment.seat, payment.round, payment.card] += payment.points
        if hauls:
            (seat, number, card), points = hauls.most_common(1)[0]
            if points >= LEAST_HAUL:
                title = card_title(card, self.game.options.edition, self.language)
                yield self._say(
                    "haul", name=self._name(seat), points=points, round=number, card=title
                )
        if len(self.game.winners) == 1:
            yield from self._sources(self.game.winners[0])

    def _sources(self, winner: int) -> Iterator[str]:
        own = [payment for payment in self.payments if payment.seat == winner]
        if any(payment.source == BEFORE for payment in own):
            return
        bonus = sum(one.points for one in own if one.source in (KING_BONUS, GRANDE_BONUS))
        cards = sum(
            one.points
            for one in own
            if one.card is not None and one.source not in (KING_BONUS, GRANDE_BONUS)
        )
        points = self.game.scores[winner]
        yield self._say(
            "sources",
            winner=self._name(winner),
            points=points,
            general=points - cards - bonus,
            cards=cards,
            bonus=bonus,
        )

    def _say(self, key: str, **values: object) -> str:
        """A sentence; of several that say the same, each in turn."""
        if f"{key}_1" in self.words:
            self.used[key] += 1
            key = f"{key}_{1 + (self.number + self.used[key]) % 2}"
        said = self.words[key].format(**values)
        return f"{said[0].upper()}{said[1:]}"

    def _name(self, seat: int) -> str:
        if seat < len(self.names):
            return str(self.names[seat])
        return str(colour_words(seat, self.game.options, self.language).capital)

    def _all(self, seats: Sequence[int]) -> str:
        return join_words([self._name(seat) for seat in seats], self.language)


def _leaders(scores: Sequence[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def _swing(step: Step) -> float:
    return abs(_difference(step, _most_changed(step)))


def _most_changed(step: Step) -> int:
    return max(range(len(step[0]["chances"])), key=lambda seat: abs(_difference(step, seat)))


def _difference(step: Step, seat: int) -> float:
    return float(step[1]["chances"][seat] - step[0]["chances"][seat])


def _change(step: Step, seat: int) -> dict[str, object]:
    before, after = step
    return {
        "before": _percent(before["chances"][seat]),
        "after": _percent(after["chances"][seat]),
    }


def _percent(chance: float) -> int:
    return round(100 * chance)
