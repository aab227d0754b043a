"""An analysis is worked out once, and again only if it failed."""

import asyncio

import pytest

from elgrande.server.background import analyses
from elgrande.server.background.analyses import Analyses, Analysis


def test_two_who_ask_at_once_share_one_analysis() -> None:
    async def main() -> None:
        kept, times = Analyses(), 0

        async def work_out() -> Analysis:
            nonlocal times
            times += 1
            await asyncio.sleep(0)
            return {"times": times}

        assert "t1" not in kept
        first, second = await asyncio.gather(kept.find("t1", work_out), kept.find("t1", work_out))
        assert first == second == {"times": 1}
        assert "t1" in kept
        assert await kept.find("t2", work_out) == {"times": 2}

    asyncio.run(main())


def test_what_failed_is_tried_again_and_the_oldest_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        kept = Analyses()

        async def fail() -> Analysis:
            raise RuntimeError

        async def work() -> Analysis:
            return {}

        with pytest.raises(RuntimeError):
            await kept.find("t1", fail)
        assert "t1" not in kept
        for name in ("t1", "t2", "t3"):
            assert await kept.find(name, work) == {}
        assert [name in kept for name in ("t1", "t2", "t3")] == [False, True, True]

    monkeypatch.setattr(analyses, "KEPT", 2)
    asyncio.run(main())
