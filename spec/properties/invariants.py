"""Invariants: what is true of every plan in every reachable state.

Properties of a single operation are step properties (`spec.properties.transitions`), those of a
whole run of the orchestrator are run properties (`spec.properties.runs`).
"""

from collections.abc import Iterator

from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE, FENCED_CLAIMS
from spec.amendments.corrections import FORCE_CASCADE, REASON_WITH_DEFERRAL, RECONCILE_NEWEST
from spec.properties.predicate import Predicate, properties_in
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.review_cycles import PHASES
from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus

HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


Invariant = Predicate[Plan]
"""What is true of every plan."""


def has_held_step(plan: Plan) -> bool:
    """Return whether a step is claimed or in progress."""
    return any(step.status in HELD for step in plan.steps)


@Invariant.stated("INV-1", has_held_step)
def held_steps_have_an_owner_and_a_lease(plan: Plan) -> Iterator[str]:
    """A step or substep is claimed or in progress exactly when it has a holder and a lease."""
    for step in plan.steps:
        has_both = step.claimed_by is not None and step.lease_expires_at is not None
        if (step.status in HELD) != has_both:
            yield f"{step.anchor} is {step.status} {'with' if has_both else 'without'} a lease"


def has_pending_step(plan: Plan) -> bool:
    """Return whether a step is pending."""
    return any(step.status is StepStatus.PENDING for step in plan.steps)


@Invariant.stated("INV-2", has_pending_step)
def pending_steps_have_neither_owner_nor_lease(plan: Plan) -> Iterator[str]:
    """A pending step or substep has no holder and no lease."""
    for step in plan.steps:
        left = (step.claimed_by, step.claimed_at, step.lease_expires_at, step.heartbeat_at)
        if step.status is StepStatus.PENDING and any(field is not None for field in left):
            yield f"{step.anchor} is pending and still bears a claim"


@Invariant.stated("INV-3", has_held_step)
def work_has_a_start_exactly_when_it_is_in_progress(plan: Plan) -> Iterator[str]:
    """A claimed step has not started; a step in progress has."""
    for step in plan.steps:
        if step.status is StepStatus.CLAIMED and step.started_at is not None:
            yield f"{step.anchor} is claimed and has started already"
        if step.status is StepStatus.IN_PROGRESS and step.started_at is None:
            yield f"{step.anchor} is in progress and never started"


def has_completed_checklist(plan: Plan) -> bool:
    """Return whether a completed step has items."""
    return any(step.status is StepStatus.COMPLETED and step.items for step in plan.steps)


@Invariant.stated("INV-4", has_completed_checklist, (FORCE_CASCADE,))
def completed_steps_have_no_open_item(plan: Plan) -> Iterator[str]:
    """A completed step or substep has no open item."""
    for step in plan.steps:
        if step.status is StepStatus.COMPLETED:
            for item in step.items:
                if item.status == ItemStatus.OPEN:
                    yield f"{step.anchor} is completed, its {item.kind} {item.ordinal} is open"


def has_completed_parent(plan: Plan) -> bool:
    """Return whether a completed step has substeps."""
    return any(parent.status is StepStatus.COMPLETED for parent, _ in families(plan))


@Invariant.stated("INV-5", has_completed_parent, (RECONCILE_NEWEST,))
def completed_steps_have_no_unfinished_substep(plan: Plan) -> Iterator[str]:
    """A completed step has no unfinished substep."""
    for parent, substep in families(plan):
        if parent.status is StepStatus.COMPLETED and substep.status is not StepStatus.COMPLETED:
            yield f"{parent.anchor} is completed, its substep {substep.anchor} {substep.status}"


def item_status(step: Step, item: Item) -> str:
    """Return which item of a step has which status, as a problem says it."""
    return f"{step.anchor} {item.kind} {item.ordinal} is {item.status}"


def has_finished_item(plan: Plan) -> bool:
    """Return whether an item is no longer as it was registered."""
    return any(item.status != ItemStatus.OPEN for step in plan.steps for item in step.items)


@Invariant.stated("INV-6", has_finished_item, (REASON_WITH_DEFERRAL,))
def items_have_a_reason_exactly_while_they_are_deferred(plan: Plan) -> Iterator[str]:
    """An item has a reason exactly while it is deferred."""
    for step in plan.steps:
        for item in step.items:
            if (item.status == ItemStatus.DEFERRED) != (item.reason is not None):
                reason = "a" if item.reason is not None else "no"
                yield f"{item_status(step, item)}, {reason} reason"


@Invariant.stated("INV-7", has_finished_item, (REASON_WITH_DEFERRAL,))
def item_statuses_are_known_words(plan: Plan) -> Iterator[str]:
    """An item is open, completed or deferred, and nothing else."""
    known = set(ItemStatus)
    for step in plan.steps:
        for item in step.items:
            if item.status not in known:
                yield f"{step.anchor} {item.kind} {item.ordinal} has the status {item.status!r}"


def has_held_dependent(plan: Plan) -> bool:
    """Return whether a top-level step that depends on something is held."""
    return any(
        step.status in HELD and step.dependencies and step.parent is None for step in plan.steps
    )


@Invariant.stated("INV-8", has_held_dependent)
def held_steps_have_their_dependencies_completed(plan: Plan) -> Iterator[str]:
    """While a top-level step is claimed or in progress, all that it depends on is completed."""
    completed = {step.anchor for step in plan.steps if step.status is StepStatus.COMPLETED}
    for step in plan.steps:
        if step.parent is None and step.status in HELD:
            for dependency in step.dependencies:
                if dependency not in completed:
                    yield f"{step.anchor} is {step.status}, {dependency} is not completed"


def has_completed_step(plan: Plan) -> bool:
    """Return whether a step is completed."""
    return any(step.status is StepStatus.COMPLETED for step in plan.steps)


@Invariant.stated("INV-9", has_completed_step, (RECONCILE_NEWEST,))
def the_plan_is_done_exactly_when_its_steps_are(plan: Plan) -> Iterator[str]:
    """A plan is done exactly when every top-level step is completed."""
    unfinished = [
        step.anchor
        for step in plan.steps
        if step.parent is None and step.status is not StepStatus.COMPLETED
    ]
    if (plan.status is PlanStatus.DONE) == bool(unfinished):
        yield f"the plan is {plan.status}, not completed: {', '.join(unfinished) or 'nothing'}"


def has_held_parent(plan: Plan) -> bool:
    """Return whether a held step has substeps."""
    return any(parent.status in HELD for parent, _ in families(plan))


@Invariant.stated("INV-10", has_held_parent)
def substeps_of_a_held_step_are_held_with_it(plan: Plan) -> Iterator[str]:
    """An unfinished substep of a held step is pending or has its parent's holder."""
    for parent, substep in families(plan):
        unfinished = substep.status is not StepStatus.COMPLETED
        foreign = substep.claimed_by not in (None, parent.claimed_by)
        if parent.status in HELD and unfinished and foreign:
            yield f"{substep.anchor} is held by {substep.claimed_by}, not {parent.claimed_by}"


@Invariant.stated("INV-11", has_held_step, (FENCED_CLAIMS,))
def claims_are_those_of_the_holders(plan: Plan) -> Iterator[str]:
    """A step or substep has the id of a past claim exactly when it has a holder; a held substep has
    its parent's id.
    """
    for step in plan.steps:
        if (step.claim_id is None) != (step.claimed_by is None):
            yield f"{step.anchor} is held by {step.claimed_by} under the claim {step.claim_id}"
        if step.claim_id is not None and step.claim_id > (plan.last_claim_id or 0):
            yield f"{step.anchor} has the claim {step.claim_id} of {plan.last_claim_id}"
        if step.fenced and step.claim_id is None:
            yield f"{step.anchor} is fenced without a claim"
    for parent, substep in families(plan):
        if substep.status in HELD and parent.claim_id != substep.claim_id:
            claims = f"the claim {substep.claim_id}, its step {parent.claim_id or 'none'}"
            yield f"{substep.anchor} is held under {claims}"


def families(plan: Plan) -> Iterator[tuple[Step, Step]]:
    """Yield every substep with its parent."""
    by_anchor = {step.anchor: step for step in plan.steps}
    for step in plan.steps:
        if step.parent is not None:
            yield by_anchor[step.parent], step


def has_reviews(plan: Plan) -> bool:
    """Return whether the reviews of a plan have begun."""
    return plan.review_cycle is not None


@Invariant.stated("INV-12", has_reviews, (CONTINUING_EVERYWHERE,))
def what_comes_next_is_a_phase(plan: Plan) -> Iterator[str]:
    """The `next_phase` of a plan's reviews is a phase or null."""
    word = plan.review_cycle.next_phase if plan.review_cycle else None
    if word is not None and word not in PHASES:
        yield f"{word!r} is next, and is no phase"


INVARIANTS = properties_in(globals(), Predicate)
