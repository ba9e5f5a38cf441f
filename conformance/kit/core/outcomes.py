"""How playing a scenario ends, unless all of its lines hold."""

from typing import ClassVar

from conformance.protocol.documents.core import CoreGrade


class Outcome(Exception):
    """Why a scenario was not played to its end."""

    grade: ClassVar[CoreGrade]
    expected = observed = ""


class Violation(Outcome):
    """The program did what the property forbids."""

    grade = "violated"

    def __init__(self, expected: str, observed: str) -> None:
        super().__init__(f"expected {expected}; observed {observed}")
        self.expected, self.observed = expected, observed


class NotTested(Outcome):
    """The scenario could not be arranged."""

    grade = "not tested"


class NotOffered(Outcome):
    """The program replied `unsupported`."""

    grade = "not offered"


class TooSlow(NotTested):
    """A lease may have ended while the program answered."""
