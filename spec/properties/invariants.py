"""Invariants: what is true of every plan in every reachable state.

Properties of a single operation are step properties (`spec.properties.transitions`), those of a
whole run of the orchestrator are run properties (`spec.properties.runs`).
"""

from collections.abc import Iterator

from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE, FENCED_CLAIMS
from spec.amendments.corrections import FORCE_CASCADE, REASON_WITH_DEFERRAL, RECONCILE_NEWEST
from spec.properties.predicate import Predicate
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.review_cycles import PHASES
from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus

HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


Invariant = Predicate[Plan]
"""What is true of every plan."""


def held_steps_have_an_owner_and_a_lease(plan: Plan) -> Iterator[str]:
    """Yield held steps without an owner or a lease."""
    for step in plan.steps:
        has_both = step.claimed_by is not None and step.lease_expires_at is not None
        if (step.status in HELD) != has_both:
            yield f"{step.anchor} is {step.status} {'with' if has_both else 'without'} a lease"


def pending_steps_have_neither_owner_nor_lease(plan: Plan) -> Iterator[str]:
    """Yield pending steps with an owner or a lease."""
    for step in plan.steps:
        left = (step.claimed_by, step.claimed_at, step.lease_expires_at, step.heartbeat_at)
        if step.status is StepStatus.PENDING and any(field is not None for field in left):
            yield f"{step.anchor} is pending and still bears a claim"


def work_has_a_start_exactly_when_it_is_in_progress(plan: Plan) -> Iterator[str]:
    """Yield held steps whose status and start time contradict each other."""
    for step in plan.steps:
        if step.status is StepStatus.CLAIMED and step.started_at is not None:
            yield f"{step.anchor} is claimed and has started already"
        if step.status is StepStatus.IN_PROGRESS and step.started_at is None:
            yield f"{step.anchor} is in progress and never started"


def completed_steps_have_no_open_item(plan: Plan) -> Iterator[str]:
    """Yield completed steps and substeps with open items."""
    for step in plan.steps:
        if step.status is StepStatus.COMPLETED:
            for item in step.items:
                if item.status == ItemStatus.OPEN:
                    yield f"{step.anchor} is completed, its {item.kind} {item.ordinal} is open"


def completed_steps_have_no_unfinished_substep(plan: Plan) -> Iterator[str]:
    """Yield unfinished substeps of completed steps."""
    for parent, substep in families(plan):
        if parent.status is StepStatus.COMPLETED and substep.status is not StepStatus.COMPLETED:
            yield f"{parent.anchor} is completed, its substep {substep.anchor} {substep.status}"


def items_have_a_reason_exactly_while_they_are_deferred(plan: Plan) -> Iterator[str]:
    """Yield items whose status and reason contradict each other."""
    for step in plan.steps:
        for item in step.items:
            if (item.status == ItemStatus.DEFERRED) != (item.reason is not None):
                reason = "a" if item.reason is not None else "no"
                yield f"{step.anchor} {item.kind} {item.ordinal} is {item.status}, {reason} reason"


def item_statuses_are_known_words(plan: Plan) -> Iterator[str]:
    """Yield items with an unknown status."""
    known = set(ItemStatus)
    for step in plan.steps:
        for item in step.items:
            if item.status not in known:
                yield f"{step.anchor} {item.kind} {item.ordinal} has the status {item.status!r}"


def held_steps_have_their_dependencies_completed(plan: Plan) -> Iterator[str]:
    """Yield held top-level steps with unfinished dependencies."""
    completed = {step.anchor for step in plan.steps if step.status is StepStatus.COMPLETED}
    for step in plan.steps:
        if step.parent is None and step.status in HELD:
            for dependency in step.dependencies:
                if dependency not in completed:
                    yield f"{step.anchor} is {step.status}, {dependency} is not completed"


def the_plan_is_done_exactly_when_its_steps_are(plan: Plan) -> Iterator[str]:
    """Yield a plan whose status contradicts its top-level steps."""
    unfinished = [
        step.anchor
        for step in plan.steps
        if step.parent is None and step.status is not StepStatus.COMPLETED
    ]
    if (plan.status is PlanStatus.DONE) == bool(unfinished):
        yield f"the plan is {plan.status}, not completed: {', '.join(unfinished) or 'nothing'}"


def substeps_of_a_held_step_are_held_with_it(plan: Plan) -> Iterator[str]:
    """Yield unfinished substeps of a held step that its holder does not hold."""
    for parent, substep in families(plan):
        unfinished = substep.status is not StepStatus.COMPLETED
        foreign = substep.claimed_by not in (None, parent.claimed_by)
        if parent.status in HELD and unfinished and foreign:
            yield f"{substep.anchor} is held by {substep.claimed_by}, not {parent.claimed_by}"


def claims_are_those_of_the_holders(plan: Plan) -> Iterator[str]:
    """Yield ids of claims that were never given, or are not those of the holder."""
    for step in plan.steps:
        if (step.claim_id is None) != (step.claimed_by is None):
            yield f"{step.anchor} is held by {step.claimed_by} under the claim {step.claim_id}"
        if step.claim_id is not None and step.claim_id > (plan.last_claim_id or 0):
            yield f"{step.anchor} has the claim {step.claim_id} of {plan.last_claim_id}"
        if step.fenced and step.claim_id is None:
            yield f"{step.anchor} is fenced without a claim"
    for parent, substep in families(plan):
        if parent.status in HELD and substep.status in HELD and parent.claim_id != substep.claim_id:
            yield f"{substep.anchor} has the claim {substep.claim_id}, not {parent.claim_id}"


def families(plan: Plan) -> Iterator[tuple[Step, Step]]:
    """Yield every substep with its parent."""
    by_anchor = {step.anchor: step for step in plan.steps}
    for step in plan.steps:
        if step.parent is not None:
            yield by_anchor[step.parent], step


def has_held_step(plan: Plan) -> bool:
    """Return whether a step is claimed or in progress."""
    return any(step.status in HELD for step in plan.steps)


def has_pending_step(plan: Plan) -> bool:
    """Return whether a step is pending."""
    return any(step.status is StepStatus.PENDING for step in plan.steps)


def has_completed_step(plan: Plan) -> bool:
    """Return whether a step is completed."""
    return any(step.status is StepStatus.COMPLETED for step in plan.steps)


def has_completed_checklist(plan: Plan) -> bool:
    """Return whether a completed step has items."""
    return any(step.status is StepStatus.COMPLETED and step.items for step in plan.steps)


def has_finished_item(plan: Plan) -> bool:
    """Return whether an item is no longer as it was registered."""
    return any(item.status != ItemStatus.OPEN for step in plan.steps for item in step.items)


def has_held_dependent(plan: Plan) -> bool:
    """Return whether a top-level step that depends on something is held."""
    return any(
        step.status in HELD and step.dependencies and step.parent is None for step in plan.steps
    )


def has_completed_parent(plan: Plan) -> bool:
    """Return whether a completed step has substeps."""
    return any(parent.status is StepStatus.COMPLETED for parent, _ in families(plan))


def has_held_parent(plan: Plan) -> bool:
    """Return whether a held step has substeps."""
    return any(parent.status in HELD for parent, _ in families(plan))


def has_reviews(plan: Plan) -> bool:
    """Return whether the reviews of a plan have begun."""
    return plan.review_cycle is not None


def what_comes_next_is_a_phase(plan: Plan) -> Iterator[str]:
    """Yield a `next_phase` that is an unknown word."""
    word = plan.review_cycle.next_phase if plan.review_cycle else None
    if word is not None and word not in PHASES:
        yield f"{word!r} is next, and is no phase"


INVARIANTS = (
    Invariant(
        "INV-1",
        "A step or substep is claimed or in progress exactly when it has a holder and a lease.",
        has_held_step,
        held_steps_have_an_owner_and_a_lease,
    ),
    Invariant(
        "INV-2",
        "A pending step or substep has no holder and no lease.",
        has_pending_step,
        pending_steps_have_neither_owner_nor_lease,
    ),
    Invariant(
        "INV-3",
        "A claimed step has not started; a step in progress has.",
        has_held_step,
        work_has_a_start_exactly_when_it_is_in_progress,
    ),
    Invariant(
        "INV-4",
        "A completed step or substep has no open item.",
        has_completed_checklist,
        completed_steps_have_no_open_item,
        (FORCE_CASCADE,),
    ),
    Invariant(
        "INV-5",
        "A completed step has no unfinished substep.",
        has_completed_parent,
        completed_steps_have_no_unfinished_substep,
        (RECONCILE_NEWEST,),
    ),
    Invariant(
        "INV-6",
        "An item has a reason exactly while it is deferred.",
        has_finished_item,
        items_have_a_reason_exactly_while_they_are_deferred,
        (REASON_WITH_DEFERRAL,),
    ),
    Invariant(
        "INV-7",
        "An item is open, completed or deferred, and nothing else.",
        has_finished_item,
        item_statuses_are_known_words,
        (REASON_WITH_DEFERRAL,),
    ),
    Invariant(
        "INV-8",
        "While a top-level step is claimed or in progress, all that it depends on is completed.",
        has_held_dependent,
        held_steps_have_their_dependencies_completed,
    ),
    Invariant(
        "INV-9",
        "A plan is done exactly when every top-level step is completed.",
        has_completed_step,
        the_plan_is_done_exactly_when_its_steps_are,
        (RECONCILE_NEWEST,),
    ),
    Invariant(
        "INV-10",
        "An unfinished substep of a held step is pending or has its parent's holder.",
        has_held_parent,
        substeps_of_a_held_step_are_held_with_it,
    ),
    Invariant(
        "INV-11",
        "A step or substep has the id of a past claim exactly when it has a holder; a held substep "
        "has its parent's id.",
        has_held_step,
        claims_are_those_of_the_holders,
        (FENCED_CLAIMS,),
    ),
    Invariant(
        "INV-12",
        "The `next_phase` of a plan's reviews is a phase or null.",
        has_reviews,
        what_comes_next_is_a_phase,
        (CONTINUING_EVERYWHERE,),
    ),
)
