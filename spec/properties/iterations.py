"""Step properties of iterations."""

import re
from collections.abc import Iterator

from spec.amendments.changes_2026_2 import WORK_AS_WRITTEN
from spec.amendments.corrections import CHECKED_WORK, HALTING_WINS, LARGER_SUMMARY
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.properties.changes import Change, StepProperty
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


def nothing_left_is_the_only_completion(change: Change) -> Iterator[str]:
    """Yield a completion with work left."""
    if loop_of(change.plan_after).status is LoopStatus.COMPLETE:
        yield f"complete with {loop_of(change.plan_after).work_remaining}"


def work_ends_only_for_a_reason(change: Change) -> Iterator[str]:
    """Yield a loop that ended with work left, below the limit and without a stuck agent."""
    before, after = loop_of(change.plan_before), loop_of(change.plan_after)
    below = before.iteration < before.max_iterations
    if below and after.status is LoopStatus.MAX_ITERATIONS:
        yield f"{after.status} in iteration {before.iteration} of {before.max_iterations}"


def being_stuck_ends_the_loop(change: Change) -> Iterator[str]:
    """Yield a loop that continues, or ends for something else, although the agent is stuck."""
    if (status := loop_of(change.plan_after).status) is not LoopStatus.STUCK:
        yield f"the loop of a stuck agent is {status}"


def the_limit_is_kept(change: Change) -> Iterator[str]:
    """Yield an iteration beyond the limit."""
    after = loop_of(change.plan_after)
    if after.iteration > after.max_iterations:
        yield f"iteration {after.iteration} of at most {after.max_iterations}"


def nothing_left_ends_the_loop(change: Change) -> Iterator[str]:
    """Yield a loop that continues without work left."""
    after = loop_of(change.plan_after)
    if not after.work_remaining and after.status is LoopStatus.CONTINUING:
        yield "the loop continues without remaining work"


def contradictions_are_logged(change: Change) -> Iterator[str]:
    """Yield a contradiction that was not logged, or one that was logged without need."""
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


def summaries_have_room(change: Change) -> Iterator[str]:
    """Yield a summary that is accepted although it is small."""
    assert isinstance(change.operation, ReportIteration)
    size = change.operation.summary_bytes
    if size is not None and size < LEAST_SUMMARY_BYTES:
        yield f"a summary of {size} bytes"


def listed_nothing(change: Change) -> bool:
    """Return whether an accepted report lists nothing but white space, brackets or a zero."""
    work = reported_work(change)
    return was_decided(change) and work is not None and "".join(work.split()) in ("", "0", "[]")


def nothing_is_no_work(change: Change) -> Iterator[str]:
    """Yield names that were read from nothing."""
    if names := loop_of(change.plan_after).work_remaining:
        yield f"{reported_work(change)!r} is taken for {names}"


_WORDS = re.compile(r"\[(?:\w+_\w+)(?:, ?\w+_\w+)*\]", re.ASCII)


def has_one_reading(change: Change) -> bool:
    """Return whether a report that a loop awaits says `none`, or lists words without quotes."""
    work, plan = reported_work(change), change.plan_before
    awaited = plan is not None and plan.iteration_loop is not None
    return awaited and work is not None and (work == "none" or bool(_WORDS.fullmatch(work)))


def the_one_reading_counts(change: Change) -> Iterator[str]:
    """Yield a list without quotes that is rejected, and a `none` that is taken for work."""
    if isinstance(change.outcome, Rejected):
        if ("given", "malformed_work_remaining") in change.outcome.details:
            yield f"{reported_work(change)!r} is rejected"
    elif reported_work(change) == "none" and loop_of(change.plan_after).work_remaining:
        yield "`none` is taken for work"


ITERATION_PROPERTIES = (
    StepProperty(
        "STP-26",
        "A loop is never complete while work remains.",
        work_remains,
        nothing_left_is_the_only_completion,
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-27",
        "Below its limit, a loop with remaining work ends only if the agent is stuck.",
        work_remains,
        work_ends_only_for_a_reason,
        (CONTINUATION_OVERRIDE,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-28",
        "A loop with remaining work ends as `stuck` when the agent is stuck.",
        reported_stuck,
        being_stuck_ends_the_loop,
        (HALTING_WINS,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-29",
        "A loop has no more iterations than its limit.",
        was_decided,
        the_limit_is_kept,
        (HALTING_WINS,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-30",
        "A loop ends when nothing remains.",
        was_decided,
        nothing_left_ends_the_loop,
        (HALTING_WINS,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-31",
        "A report that contradicts itself is logged, once.",
        contradicted_itself,
        contradictions_are_logged,
        (CONTINUATION_OVERRIDE, HALTING_WINS),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-32",
        "An accepted report without a minimum size has a summary of 100 bytes or more.",
        without_least_size,
        summaries_have_room,
        (LARGER_SUMMARY,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-33",
        "White space, brackets and a zero do not count as remaining work.",
        listed_nothing,
        nothing_is_no_work,
        (CHECKED_WORK,),
        about=(IterationDecided,),
    ),
    StepProperty(
        "STP-34",
        "A list of unquoted words is not rejected, and `none` does not count as remaining work.",
        has_one_reading,
        the_one_reading_counts,
        (CHECKED_WORK, WORK_AS_WRITTEN),
        about=(ReportIteration,),
    ),
)
