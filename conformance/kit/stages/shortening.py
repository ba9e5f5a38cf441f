"""The last stage: the traces of the findings are shortened, in the time that is kept for it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from conformance.adapters.spelled import spelled
from conformance.differential.divergence import Divergence, rules_of
from conformance.differential.reducer import Counterexample, Reducer
from conformance.kit.explaining import editions_of
from conformance.kit.finding import Finding
from conformance.kit.limits import REDUCING, RunLimits
from conformance.kit.session import Session
from conformance.kit.severity import severity_of
from conformance.kit.signatures import signatures_of
from conformance.kit.stages.stage import Event, Known

LONGEST = 400
"""The most operations of a trace that is shortened."""


def shorten(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield findings with the traces that are left of them, the shortest first."""
    for finding in sorted(filter(can_be_shortened, known), key=lambda each: len(each.operations)):
        if budget.is_over():
            return
        reducer = Reducer(session.system, session.capabilities, REDUCING, budget.last_deadline)
        shorter = reduced(session, reducer, finding)
        if shorter is finding.counterexample:
            continue
        if is_explained_alike(session, finding, shorter):
            shown = signatures_of(shorter.divergence)
            yield replace(finding, counterexample=shorter, shown=shown, worst=None, count=0)
    yield from shorten_worst(session, known, budget)


def shorten_worst(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield findings with what is left of their most harmful traces."""
    for finding in known:
        worst = finding.worst
        if worst is None or worst.reduced or worst.real_time:
            continue
        if budget.is_over():
            return
        reducer = Reducer(session.system, session.capabilities, REDUCING, budget.last_deadline)
        shorter = reducer.reduce(worst, partial(shows_harm, finding))
        shown = signatures_of(shorter.divergence)
        yield replace(finding, counterexample=shorter, shown=shown, worst=None, count=0)


def reduced(session: Session, reducer: Reducer, finding: Finding) -> Counterexample:
    """Return what is left of the trace of a finding, in the spelling that it needs."""
    shown, wanted = finding.counterexample, partial(shows, finding)
    if not shown.spelling:
        return reducer.reduce(shown, wanted)
    with spelled(session.remote, shown.spelling):
        shorter = reducer.reduce(shown, wanted)
    return shorter if shorter is shown else replace(shorter, spelling=shown.spelling)


def can_be_shortened(finding: Finding) -> bool:
    """Return whether a trace may be shorter: what takes a wait is as short as it was written.

    There is no time to ask the longest again and again.
    """
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


def is_explained_alike(session: Session, finding: Finding, shorter: Counterexample) -> bool:
    """Return whether the edition that does what was seen also does what is left of it."""
    editions = editions_of(session, finding.counterexample)
    return not editions or editions[0] in editions_of(session, shorter)
