"""Coverage: which vectors and clauses were put to the test, and which rules that leaves open."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.model import transitions_of
from conformance.kit.finding import Finding
from conformance.vectors.vector import Vector, operations_of
from spec.editions import Edition
from spec.vocabulary.operations import Operation


@dataclass
class VectorCoverage:
    """The vectors that a system can be asked, and how far that came.

    `sent` are the ids of those that were asked to their end or to a difference, `cut` of those
    that end early, and `failed_ids` of those on which something differs. `failing` has for each
    rule what differs where the rule decides, or at the end of a vector that is about it; `blocked`
    names a vector that is about it and breaks the system on the way.
    """

    edition: Edition
    vectors: Sequence[Vector] = ()
    sent: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)
    failing: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    failed_ids: set[str] = field(default_factory=set)
    blocked: dict[str, str] = field(default_factory=dict)

    @property
    def unsent(self) -> list[Vector]:
        """The vectors that could have been asked and were not."""
        tried = self.sent | self.cut
        return [each for each in self.vectors if each.id not in tried]

    def failed(self, vector: Vector, finding: Finding) -> None:
        """Remember the rules that a vector fails, which are its own if it differs at its end."""
        at_end = len(finding.operations) >= len(vector.operations)
        for rule in vector.rules if at_end else finding.divergence.decision.rules:
            self.failing[rule].append(finding)
        self.failed_ids.add(vector.id)

    def skip(self, vector: Vector, *, breaks: bool) -> None:
        """Remember a vector that was not run to its end, as it breaks the system or otherwise."""
        self.cut.add(vector.id)
        for rule in vector.rules if breaks else ():
            self.blocked.setdefault(rule, vector.id)

    def askable(self, clauses: Sequence[str], capabilities: Capabilities) -> set[str]:
        """Return those of some clauses that a vector shows which the system can be asked.

        A registration that is done by the reset is no request that a clause decides.
        """
        wanted, found = set(clauses), set[str]()
        for vector in self.vectors:
            if vector.id in self.cut or wanted <= found:
                continue
            operations = operations_of(vector)
            by_reset = capabilities.starts_with_plan(operations)
            found.update(wanted.intersection(vector.clauses))
            for decided in deciding_clauses(operations, self.edition)[by_reset:]:
                found.update(wanted.intersection(decided))
        return found


@cache
def deciding_clauses(operations: tuple[Operation, ...], edition: Edition) -> list[tuple[str, ...]]:
    """Return the clauses that decide each operation."""
    return [transition.clauses for transition in transitions_of(operations, edition)]
