"""The document of `planspec conform --profile core`."""

from typing import Literal

from conformance.protocol.documents.base import CommandDocument, Seconds
from conformance.protocol.messages import Identity

CoreGrade = Literal["violated", "not tested", "holds", "not offered"]
CoreOutcome = Literal["pass", "fail", "unknown", "broken"]


class CoreFinding(CommandDocument):
    """A scenario that a program does not pass: the line where it failed, and the saved trace.

    `steps` are the lines up to that one. It was played `apart` if each worker had a process of its
    own. `documented` is the place where the program announces it, `known` the reason of the
    deviation that expects it; `link` plays a trace of operations on a plan.
    """

    scenario: str
    fault: str
    apart: bool
    line: str
    steps: list[str]
    expected: str
    observed: str
    trace: str
    documented: str | None
    known: str | None
    link: str | None


class CoreVerdict(CommandDocument):
    """The verdict of a property, how many times it was tried, and by how many scenarios.

    `documented` is the place where the program announces all that was found. `trace` is that of the
    first finding. `left_out` are the scenarios that were not offered or not tested, and why.
    """

    id: str
    title: str
    clauses: list[str]
    verdict: CoreGrade
    tried: int
    scenarios: int
    documented: str | None
    trace: str | None
    findings: list[CoreFinding]
    left_out: dict[str, str]

    @property
    def untested(self) -> dict[str, str]:
        """What was offered and could not be tested, also where something else is violated."""
        return {name: why for name, why in self.left_out.items() if why.startswith("not tested")}


class CoreDocument(CommandDocument):
    """The verdict of each property, and what the program offers, with the places that say so."""

    profile: Literal["core"] = "core"
    implementation: Identity
    verdict: CoreOutcome
    offers: dict[str, str]
    places: dict[str, str]
    properties: list[CoreVerdict]
    stale_deviations: list[str]
    problem: str | None
    seconds: Seconds
