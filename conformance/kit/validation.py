"""Validation: witnesses, vectors, tours, then random operations, until the limits are reached."""

from collections.abc import Callable, Sequence
from functools import partial

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, is_known
from conformance.differential.policies import RaiseWanted
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.tally import Tally
from conformance.kit.deviations import Witnessed, expects_divergence
from conformance.kit.explaining import explaining_editions, neighbours
from conformance.kit.finding import ConformanceFinding
from conformance.kit.limits import REDUCING, RunLimits
from conformance.kit.random_runs import run_at_random
from conformance.kit.steering import SteerAround, ToTheEnd
from conformance.kit.tour_runs import TourRunner
from conformance.kit.vector_runs import VectorRunner, accused_by, run_vector
from conformance.protocol.documents.validation import TourResult
from conformance.vectors.playing import Player
from conformance.vectors.touring import not_toured, tour_of, toured, why_not_toured
from conformance.vectors.tours import Tour
from conformance.vectors.vector import Vector
from model.explorer.scopes.scope import Scope

Progress = Callable[[int, str], None]


class Validation:
    """All that is found out about a system, also if it breaks on the way."""

    def __init__(
        self,
        system: SystemUnderTest | InProcessSystem,
        capabilities: Capabilities,
        limits: RunLimits,
        show: Progress,
    ) -> None:
        self.system = system
        self.capabilities = capabilities
        self.limits = limits
        self.show = show
        self.tally = Tally()
        self.steering = SteerAround(self.tally)
        self.runner = DifferentialRunner(
            system, self.tally, policy=self.steering, capabilities=capabilities
        )
        self.reducer = Reducer(system, capabilities, REDUCING, limits.deadline)
        self.findings: list[ConformanceFinding] = []
        self.stale: list[Witnessed] = []
        self.not_tried: list[Witnessed] = []
        self.vectors_run = self.vectors_failed = 0
        self.tours: list[TourResult] = []
        self.broken: Broken | None = None
        self.interrupted = False

    @property
    def operations(self) -> int:
        """The number of operations that were asked to find something, not to shorten it."""
        return self.tally.asked

    @property
    def resets(self) -> int:
        """How often a remote system was reset."""
        return self.system.resets if isinstance(self.system, RemoteSystem) else 0

    def run(
        self,
        witnesses: Sequence[Witnessed],
        vectors: Sequence[Vector],
        scopes: Sequence[Scope] = (),
    ) -> None:
        """Find out all that can be; what breaks ends it, and what was found is kept."""
        try:
            # One may be on the way to another, so the shortest comes first.
            for witness in sorted(witnesses, key=lambda each: len(each.trace.operations)):
                self.replay_witness(witness)
            assert isinstance(self.system, RemoteSystem)
            player = Player(self.system, self.runner.comparator)
            self.play_vectors(player, vectors)
            # However many vectors there are, as much is asked on tours, and again at random.
            self.limits = self.limits.after(self.operations)
            self.play_tours(player, scopes)
            self.limits = self.limits.after(self.operations)
            self.run_at_random()
            self.system.bye()
        except Broken as broken:
            self.broken = broken
        except KeyboardInterrupt:
            self.interrupted = True

    def play_vectors(self, player: Player, vectors: Sequence[Vector]) -> None:
        """Run vectors as long as the limits are not reached."""
        runner = VectorRunner(player, self.capabilities, self.tally, self.run_vector)
        before = self.operations
        runner.run(vectors, lambda asked: not self.limits.reached(before + asked))
        self.vectors_run += runner.passed

    def play_tours(self, player: Player, scopes: Sequence[Scope]) -> None:
        """Tour one scope after the other; what there is no time for is toured in part or not."""
        runner = TourRunner(
            player,
            self.reducer,
            self.steering,
            lambda divergence: self.is_known(divergence, {}),
            lambda shown, source: self.found(shown, source, {}),
        )
        for scope in scopes:
            why = why_not_toured(scope, self.capabilities)
            if why is None and self.limits.reached_by_tours(self.operations):
                why = "there was no time left for it"
            if why is not None:
                self.tours.append(not_toured(scope, why))
                continue
            tour = tour_of(scope, self.capabilities, self.limits.seed)
            try:
                runner.run(tour, partial(self.goes_on, self.operations, tour))
            finally:
                self.tours.append(toured(tour))
            self.report()

    def goes_on(self, before: int, tour: Tour) -> bool:
        """Return whether a tour goes on that began after so many operations."""
        return not self.limits.reached_by_tours(before + tour.operations)

    def replay_witness(self, witness: Witnessed) -> None:
        """Find out whether a deviation is still there, if it can be asked at all."""
        expected = len(witness.trace.operations)
        runner = DifferentialRunner(
            self.system,
            policy=RaiseWanted(lambda _: len(runner.operations) == expected),
            capabilities=self.capabilities,
        )
        try:
            for operation in runner.begin(witness.trace.operations):
                runner.apply(operation)
        except Skipped:
            self.not_tried.append(witness)
        except Divergence as divergence:
            at_its_end = len(runner.operations) == expected
            expects = at_its_end and expects_divergence(witness, divergence)
            self.found_by_witness(witness, shown_by(runner, divergence), expects)
        else:
            self.stale.append(witness)

    def found_by_witness(self, witness: Witnessed, shown: Counterexample, expected: bool) -> None:
        """Keep what a witness led to: it is known only if it is what the witness was kept for."""
        if not expected:
            self.not_tried.append(witness)
            if self.is_known(shown.divergence, {}):
                return
        finding = self.explained(shown, f"witness of {witness.deviation.rule}")
        finding.witnessed = witness.deviation if expected else None
        self.add(finding)

    def run_vector(self, vector: Vector) -> None:
        """Run one vector."""
        length = len(vector.operations)
        runner = DifferentialRunner(
            self.system,
            self.tally,
            policy=ToTheEnd(self.steering, lambda: len(runner.operations) == length),
            comparator=self.runner.comparator,
            capabilities=self.capabilities,
        )
        try:
            self.vectors_run += run_vector(vector, runner)
        except Divergence as divergence:
            self.vectors_run += 1
            self.vectors_failed += 1
            accused = accused_by(vector, divergence, len(runner.operations))
            self.found(shown_by(runner, divergence), f"vector {vector.id}", accused)

    def run_at_random(self) -> None:
        """Apply random operations until the limits are reached or nothing can be asked."""
        if not self.limits.reached(self.operations):
            run_at_random(
                self.runner,
                self.limits,
                lambda each: self.found(shown_by(self.runner, each), "random", {}),
                self.report,
            )

    def found(self, shown: Counterexample, source: str, accused: dict[str, float]) -> None:
        """Keep a divergence, reduced and explained, unless it is known already."""
        divergence = shown.divergence
        if self.is_known(divergence, accused):
            return
        shorter = self.reducer.reduce(shown.operations, divergence)
        self.steering.known.append(divergence)
        if self.is_known(shorter.divergence, accused):
            return
        finding = self.explained(shorter, source)
        finding.accused = accused
        finding.seen.append(divergence)
        self.add(finding)
        self.report()

    def is_known(self, divergence: Divergence, accused: dict[str, float]) -> bool:
        """Return whether a divergence is that of a finding, and count it there."""
        for finding in self.findings:
            if any(is_known(known, divergence) for known in finding.seen):
                finding.met += 1
                for clause, weight in accused.items():
                    finding.accused[clause] = max(weight, finding.accused.get(clause, 0.0))
                return True
        return False

    def explained(self, shown: Counterexample, source: str) -> ConformanceFinding:
        """Return a finding with what explains its divergence."""
        operations, divergence, identity = shown.operations, shown.divergence, self.system.identity
        editions = explaining_editions(operations, divergence, identity)
        near = tuple(neighbours(operations, divergence, identity))
        return ConformanceFinding(shown, source, editions, near)

    def add(self, finding: ConformanceFinding) -> None:
        """Remember a finding, to steer around it."""
        self.findings.append(finding)
        self.steering.known.append(finding.divergence)
        # What was shortened is evidence too.
        self.steering.count(finding.divergence)

    def report(self) -> None:
        """Show how far it is."""
        rules = len(self.tally.rules)
        note = f"{self.operations:,} operations, {rules} rules, {len(self.findings)} findings"
        self.show(self.limits.done(self.operations), note)


def shown_by(runner: DifferentialRunner, divergence: Divergence) -> Counterexample:
    """Return a divergence with all that was asked before it."""
    return Counterexample(divergence, tuple(runner.operations))
