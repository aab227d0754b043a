"""Large answers are packed for those who take them so, but none with secrets beside chat."""

from pathlib import Path

from tests.support.clients import open_table
from tests.support.company import Company, in_company

MOST_OF_IT = 0.4  # a packed answer is at most this large


def test_large_answers_are_packed_for_those_who_take_them(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = f"/api/tables/{await open_table([at.ana], ['me', 'hotseat'], {'players': 2})}"
        paths = ["/api/catalogue", "/api/openapi.json", f"{table}/positions/0", f"{table}/state"]
        for path in paths:
            plain = await at.http.get(at.url + path, headers=headers(at, "identity"))
            packed = await at.http.get(at.url + path, headers=headers(at, "gzip"))
            assert plain.json() == packed.json()
            assert "content-encoding" not in plain.headers
            # Beside what others write, the length would tell something about one's own hand.
            is_packed = packed.headers.get("content-encoding") == "gzip"
            assert is_packed == (path != f"{table}/state"), path
            if is_packed:
                length = int(packed.headers["content-length"])
                assert length < MOST_OF_IT * len(plain.content), path

    in_company(tmp_path, story)


def headers(at: Company, encoding: str) -> dict[str, str]:
    return {"accept-encoding": encoding, "authorization": f"Bearer {at.ana.token}"}
