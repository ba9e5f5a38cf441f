"""The last stage: the traces of the findings are shortened, in the time that is kept for it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from conformance.differential.divergence import Divergence, rules_of
from conformance.differential.reducer import Counterexample, Reducer, Wanted
from conformance.kit.finding import Finding, severity_of
from conformance.kit.limits import REDUCING, RunLimits
from conformance.kit.session import Session
from conformance.kit.signatures import signatures_of
from conformance.kit.stages.stage import Event, Known

LONGEST = 120
"""The most operations of a trace that is shortened."""


def shorten(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield findings with what is left of their traces, the shortest first, and of their worst."""
    for finding in sorted(filter(can_be_shortened, known), key=lambda each: len(each.operations)):
        shown = finding.counterexample
        shorter = reduced(session, budget, shown, partial(shows, finding))
        if shorter is not shown:
            yield left_of(finding, shorter)
    for finding in known:
        worst = finding.worst
        if worst is not None and not (worst.reduced or worst.real_time):
            shorter = reduced(session, budget, worst, partial(shows_harm, finding))
            if shorter is not worst:
                yield left_of(finding, shorter)


def reduced(
    session: Session, budget: RunLimits, shown: Counterexample, wanted: Wanted
) -> Counterexample:
    """Return what is left of a trace, in the spelling that it needs, or all if no time is left."""
    reducer = Reducer(session.system, session.capabilities, REDUCING, budget.last_deadline)
    if not shown.spelling:
        return reducer.reduce(shown, wanted)
    with session.system.spelled(shown.spelling):
        shorter = reducer.reduce(shown, wanted)
    return shorter if shorter is shown else replace(shorter, spelling=shown.spelling)


def left_of(finding: Finding, shorter: Counterexample) -> Finding:
    """Return a finding with a shorter trace, which is no further time that it was met."""
    shown = signatures_of(shorter.divergence)
    return replace(finding, counterexample=shorter, shown=shown, worst=None, count=0)


def can_be_shortened(finding: Finding) -> bool:
    """Return whether a trace is short enough, not reduced yet, no witness, and not in real time."""
    shown = finding.counterexample
    is_short = len(shown.operations) <= LONGEST
    return is_short and not (shown.real_time or shown.reduced or finding.witnessed)


def shows(finding: Finding, other: Divergence) -> bool:
    """Return whether a divergence shows the same finding, by no other rules."""
    same_rules = rules_of(other) <= rules_of(finding.divergence)
    return same_rules and finding.signatures <= signatures_of(other)


def shows_harm(finding: Finding, other: Divergence) -> bool:
    """Return whether a divergence shows the same finding with the same harm."""
    same = finding.signatures <= signatures_of(other)
    return same and severity_of(other) == finding.severity
