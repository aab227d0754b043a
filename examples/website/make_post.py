"""A blog post with a game in it: as one file beside the page, and in a frame from a server.

    python examples/website/make_post.py
    python examples/website/make_post.py --server http://127.0.0.1:8470 --game friday.egn

It takes a record, or one of the games that come with the package, and writes a page and a replay
to `runs/post`; any browser opens them. With a server, it also publishes the game there and adds a
frame; without one, the post has the file alone. It takes a second or two.
"""

import argparse
import re
from pathlib import Path

import httpx

from elgrande import GameError, Record
from elgrande.model_games.library import NAMES, model_game
from elgrande.pictures.moments import Course
from elgrande.pictures.page import page_of

TEMPLATE = Path(__file__).parent / "embed.html"
AT = 321  # where the replay of the template opens
PLACEHOLDER = "http://127.0.0.1:8470", "TABLE"
SERVER_FIGURE = re.compile(r"\n +<!-- From your own server.*?</figure>\n", re.DOTALL)


def read(game: str) -> Record:
    """A game of the package by its name, or the record in a file."""
    if game in NAMES:
        return model_game(game).record
    return Record.from_text(Path(game).read_text(encoding="utf-8"))


def write_game(record: Record, file: Path, title: str) -> None:
    """Write the game as one HTML file, which needs no server."""
    line = [*zip(record.seats, record.choices, strict=True)]
    course = Course(record.replay(0).snapshot(), 0, line)
    file.write_text(page_of(course, title=title), encoding="utf-8")


def publish(record: Record, server: str, title: str) -> str:
    """Bring the game to a server as a guest and make it public; returns the id of its table."""
    with httpx.Client(base_url=server) as http:
        made = http.post("/api/players", json={"name": "Blogger"}).raise_for_status().json()
        http.headers["authorization"] = f"Bearer {made['token']}"
        body = {"record": record.to_text(), "title": title}
        brought = http.post("/api/records", json=body).raise_for_status().json()
        table = str(brought["table"]["id"])
        http.put(f"/api/tables/{table}/published", json={"published": True}).raise_for_status()
    return table


def write_post(folder: Path, server: str, table: str | None, at: int) -> None:
    """Write the page; without a table, the figure of the server is left out."""
    page = TEMPLATE.read_text(encoding="utf-8").replace(f"at={AT}", f"at={at}")
    if table is None:
        page = SERVER_FIGURE.sub("", page)
    else:
        for place, value in zip(PLACEHOLDER, (server.rstrip("/"), table), strict=True):
            page = page.replace(place, value)
    (folder / "index.html").write_text(page, encoding="utf-8")


def main() -> None:
    """Read the command line and write the post."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    games = f"a record, or one of: {', '.join(NAMES)}"
    parser.add_argument("--game", default="comeback", help=games)
    parser.add_argument("--server", default="", help="the address of a server to publish it on")
    parser.add_argument("--at", type=int, default=AT, help="the position the replay opens at")
    parser.add_argument("--title", default="Won in the last round", help="what the game is called")
    parser.add_argument("--out", type=Path, default=Path("runs/post"), help="the folder to write")
    given = parser.parse_args()
    try:
        record = read(given.game)
        table = publish(record, given.server, given.title) if given.server else None
        given.out.mkdir(parents=True, exist_ok=True)
        write_game(record, given.out / "game.html", given.title)
    except (GameError, OSError, UnicodeDecodeError) as error:
        parser.error(f"{given.game}: {error}")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        parser.error(f"{given.server} did not take the game: {error}")
    write_post(given.out, given.server, table, given.at)
    print(f"Open {given.out / 'index.html'} in a browser.")


if __name__ == "__main__":
    main()
