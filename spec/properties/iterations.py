"""Step properties of iterations."""

import re
from collections.abc import Iterator

from spec.amendments.changes_2026_2 import WORK_AS_WRITTEN
from spec.amendments.corrections import CHECKED_WORK, HALTING_WINS, LARGER_SUMMARY
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.properties.changes import Change, StepProperty
from spec.properties.predicate import properties_in
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    ReportIteration,
)
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan


def loop_of(plan: Plan | None) -> IterationLoop:
    """Return the loop of a plan that has one."""
    assert plan is not None
    assert plan.iteration_loop is not None
    return plan.iteration_loop


def was_decided(change: Change) -> bool:
    """Return whether the report of an iteration was accepted."""
    return isinstance(change.outcome, IterationDecided)


def work_remains(change: Change) -> bool:
    """Return whether an accepted report left work."""
    return was_decided(change) and bool(loop_of(change.plan_after).work_remaining)


def reported_stuck(change: Change) -> bool:
    """Return whether an accepted report left work on which the agent is stuck."""
    operation = change.operation
    stuck = isinstance(operation, ReportIteration) and operation.report.stuck_detected
    return stuck and work_remains(change)


def contradicted_itself(change: Change) -> bool:
    """Return whether the two signals of an accepted report contradicted each other."""
    if not was_decided(change):
        return False
    assert isinstance(change.operation, ReportIteration)
    return change.operation.report.requires_continuation != work_remains(change)


@StepProperty.stated("STP-26", work_remains, about=(IterationDecided,))
def nothing_left_is_the_only_completion(change: Change) -> Iterator[str]:
    """A loop is never complete while work remains."""
    if loop_of(change.plan_after).status is LoopStatus.COMPLETE:
        yield f"complete with {loop_of(change.plan_after).work_remaining}"


@StepProperty.stated("STP-27", work_remains, (CONTINUATION_OVERRIDE,), about=(IterationDecided,))
def work_ends_only_for_a_reason(change: Change) -> Iterator[str]:
    """Below its limit, a loop with remaining work ends only if the agent is stuck."""
    before, after = loop_of(change.plan_before), loop_of(change.plan_after)
    below = before.iteration < before.max_iterations
    if below and after.status is LoopStatus.MAX_ITERATIONS:
        yield f"{after.status} in iteration {before.iteration} of {before.max_iterations}"


@StepProperty.stated("STP-28", reported_stuck, (HALTING_WINS,), about=(IterationDecided,))
def being_stuck_ends_the_loop(change: Change) -> Iterator[str]:
    """A loop with remaining work ends as `stuck` when the agent is stuck."""
    if (status := loop_of(change.plan_after).status) is not LoopStatus.STUCK:
        yield f"the loop of a stuck agent is {status}"


@StepProperty.stated("STP-29", was_decided, (HALTING_WINS,), about=(IterationDecided,))
def the_limit_is_kept(change: Change) -> Iterator[str]:
    """A loop has no more iterations than its limit."""
    after = loop_of(change.plan_after)
    if after.iteration > after.max_iterations:
        yield f"iteration {after.iteration} of at most {after.max_iterations}"


@StepProperty.stated("STP-30", was_decided, (HALTING_WINS,), about=(IterationDecided,))
def nothing_left_ends_the_loop(change: Change) -> Iterator[str]:
    """A loop ends when nothing remains."""
    after = loop_of(change.plan_after)
    if not after.work_remaining and after.status is LoopStatus.CONTINUING:
        yield "the loop continues without remaining work"


@StepProperty.stated(
    "STP-31", contradicted_itself, (CONTINUATION_OVERRIDE, HALTING_WINS), about=(IterationDecided,)
)
def contradictions_are_logged(change: Change) -> Iterator[str]:
    """A report that contradicts itself is logged, once."""
    before, after = loop_of(change.plan_before), loop_of(change.plan_after)
    logged = len(after.violations) - len(before.violations)
    if logged != 1:
        yield f"logged {logged} times"


def reported_work(change: Change) -> str | None:
    """Return the text with the work that remains in a report, or `None` if it has none."""
    if not isinstance(change.operation, ReportIteration):
        return None
    work = change.operation.report.work_remaining
    return work if isinstance(work, str) else None


def without_least_size(change: Change) -> bool:
    """Return whether a report was accepted that left the smallest size of a summary open."""
    operation = change.operation
    return (
        was_decided(change)
        and isinstance(operation, ReportIteration)
        and operation.least_summary_bytes is None
    )


@StepProperty.stated("STP-32", without_least_size, (LARGER_SUMMARY,), about=(IterationDecided,))
def summaries_have_room(change: Change) -> Iterator[str]:
    """An accepted report without a minimum size has a summary of 100 bytes or more."""
    assert isinstance(change.operation, ReportIteration)
    size = change.operation.summary_bytes
    if size is not None and size < LEAST_SUMMARY_BYTES:
        yield f"a summary of {size} bytes"


def listed_nothing(change: Change) -> bool:
    """Return whether an accepted report lists nothing but white space, brackets or a zero."""
    work = reported_work(change)
    return was_decided(change) and work is not None and "".join(work.split()) in ("", "0", "[]")


@StepProperty.stated("STP-33", listed_nothing, (CHECKED_WORK,), about=(IterationDecided,))
def nothing_is_no_work(change: Change) -> Iterator[str]:
    """White space, brackets and a zero do not count as remaining work."""
    if names := loop_of(change.plan_after).work_remaining:
        yield f"{reported_work(change)!r} is taken for {names}"


_WORDS = re.compile(r"\[(?:\w+_\w+)(?:, ?\w+_\w+)*\]", re.ASCII)


def has_one_reading(change: Change) -> bool:
    """Return whether a report that a loop awaits says `none`, or lists words without quotes."""
    work, plan = reported_work(change), change.plan_before
    awaited = plan is not None and plan.iteration_loop is not None
    return awaited and work is not None and (work == "none" or bool(_WORDS.fullmatch(work)))


@StepProperty.stated(
    "STP-34", has_one_reading, (CHECKED_WORK, WORK_AS_WRITTEN), about=(ReportIteration,)
)
def the_one_reading_counts(change: Change) -> Iterator[str]:
    """A list of unquoted words is not rejected, and `none` does not count as remaining work."""
    if isinstance(change.outcome, Rejected):
        if ("given", "malformed_work_remaining") in change.outcome.details:
            yield f"{reported_work(change)!r} is rejected"
    elif reported_work(change) == "none" and loop_of(change.plan_after).work_remaining:
        yield "`none` is taken for work"


ITERATION_PROPERTIES = properties_in(globals(), StepProperty)
