"""Firefox and WebKit, as Debian packages them, driven without Playwright.

Playwright brings patched builds of both, which no package registry holds. Firefox speaks WebDriver
BiDi itself, over a socket; WebKitGTK has a driver that speaks the older WebDriver over HTTP. Both
are asked for the same few things here: open an address, run a script, click like a mouse.
"""

import json
import os
import queue
import re
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.programs import program
from tests.support.services import free_port

SECONDS_TO_START: Final = 120.0
SECONDS_TO_ANSWER: Final = 120.0
SECONDS_TO_CLOSE: Final = 10.0
WIDTH, HEIGHT = 1280, 800
MINI_BROWSER: Final = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
WORKING: Final = "(async () => { SCRIPT })().then(found => JSON.stringify(found ?? null))"


class Engine(ABC):
    """A browser with one page."""

    version: str

    @abstractmethod
    def errors(self) -> list[str]:
        """What the console of the page complained about so far."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address and wait until it is loaded."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Run the body of an async function in the page; what it returns."""

    @abstractmethod
    def click_at(self, x: float, y: float) -> None:
        """Click at a point of the page, as a mouse does."""

    def wait_for(self, condition: str, seconds: float = SECONDS_TO_ANSWER) -> Any:
        """Wait until an expression is true in the page; its value."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return {condition}")):
            assert time.monotonic() < end, f"It never came to be: {condition} {self.errors()}"
            time.sleep(0.1)
        return found


def _lines(process: subprocess.Popen[str]) -> "queue.Queue[str]":
    """What a program says, read as it comes."""
    said: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        with process.stdout as stream:
            for line in stream:
                said.put(line)

    threading.Thread(target=read, daemon=True).start()
    return said


@contextmanager
def _running(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Firefox(Engine):
    """Firefox over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._errors: list[str] = []
        told = self._ask("session.new", {"capabilities": {}})
        self.version = f"Firefox {told['capabilities']['browserVersion']}"
        self._ask("session.subscribe", {"events": ["log.entryAdded"]})
        self._page = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]
        shape = {"context": self._page, "viewport": {"width": WIDTH, "height": HEIGHT}}
        self._ask("browsingContext.setViewport", shape)

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=SECONDS_TO_ANSWER))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._errors.append(str(told["params"]["text"]))
            if told.get("id") == self._last:
                assert told["type"] == "success", told
                return told["result"]

    def errors(self) -> list[str]:
        """What the console of the page complained about so far."""
        return self._errors

    def open(self, url: str) -> None:
        """Go to an address and wait until it is loaded."""
        wanted = {"context": self._page, "url": url, "wait": "complete"}
        self._ask("browsingContext.navigate", wanted)

    def run(self, script: str) -> Any:
        """Run the body of an async function in the page; what it returns."""
        wanted = {
            "expression": WORKING.replace("SCRIPT", script),
            "target": {"context": self._page},
            "awaitPromise": True,
        }
        told = self._ask("script.evaluate", wanted)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def click_at(self, x: float, y: float) -> None:
        """Click at a point of the page, as a mouse does."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self._ask("input.performActions", {"context": self._page, "actions": [mouse]})


class WebKit(Engine):
    """WebKitGTK's small browser over WebDriver, in a window that nobody sees."""

    def __init__(self, client: httpx.Client, said: "queue.Queue[str]") -> None:
        self._client = client
        self._said = said
        browser = next(str(path) for path in sorted(Path("/").glob(MINI_BROWSER[1:])))
        # Page errors are not in WebDriver; the browser writes its console to its output.
        options = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        wanted = {"webkitgtk:browserOptions": {"binary": browser, "args": options}}
        told = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{told['sessionId']}"
        self.version = f"WebKitGTK {told['capabilities']['browserVersion']}"
        self._ask("POST", f"{self._session}/window/rect", {"width": WIDTH, "height": HEIGHT})
        limits = {"script": int(SECONDS_TO_ANSWER * 1000)}
        self._ask("POST", f"{self._session}/timeouts", limits)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        told = self._client.request(method, path, json=body)
        assert told.is_success, told.text
        return told.json()["value"]

    def errors(self) -> list[str]:
        """What the console of the page complained about so far."""
        found = list(self._said.queue)
        return [line for line in found if re.search(r"CONSOLE .*ERROR", line)]

    def open(self, url: str) -> None:
        """Go to an address and wait until it is loaded."""
        self._ask("POST", f"{self._session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """Run the body of an async function in the page; what it returns."""
        whole = f"const done = arguments[0]; {WORKING.replace('SCRIPT', script)}.then(done);"
        told = self._ask("POST", f"{self._session}/execute/async", {"script": whole, "args": []})
        return json.loads(told)

    def click_at(self, x: float, y: float) -> None:
        """Click at a point of the page, as a mouse does."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "origin": "viewport"}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [{**move, "duration": 0}, *press],
        }
        self._ask("POST", f"{self._session}/actions", {"actions": [mouse]})

    def close(self) -> None:
        """Close the window; the driver, which ends next, need not be waited for."""
        with suppress(httpx.TransportError):
            self._client.delete(self._session, timeout=SECONDS_TO_CLOSE)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox, with a profile of its own in a folder."""
    settings = "user_pref('browser.shell.checkDefaultBrowser', false);\n"
    (folder / "user.js").write_text(settings, encoding="ascii")
    line = [program("firefox-esr"), "--headless", "--no-remote", "--profile", str(folder)]
    line += ["--remote-debugging-port", "0"]
    with _running(line, env={**os.environ, "HOME": str(folder)}) as process:
        said = _lines(process)
        end = time.monotonic() + SECONDS_TO_START
        address = None
        while address is None:
            heard = said.get(timeout=max(0.1, end - time.monotonic()))
            address = re.search(r"BiDi listening on (ws://\S+)", heard)
        with connect(f"{address[1]}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """WebKitGTK's small browser, with all it keeps in a folder, on a screen of its own."""
    screen = [program("Xvfb"), "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    with _running(screen) as display:
        number = _lines(display).get(timeout=SECONDS_TO_START).strip()
        port = free_port()
        home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "DISPLAY": f":{number}"}
        # As root, and in containers, its sandbox cannot be set up.
        home |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "GDK_BACKEND": "x11"}
        home |= {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
        driver = [program("WebKitWebDriver"), f"--port={port}"]
        with (
            _running(driver, env={**os.environ, **home}) as process,
            httpx.Client(
                base_url=f"http://127.0.0.1:{port}", timeout=SECONDS_TO_ANSWER, trust_env=False
            ) as client,
        ):
            said = _lines(process)
            _wait_for_driver(client)
            with closing(WebKit(client, said)) as engine:
                yield engine


def _wait_for_driver(client: httpx.Client) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            if client.get("/status").is_success:
                return
        except httpx.TransportError:
            assert time.monotonic() < end, "The driver does not answer."
        time.sleep(0.2)


ENGINES: Final = {"firefox": firefox, "webkit": webkit}
