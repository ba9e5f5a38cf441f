"""The built site, served on this machine, and a browser to look at it."""

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

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

PATIENCE = 60_000
"""How long a busy machine may take to show something, in milliseconds."""
expect.set_options(timeout=PATIENCE)

Look = Callable[..., AbstractContextManager[Visit]]


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
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def look(browser: Browser, address: str) -> Look:
    """Return a function that opens the site in a window of a width and a palette."""

    @contextmanager
    def opened(
        width: int = 1280, palette: str = "light", javascript: bool = True
    ) -> Iterator[Visit]:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if palette == "dark" else "light",
            java_script_enabled=javascript,
        )
        context.add_init_script(OPEN_SHADOWS)
        page: Page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield Visit(page, address)
        context.close()

    return opened
