"""The HTML report of a run in a real browser: its columns leave words whole."""

from dataclasses import replace

import pytest

from conformance.protocol.documents.record import Grade, LevelResult
from conformance.reports.rendering import page
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
    # Given a report with a level of many rules and long reasons, when it is opened,
    why = "0 of 72 rules pass; inconclusive: " + "CLM-1 to CLM-21, " * 12
    rules = tuple(f"CLM-{number}" for number in range(1, 22))
    level = LevelResult("transitions", Grade.INCONCLUSIVE, why, rules)
    text = page(replace(whole(), guarantees=(level,)))
    for width in (360, 700, 1280):
        window = open_window(width).new_page()
        window.set_content(text)
        # then its columns are wide enough for their words, and the page for its columns.
        assert window.evaluate(BROKEN_WORDS) == [], width
        assert window.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
