"""The stage of vectors: short traces that each show one thing, run beside the model."""

from collections.abc import Iterator
from contextlib import suppress

from conformance.differential.divergence import Divergence
from conformance.differential.runner import CannotBeAsked
from conformance.differential.tally import Tally
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import BreaksSystem, Event, GoOn, Known, Ran, Skipped
from conformance.kit.stages.walking import Walk
from conformance.kit.vector_runs import accused_by
from conformance.vectors.vector import Vector, operations_of


def run_vectors(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Run the vectors, with requests sent ahead where that is offered; what differs runs again."""
    policy, asked = GoOn(session, known, session.tally()), 0
    walk = Walk(session, known, budget) if session.system.pipeline is not None else None
    for vector in session.vectors:
        if budget.reached(asked):
            return
        tally = agreed_on(walk, vector) if walk else None
        events = [Ran(vector, tally)] if tally else [*one_by_one(session, policy, vector)]
        asked += sum(each.tally.asked for each in events if isinstance(each, Ran))
        yield from events


def agreed_on(walk: Walk, vector: Vector) -> Tally | None:
    """Return what a vector counts, or `None` if it differs or cannot be asked to its end."""
    walk.tally, operations = walk.session.tally(), operations_of(vector)
    if next(walk.play((each, True) for each in operations), None) is not None:
        walk.player.abandon()
        return None
    if len(walk.operations) < len(operations):
        return None
    walk.tally.witnessed.update(vector.clauses)
    return walk.tally


def one_by_one(session: Session, policy: GoOn, vector: Vector) -> Iterator[Event]:
    """Run a vector; yield what differs on it, and whether it was run to its end."""
    policy.runner.tally = tally = session.tally()
    skipped: Skipped | None = None
    with suppress(Divergence):
        try:
            for operation in policy.runner.begin(operations_of(vector)):
                if policy.runner.fitted(operation) != operation:
                    raise CannotBeAsked("the clock cannot follow, so that it would show another")
                policy.runner.apply(operation)
        except CannotBeAsked as why:
            skipped = Skipped(vector, breaks=isinstance(why, BreaksSystem))
    differing = policy.taken()
    if skipped is None and not differing:
        tally.witnessed.update(vector.clauses)
    for shown in differing:
        accused = accused_by(vector, shown.divergence, len(shown.operations))
        source = f"vector {vector.id}"
        yield found(shown, source, session.edition, vector=vector, accused=accused)
    yield Ran(vector if skipped is None else vector.id, tally)
    if skipped is not None:
        yield skipped
