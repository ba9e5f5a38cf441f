"""Escape the output of a system under test, so that different texts look different."""

from collections.abc import Iterator
from typing import Any
from unicodedata import normalize


def visible(value: Any) -> Any:
    """Replace characters that no report can show, such as those that move a terminal's cursor.

    They come from the system under test; neither XML nor a terminal may receive them. Characters
    that look like others in another normal form of Unicode are replaced as well: `e` and an accent
    is not `é`, and a report about it has to show that.
    """
    match value:
        case str():
            return value if value.isascii() and value.isprintable() else "".join(shown(value))
        case dict():
            return {visible(key): visible(entry) for key, entry in value.items()}
        case list():
            return [visible(entry) for entry in value]
    return value


def shown(text: str) -> Iterator[str]:
    """Yield each character of a text, or its escape."""
    before = ""
    for each in text:
        looks_like_another = len(normalize("NFC", before + each)) == 1 and before
        printable = each.isprintable() or each in "\n\t"
        if printable and not looks_like_another and normalize("NFC", each) == each:
            yield each
        else:
            yield ascii(each)[1:-1]
        before = each
