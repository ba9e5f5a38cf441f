"""The hash of a plan document, which ticking a box does not change (DOC-1.6)."""

import re
from contextlib import suppress
from hashlib import sha256

_TICKED = r"([ \t]*[-*+][ \t]+\[)[xX](?=\](?:[ \t]|$))"


def document_hash(data: bytes) -> str:
    """Return the SHA-256 of a document with all its boxes cleared, in lower-case hexadecimal."""
    if b"[x]" in data or b"[X]" in data:
        with suppress(UnicodeDecodeError):  # no document that can be registered
            data = _with_boxes_cleared(data.decode()).encode()
    return sha256(data).hexdigest()


def _with_boxes_cleared(text: str) -> str:
    """Return a document with every `x` in a box replaced by a blank, and nothing else changed."""
    from impl.documents.blocks import LINE_END, lines_to_read

    parts, ticked = LINE_END.split(text), re.compile(_TICKED)
    for number, line in lines_to_read(text, []):
        if box := ticked.match(line):
            parts[2 * (number - 1)] = f"{box[1]} {line[box.end() :]}"
    return "".join(parts)
