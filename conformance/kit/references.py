"""References: behind what another edition explains, that edition is what a system is held to."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from conformance.adapters.model import transitions_of
from conformance.kit.explaining import changed_amendment
from conformance.kit.finding import ConformanceFinding
from conformance.kit.vector_runs import operations_of
from conformance.vectors.vector import Vector
from spec.amendments.amendment import Amendment
from spec.catalog import rules_changed_by
from spec.editions import Edition, edition_named


def reference_behind(
    reference: Edition,
    findings: Sequence[ConformanceFinding],
    passed: Sequence[Vector],
    failed: Sequence[Vector],
) -> Edition:
    """Return the edition that the system is held to behind some findings of a reference.

    Amendments are tried that explain findings, those that explain most of them first. One is
    toggled if most vectors that it changes failed.
    """
    differing = (each for each in findings if each.editions and not each.conforms)
    left = [each for each in differing if each.reference == reference]
    contradicted = set[Amendment]()
    while amendment := most_explaining(left, contradicted):
        changed = edition_named(with_toggled(reference, amendment))
        contradicting = sum(1 for _ in told_apart(passed, reference, changed, amendment))
        supporting = sum(1 for _ in told_apart(failed, reference, changed, amendment))
        if supporting > contradicting:
            reference = changed
            left = [finding for finding in left if amendment not in amendments_of(finding)]
        else:
            contradicted.add(amendment)
    return reference


def most_explaining(
    findings: Sequence[ConformanceFinding], contradicted: Set[Amendment]
) -> Amendment | None:
    """Return the amendment that explains most findings, and that no vectors contradict."""
    counts = Counter[Amendment]()
    for finding in findings:
        counts.update(each for each in amendments_of(finding) if each not in contradicted)
    return counts.most_common(1)[0][0] if counts else None


def preferring(reference: Edition, finding: ConformanceFinding) -> tuple[Edition, ...]:
    """Return the editions that explain a finding, those first that lead to a reference."""

    def leads_away(edition: Edition) -> bool:
        amendment = changed_amendment(edition, finding.reference)
        return amendment is None or edition.has(amendment) != reference.has(amendment)

    return tuple(sorted(finding.editions, key=leads_away))


def amendments_of(finding: ConformanceFinding) -> list[Amendment]:
    """Return each amendment that alone explains a finding."""
    changed = (changed_amendment(each, finding.reference) for each in finding.editions)
    return [amendment for amendment in changed if amendment is not None]


def with_toggled(reference: Edition, amendment: Amendment) -> str:
    """Return the name of an edition with an amendment removed, or added if it lacks it."""
    removed, added = f"-{amendment.id}", f"+{amendment.id}"
    change, undone = (removed, added) if reference.has(amendment) else (added, removed)
    if undone in reference.name:
        return reference.name.replace(undone, "")
    return reference.name + change


def told_apart(
    vectors: Sequence[Vector], one: Edition, other: Edition, amendment: Amendment
) -> Iterator[Vector]:
    """Yield the vectors about the rules of an amendment on which two editions differ."""
    about = {rule.id for rule in rules_changed_by(amendment)}
    for vector in vectors:
        if not about.isdisjoint(vector.rules) and differs(vector, one, other):
            yield vector


def differs(vector: Vector, one: Edition, other: Edition) -> bool:
    """Return whether two editions differ on a vector."""
    operations = operations_of(vector)
    ours, theirs = transitions_of(operations, one), transitions_of(operations, other)
    return any(
        (a.outcome, a.state) != (b.outcome, b.state) for a, b in zip(ours, theirs, strict=True)
    )
