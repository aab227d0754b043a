"""How processes wake each other: in memory, and over a real Redis that goes away and comes back."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from litestar.channels import Subscriber

from elgrande.server.background.channels import CHANNEL, Fanout
from elgrande.server.errors import BadSetting
from tests.support.services import Redis


class Hearing:
    """A process as far as the channel is concerned, and what it has heard."""

    def __init__(self, url: str | None) -> None:
        self.fanout = Fanout(url)
        self.heard: list[bytes] = []

    async def open(self, stack: AsyncExitStack) -> "Hearing":
        stack.push_async_callback(self.fanout.close)
        await stack.enter_async_context(self.fanout.plugin)
        subscriber: Subscriber = await self.fanout.plugin.subscribe(CHANNEL)
        await stack.enter_async_context(subscriber.run_in_background(self._hear))
        return self

    async def _hear(self, message: bytes) -> None:
        self.heard.append(message)

    def say(self, text: str) -> None:
        self.fanout.plugin.publish(text, CHANNEL)


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def test_in_memory_one_hears_oneself() -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            one = await Hearing(None).open(stack)
            assert not one.fanout.is_shared
            assert await one.fanout.is_up()
            one.say("table 1")
            await until(lambda: one.heard == [b"table 1"])

    asyncio.run(main())


def test_over_redis_all_processes_hear(redis_url: str) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            processes = [await Hearing(redis_url).open(stack) for _ in range(3)]
            assert await processes[0].fanout.is_up()
            processes[0].say("table 1")
            await until(lambda: all(process.heard for process in processes))
            assert [process.heard for process in processes] == [[b"table 1"]] * 3

    asyncio.run(main())


@pytest.mark.proof
def test_redis_may_go_away_and_come_back(redis_server: Redis) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            url = redis_server.url()
            one, other = [await Hearing(url).open(stack) for _ in range(2)]
            for number in range(3):
                one.say(f"before {number}")
            await until(lambda: len(other.heard) == 3)
            await asyncio.to_thread(redis_server.stop)
            assert not await one.fanout.is_up()
            for number in range(5):
                one.say(f"lost {number}")
            await asyncio.sleep(3)
            await asyncio.to_thread(redis_server.start)
            await until(lambda: len(other.heard) >= 3)
            # What is said once Redis is back is heard again, by both and from both.
            async with asyncio.timeout(30):
                while not (b"after" in one.heard and b"after" in other.heard):
                    one.say("after")
                    await asyncio.sleep(0.2)
                while b"answer" not in one.heard:
                    other.say("answer")
                    await asyncio.sleep(0.2)
            assert await one.fanout.is_up()

    asyncio.run(main())


def test_redis_may_come_later_than_the_server(redis_server: Redis) -> None:
    async def main() -> None:
        url = redis_server.url()
        await asyncio.to_thread(redis_server.stop)
        async with AsyncExitStack() as stack:
            one = await Hearing(url).open(stack)
            one.say("lost")
            await asyncio.to_thread(redis_server.start)
            async with asyncio.timeout(30):
                while b"after" not in one.heard:
                    one.say("after")
                    await asyncio.sleep(0.2)

    asyncio.run(main())


def test_a_server_ends_while_redis_is_away(redis_server: Redis) -> None:
    async def main() -> None:
        url = redis_server.url()
        async with AsyncExitStack() as stack:
            one = await Hearing(url).open(stack)
            await asyncio.to_thread(redis_server.stop)
            for number in range(20):
                one.say(f"lost {number}")

    try:
        asyncio.run(asyncio.wait_for(main(), 30))
    finally:
        redis_server.start()


def test_a_bad_address_is_refused() -> None:
    with pytest.raises(BadSetting, match="The Redis URL must look like"):
        Fanout("redis://localhost:port")
