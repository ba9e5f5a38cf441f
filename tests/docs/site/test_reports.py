"""The pages of a run and of `planspec audit --html` in a real browser: words whole, no scripts."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.reports.rendering import page
from docs.build.rendering import TEMPLATES
from tests.conformance.reports.samples import whole
from tests.docs.site.conftest import Open
from tests.profiles import requires_ci_profile

pytestmark = [pytest.mark.xdist_group("site"), requires_ci_profile]

BROKEN_WORDS = r"""
() => [...document.querySelectorAll("td, th")].flatMap(cell => {
  const broken = []
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, word.index)
      range.setEnd(texts.currentNode, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].map(each => Math.round(each.top)))
      if (lines.size > 1) broken.push(word[0])
    }
  }
  return broken
})
"""


def test_no_word_of_a_table_is_broken(open_window: Open) -> None:
    # Given a report with a rule whose reason is long, when it is opened,
    first, *others = whole().results
    why = "nothing that it can be asked shows " + "CLM-1.1 CLM-1.21, " * 12
    text = page(replace(whole(), results=(replace(first, why=why), *others)))
    for width in (360, 700, 1280):
        window = open_window(width).new_page()
        window.set_content(text)
        # then its columns are wide enough for their words, and the page for its columns.
        assert window.evaluate(BROKEN_WORDS) == [], width
        assert window.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width


CONTRAST = """
() => [...document.querySelectorAll("svg text")].map(text => {
  const ground = document.querySelector(".ground")
  const light = found => {
    const parts = found.match(/\\d+/g).map(each => each / 255)
      .map(each => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  const [low, high] = [text, ground]
    .map(each => light(getComputedStyle(each).fill)).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
})
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    main(["audit", str(TEMPLATES / "race.jsonl"), "--html", str(folder / "race.html")])
    return folder


@pytest.mark.parametrize(("width", "palette"), [(360, "light"), (1280, "dark")])
def test_the_page_can_be_read_in_every_palette_and_width(
    width: int, palette: str, pages: Path, open_window: Open
) -> None:
    # Given the page of a race, when it is opened,
    window = open_window(width, palette).new_page()
    asked: list[str] = []
    window.on("request", lambda request: asked.append(request.url))
    window.goto((pages / "race.html").as_uri())
    # then the picture has its name and all its texts stand out,
    image = window.get_by_role("img", name="Timeline of calls that contradict the rules")
    assert image.count() == 1
    assert min(window.evaluate(CONTRAST)) >= 4.5
    # the page is no wider than the window, and asks nobody else.
    assert window.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert len(asked) == 1
    assert "<script" not in window.content()
