"""Shortening what is found: later than it is found, while others are still to be found."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from conformance.differential.reducer import Reducer
from conformance.kit.limits import REDUCING, REDUCING_VECTOR

if TYPE_CHECKING:
    from conformance.kit.finding import ConformanceFinding
    from conformance.kit.validation import Validation


def shorten_unreduced(validation: "Validation") -> None:
    """Shorten the findings that were not, the shortest first, in the time that is kept for it."""
    for finding in unreduced(validation):
        if not validation.limits.is_over():
            shorten(validation, finding, validation.limits.last_deadline)


def shorten_found_by_vectors(validation: "Validation") -> None:
    """Shorten what the first vectors have shown, the shortest first, each in its share of time."""
    limits = validation.limits
    for finding in unreduced(validation):
        begun = limits.seconds
        shorten(validation, finding, lambda: limits.deadline(validation.reducing, REDUCING_VECTOR))
        validation.reducing += limits.seconds - begun


def unreduced(validation: "Validation") -> list["ConformanceFinding"]:
    """Return the findings that can be shortened, the shortest first."""
    # What takes a wait is as short as it was written, and a witness as it was kept.
    shown = [each for each in validation.findings if not each.counterexample.real_time]
    left = [each for each in shown if not each.counterexample.reduced and not each.witnessed]
    return sorted(left, key=lambda each: len(each.operations))


def shorten(
    validation: "Validation", finding: "ConformanceFinding", deadline: Callable[[], float]
) -> None:
    """Shorten the trace of a finding, and explain again what it then shows."""
    asking = replace(validation.capabilities, edition=finding.reference)
    reducer = Reducer(validation.system, asking, REDUCING, deadline)
    shorter = reducer.reduce(finding.counterexample)
    editions = validation.explainer(finding.reference).editions(shorter)
    # What explains the finding has to explain what is left of it.
    is_explained = not finding.editions or finding.editions[0] in editions
    if shorter is not finding.counterexample and is_explained:
        finding.counterexample = shorter
        finding.seen.append(shorter.divergence)
        finding.editions = finding.editions or editions
