"""The stage of tours: every transition of some state graphs, in sequences from a reset."""

from collections.abc import Iterator

from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.runner import failure
from conformance.differential.tally import decision_of
from conformance.kit.finding import Finding, found, signatures_in
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.signatures import Signature, signatures_of
from conformance.kit.stages.stage import Event, Known, Ran, Skipped
from conformance.protocol.messages import Observed
from conformance.vectors.playing import PlayedStep, Player
from conformance.vectors.touring import (
    not_toured,
    requests_of,
    toured,
    why_not_toured,
)
from conformance.vectors.tours import Tour, TourStep
from model.explorer.scopes.scope import Scope
from model.transition import Transition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

SHARE = 0.6
"""The share of the time left that tours get: random operations find other faults."""


def play_tours(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Tour one scope after the other; what there is no time for is toured in part or not."""
    asked, signatures = 0, set(signatures_in(known))
    budget = budget.part(SHARE)
    for scope in session.scopes:
        why = why_not_toured(scope, session.capabilities)
        if why is None and budget.reached(asked):
            why = budget.why_reached(asked)
        if why is not None:
            yield Skipped(not_toured(scope, why))
            continue
        touring = Touring(session, scope, budget, asked, signatures)
        yield from touring.events()
        asked += touring.tour.operations


class Touring:
    """Tours one scope, after so many operations. `known` are signatures, to which it adds."""

    def __init__(
        self, session: Session, scope: Scope, budget: RunLimits, before: int, known: set[Signature]
    ) -> None:
        self.session = session
        self.budget = budget
        self.before = before
        self.known = known
        self.tally = session.tally()
        offered = session.capabilities
        self.tour = Tour(scope, offered.offers, offered.registers, session.edition, budget.seed)
        self.player = Player(session.remote, session.comparator)
        self.reducer = Reducer(session.system, session.capabilities)
        self.is_partial = session.system.identity.observe is Observed.PARTIAL

    @property
    def stored_first(self) -> State:
        """What is stored where a sequence begins."""
        made = transitions_of(self.tour.prefix, self.tour.edition)
        return made[-1].state if made else State()

    def goes_on(self) -> bool:
        """Return whether the limits are not reached."""
        return not self.budget.reached(self.before + self.tour.operations)

    def events(self) -> Iterator[Event]:
        """Yield what differs on the tour, then how far it came."""
        try:
            yield from self.walk()
        except Broken as broken:
            yield Ran(toured(self.tour), self.tally)
            raise broken
        yield Ran(toured(self.tour), self.tally)

    def walk(self) -> Iterator[Finding]:
        """Make the steps of the tour, and yield what differs."""
        walked: list[Operation] = []
        before = State()
        for played in self.player.play(requests_of(self.tour, self.goes_on)):
            step: TourStep = played.step.what
            if step.first:
                walked, before = [*self.tour.prefix], self.stored_first
            walked.append(step.operation)
            self.tally.asked += 1
            if played.unexpected:
                yield from self.differed(played, tuple(walked), before)
            else:
                self.tally.agreed[decision_of(step.operation, step.transition)] += 1
            before = step.transition.state

    def differed(
        self, played: PlayedStep, walked: tuple[Operation, ...], before: State
    ) -> Iterator[Finding]:
        """Yield what a step shows, and go on behind it where the states are alike.

        Otherwise another sequence begins, without the transition of the step.
        """
        step: TourStep = played.step.what
        divergence = divergence_of(played, step.operation, step.transition, before, self.is_partial)
        if divergence is None:
            self.leave(step)
            why = played.unexpected[0].unsupported
            self.tally.unsupported[decision_of(step.operation, step.transition)] = why
            return
        self.tally.count(divergence.decision, goes_on=divergence.state_agrees)
        source = f"the tour of {self.tour.scope.name}"
        finding = found(Counterexample(divergence, walked), source, self.session.edition)
        is_known = finding.signatures <= self.known
        if is_known and divergence.state_agrees:
            self.tour.failed.add((step.state, step.event))
        else:
            self.leave(step)
        if is_known:
            yield finding
            return
        shown = self.reproduced(self.tour.shortest(step)) or self.reproduced(walked)
        if shown is None and divergence.bad_end is not None:
            return  # such as that of a reset: no operation shows it again
        self.known |= finding.signatures
        if shown is not None:
            finding = found(shown, source, self.session.edition)
            self.known |= finding.signatures
        yield finding

    def leave(self, step: TourStep) -> None:
        """Leave out the transition of a step from now on."""
        self.tour.fail([step, *(each.what for each in self.player.abandon())])

    def reproduced(self, operations: tuple[Operation, ...]) -> Counterexample | None:
        """Return what operations show if they are asked one by one, or `None`."""

        def is_new(divergence: Divergence) -> bool:
            return not signatures_of(divergence) <= self.known

        return self.reducer.replay(operations, wanted=is_new)


def divergence_of(
    played: PlayedStep, operation: Operation, model: Transition, before: State, partial: bool
) -> Divergence | None:
    """Return what differed in the step of an operation, or `None` if it could not be asked.

    A `partial` system need not show whether it did what it answered otherwise.
    """
    first = played.unexpected[0]
    if first.unsupported:
        return None
    if first.error:
        return failure(operation, model, first.error, first.broken)
    kind = "answer" if first.request["request"] == "op" else "state"
    is_other = any(not each.place for found in played.unexpected for each in found.differences)
    states = [known.expected for known in played.step.replies if known.request["request"] != "op"]
    return Divergence(
        kind,
        operation,
        model,
        first.reply if kind == "answer" else model.outcome,
        tuple(found for each in played.unexpected for found in each.differences),
        state=states[-1] if played.state_agrees and states else played.unexpected[-1].reply,
        state_agrees=played.state_agrees and not (partial and is_other),
        before=before,
    )
