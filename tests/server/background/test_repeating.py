"""Work that is done again and again, whatever fails."""

import asyncio

from elgrande.server.background.repeating import every
from elgrande.server.errors import StorageDown


def test_a_failure_does_not_end_it_and_the_block_does() -> None:
    async def main() -> None:
        times, enough = 0, asyncio.Event()

        async def work() -> None:
            nonlocal times
            times += 1
            if times == 1:
                raise StorageDown("away")
            if times == 2:
                raise ZeroDivisionError
            enough.set()

        async with every(0.001, work), asyncio.timeout(60):
            await enough.wait()
        done = times
        await asyncio.sleep(0.02)
        assert times == done

    asyncio.run(main())
