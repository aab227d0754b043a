"""Connections cannot be used to fill the memory."""

import asyncio
from pathlib import Path

from elgrande.server.web.uvicorn_limits import MOST_FRAGMENTS, MOST_HEAD_BYTES
from tests.support.company import Company, in_company


async def say(url: str, request: bytes) -> bytes:
    """What is answered to these bytes until the connection is closed."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(request)
        await writer.drain()
        return await asyncio.wait_for(reader.read(), 30)
    finally:
        writer.close()


def test_a_long_head_and_nonsense_are_refused_in_our_words(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        filler = b"x-filler: " + b"x" * (MOST_HEAD_BYTES + 100)
        long = await say(company.url, b"GET / HTTP/1.1\r\nhost: x\r\n" + filler)
        assert long.startswith(b"HTTP/1.1 413")
        assert b'"error":"too_large"' in long
        nonsense = await say(company.url, b"\x00\x01\x02\r\n\r\n")
        assert nonsense.startswith(b"HTTP/1.1 400")
        assert b'"error":"bad_request"' in nonsense

    in_company(tmp_path, story)
    assert MOST_FRAGMENTS > 100
