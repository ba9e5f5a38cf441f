"""Properties of what comes next: of the request that is advised after another was refused."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spec.amendments.corrections import RESYNC
from spec.properties.changes import Change
from spec.properties.predicate import Predicate, properties_in
from spec.remedies.catalog import refusal_of, remedy_of
from spec.remedies.refusal import Refusal
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Apply = Callable[[State, Operation], tuple[State, Outcome]]
"""Returns the state after an operation, and its outcome."""

NAMES = ("plan", "step", "kind", "ordinal")
"""The details that say what a question is about; the others say what was found."""

OF_PLAN = ("unknown_plan", "plan_drift")
"""The reasons that are about a whole plan, whatever step a request names."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that consists of a refusal, and what makes the advised request in its edition."""

    change: Change
    refusal: Refusal
    apply: Apply


FollowUp = Predicate[Refused]
"""A predicate over a refused request and the one that is advised after it."""


def question(operation: Operation, outcome: Outcome) -> object:
    """Return which question an outcome answers with no, or `None` if it is accepted."""
    found = refusal_of(None, operation, outcome)
    if found is None:
        return None
    reason = found.rejected.reason
    step = None if reason in OF_PLAN else getattr(operation, "step", None)
    return found.rejected.code, reason, step, *(found.detail(name) for name in NAMES)


@FollowUp.stated("STP-56", lambda _: True, (RESYNC,))
def every_refusal_has_a_remedy(refused: Refused) -> Iterator[str]:
    """After a rejection with E047 to E052, the suggested request does not fail for the same reason;
    if it settles the matter, the rejected request can be repeated.
    """
    change, refusal, apply = refused.change, refused.refusal, refused.apply
    remedy = remedy_of(refusal)
    advised = remedy.operation(refusal)
    state, outcome = apply(change.after, advised)
    found = question(advised, outcome)
    if found is not None and found == question(change.operation, change.outcome):
        yield f"after {refusal.rejected}, {advised} is advised, and answered {outcome}"
    elif remedy.settles and not isinstance(outcome, Rejected):
        _, again = apply(state, change.operation)
        if again == change.outcome:
            yield f"{advised} is advised, and {refusal.rejected} stays the answer after it"


FOLLOW_UPS = properties_in(globals(), Predicate)


def applicable_follow_ups(change: Change) -> tuple[FollowUp, ...]:
    """Return the properties of what comes next that a change can violate."""
    return FOLLOW_UPS if refusal_in(change) else ()


def refusal_in(change: Change) -> Refusal | None:
    """Return the refusal that a change consists of, or `None`."""
    return refusal_of(change.plan_before, change.operation, change.outcome)
