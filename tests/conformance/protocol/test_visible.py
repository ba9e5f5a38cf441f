"""What a system printed is shown so that texts that differ look different."""

from conformance.protocol.visible import visible
from tests.cases import for_each

SHOWN = (
    ("Build\tit\n", "Build\tit\n"),
    ("caf\u00e9", "caf\u00e9"),
    ("cafe\u0301", r"cafe\u0301"),
    ("\u1112\u1161", "\u1112" + r"\u1161"),
    ("\u212bngstr\u00f6m", r"\u212bngstr" + "\u00f6m"),
    ("\u0e01\u0e49", "\u0e01\u0e49"),  # a mark that belongs to its script
    ("a\u00a0b", r"a\xa0b"),
    ("a\u200bb", r"a\u200bb"),
    ("gone\x00\ud800\u202e", r"gone\x00\ud800\u202e"),
    ("\x1b[2A", r"\x1b[2A"),  # what moves a cursor
)


@for_each(("text", "shown"), SHOWN)
def test_text_is_shown(text: str, shown: str) -> None:
    # Given a text, when it is made visible, then whatever looks like another text is escaped,
    assert visible(text) == shown
    # also inside a document.
    assert visible({text: [text, 1, None]}) == {shown: [shown, 1, None]}
