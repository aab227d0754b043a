"""The wire between a page and the server: what goes over it is counted, and it can be cut."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

GOING_AWAY = 1001
SUBMISSIONS = frozenset({"choose", "confirm", "take_back"})


class Wire:
    """All sockets of a page; made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.connections = 0
        self._open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._is_cut = False
        self._is_deaf = False
        page.route_web_socket("**/socket?*", self._connect)

    def submissions(self) -> list[tuple[int, int]]:
        """What was chosen over the wire, as the step and the choice, the oldest first."""
        return [
            (frame["step"], frame.get("choice", -1))
            for frame in self.sent
            if frame["type"] in SUBMISSIONS
        ]

    def cut(self) -> None:
        """Lose the connection, and every new one, until it is mended."""
        self._is_cut = True
        while self._open:
            for end in self._open.pop():
                end.close(code=GOING_AWAY)

    def mend(self) -> None:
        """Let the page connect again."""
        self._is_cut = self._is_deaf = False

    def swallow_answers(self) -> None:
        """Let nothing of what the server says reach the page until the wire is mended."""
        self._is_deaf = True

    def _connect(self, page_end: WebSocketRoute) -> None:
        if self._is_cut:
            page_end.close(code=GOING_AWAY)
            return
        self.connections += 1
        server_end = page_end.connect_to_server()
        self._open.append((page_end, server_end))
        page_end.on_message(self._pass_on(server_end))
        server_end.on_message(lambda text: None if self._is_deaf else page_end.send(text))

    def _pass_on(self, server_end: WebSocketRoute) -> Callable[[str | bytes], None]:
        def pass_on(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            server_end.send(text)

        return pass_on
