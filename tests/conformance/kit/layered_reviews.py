"""Reviews and checked commands of `planstate`, with the model under layers in their place.

Their files, locks and reviewers stay those of `planstate`.
"""

from collections.abc import Callable
from typing import Any, cast

from impl.hooks.review_state import ReviewFolder
from impl.shell import command_findings
from impl.store import review_actions
from impl.store.guards import Refused
from impl.store.review_stops import ReviewDue
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import ContinuePlan, ReviewResult, Stop
from spec.vocabulary.state import Plan, PlanStatus, State
from tests.conformance.kit.layered_model import LayeredModel

FOLDER = "plan.md"
"""The plan that a folder stands for."""
Modelled = Callable[[State], LayeredModel]


def serve_reviews(modelled: Modelled) -> None:
    """Replace reviews and commands by those of the model under layers."""

    def change(reviews: ReviewFolder, operation: Any) -> ReviewCycle:
        reviews.require_there(operation.plan)
        with reviews.locked():
            served = modelled(state_of(operation.plan, reviews.cycle()))
            accepted(served.outcome(operation))
            cycle = cycle_in(served)
            assert cycle is not None
            reviews.store(cycle)
            return cycle

    def stop(
        reviews: ReviewFolder,
        review: Callable[[ReviewDue], ReviewResult],
        *,
        stop_hook_active: bool = False,
    ) -> Any:
        with reviews.locked():
            before, result = reviews.cycle(), ReviewResult.PASS
            if due := review_due(modelled, before, stop_hook_active=stop_hook_active):
                result = review(due)
            served = modelled(state_of(FOLDER, before))
            answered = served.outcome(Stop(FOLDER, result, 0, stop_hook_active))
            cycle = cycle_in(served)
            if cycle is not None:
                reviews.store(cycle)
            return answered

    def route(cycle: ReviewCycle) -> Any:
        return accepted(modelled(state_of(FOLDER, cycle)).outcome(ContinuePlan(FOLDER, 0)))

    def check_command(command: str) -> Any:
        return modelled(State()).outcome(CheckCommand(FOLDER, command, 0))

    folder, actions, commands = cast("Any", (ReviewFolder, review_actions, command_findings))
    folder.change, folder.stop = change, stop
    actions.route, commands.check_command = route, check_command


def review_due(
    modelled: Modelled, cycle: ReviewCycle | None, *, stop_hook_active: bool
) -> ReviewDue | None:
    """Return the review that a stop needs, or `None`."""
    served = modelled(state_of(FOLDER, cycle))
    answered = served.outcome(Stop(FOLDER, ReviewResult.PASS, 0, stop_hook_active))
    if cycle is None or answered.review is None:
        return None
    assert cycle.next_phase is not None
    phase = ReviewPhase(cycle.next_phase.removeprefix("post-"))
    return ReviewDue(cycle, phase, answered.review)


def state_of(plan: str, cycle: ReviewCycle | None) -> State:
    """Return a state with one plan, which has reviews."""
    return State((Plan(plan, "0" * 64, "", PlanStatus.ACTIVE, (), review_cycle=cycle),))


def cycle_in(served: LayeredModel) -> ReviewCycle | None:
    """Return the reviews of the one plan."""
    [plan] = served.state.plans
    return plan.review_cycle


def accepted(outcome: Any) -> Any:
    """Return an answer. Raises `Refused` for a rejection."""
    if isinstance(outcome, Rejected):
        raise Refused(outcome)
    return outcome
