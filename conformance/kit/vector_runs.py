"""Vectors that are run: which, how far that came, and which clauses a failing one accuses."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.adapters.capabilities import Capabilities
from conformance.differential.divergence import Divergence
from conformance.kit.finding import Finding
from conformance.kit.traces import known_trace
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, Vector, operations_of
from spec.catalog import AREAS, rule, rule_id
from spec.editions import Edition, edition_named

AREA_OF_RULE = {rule.id: area.name for area in AREAS for rule in area.rules}
KINDS = (Kind.AMENDMENT, Kind.RULE, Kind.MUTANT, Kind.GUARDS, Kind.BOUNDARY)
"""Kinds of vectors, those first that show most where there is little time."""


def vectors_for(
    capabilities: Capabilities, chosen: frozenset[str] = frozenset()
) -> tuple[Vector, ...]:
    """Return the vectors that can be asked, those of chosen areas first. Raises `VectorError`."""
    if not VECTORS.is_dir():
        return ()

    def order(vector: Vector) -> tuple[bool, int, int, str]:
        others = chosen.isdisjoint(AREA_OF_RULE.get(rule, "") for rule in vector.rules)
        return others, KINDS.index(vector.kind), len(vector.operations), vector.id

    vectors = vectors_in(read_once(VECTORS), capabilities.edition)
    asked = (each for each in vectors if capabilities.can_be_asked(operations_of(each)) is None)
    return tuple(sorted(asked, key=order))


ALIKE, FAILING = 1.0, 0.4
"""How much a failing vector accuses its clauses: if it fails as its mutant does, and otherwise."""


def accused_by(vector: Vector, divergence: Divergence, asked: int) -> dict[str, float]:
    """Return the clauses that a failing vector is about, and how much it accuses each of them.

    It is about them where it fails at its end. One that is about no clause in particular is about
    all that decided by its rules, or else about all of these rules.
    """
    if asked < len(vector.operations):
        return {}
    unspecific = set(vector.rules) - set(map(rule_id, vector.clauses))
    whole = [each for each in divergence.decision.clauses if rule_id(each) in unspecific]
    if not whole:
        edition = edition_named(vector.edition)
        rules = map(rule, sorted(unspecific))
        whole = [each.id for name in rules for each in name.clauses_in(edition)]
    is_alike = as_replied(vector.breach) == as_replied(divergence.breach)
    weight = ALIKE if is_alike else FAILING
    return dict.fromkeys(whole, FAILING) | dict.fromkeys(vector.clauses, weight)


def as_replied(breach: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is wrong as a program tells it: a crash in this process is an error there."""
    return tuple("error" if each == "crash" else each for each in breach)


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
        for name in vector.rules if at_end else finding.divergence.decision.rules:
            self.failing[name].append(finding)
        self.failed_ids.add(vector.id)

    def skip(self, vector: Vector, *, breaks: bool) -> None:
        """Remember a vector that was not run to its end, as it breaks the system or otherwise."""
        self.cut.add(vector.id)
        for name in vector.rules if breaks else ():
            self.blocked.setdefault(name, vector.id)

    def askable(self, clauses: Sequence[str], capabilities: Capabilities) -> set[str]:
        """Return those of some clauses that a vector shows which the system can be asked."""
        # A registration that is done by the reset is no request that a clause decides.
        wanted, found = set(clauses), set[str]()
        for vector in self.vectors:
            if vector.id in self.cut or wanted <= found:
                continue
            trace = known_trace(operations_of(vector), self.edition)
            by_reset = capabilities.starts_with_plan(trace.operations)
            found.update(wanted.intersection(vector.clauses))
            for decided in trace.transitions[by_reset:]:
                found.update(wanted.intersection(decided.clauses))
        return found
