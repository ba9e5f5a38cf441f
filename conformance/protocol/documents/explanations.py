"""The documents of `planspec explain` and of `planspec new amendment`."""

from typing import Literal

from conformance.protocol.documents.base import CommandDocument

ExplanationKind = Literal["rule", "clause", "code", "amendment", "property", "question"]
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


class SkeletonDocument(CommandDocument):
    """What `planspec new amendment` has written: ids, names, and the files with a marker."""

    id: str
    name: str
    constant: str
    word: str
    clause: str
    property: str
    test: str
    todo: str
    files: tuple[str, ...]
