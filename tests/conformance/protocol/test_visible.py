"""What a system printed is shown so that texts that differ look different."""

from conformance.protocol.visible import visible

SHOWN = {
    "plain text": ("Build\tit\n", "Build\tit\n"),
    "a composed character": ("caf\u00e9", "caf\u00e9"),
    "the same in two characters": ("cafe\u0301", r"cafe\u0301"),
    "a syllable in two characters": ("\u1112\u1161", "\u1112" + r"\u1161"),
    "a character that stands for another": ("\u212bngstr\u00f6m", r"\u212bngstr" + "\u00f6m"),
    "a mark that belongs to its script": ("\u0e01\u0e49", "\u0e01\u0e49"),
    "a space that does not break": ("a\u00a0b", r"a\xa0b"),
    "a space without width": ("a\u200bb", r"a\u200bb"),
    "what moves a cursor": ("\x1b[2A", r"\x1b[2A"),
}


def test_text_is_shown() -> None:
    # Given texts, when they are made visible, then whatever looks like another text is escaped,
    wrong = {name: visible(text) for name, (text, shown) in SHOWN.items() if visible(text) != shown}
    assert wrong == {}
    # also inside a document.
    for text, shown in SHOWN.values():
        assert visible({text: [text, 1, None]}) == {shown: [shown, 1, None]}
