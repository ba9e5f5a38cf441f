"""Findings: what differs with the trace that shows it, the harm, and what speaks for a clause."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from conformance.differential.difference import Difference, Presence
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.kit.deviations import Deviation
from conformance.kit.signatures import Signature, signatures_of, signed_differences
from conformance.protocol.traces import ShownDivergence, Trace
from conformance.reports.words.differences import summary_of
from conformance.vectors.vector import Vector
from model.steps import find, is_held, lease_is_over
from spec.editions import CURRENT, Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation


class Severity(IntEnum):
    """The harm, the worst first."""

    LOSES_WORK = 0
    TWO_HOLDERS = 1
    WRONG_STATE = 2
    WRONG_REPLY = 3
    WORDING = 4

    @property
    def words(self) -> str:
        """The harm in words, such as `loses work`."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True)
class Finding:
    """What differs, and the shortest trace that shows it.

    `signatures` are those of its differences that no finding before it has, `shown` all of its
    trace. `source` says where it was found, `vector` by which vector, `witnessed` by the witness of
    which deviation. `accused` are the clauses of the vectors that showed it, with what they weigh,
    and `count` says how often it was met. `editions` are those that do what was seen, `clause` is
    the one that it is attributed to. It was found after `seconds`. `worst` is a trace that shows
    more harm than the shortest does, if one was met, and `cause` names what several findings follow
    from, if that is known.
    """

    counterexample: Counterexample
    source: str
    edition: Edition = CURRENT
    signatures: frozenset[Signature] = frozenset()
    shown: frozenset[Signature] = frozenset()
    vector: Vector | None = None
    witnessed: Deviation | None = None
    accused: Mapping[str, float] = field(default_factory=dict)
    count: int = 1
    editions: tuple[Edition, ...] = ()
    clause: str = ""
    seconds: float = 0.0
    worst: Counterexample | None = None
    cause: str = ""

    @property
    def most_harmful(self) -> Counterexample:
        """The trace that shows the most harm."""
        return self.worst or self.counterexample

    @property
    def severity(self) -> Severity:
        """The most harm that a trace of it shows."""
        return severity_of(self.most_harmful.divergence)

    @property
    def divergence(self) -> Divergence:
        """The divergence that the counterexample shows."""
        return self.counterexample.divergence

    @property
    def own_differences(self) -> tuple[Difference, ...]:
        """Those differences of its most harmful trace that no other finding is about."""
        signed = signed_differences(self.most_harmful.divergence)
        return tuple(each for signature, each in signed if signature in self.signatures)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that lead to the divergence, the last of which shows it."""
        return self.counterexample.operations

    @property
    def trace(self) -> Trace:
        """The shortest operations as a trace that can be kept."""
        return trace_of(self.counterexample, self.edition)

    def met_again(self, other: "Finding") -> "Finding":
        """Return this with what another finding adds: a count, evidence, or a shorter trace."""
        known = replace(self, count=self.count + other.count)
        if self.signatures == other.signatures or self.shown == other.shown:
            accused = dict(self.accused)
            for clause, weight in other.accused.items():
                accused[clause] = max(weight, accused.get(clause, 0.0))
            known = replace(known, accused=accused)
            if plainness(other.counterexample) < plainness(self.counterexample):
                shorter = other.counterexample
                known = replace(known, counterexample=shorter, shown=other.shown)
        return replace(known, worst=self.worst_with(other, known.divergence))

    def worst_with(self, other: "Finding", shortest: Divergence) -> Counterexample | None:
        """Return the most harmful trace of both, or `None` if the shortest is as harmful."""
        seen = [self.counterexample, self.worst]
        if self.signatures <= other.shown:
            seen += [other.counterexample, other.worst]
        plainest_first = sorted(filter(None, seen), key=plainness)
        worst = min(plainest_first, key=lambda each: severity_of(each.divergence))
        return worst if severity_of(worst.divergence) < severity_of(shortest) else None


def plainness(shown: Counterexample) -> tuple[int, bool]:
    """Return by what traces are ordered: the shortest first, then what cannot be shorter."""
    return len(shown.operations), not shown.reduced


def trace_of(shown: Counterexample, edition: Edition) -> Trace:
    """Return the operations of a counterexample as a trace that can be kept."""
    divergence = shown.divergence
    expected = ShownDivergence(divergence.kind, tuple(sorted(divergence.places)))
    return Trace(
        shown.operations,
        summary_of(divergence),
        edition.name,
        real_time=shown.real_time,
        expected=expected,
        spelling=shown.spelling,
    )


def found(shown: Counterexample, source: str, edition: Edition, **more: object) -> Finding:
    """Return a finding of all that a counterexample shows."""
    signatures = signatures_of(shown.divergence)
    return replace(Finding(shown, source, edition, signatures, signatures), **more)  # type: ignore[arg-type]


def signatures_in(findings: Iterable[Finding]) -> frozenset[Signature]:
    """Return the signatures of all that is known."""
    return frozenset(each for finding in findings for each in finding.signatures)


def severity_of(divergence: Divergence) -> Severity:
    """Return the worst that a divergence shows."""
    expected, observed = divergence.expected, divergence.reply
    is_refused = observed["reply"] == "rejected" and divergence.kind != "atomicity"
    stored = [] if is_refused else [*filter(divergence.is_stored, divergence.differences)]
    if any(map(is_lost, stored)):
        return Severity.LOSES_WORK
    is_another = observed.get("anchor") != expected.get("anchor")
    is_granted = observed["reply"] == "ok" and (expected["reply"] == "rejected" or is_another)
    if is_granted and is_theft(divergence):
        return Severity.TWO_HOLDERS
    if stored:
        return Severity.WRONG_STATE
    both_refuse = expected["reply"] == observed["reply"] == "rejected"
    same_code = both_refuse and observed.get("code", expected["code"]) == expected["code"]
    return Severity.WORDING if same_code else Severity.WRONG_REPLY


def is_lost(difference: Difference) -> bool:
    """Return whether something stored is missing, or no longer completed."""
    if isinstance(difference.observed, Presence):
        return difference.observed is Presence.MISSING
    return difference.field == "status" and difference.expected == "completed"


def is_theft(divergence: Divergence) -> bool:
    """Return whether the step that is granted or worked on belonged to another claim before."""
    operation, before = divergence.operation, divergence.before
    plan = before.plan(operation.plan) if before and operation else None
    anchor = divergence.reply.get("anchor") or getattr(operation, "step", None)
    step = find(plan, str(anchor)) if plan else None
    if step is None or not is_held(step):
        return False
    if isinstance(operation, Claim):
        may_take = operation.force or lease_is_over(step, operation.now)
        return not may_take and step.claimed_by != operation.worktree
    worktree = getattr(operation, "worktree", None)
    claim_id = getattr(operation, "claim_id", None)
    is_stale = claim_id is not None and claim_id != step.claim_id
    return is_stale or (worktree is not None and step.claimed_by != worktree)
