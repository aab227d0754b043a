"""The queue of reviews: one per game, in order, cancellable, and gone when the server stops."""

import asyncio
from typing import Any, cast

import pytest

from elgrande.review.data import VERSION
from elgrande.server.background.reviews import CANCELLED, DONE, FAILED, RUNNING, WAITING, Reviews
from elgrande.server.background.workers import Workers
from elgrande.server.errors import ShuttingDown, TooMany
from elgrande.server.storage import KeptReview, Storage

GAME: dict[str, object] = {"start": {}, "line": [], "first": 0}


class Kept:
    """A storage that keeps reviews alone."""

    def __init__(self) -> None:
        self.reviews: dict[str, KeptReview] = {}

    async def keep_review(self, table: str, review: KeptReview) -> None:
        self.reviews[table] = review

    async def review(self, table: str) -> KeptReview | None:
        return self.reviews.get(table)


class Judges:
    """Workers that answer when they are let."""

    review_lanes = 2

    def __init__(self, tasks: int = 3) -> None:
        self.tasks = [{"kind": "turn", "position": number} for number in range(tasks)]
        self.judged: list[int] = []
        self.may = asyncio.Semaphore(0)
        self.fails = False

    async def review(self, asked: Any, asker: Any) -> Any:
        assert not asker.attended
        if asked["step"] == "plan":
            return {"tasks": self.tasks, "course": ["a row"]}
        if asked["step"] == "assemble":
            return {"moments": asked["moments"], "course": asked["course"]}
        await self.may.acquire()
        if self.fails:
            raise RuntimeError
        self.judged.append(asked["task"]["position"])
        return {"moments": [asked["task"]], "luck": []}

    def let(self, count: int) -> None:
        for _ in range(count):
            self.may.release()


def queue(kept: Kept, judges: Judges, **limits: int) -> Reviews:
    most = {"most": 10, "most_of_player": 3, **limits}
    return Reviews(cast(Storage, kept), cast(Workers, judges), 50, **most)


async def settle() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


def test_reviews_run_one_after_the_other_and_are_kept() -> None:
    async def main() -> None:
        kept, judges = Kept(), Judges()
        reviews = queue(kept, judges)
        first = reviews.start("t1", "ana", GAME)
        second = reviews.start("t2", "ben", GAME)
        assert reviews.start("t1", "ben", GAME) is first
        assert (len(reviews), reviews.place("t1"), reviews.place("t2")) == (2, 0, 1)
        await settle()
        assert (first.state, second.state, first.total) == (RUNNING, WAITING, 3)
        assert first.data == {"moments": [], "course": ["a row"]}
        judges.let(3)
        await settle()
        assert (first.state, second.state, reviews.find("t1")) == (DONE, RUNNING, None)
        assert await reviews.kept("t1") == {"moments": judges.tasks, "course": ["a row"]}
        assert (kept.reviews["t1"].version, kept.reviews["t1"].iterations) == (VERSION, 50)
        judges.let(3)
        await settle()
        assert (second.state, len(reviews)) == (DONE, 0)

    asyncio.run(main())


def test_a_review_of_another_version_does_not_count() -> None:
    async def main() -> None:
        kept = Kept()
        kept.reviews["t1"] = KeptReview(VERSION + 1, 50, {}, 0)
        assert await queue(kept, Judges()).kept("t1") is None

    asyncio.run(main())


def test_what_was_found_before_it_was_cancelled_is_not_judged_again() -> None:
    async def main() -> None:
        kept, judges = Kept(), Judges()
        reviews = queue(kept, judges)
        first, second = reviews.start("t1", "ana", GAME), reviews.start("t2", "ana", GAME)
        judges.let(2)
        await settle()
        reviews.cancel("t1")
        reviews.cancel("nobody's")
        await settle()
        assert (first.state, second.state) == (CANCELLED, RUNNING)
        assert reviews.find("t1") is first
        judges.let(3)
        await settle()
        again = reviews.start("t1", "ben", GAME)
        judges.let(1)
        await settle()
        assert again.state == DONE
        assert judges.judged == [0, 1, 0, 1, 2, 2]
        assert "t1" in kept.reviews

    asyncio.run(main())


def test_one_that_fails_does_not_hold_up_the_others() -> None:
    async def main() -> None:
        judges = Judges()
        reviews = queue(Kept(), judges)
        first, second = reviews.start("t1", "ana", GAME), reviews.start("t2", "ana", GAME)
        judges.fails = True
        judges.let(1)
        await settle()
        judges.fails = False
        judges.let(5)
        await settle()
        assert (first.state, second.state) == (FAILED, DONE)

    asyncio.run(main())


def test_the_queue_has_an_end_for_everybody_and_in_all() -> None:
    async def main() -> None:
        reviews = queue(Kept(), Judges(), most=3, most_of_player=2)
        for table in ("t1", "t2"):
            reviews.start(table, "ana", GAME)
        with pytest.raises(TooMany):
            reviews.start("t3", "ana", GAME)
        reviews.start("t3", "ben", GAME)
        with pytest.raises(TooMany):
            reviews.start("t4", "eva", GAME)
        await reviews.close()
        assert len(reviews) == 0
        with pytest.raises(ShuttingDown):
            reviews.start("t4", "eva", GAME)

    asyncio.run(main())
