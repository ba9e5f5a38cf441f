"""Validation: witnesses, then vectors, then random operations, until the limits are reached."""

from collections.abc import Callable, Sequence

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
from conformance.kit.steering import SteerAround
from conformance.kit.vector_runs import clauses_shown, run_vector
from conformance.vectors.vector import Vector

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

    def run(self, witnesses: Sequence[Witnessed], vectors: Sequence[Vector]) -> None:
        """Find out all that can be; what breaks ends it, and what was found is kept."""
        try:
            # One may be on the way to another, so the shortest comes first.
            for witness in sorted(witnesses, key=lambda each: len(each.trace.operations)):
                self.replay_witness(witness)
            for vector in vectors:
                if self.limits.reached(self.operations):
                    break
                self.run_vector(vector)
            # However many vectors there are, as much is asked at random.
            self.limits = self.limits.after(self.operations)
            self.run_at_random()
            if isinstance(self.system, RemoteSystem):
                self.system.bye()
        except Broken as broken:
            self.broken = broken
        except KeyboardInterrupt:
            self.interrupted = True

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
            shown = Counterexample(divergence, tuple(runner.operations))
            self.found_by_witness(witness, shown, expects)
        else:
            self.stale.append(witness)

    def found_by_witness(self, witness: Witnessed, shown: Counterexample, expected: bool) -> None:
        """Keep what a witness led to: it is known only if it is what the witness was kept for."""
        if not expected:
            self.not_tried.append(witness)
            if self.is_known(shown.divergence, ()):
                return
        finding = self.explained(shown, f"witness of {witness.deviation.rule}")
        finding.witnessed = witness.deviation if expected else None
        self.add(finding)

    def run_vector(self, vector: Vector) -> None:
        """Run one vector."""
        try:
            self.vectors_run += run_vector(vector, self.runner)
        except Divergence as divergence:
            self.vectors_run += 1
            self.vectors_failed += 1
            clauses = clauses_shown(vector, divergence, len(self.runner.operations))
            self.found(divergence, f"vector {vector.id}", clauses)

    def run_at_random(self) -> None:
        """Apply random operations until the limits are reached or nothing can be asked."""
        if not self.limits.reached(self.operations):
            run_at_random(
                self.runner, self.limits, lambda each: self.found(each, "random", ()), self.report
            )

    def found(self, divergence: Divergence, source: str, clauses: tuple[str, ...]) -> None:
        """Keep a divergence, reduced and explained, unless it is known already."""
        if self.is_known(divergence, clauses):
            return
        shorter = self.reducer.reduce(tuple(self.runner.operations), divergence)
        self.steering.known.append(divergence)
        if self.is_known(shorter.divergence, clauses):
            return
        finding = self.explained(shorter, source)
        finding.vector_clauses = clauses
        finding.seen.append(divergence)
        self.add(finding)
        self.report()

    def is_known(self, divergence: Divergence, clauses: tuple[str, ...]) -> bool:
        """Return whether a divergence is that of a finding, and count it there."""
        for finding in self.findings:
            if any(is_known(known, divergence) for known in finding.seen):
                finding.met += 1
                finding.vector_clauses += clauses
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
