"""A browser without a server, as far as Python sees one: what is kept, and what pages hear."""

import json
from typing import Any

from elgrande.server.presentation.messages import ServerMessage
from elgrande.server.web.schemas import Schemas
from elgrande.solo.service import Solo

LONGEST_GAME = 3000
SHAPES = Schemas(strict=True)


class SoloBrowser:
    """Somebody at their own table: one socket, and a storage that survives `reload`."""

    def __init__(self, kept: dict[str, str] | None = None) -> None:
        self.kept = {} if kept is None else kept
        self.heard: list[Any] = []
        self.closed: list[tuple[int, str]] = []
        self.solo = Solo(self._keep, self._hear, lambda _, code, why: self._close(code, why))
        self.unreadable = self.solo.restore(dict(self.kept))
        self._sent = 0

    def _keep(self, key: str, text: str | None) -> None:
        if text is None:
            self.kept.pop(key, None)
        else:
            self.kept[key] = text

    def _hear(self, socket: int, text: str) -> None:
        # Whatever is sent has the shape of a message of the server.
        frame = json.loads(text)
        SHAPES.check(frame, ServerMessage)
        self.heard.append(frame)

    def _close(self, code: int, why: str) -> None:
        self.closed.append((code, why))

    def reload(self) -> "SoloBrowser":
        """The page is loaded again, from what was kept alone."""
        return SoloBrowser(self.kept)

    def ask(self, method: str, address: str, body: object = None) -> Any:
        """The answer to a request that is granted."""
        answer = self.solo.answer(method, address, "" if body is None else json.dumps(body))
        assert answer.status == 200, answer
        return json.loads(answer.text)

    def refused(self, method: str, address: str, body: object = None) -> str:
        """The code of a refusal."""
        answer = self.solo.answer(method, address, "" if body is None else json.dumps(body))
        assert answer.status >= 400, answer
        code: str = json.loads(answer.text)["error"]
        return code

    def open_table(self, *bots: str, **options: Any) -> str:
        """A table with the player in the first seat; its id."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        body = {"seats": seats, "options": {"players": len(seats), **options}}
        table: str = self.ask("POST", "/api/tables", body)["table"]["id"]
        return table

    def follow(self, table: str, language: str = "en") -> None:
        """Open the socket of a table."""
        self.solo.connect(1, f"/api/tables/{table}/socket?language={language}")

    def send(self, **frame: Any) -> Any:
        """Send a frame; what answers it."""
        self._sent += 1
        self.solo.hear(1, json.dumps({**frame, "id": str(self._sent)}))
        answer = self.heard[-1]
        assert answer["id"] == str(self._sent)
        return answer

    @property
    def state(self) -> Any:
        """The last state that was sent."""
        return next(frame for frame in reversed(self.heard) if frame["type"] == "state")

    def let_bots_play(self) -> None:
        """Let the bots move until somebody else has to."""
        while self.solo.work() == 0:
            continue

    def play_to_the_end(self) -> Any:
        """Choose the last of what is offered until the game is over; the table as it is then."""
        for _ in range(LONGEST_GAME):
            self.let_bots_play()
            state = self.state
            if state["table"]["state"] == "finished":
                return state["table"]
            view, seat = state["view"], state["seat"]
            if state["table"]["play"]["to_confirm"]:
                answer = self.send(type="confirm", seat=seat, step=view["step"])
            else:
                choice = view["choices"][-1]["choice"]
                answer = self.send(
                    type="choose", seat=seat, step=view["step"], choice=choice, confirm=False
                )
            assert answer["type"] == "done", answer
        raise AssertionError("The game does not end.")
