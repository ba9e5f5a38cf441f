"""The document of `planspec explain`."""

from typing import Literal

from conformance.protocol.documents.base import CommandDocument

ExplanationKind = Literal["rule", "clause", "code", "amendment", "property", "question", "scenario"]
Part = str | list[str]
"""A sentence, or a list of names or lines."""


class Explanation(CommandDocument):
    """What is known of a word, in `parts` by their headings.

    `page` is where the site says more, relative to its start.
    """

    kind: ExplanationKind
    id: str
    title: str
    parts: dict[str, Part]
    page: str
