"""Validation: witnesses, then vectors, then random operations, until the limits are reached."""

from collections.abc import Callable, Sequence

from conformance.adapters.connections import Broken
from conformance.adapters.subject import Subject
from conformance.differential.beside import NotAsked
from conformance.differential.comparing import Judging
from conformance.differential.difference import Difference, alike
from conformance.differential.reducing import Reducing, Watching
from conformance.kit.deviations import Witnessed, expects_difference
from conformance.kit.explaining import explaining_editions, neighbours
from conformance.kit.exploring import Exploring
from conformance.kit.finding import Finding
from conformance.kit.limits import REDUCING, Limits
from conformance.kit.random_runs import RandomRuns
from conformance.kit.reach import Reach
from conformance.kit.vector_runs import rules_shown, run_vector
from conformance.vectors.vector import Vector
from spec.vocabulary.operations import Operation

HOPELESS = 30
"""Sequences in a row in which nothing can be asked, after which nothing more is tried."""

Progress = Callable[[int, str], None]


class Validation:
    """All that is found out about an implementation, also if it breaks on the way."""

    def __init__(self, subject: Subject, reach: Reach, limits: Limits, show: Progress) -> None:
        self.subject = subject
        self.limits = limits
        self.show = show
        self.beside = Exploring(subject, Judging(subject.identity), reach)
        self.reducing = Reducing(subject, reach, REDUCING, limits.deadline)
        self.findings: list[Finding] = []
        self.stale: list[Witnessed] = []
        self.not_tried: list[Witnessed] = []
        self.vectors_run = self.vectors_failed = 0
        self.broken: Broken | None = None
        self.interrupted = False

    @property
    def operations(self) -> int:
        """Count what was asked to find something, not to shorten it."""
        return self.beside.evidence.asked

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
            self.subject.bye()
        except Broken as broken:
            self.broken = broken
        except KeyboardInterrupt:
            self.interrupted = True

    def replay_witness(self, witness: Witnessed) -> None:
        """Look whether a deviation is still there, if it can be asked at all."""
        expected = len(witness.trace.operations)
        beside = Watching(
            self.subject, self.beside.reach, lambda _: len(beside.operations) == expected
        )
        try:
            for operation in beside.start(witness.trace.operations):
                beside.apply(operation)
        except NotAsked:
            self.not_tried.append(witness)
        except Difference as difference:
            at_its_end = len(beside.operations) == expected
            expects = at_its_end and expects_difference(witness, difference)
            self.found_by_witness(witness, difference, beside.operations, expects)
        else:
            self.stale.append(witness)

    def found_by_witness(
        self,
        witness: Witnessed,
        difference: Difference,
        operations: Sequence[Operation],
        expected: bool,
    ) -> None:
        """Keep what a witness led to: it is known only if it is what the witness was kept for."""
        if not expected:
            self.not_tried.append(witness)
            if self.is_known(difference, ()):
                return
        finding = self.explained(difference, operations, f"witness of {witness.deviation.rule}")
        finding.witnessed = witness.deviation if expected else None
        self.add(finding)

    def run_vector(self, vector: Vector) -> None:
        """Run one vector."""
        try:
            self.vectors_run += run_vector(vector, self.beside)
        except Difference as difference:
            self.vectors_run += 1
            self.vectors_failed += 1
            rules = rules_shown(vector, difference, len(self.beside.operations))
            self.found(difference, f"vector {vector.id}", rules)

    def run_at_random(self) -> None:
        """Ask random sequences until the limits are reached or nothing can be asked any more."""
        runs, hopeless = RandomRuns(self.beside, self.limits), 0
        while not self.limits.reached(self.operations) and hopeless < HOPELESS:
            self.report()
            try:
                hopeless = 0 if runs.run() else hopeless + 1
            except Difference as difference:
                hopeless = 0
                self.found(difference, "random", ())

    def found(self, difference: Difference, source: str, rules: tuple[str, ...]) -> None:
        """Keep a difference, shortened and explained, unless it is known already."""
        if self.is_known(difference, rules):
            return
        operations = tuple(self.beside.operations)
        shorter, operations, reduced = self.reducing.reduce(operations, difference)
        self.beside.known.append(difference)
        if self.is_known(shorter, rules):
            return
        finding = self.explained(shorter, operations, source)
        finding.reduced, finding.vector_rules = reduced, rules
        finding.seen.append(difference)
        self.add(finding)
        self.report()

    def is_known(self, difference: Difference, rules: tuple[str, ...]) -> bool:
        """Tell whether a difference is that of a finding, and count it there."""
        for finding in self.findings:
            if any(alike(known, difference) for known in finding.seen):
                finding.met += 1
                finding.vector_rules += rules
                return True
        return False

    def explained(
        self, difference: Difference, operations: Sequence[Operation], source: str
    ) -> Finding:
        """Look for what explains a difference."""
        editions = explaining_editions(operations, difference, self.subject.identity)
        near = tuple(neighbours(operations, difference, self.subject.identity))
        return Finding(difference, tuple(operations), source, False, editions, near)

    def add(self, finding: Finding) -> None:
        """Remember a finding, to steer round it."""
        self.findings.append(finding)
        self.beside.known.append(finding.difference)
        # What was shortened is evidence too.
        self.beside.evidence.differed[finding.difference.signature] += 1
        self.beside.evidence.halting[
            finding.difference.signature
        ] += not finding.difference.state_agrees

    def report(self) -> None:
        """Show how far it is."""
        rules = len(self.beside.evidence.rules_exercised())
        note = f"{self.operations:,} operations, {rules} rules, {len(self.findings)} findings"
        self.show(self.limits.done(self.operations), note)
