"""A validation: stages one after the other, and the fold of what they yield."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.connections import Broken
from conformance.differential.tally import Tally
from conformance.kit.attribution import attribute_findings
from conformance.kit.deviations import Witnessed
from conformance.kit.explaining import explain, joined
from conformance.kit.finding import Finding
from conformance.kit.limits import RunLimits
from conformance.kit.real_time.leases import RealLeases
from conformance.kit.session import Session
from conformance.kit.signatures import Signature
from conformance.kit.stages.known_deviations import replay_deviations
from conformance.kit.stages.likeness import NearMisses
from conformance.kit.stages.long_runs import LongRuns
from conformance.kit.stages.pairs import Pairs
from conformance.kit.stages.ramps import Climbing
from conformance.kit.stages.random_operations import run_at_random
from conformance.kit.stages.real_leases import wait_for_leases
from conformance.kit.stages.shortening import shorten
from conformance.kit.stages.stage import Broke, Event, Ran, Skipped, Stage
from conformance.kit.stages.tours import play_tours
from conformance.kit.stages.vectors import run_vectors
from conformance.kit.stages.wire import speak
from conformance.kit.vector_runs import VectorCoverage
from conformance.protocol.codec import request_from
from conformance.protocol.documents.validation import TourResult
from conformance.protocol.messages import ResetStore
from conformance.vectors.vector import Vector
from spec.formats.messages import Message
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register


def place_of_crash(broken: Broken) -> tuple[str, ...]:
    """Return how a system ended, at which request, and after which operation unless at a reset."""
    last = [each["request"] for each in broken.requests[-1:]]
    if last == ["reset"]:
        return broken.kind, *last
    operations = [each["operation"] for each in broken.requests if each["request"] == "op"]
    return broken.kind, *last, *operations[-1:]


def operations_in(requests: Iterable[Message]) -> Iterator[Operation]:
    """Yield the operations among requests; the plan of a reset is registered."""
    for message in requests:
        request = request_from(message)
        if isinstance(request, OPERATIONS):
            yield request
        elif isinstance(request, ResetStore) and request.plan and request.definition:
            yield Register(request.plan, request.definition, request.now)


Progress = Callable[[str, int], None]
STAGES: tuple[Stage, ...] = (
    replay_deviations,
    speak,
    wait_for_leases,
    run_vectors,
    Climbing,
    NearMisses,
    LongRuns,
    Pairs,
    play_tours,
    run_at_random,
    shorten,
)
"""What a system is put to, in this order: what comes first takes its time from the rest.

A stage takes its share of what is left with `budget.part`, and random operations take all of it. A
new one is a function or a walk in `kit/stages/`, with faults that only it finds in
`tests/conformance/kit/test_hidden_faults.py`.
"""


@dataclass
class Validation:
    """What a system did in all stages, folded from their events.

    `stale` are the deviations that are no longer there, `not_tried` those that could not be asked,
    `left` is what stages had no time for, and `broken` is what ended one. `tally` counts the
    decisions of all stages.
    """

    session: Session
    limits: RunLimits
    tally: Tally
    coverage: VectorCoverage
    findings: list[Finding] = field(default_factory=list)
    stale: list[Witnessed] = field(default_factory=list)
    not_tried: list[Witnessed] = field(default_factory=list)
    tours: list[TourResult] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    leases: RealLeases | None = None
    broken: list[Broken] = field(default_factory=list)
    interrupted: bool = False
    owners: dict[Signature, int] = field(default_factory=dict)

    @property
    def operations(self) -> int:
        """The number of operations that were asked to find something, not to shorten it."""
        return self.tally.asked

    @property
    def crashes(self) -> list[Broken]:
        """What ended a stage, and what broke the system without a finding, the first at a place."""
        places: dict[object, Broken] = {}
        for each in (*self.broken, *self.session.system.ends):
            places.setdefault(place_of_crash(each), each)
        found = (each.divergence.bad_end for each in self.findings)
        known = set(map(place_of_crash, filter(None, found)))
        return [each for at, each in places.items() if each in self.broken or at not in known]

    def fold(self, event: Event) -> None:
        """Take in what a stage has yielded."""
        if isinstance(event, Ran):
            self.tally.add(event.tally)
        match event:
            case Finding():
                self.add(event)
            case Ran(Vector() as vector):
                self.coverage.sent.add(vector.id)
            case Skipped(Vector() as vector, breaks):
                self.coverage.skip(vector, breaks=breaks)
            case Ran(TourResult() as tour) | Skipped(TourResult() as tour):
                self.tours.append(tour)
            case Ran(Witnessed() as witness):
                self.stale.append(witness)
            case Skipped(Witnessed() as witness):
                self.not_tried.append(witness)
            case Ran(RealLeases() as leases):
                self.leases = leases
            case Skipped(str() as left):
                self.left.append(left)
            case Broke(broken):
                self.broken.append(broken)

    def add(self, finding: Finding) -> None:
        """Count a finding where its differences are known, and keep it for those that are new.

        Differences that were only met together are one finding until some are met without the
        others: then those were a fault of their own all the time, and are a finding of their own.
        """
        if finding.vector is not None and finding.count:
            self.coverage.failed(finding.vector, finding)
        for number in {self.owners[each] for each in finding.signatures if each in self.owners}:
            self.part(number, finding)
        if new := frozenset(each for each in finding.signatures if each not in self.owners):
            self.keep(replace(finding, signatures=new, seconds=self.limits.seconds))

    def part(self, number: int, finding: Finding) -> None:
        """Count a finding again, or part it if not all of its differences are met again."""
        known = self.findings[number]
        alone = known.signatures & finding.signatures
        is_whole = alone == known.signatures or finding.signatures != finding.shown
        if is_whole or known.witnessed is not None:
            self.findings[number] = known.met_again(finding)
            return
        self.findings[number] = replace(known, signatures=known.signatures - alone)
        count = known.count + finding.count
        self.keep(replace(finding, signatures=alone, count=count, seconds=known.seconds))

    def keep(self, finding: Finding) -> None:
        """Keep a finding."""
        self.owners |= dict.fromkeys(finding.signatures, len(self.findings))
        self.findings.append(finding)


def validate(
    session: Session,
    limits: RunLimits,
    show: Progress = lambda _note, _done: None,
    stages: Sequence[Stage] = STAGES,
) -> Validation:
    """Put a system to all stages, and return what it did. What breaks ends one stage."""
    coverage = VectorCoverage(session.edition, session.vectors)
    validation = Validation(session, limits, session.tally(), coverage)
    try:
        for stage in stages:
            if not run_stage(stage, validation, show):
                break
        else:
            session.system.bye()
    except Broken as broken:
        validation.fold(Broke(broken))
    except KeyboardInterrupt:
        validation.interrupted = True
    findings = joined(explain(session.capabilities, validation.findings))
    validation.findings = attribute_findings(findings, validation.tally)
    return validation


def run_stage(stage: Stage, validation: Validation, show: Progress) -> bool:
    """Fold what a stage yields; return whether the system is there, or again, for another one."""
    try:
        for event in stage(validation.session, tuple(validation.findings), validation.limits):
            validation.fold(event)
            note = f"{validation.operations:,} operations, {len(validation.findings)} findings"
            show(note, validation.limits.done(validation.operations))
    except Broken as broken:
        validation.fold(Broke(broken))
        try:
            validation.session.system.recover(broken)
        except Broken:
            return False
    return True
