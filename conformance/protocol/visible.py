"""Visible text: what a system under test printed, without what acts on a terminal."""

from typing import Any


def visible(value: Any) -> Any:
    """Replace characters that no report can show, such as those that move a terminal's cursor.

    They come from the system under test; neither XML nor a terminal may receive them.
    """
    match value:
        case str():
            return "".join(
                each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1]
                for each in value
            )
        case dict():
            return {visible(key): visible(entry) for key, entry in value.items()}
        case list():
            return [visible(entry) for entry in value]
    return value
