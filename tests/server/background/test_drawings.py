"""What is drawn: once for all who ask, kept for a while, ended when it takes too long."""

import asyncio
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from elgrande.pictures.raster import CannotDraw
from elgrande.server.background import drawings
from elgrande.server.background.drawings import Drawings
from elgrande.server.errors import NoPictures, TooMany

drawn: list[str] = []


@pytest.fixture(autouse=True)
def in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_pool() -> Executor:
        return ThreadPoolExecutor(1)

    drawn.clear()
    monkeypatch.setattr(drawings, "_open_pool", open_pool)


def draw(name: str, size: int = 1) -> bytes:
    drawn.append(name)
    return name.encode() * size


def fail(name: str) -> bytes:
    drawn.append(name)
    raise CannotDraw("Pictures need the package Pillow, which is not installed.")


def sleep(seconds: float) -> bytes:
    time.sleep(seconds)
    return b""


def test_what_is_asked_for_twice_is_drawn_once() -> None:
    async def story() -> None:
        kept = Drawings()
        answers = await asyncio.gather(*(kept.find("a", draw, name="a") for _ in range(5)))
        assert answers == [b"a"] * 5
        assert await kept.find("a", draw, name="a") == b"a"
        assert "a" in kept
        kept.close()

    asyncio.run(story())
    assert drawn == ["a"]


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "KEPT_BYTES", 100)

    async def story() -> None:
        kept = Drawings()
        for name in "abc":
            await kept.find(name, draw, name=name, size=40)
        assert [name in kept for name in "abc"] == [False, True, True]
        await kept.find("large", draw, name="x", size=1000)
        assert [name in kept for name in ("b", "c", "large")] == [False, False, True]
        kept.close()

    asyncio.run(story())


def test_what_failed_is_tried_again() -> None:
    async def story() -> None:
        kept = Drawings()
        for _ in range(2):
            with pytest.raises(NoPictures, match="Pillow"):
                await kept.find("a", fail, name="a")
        assert "a" not in kept
        kept.close()

    asyncio.run(story())
    assert drawn == ["a", "a"]


def test_few_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "MOST_WAITING", 2)

    async def story() -> None:
        kept = Drawings()
        waiting = [asyncio.create_task(kept.find(n, sleep, seconds=0.05)) for n in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await kept.find("late", sleep, seconds=0.05)
        assert await asyncio.gather(*waiting) == [b"", b""]
        kept.close()

    asyncio.run(story())


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "LONGEST_SECONDS", 0.02)

    async def story() -> None:
        kept = Drawings()
        with pytest.raises(TooMany, match="in time"):
            await kept.find("slow", sleep, seconds=0.2)
        monkeypatch.setattr(drawings, "LONGEST_SECONDS", 10.0)
        assert await kept.find("next", draw, name="n") == b"n"
        kept.close()

    asyncio.run(story())
