"""Context: the state that requests are drawn from, and the parts that most requests share.

A strategy for operations begins with `draw(current_context)`: it looks at the state that
the model is in. Each part of a request is mostly what a careful caller would send: a step that can
be started, the worktree that holds it, the hash of the registered document. Now and then it is
something else, so that every guard fails sometimes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from hypothesis import strategies as st

from conformance.generators.boundary_values import values_of
from conformance.generators.documents import UNKNOWN_PLAN, Workspace
from conformance.generators.draws import biased_choice, choose, positions
from model.steps import is_completed
from spec.vocabulary.completion import CommitLog
from spec.vocabulary.domains import ClaimId
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.state import Plan, State, Step, StepStatus

PlanTest = Callable[[Plan], bool]
StepTest = Callable[[Step], bool]

UNKNOWN_STEP = "nowhere"


@dataclass(frozen=True, slots=True)
class Target:
    """A step as a request names it, with the stored step and plan if they exist."""

    plan: str
    step: str
    stored_plan: Plan | None = None
    stored: Step | None = None


@dataclass(frozen=True, slots=True)
class GenerationContext:
    """The state in which requests are made. `commit_log` has all commits so far, newest first."""

    workspace: Workspace
    state: State
    now: int = 0
    commit_log: CommitLog = ()

    def steps(self, test: StepTest) -> tuple[Target, ...]:
        """Return the steps of all plans that pass a test."""
        return tuple(
            [
                Target(plan.path, step.anchor, plan, step)
                for plan in self.state.plans
                for step in plan.steps
                if test(step)
            ]
        )

    def any_steps(self) -> tuple[Target, ...]:
        """Return all steps, an unknown one of each plan, and one of an unknown plan."""
        unknown = [Target(plan.path, UNKNOWN_STEP, plan) for plan in self.state.plans]
        return (*self.steps(lambda _: True), *unknown, Target(UNKNOWN_PLAN, UNKNOWN_STEP))

    def plans(self, test: PlanTest) -> tuple[str, ...]:
        """Return the paths of the registered plans that pass a test."""
        return tuple([plan.path for plan in self.state.plans if test(plan)])


current_context: st.SearchStrategy[GenerationContext] = st.runner().map(attrgetter("context"))
"""The context of the state machine that is running: `draw(current_context)` begins a strategy."""


def choose_plan(
    draw: st.DrawFn, context: GenerationContext, sensible: PlanTest | None = None
) -> str:
    """Return the path of a plan, mostly of one that is registered and passes a test."""
    registered = context.plans(sensible or is_registered)
    return biased_choice(draw, registered, (*context.workspace.plans, UNKNOWN_PLAN), 5)


def about_plan(
    kind: Any, sensible: PlanTest | None = None, **parts: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """Return a strategy for operations on a plan, mostly a sensible one; `parts` are drawn."""

    @st.composite
    def operations(draw: st.DrawFn) -> Any:
        context = draw(current_context)
        plan = choose_plan(draw, context, sensible)
        drawn = {name: draw(part) for name, part in parts.items()}
        return kind(plan=plan, now=context.now, **drawn)

    return operations()


def choose_target(draw: st.DrawFn, context: GenerationContext, sensible: StepTest) -> Target:
    """Return a step, mostly one for which a request makes sense."""
    wanted = context.steps(sensible)
    # The other steps are listed only when one of them is wanted.
    position = draw(positions(6 * len(wanted))) if wanted else 0
    if position < 5 * len(wanted):
        return wanted[position % len(wanted)]
    return choose(draw, context.any_steps())


def choose_worktree(
    draw: st.DrawFn, context: GenerationContext, target: Target, *, other: bool
) -> str:
    """Return the caller's worktree: the holder of the step, or with `other` any."""
    holder = target.stored.claimed_by if target.stored else None
    return holder if holder and not other else choose(draw, context.workspace.worktrees)


def choose_claim_id(draw: st.DrawFn, target: Target) -> int | None:
    """Return the claim id of a request: mostly none, or that of the step's claim.

    Now and then it is a neighbouring id, or any. A fenced step needs the right one.
    """
    if target.stored_plan is None or target.stored_plan.last_claim_id is None:
        return None
    current = target.stored.claim_id if target.stored else None
    near = [] if current is None else [max(current - 1, 0), current + 1, current]
    fenced = target.stored is not None and target.stored.fenced
    sensible = [current] if fenced else [None, None, None, current]
    others = [None, *near, *near, *values_of(ClaimId).boundary]
    chosen: int | None = biased_choice(draw, sensible, others, 12)
    return chosen


def choose_document(draw: st.DrawFn, context: GenerationContext, plan: str, *, other: bool) -> str:
    """Return the hash of a plan's document as it was registered, or with `other` of any version."""
    stored = context.state.plan(plan)
    if stored and not other:
        return stored.document_hash
    return choose(draw, context.workspace.versions(plan)).document_hash


def is_registered(_: Plan) -> bool:
    """Return true: every plan of a state is registered."""
    return True


def is_claimed(step: Step) -> bool:
    """Return whether a step is claimed and not yet started."""
    return step.status is StepStatus.CLAIMED


def is_held(step: Step) -> bool:
    """Return whether a worktree holds a step."""
    return step.lease_expires_at is not None


def is_unfinished(step: Step) -> bool:
    """Return whether a step is not completed."""
    return not is_completed(step)


def is_touched(step: Step) -> bool:
    """Return whether work on a step has begun."""
    return step.status is not StepStatus.PENDING


def has_open_items(step: Step) -> bool:
    """Return whether a held step has items that are not reported yet."""
    return is_held(step) and any(item.status == ItemStatus.OPEN for item in step.items)


def has_nothing_open(step: Step) -> bool:
    """Return whether every item of a held step itself, not of its substeps, is reported."""
    return is_held(step) and not has_open_items(step)


completable = st.sampled_from((has_nothing_open,) * 9 + (is_held,) * 2 + (is_completed,))
"""Which steps to complete: mostly those with nothing open, some with, and some once more."""
