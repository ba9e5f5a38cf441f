"""Step properties of iterations."""

from collections.abc import Iterator

from spec.amendments import CONTINUATION_OVERRIDE, HALTING_WINS
from spec.properties.changes import Change, StepProperty
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus
from spec.vocabulary.iterations import IterationDecided, ReportIteration
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
    """Yield a loop that continues although the agent is stuck."""
    if loop_of(change.plan_after).status is LoopStatus.CONTINUING:
        yield "a stuck agent goes on"


def the_limit_is_kept(change: Change) -> Iterator[str]:
    """Yield an iteration beyond the limit."""
    after = loop_of(change.plan_after)
    if after.iteration > after.max_iterations:
        yield f"iteration {after.iteration} of at most {after.max_iterations}"


def nothing_left_ends_the_loop(change: Change) -> Iterator[str]:
    """Yield a loop that continues without work left."""
    after = loop_of(change.plan_after)
    if not after.work_remaining and after.status is LoopStatus.CONTINUING:
        yield "the loop goes on, and nothing remains"


def contradictions_are_logged(change: Change) -> Iterator[str]:
    """Yield a contradiction that was not logged, or one that was logged without need."""
    before, after = loop_of(change.plan_before), loop_of(change.plan_after)
    logged = len(after.violations) - len(before.violations)
    if logged != 1:
        yield f"logged {logged} times"


ITERATION_PROPERTIES = (
    StepProperty(
        "STP-26",
        "A loop is never complete while work remains.",
        work_remains,
        nothing_left_is_the_only_completion,
    ),
    StepProperty(
        "STP-27",
        "Below its limit a loop with work remaining ends only if the agent is stuck.",
        work_remains,
        work_ends_only_for_a_reason,
        (CONTINUATION_OVERRIDE,),
    ),
    StepProperty(
        "STP-28",
        "A loop with work remaining ends when the agent is stuck.",
        reported_stuck,
        being_stuck_ends_the_loop,
        (HALTING_WINS,),
    ),
    StepProperty(
        "STP-29",
        "A loop has no more iterations than its limit.",
        was_decided,
        the_limit_is_kept,
        (HALTING_WINS,),
    ),
    StepProperty(
        "STP-30",
        "A loop ends when nothing remains.",
        was_decided,
        nothing_left_ends_the_loop,
        (HALTING_WINS,),
    ),
    StepProperty(
        "STP-31",
        "A report that contradicts itself is logged, once.",
        contradicted_itself,
        contradictions_are_logged,
        (CONTINUATION_OVERRIDE, HALTING_WINS),
    ),
)
