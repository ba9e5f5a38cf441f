"""A visit to the site: opening pages, and noting all that a reader would not want."""

from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page, Request, Response

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
