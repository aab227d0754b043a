"""Chromium, a server for all browser tests of a process, and a page that may not complain."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, visiting
from tests.support.programs import program
from tests.support.server import ServerProcess, serving, sqlite_url


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's own Chromium."""
    return {"executable_path": program("chromium"), "args": list(CHROMIUM_ARGUMENTS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the pages as they are built."""
    url = sqlite_url(tmp_path_factory.mktemp("browser"))
    options = ["--bot-workers", "1", "--review-iterations", "50"]
    with serving(url, options=options) as running:
        yield running


@pytest.fixture
def console() -> Iterator[Console]:
    """What the pages complain about; nothing may be left."""
    heard = Console()
    yield heard
    heard.check()


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess, console: Console) -> Iterator[BrowserContext]:
    """A browser of somebody who was never here before."""
    with visiting(browser, server.url, console) as context:
        yield context


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    """A page of that browser."""
    return visitor.new_page()
