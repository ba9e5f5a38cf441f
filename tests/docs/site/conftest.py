"""The built site, served on this machine, and a browser to look at it."""

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.docs.site.visits import Visit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
# The theme hides its diagrams in closed shadow trees, where no test could see them.
OPEN_SHADOWS = """
const attach = Element.prototype.attachShadow
Element.prototype.attachShadow = function () { return attach.call(this, { mode: "open" }) }
"""

NO_LIMIT = 0
"""Of the time that something takes: what is waited for comes, however busy the machine is."""

Open = Callable[..., BrowserContext]
Look = Callable[..., Visit]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Do nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install --no-install-recommends chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, timeout=NO_LIMIT
        )
        yield browser
        browser.close()


@pytest.fixture
def open_window(browser: Browser) -> Iterator[Open]:
    """Return a function that opens a window of a width and a palette; all are closed again."""
    windows: list[BrowserContext] = []

    def opened(
        width: int = 1280, palette: str = "light", javascript: bool = True
    ) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if palette == "dark" else "light",
            java_script_enabled=javascript,
        )
        context.set_default_timeout(NO_LIMIT)
        windows.append(context)
        return context

    yield opened
    for context in windows:
        context.close()


@pytest.fixture
def look(open_window: Open, address: str) -> Look:
    """Return a function that visits the site in a window of a width and a palette."""

    def opened(width: int = 1280, palette: str = "light", javascript: bool = True) -> Visit:
        context = open_window(width, palette, javascript)
        context.add_init_script(OPEN_SHADOWS)
        return Visit(context.new_page(), address)

    return opened
