"""Plain `elgrande`: a server for the person at this machine, opened in the browser."""

import logging
import os
import socket
import sys
import threading
import webbrowser
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import typer

from elgrande.cli import serve

if TYPE_CHECKING:
    from elgrande.server.settings import ServerSettings

PORTS_TRIED = 20
SECONDS_TO_ANSWER = 5.0
SIGNS_OF_A_SCREEN = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
UNHINDERED = {"bot_tables_of_player": 100, "bot_seconds_of_guest": 600}


def play_in_browser(context: typer.Context, port: int | None, *, opens: bool) -> None:
    """Open the game in the browser and serve it until Ctrl-C, unless it is already running."""
    from elgrande.server.logs import set_up_logs
    from elgrande.server.run import serve_on
    from elgrande.server.storage.file_lock import HeldByAnother

    settings = _for_its_owner(_usual_settings(context, port))
    settings.check()
    with closing(_listen(settings, exactly=port is not None)) as listener:
        # One line is enough for players; problems are still logged.
        set_up_logs(settings.log_format, logging.WARNING)
        address = _address_on(listener, settings)

        def welcome() -> None:
            print(f"El Grande is running at {address} - press Ctrl-C to stop.", flush=True)
            if opens:
                open_browser(address)

        try:
            serve_on(listener, settings, welcome)
        except HeldByAnother as held:
            if not _answers(held.address):
                raise
            print(f"El Grande is already running at {held.address}.", flush=True)
            if opens:
                open_browser(held.address).join(SECONDS_TO_ANSWER)


def _usual_settings(context: typer.Context, port: int | None) -> "ServerSettings":
    """The settings `elgrande serve` would use: its defaults and the environment."""
    commands: Any = context.command
    line = [] if port is None else ["--port", str(port)]
    with commands.commands["serve"].make_context("serve", line, parent=context) as served:
        return serve.read_settings(**served.params)


def _for_its_owner(settings: "ServerSettings") -> "ServerSettings":
    """Lift the limits for strangers if only this machine can reach the server.

    Limits that were set explicitly are kept.
    """
    from msgspec import structs

    from elgrande.server.settings import OWN_HOSTS

    if settings.host not in OWN_HOSTS:
        return settings
    return structs.replace(
        settings,
        rates={"thinking": None, **settings.rates},
        sizes={**UNHINDERED, **settings.sizes},
    )


def _listen(settings: "ServerSettings", *, exactly: bool) -> socket.socket:
    """A socket on the port or, unless it has to be this one, on the next free port."""
    from elgrande.server.errors import BadSetting
    from elgrande.server.run import listen

    if not exactly and settings.port:
        for port in range(settings.port, settings.port + PORTS_TRIED):
            with suppress(BadSetting, OverflowError):
                return listen(settings.host, port)
    return listen(settings.host, settings.port)


def _address_on(listener: socket.socket, settings: "ServerSettings") -> str:
    from msgspec import structs

    return structs.replace(settings, port=listener.getsockname()[1]).local_url


def _answers(address: str) -> bool:
    """Whether one of our servers answers; one that is just starting gets a moment."""
    import httpx

    if not address.startswith("http://"):
        return False
    try:
        # Not through a proxy: it is on this machine.
        with httpx.Client(trust_env=False, timeout=SECONDS_TO_ANSWER) as client:
            told = client.get(f"{address}/health").json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return False
    return isinstance(told, dict) and "storage" in told


def open_browser(address: str) -> threading.Thread:
    """Open the browser, if there is one, without waiting for it."""
    # Some browsers return only when they are closed; a daemon thread does not keep us waiting.
    opening = threading.Thread(target=_open, args=(address,), daemon=True)
    opening.start()
    return opening


def _open(address: str) -> None:
    is_open = False
    # Whatever the browser does, the address is printed and the server is running.
    with suppress(Exception):
        is_open = has_screen() and webbrowser.open(address)
    if not is_open:
        port = address.rpartition(":")[2]
        print(
            "No browser could be opened here: open that address yourself. From another machine,"
            f" `ssh -L {port}:127.0.0.1:{port} HOST` makes it reachable there.",
            flush=True,
        )


def has_screen() -> bool:
    """Whether there is a screen: a text browser would take over the terminal."""
    is_part_of_system = sys.platform in ("darwin", "win32")
    return is_part_of_system or any(os.environ.get(name) for name in SIGNS_OF_A_SCREEN)
