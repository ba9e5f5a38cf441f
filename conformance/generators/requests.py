"""Requests: drawing the next operation for a state, a likely one or any at all.

A likely request is one that a well-behaved caller would make now: on a held step, by its holder.
Any other request is made of arbitrary parts, so that every guard is met.
"""

from collections.abc import Callable

from conformance.generators.builders import (
    ALL_OPERATIONS,
    UNKNOWN_STEP,
    Request,
    batch,
    claim,
    complete,
    heartbeat,
    record_artifact,
    register,
    release,
    start,
    update,
)
from conformance.generators.choices import Choices
from conformance.generators.commit_builders import commit
from conformance.generators.iteration_builders import (
    ITERATION_OPERATIONS,
    check_command,
    report_iteration,
    start_iterations,
)
from conformance.generators.review_builders import (
    REVIEW_OPERATIONS,
    complete_task,
    new_plan,
    post_review,
    set_next_phase,
    stop,
)
from conformance.generators.worlds import UNKNOWN_PLAN, World
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewCycle, ReviewPhase
from spec.vocabulary.state import Plan, State, Step, StepStatus

Builder = Callable[[Request], Operation]


def draw_operation(
    choices: Choices,
    state: State,
    world: World,
    now: int,
    likely: bool,
    history: tuple[HistoryEntry, ...] = (),
) -> Operation:
    """Draw an operation; `now` is when the last one happened, `history` all commits so far."""
    plan = choices.one_of(world.plans())
    if not likely and choices.rarely(40):
        plan = UNKNOWN_PLAN
    stored = state.plan(plan)
    builder: Builder = register
    if not likely or stored is not None:
        builder = choices.one_of(LIKELY if likely else ANY)
    if likely and stored:
        builder = sensible(builder, stored)
    step = choose_step(choices, stored, builder, likely)
    worktree = choose_worktree(choices, world, stored, step, builder, likely)
    then = now + later(choices, stored, now)
    anchor = UNKNOWN_STEP if step is None else step.anchor
    return builder(Request(choices, world, likely, plan, stored, anchor, worktree, then, history))


def sensible(builder: Builder, stored: Plan) -> Builder:
    """Give a builder, or that of what has to come before it."""
    if builder in REVIEW_OPERATIONS:
        return sensible_review(builder, stored.review_cycle)
    loop = stored.iteration_loop
    if builder is report_iteration and (loop is None or loop.status != LoopStatus.CONTINUING):
        return start_iterations
    if makes_sense(builder, stored):
        return builder
    return next(other for other in (complete, batch, start, claim) if makes_sense(other, stored))


def sensible_review(builder: Builder, cycle: ReviewCycle | None) -> Builder:
    """Give a builder of a review operation, or that of what has to come before it."""
    if cycle is None:
        return new_plan
    if builder not in (stop, post_review):
        return builder
    if cycle.next_phase in POST_REVIEW_PHASES:
        return post_review
    return stop if cycle.next_phase in list(ReviewPhase) else complete_task


def choose_step(
    choices: Choices, stored: Plan | None, builder: Builder, likely: bool
) -> Step | None:
    """Choose a step: in a likely request one for which the operation makes sense, if any."""
    if stored is None or (not likely and choices.rarely(20)):
        return None
    prefers = PREFERRED_STEPS.get(builder)
    if prefers is None or (not likely and choices.rarely(2)):
        return choices.one_of(stored.steps)
    wanted = is_held if not likely else prefers
    preferred = [step for step in stored.steps if wanted(step)]
    return choices.one_of(preferred or stored.steps)


def makes_sense(builder: Builder, stored: Plan) -> bool:
    """Tell whether an operation has a step to work on."""
    prefers = PREFERRED_STEPS.get(builder)
    return prefers is None or any(prefers(step) for step in stored.steps)


def choose_worktree(
    choices: Choices,
    world: World,
    stored: Plan | None,
    step: Step | None,
    builder: Builder,
    likely: bool,
) -> str:
    """Choose who asks: for a claim mostly who holds nothing, otherwise mostly the holder."""
    if builder is claim:
        holders = {row.claimed_by for row in (stored.steps if stored else ()) if is_held(row)}
        idle = [worktree for worktree in world.worktrees if worktree not in holders]
        return choices.one_of(world.worktrees if choices.rarely(4) or not idle else idle)
    as_another = choices.rarely(8 if likely else 2)
    holder = step.claimed_by if step else None
    return choices.one_of(world.worktrees) if as_another or not holder else holder


def is_held(step: Step) -> bool:
    """Tell whether somebody works on a step."""
    return step.lease_expires_at is not None


def has_open_items(step: Step) -> bool:
    """Tell whether something on a held step is still to be reported."""
    return is_held(step) and any(item.status == ItemStatus.OPEN for item in step.items)


def has_nothing_open(step: Step) -> bool:
    """Tell whether everything on a held step itself, not on its substeps, is reported."""
    return is_held(step) and not has_open_items(step)


def later(choices: Choices, stored: Plan | None, now: int) -> int:
    """Let time pass: not at all, a little, or up to and just past the end of a lease."""
    leases = [step.lease_expires_at for step in (stored.steps if stored else ())]
    ends = [end for end in leases if end is not None and end >= now]
    if not choices.rarely(8):
        return choices.below(2)
    return (choices.one_of(ends) - now if ends else 0) + choices.below(2)


AROUND_STEPS = (*REVIEW_OPERATIONS, *ITERATION_OPERATIONS)
"""Builders of what belongs to a plan, and to none of its steps."""

ANY = (
    *(*ALL_OPERATIONS[:9], *ALL_OPERATIONS[:7], *ALL_OPERATIONS, commit, commit),
    *AROUND_STEPS,
    *(check_command, check_command),
)
"""Builders with those less often that would soon leave nothing to do."""

LIKELY = (
    *(claim, start, batch, complete, commit) * 6,
    complete,
    update,
    *ALL_OPERATIONS,
    *(stop, stop, stop, stop, report_iteration) * 3,
    *AROUND_STEPS,
    set_next_phase,
)
"""Builders in the proportions of real work: claims, completions and commits drive a plan on."""

PREFERRED_STEPS: dict[Builder, Callable[[Step], bool]] = {
    start: lambda step: step.status is StepStatus.CLAIMED,
    heartbeat: is_held,
    update: has_open_items,
    batch: has_open_items,
    record_artifact: is_held,
    complete: has_nothing_open,
    commit: has_nothing_open,
    release: is_held,
}
"""For which steps an operation makes sense."""
