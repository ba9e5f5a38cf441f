"""Reachability: what stays possible from every reachable state."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spec.amendments.amendment import Amendment
from spec.amendments.corrections import RESYNC
from spec.amendments.seed import AUTO_RECLAIM, COMPLETE_REMAINING, FORCE_CLAIM, RELEASE, REVIEWS_OFF
from spec.properties.invariants import HELD
from spec.properties.predicate import properties_in, sentence_of
from spec.vocabulary.checklists import Batch, ItemsUpdated, StatusChange, Update
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Release, Released
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.review_cycles import ReviewCycle, WorkPhase
from spec.vocabulary.reviews import CompletePlan, NewPlan, SetMaxReviews, SetNextPhase
from spec.vocabulary.state import Plan, Step, StepStatus


@dataclass(frozen=True, slots=True)
class Expectation:
    """Something that must be possible now: one of the operations must succeed."""

    wish: str
    operations: tuple[Operation, ...]
    succeeded: Callable[[Outcome, Plan], bool]


Attempts = Callable[[Plan, Step, tuple[str, ...]], Iterator[Expectation]]


@dataclass(frozen=True, slots=True)
class Possibility:
    """From every reachable state, a single operation can do this, at once.

    `attempts` yields, for a step of a plan that has not drifted and some worktrees, what must be
    possible at time 0. `by_claim` says that only claims are attempted, so that it depends on who
    holds what and on nothing else. `amendments` are those without which it is not possible.
    """

    id: str
    sentence: str
    attempts: Attempts
    by_claim: bool
    amendments: tuple[Amendment, ...] = ()


def possibility(
    id: str, by_claim: bool, *amendments: Amendment
) -> Callable[[Attempts], Possibility]:
    """Return what makes a possibility of the function that yields its attempts.

    The docstring of the function is the sentence of the property.
    """
    return lambda attempts: Possibility(id, sentence_of(attempts), attempts, by_claim, amendments)


@dataclass(frozen=True, slots=True)
class Eventuality:
    """From every reachable state that it concerns, some operations lead to the goal.

    The document can be registered and is not edited on the way, and none of the `forbidden`
    operations is used. Both predicates take the plan and the hash that its document has then.
    """

    id: str
    sentence: str
    concerns: Callable[[Plan, str], bool]
    goal: Callable[[Plan, str], bool]
    forbidden: tuple[type[Operation], ...] = ()
    amendments: tuple[Amendment, ...] = ()


def can_pass_its_reviews(cycle: ReviewCycle | None) -> bool:
    """Return whether two reviews can pass in one cycle, or none is needed."""
    return cycle is not None and cycle.max_reviews >= 0 and cycle.max_reviews != 1


def is_at_its_end(cycle: ReviewCycle) -> bool:
    """Return whether nothing is left to be reviewed."""
    return WorkPhase.COMPLETE in (cycle.phase, cycle.next_phase)


def is_held_and_live(step: Step) -> bool:
    """Return whether a top-level step is held under a lease that is live at time 0."""
    live = step.lease_expires_at is not None and step.lease_expires_at >= 0
    return step.parent is None and step.status in HELD and live


def given_by(step: Step) -> Callable[[Outcome, Plan], bool]:
    """Return the test that a claim returned a step, or one before it."""
    return lambda outcome, _: isinstance(outcome, Claimed) and outcome.index <= step.index


@possibility("RCH-1", True, AUTO_RECLAIM)
def holder_resumes(plan: Plan, step: Step, _: tuple[str, ...]) -> Iterator[Expectation]:
    """A worktree that holds a step can claim again at any time, and gets that step or an earlier
    one.
    """
    if is_held_and_live(step) and step.claimed_by:
        again = Claim(plan.path, step.claimed_by, plan.document_hash, 0)
        yield Expectation(f"{step.claimed_by} resumes {step.anchor}", (again,), given_by(step))


@possibility("RCH-2", True, FORCE_CLAIM)
def another_takes_over(plan: Plan, step: Step, worktrees: tuple[str, ...]) -> Iterator[Expectation]:
    """Another worktree can take over a held step at any time by a claim, if need be by force, and
    gets that step or an earlier one.
    """
    for worktree in worktrees:
        if is_held_and_live(step) and worktree != step.claimed_by:
            claims = tuple(
                Claim(plan.path, worktree, plan.document_hash, 0, force=force)
                for force in (False, True)
            )
            yield Expectation(f"{worktree} takes {step.anchor} over", claims, given_by(step))


@possibility("RCH-3", False, RELEASE)
def holder_gives_back(plan: Plan, step: Step, _: tuple[str, ...]) -> Iterator[Expectation]:
    """The holder of a step can release it at any time."""
    if is_held_and_live(step) and step.claimed_by:
        release = Release(plan.path, step.anchor, 0, step.claimed_by, claim_id=step.claim_id)
        yield Expectation(
            f"{step.claimed_by} gives {step.anchor} back",
            (release,),
            lambda outcome, _: isinstance(outcome, Released),
        )


@possibility("RCH-4", False, COMPLETE_REMAINING)
def rest_is_closed_uncounted(plan: Plan, step: Step, _: tuple[str, ...]) -> Iterator[Expectation]:
    """The holder of a step can close its open items without naming or counting them, and without
    touching a deferral.
    """
    open_items = [item for item in step.items if item.status == ItemStatus.OPEN]
    if not (is_held_and_live(step) and step.claimed_by and open_items):
        return
    deferred = [item for item in step.items if item.status == ItemStatus.DEFERRED]
    who = (plan.path, step.anchor, step.claimed_by)
    everything = (StatusChange(ItemStatus.COMPLETED),)
    requests = (
        Batch(*who, (), plan.document_hash, 0, complete_remaining=True, claim_id=step.claim_id),
        Update(*who, everything, plan.document_hash, 0, claim_id=step.claim_id),
    )

    def succeeded(outcome: Outcome, after: Plan) -> bool:
        items = next(row.items for row in after.steps if row.anchor == step.anchor)
        closed = all(item.status != ItemStatus.OPEN for item in items)
        return isinstance(outcome, ItemsUpdated) and closed and set(deferred) <= set(items)

    yield Expectation(f"{step.claimed_by} closes the rest of {step.anchor}", requests, succeeded)


POSSIBILITIES = properties_in(globals(), Possibility)

EVENTUALITIES = (
    Eventuality(
        "RCH-5",
        "A registered plan whose document is valid can still be completed by work.",
        concerns=lambda _plan, _hash: True,
        goal=lambda plan, _: all(
            step.status is StepStatus.COMPLETED for step in plan.steps if step.parent is None
        ),
        # What the commit log says is done was done elsewhere.
        forbidden=(Reconcile,),
        amendments=(RESYNC,),
    ),
    Eventuality(
        "RCH-6",
        "A plan whose document has changed to another valid one can be updated to it.",
        concerns=lambda plan, document_hash: plan.document_hash != document_hash,
        goal=lambda plan, document_hash: plan.document_hash == document_hash,
        amendments=(RESYNC,),
    ),
    Eventuality(
        "RCH-7",
        "If the reviews of a plan are off, or can pass, they reach their end without a person.",
        concerns=lambda plan, _: can_pass_its_reviews(plan.review_cycle),
        goal=lambda plan, _: plan.review_cycle is None or is_at_its_end(plan.review_cycle),
        # What an agent or a person could do instead of passing the reviews.
        forbidden=(NewPlan, CompletePlan, SetMaxReviews, SetNextPhase),
        amendments=(REVIEWS_OFF,),
    ),
)
