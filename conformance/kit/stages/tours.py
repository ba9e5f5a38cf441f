"""The stage of tours: every transition of some state graphs, in sequences from a reset."""

from collections.abc import Iterable, Iterator, Sequence

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import plainer
from conformance.kit.finding import signatures_in
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known, Part, Skipped
from conformance.kit.stages.walking import Looked, Walk, WalkStep
from conformance.protocol.areas import AREA_OF, faults_of
from conformance.protocol.documents.validation import TourResult
from conformance.protocol.messages import AreaName, Clock, Feature
from conformance.vectors.tours import Tour, TourStep
from model.explorer.scopes.scope import Scope
from spec.vocabulary.operations import OPERATIONS, Operation

SHARE = 0.4
"""The share of the time left that tours get: random operations find other faults."""
OF_STEPS = {AreaName.PLANS, AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION}
"""Areas of which a scope is toured also if a system offers only some."""
NOT_TOURED = (Feature.DRIFT, Feature.TAKEOVER, Feature.ORDER, Feature.LEASES)
"""Features without which the states of a scope are not those of a program."""


def play_tours(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Tour one scope after the other; what there is no time for is toured in part or not."""
    asked, signatures = 0, set(signatures_in(known))
    budget = budget.part(SHARE)
    for scope in session.scopes:
        why = why_not_toured(scope, session.capabilities)
        if why is None and budget.reached(asked):
            why = budget.why_reached(asked)
        if why is not None:
            yield Skipped(TourResult(scope.name, "none", 0, 0, 0, 0, why))
            continue
        touring = Touring(session, known, budget, scope)
        touring.known, touring.asked_besides = signatures, asked
        yield from touring
        asked += touring.tour.operations


class Touring(Walk):
    """Tours one scope: each sequence is a trace, and another begins behind what differs."""

    def __init__(self, session: Session, known: Known, budget: RunLimits, scope: Scope) -> None:
        super().__init__(session, known, budget)
        offered = session.capabilities
        self.tour = Tour(scope, offered.offers, offered.registers, session.edition, budget.seed)
        self.steps_made = self.tour.steps()
        self.coming: TourStep | None = None
        self.sequence_made: list[TourStep] = []
        self.is_cut = False

    @property
    def part(self) -> Part:
        """How far the tour came."""
        return toured(self.tour)

    def traces(self) -> Iterator[tuple[str, Iterator[Looked]]]:
        """Yield sequences until no transition is left."""
        self.coming = next(self.steps_made, None)
        while self.coming is not None:
            self.is_cut = True
            yield f"the tour of {self.tour.scope.name}", self.sequence()
            if self.is_cut:  # the last operation cannot be asked
                self.leave_out(self.sequence_made[-1:])
            self.coming = self.coming or next(self.steps_made, None)

    def sequence(self) -> Iterator[Looked]:
        """Yield operations, each with a look behind it, until another sequence begins."""
        self.sequence_made = []
        for operation in self.tour.prefix:
            yield operation, True
        while self.coming is not None and not (self.sequence_made and self.coming.first):
            self.sequence_made.append(self.coming)
            self.coming = None
            yield self.sequence_made[-1].operation, True
            self.coming = next(self.steps_made, None)
        self.is_cut = False

    def leave(self, step: WalkStep, goes_on: bool) -> None:
        """Note that the transition of a step differs, and leave it out from now on if it ends."""
        super().leave(step, goes_on)
        made = self.made_by(step)
        if goes_on:
            self.tour.failed.add((made[0].state, made[0].event))
        else:
            self.leave_out(made)

    def made_by(self, step: WalkStep) -> Sequence[TourStep]:
        """Return the steps of the tour from one on."""
        return self.sequence_made[step.position - len(self.tour.prefix) :]

    def leave_out(self, steps: Sequence[TourStep]) -> None:
        """Leave out a transition, and make those again that were to come behind it."""
        self.tour.fail([*steps, *filter(None, [self.coming])])
        self.coming, self.is_cut = None, False

    def ways_to(self, step: WalkStep) -> Iterable[tuple[Operation, ...]]:
        """Return the sequences that may show a difference one by one, a shortest one first."""
        return self.tour.shortest(self.made_by(step)[0]), self.walked(step)


def why_not_toured(scope: Scope, capabilities: Capabilities) -> str | None:
    """Return why a system cannot be toured in a scope, or `None` if it can."""
    if capabilities.identity.clock is not Clock.VIRTUAL:
        return "its clock is not virtual"
    operations = [event for event in scope.events if isinstance(event, OPERATIONS)]
    areas = {AREA_OF[type(operation)] for operation in operations}
    if missing := areas - OF_STEPS - capabilities.areas:
        return capabilities.why_without(missing)
    if not (areas - {AreaName.PLANS}) & capabilities.areas:
        return "it offers none of the operations"
    faults = {fault for operation in operations for fault in faults_of(operation)}
    if lacking := sorted(faults - set(capabilities.identity.faults)):
        return f"it cannot make {', '.join(lacking)} fail"
    if why := lacking_in(scope, capabilities):
        return why
    one_document = len(scope.documents.versions) == len(scope.documents.versions[0][1]) == 1
    return None if capabilities.registers or one_document else "it cannot register plans"


def lacking_in(scope: Scope, capabilities: Capabilities) -> str | None:
    """Return which feature of a scope's documents, claims or hashes a system is without, if any."""
    without = capabilities.identity.without
    if lacking := [each for each in without if each in NOT_TOURED]:
        return f"it is without {', '.join(lacking)}"
    documents = [each for _, versions in scope.documents.versions for each in versions]
    if any(plainer(each, without) != each for each in documents):
        return f"it is without {', '.join(without)}"
    return None


def toured(tour: Tour) -> TourResult:
    """Return how far a tour came."""
    left = sum(len(state.open) for state in tour.states) + len(tour.failed)
    why = "it ended before" if any(not state.is_finished for state in tour.states) else ""
    if tour.is_sampled:
        why = "what changes nothing was sampled"
    elif tour.failed:
        why = f"{len(tour.failed):,} transitions lead to what differs or is unsupported"
    return TourResult(
        scope=tour.scope.name,
        extent="whole" if tour.is_whole else "part",
        states=len(tour.states),
        transitions=tour.transitions,
        made=tour.transitions - left,
        operations=tour.operations,
        why=why,
    )
