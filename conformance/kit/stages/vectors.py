"""The stage of vectors: short traces that each show one thing, run beside the model."""

from collections.abc import Iterator

from conformance.adapters.remote import RemoteSystem
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import CannotBeAsked
from conformance.kit.finding import Finding, found
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import BreaksSystem, Event, Known, Ran, Skipped, runner_of
from conformance.kit.vector_runs import VectorPlayer, accused_by
from conformance.vectors.playing import Player
from conformance.vectors.vector import Vector, operations_of


def run_vectors(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Run the vectors, each whole where the system lets requests be sent ahead of replies.

    One that differs is asked again, one operation after the other.
    """
    asking, asked = OneByOne(session, known), 0
    player = vector_player(session)
    for vector in session.vectors:
        if budget.reached(asked):
            return
        tally = player.played(vector) if player else None
        events = [Ran(vector, tally)] if tally else list(asking.events(vector))
        asked += sum(each.tally.asked for each in events if isinstance(each, Ran))
        yield from events


def vector_player(session: Session) -> VectorPlayer | None:
    """Return what plays whole vectors, if requests may be sent ahead of replies."""
    system = session.system
    if not isinstance(system, RemoteSystem) or system.pipeline is None:
        return None
    return VectorPlayer(Player(system, session.comparator), session.capabilities)


class OneByOne:
    """Sends the operations of vectors one after the other, and goes on behind what differs."""

    def __init__(self, session: Session, known: Known) -> None:
        self.session = session
        self.runner, self.policy = runner_of(session, known, session.tally())

    def events(self, vector: Vector) -> Iterator[Event]:
        """Run a vector; yield what differs on it, and whether it was run to its end."""
        self.runner.tally = tally = self.session.tally()
        skipped = self.cut(vector)
        differing = self.policy.taken()
        if skipped is None and not differing:
            tally.witnessed.update(vector.clauses)
        yield from (finding_of(self.session, vector, shown) for shown in differing)
        yield Ran(vector if skipped is None else vector.id, tally)
        if skipped is not None:
            yield skipped

    def cut(self, vector: Vector) -> Skipped | None:
        """Send the operations of a vector; return whether it was cut short, unless it differed."""
        try:
            for operation in self.runner.begin(operations_of(vector)):
                if self.runner.fitted(operation) != operation:
                    # The clock cannot follow, so that this would show something else.
                    return Skipped(vector)
                self.runner.apply(operation)
        except BreaksSystem:
            return Skipped(vector, breaks=True)
        except CannotBeAsked:
            return Skipped(vector)
        except Divergence:
            pass
        return None


def finding_of(session: Session, vector: Vector, shown: Counterexample) -> Finding:
    """Return what a vector showed, which accuses the clauses that it is about."""
    accused = accused_by(vector, shown.divergence, len(shown.operations))
    source = f"vector {vector.id}"
    return found(shown, source, session.edition, vector=vector, accused=accused)
