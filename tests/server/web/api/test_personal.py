"""Personal data over HTTP: taken away, and deleted."""

from pathlib import Path

from tests.support.company import Company, in_company


def test_a_guest_takes_the_data_and_goes(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        http, url = company.http, company.url
        made = await http.post(f"{url}/api/players", json={"name": "Leo"})
        assert made.status_code == 201
        given = await http.get(f"{url}/api/me/data")
        assert given.headers["content-disposition"].startswith("attachment")
        assert given.json()["account"]["name"] == "Leo"
        gone = await http.request("DELETE", f"{url}/api/me", json={})
        assert gone.status_code == 204
        assert (await http.get(f"{url}/api/me")).status_code == 401

    in_company(tmp_path, story)
