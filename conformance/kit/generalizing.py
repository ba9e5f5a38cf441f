"""Generalizing: what is wrong in the same way whatever is asked is one finding, not one a rule."""

from collections.abc import Sequence

from conformance.differential.divergence import is_alike
from conformance.kit.explaining import STORED, Place
from conformance.kit.finding import ConformanceFinding

EVERYWHERE = 3
"""Kinds of decisions that are altered in the same way before that is taken to be general."""


def generalize(findings: Sequence[ConformanceFinding]) -> bool:
    """Mark what the last of some findings shows to be general, and return whether it is news."""
    last = findings[-1]
    if not last.divergence.differences or not is_unexplained(last):
        return False
    alike = [
        each
        for each in findings
        if is_unexplained(each) and is_alike(each.divergence, last.divergence)
    ]
    if len({each.divergence.answers for each in alike}) < EVERYWHERE:
        return False
    for each in alike:
        each.general = True
    return True


def is_unexplained(finding: ConformanceFinding) -> bool:
    """Return whether a finding is neither expected nor what another edition does."""
    return finding.witnessed is None and not finding.editions


def is_established(finding: ConformanceFinding) -> bool:
    """Return whether fields are known to be altered: in general, or just one of an answer."""
    divergence = finding.divergence
    expected, observed = divergence.kinds_of_answer
    alone = divergence.kind == "answer" and divergence.state_agrees and len(divergence.places) == 1
    return finding.general or (
        alone and expected == observed != "rejected" and is_unexplained(finding)
    )


def places_altered(findings: Sequence[ConformanceFinding]) -> frozenset[Place]:
    """Return the fields that are known to be altered, which speak for no edition."""
    places: set[Place] = set()
    for finding in findings:
        if is_established(finding):
            divergence = finding.divergence
            kind = STORED if divergence.kind == "state" else divergence.kinds_of_answer[0]
            fields = (each.field for each in divergence.differences if not each.is_of_a_part)
            places.update((kind, field) for field in fields)
    return frozenset(places)
