"""The built site, served on this machine, and a browser that visits it."""

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)

DRAWN = "() => document.querySelector('pre.mermaid') === null"
POLLING = 200.0
"""How often a condition is looked at, in milliseconds.

At each frame, a page that waits in vain would compute so much that its test seems not to hang.
"""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class Visit:
    """A window on the site; `complaints` has console errors, broken scripts, foreign requests."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen from the beginning."""
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self.see)
        self.page.on("response", self.receive)

    def hear(self, message: ConsoleMessage) -> None:
        """Note an error on the console."""
        if message.type in ("error", "warning"):
            self.complaints.append(f"{self.page.url}: {message.text}")

    def see(self, request: Request) -> None:
        """Note a request to anybody else."""
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"{self.page.url} asks for {request.url}")

    def receive(self, response: Response) -> None:
        """Note an answer that is none."""
        if response.status >= 400:
            self.complaints.append(f"{self.page.url}: {response.status} for {response.url}")

    def open(self, path: str) -> Page:
        """Open a page of the site, and wait until its diagrams are drawn."""
        # Another fragment of the same page would not load it again.
        self.page.goto("about:blank")
        self.page.goto(self.address + path, wait_until="load")
        wait_until(self.page, DRAWN)
        return self.page

    def too_wide(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        wider: int = self.page.evaluate(TOO_WIDE)
        return wider


def wait_until(page: Page, condition: str, argument: object = None) -> None:
    """Wait until a condition holds in a page."""
    page.wait_for_function(condition, arg=argument, polling=POLLING)


def paths_of(site: Path) -> list[str]:
    """Return the paths of all pages, relative to the start of the site."""
    found = (path.relative_to(site).as_posix() for path in site.rglob("index.html"))
    return sorted(path.removesuffix("index.html") for path in found)


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
