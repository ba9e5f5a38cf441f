"""Validation: witnesses, vectors, tours, then random operations, until the limits are reached."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence
from conformance.differential.policies import RaiseWanted
from conformance.differential.reducer import Counterexample, Reducer, shown_by
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.tally import Tally
from conformance.kit.asking_ahead import AheadRunner
from conformance.kit.coverage import VectorCoverage
from conformance.kit.deviations import Witnessed, expects_divergence
from conformance.kit.ends.shortening import shorten_found_by_vectors, shorten_unreduced
from conformance.kit.explaining import Explainer, neighbours
from conformance.kit.finding import ConformanceFinding
from conformance.kit.generalizing import generalize, is_established, places_altered
from conformance.kit.limits import REDUCING, REDUCING_SHARE, REDUCING_VECTOR, RunLimits
from conformance.kit.probing import Hidden, Probing
from conformance.kit.projecting import ProjectingComparator
from conformance.kit.random_runs import run_at_random
from conformance.kit.real_time.clock import Clock, RealClock
from conformance.kit.real_time.judging import Judged
from conformance.kit.real_time.leases import SHARE, RealLeases
from conformance.kit.references import differs, preferring, reference_behind
from conformance.kit.starting_anew import ask_anew
from conformance.kit.steering import SteerAround, ToTheEnd
from conformance.kit.tour_runs import TourRunner
from conformance.kit.vector_runs import VectorRunner, accused_by, operations_of, run_operations
from conformance.protocol.documents.validation import TourResult
from conformance.protocol.messages import Clock as ClockKind
from conformance.vectors.editions import vectors_in
from conformance.vectors.playing import Player
from conformance.vectors.touring import not_toured, tour_of, toured, why_not_toured
from conformance.vectors.tours import Tour
from conformance.vectors.vector import Kind, Vector
from model.explorer.scopes.scope import Scope
from spec.editions import Edition
from spec.vocabulary.operations import Operation

Progress = Callable[[int, str], None]
OperationFailed = Callable[[Divergence, int], None]
FEW = 5
"""Vectors that say nothing yet about how many fail."""
CERTAINLY = 2.0
"""How much a scenario that was written for one clause accuses it."""


class Validation:
    """All that is found out about a system, also if it breaks on the way."""

    def __init__(
        self,
        system: SystemUnderTest | InProcessSystem,
        capabilities: Capabilities,
        limits: RunLimits,
        show: Progress,
        clock: Clock | None = None,
    ) -> None:
        self.system = system
        self.capabilities = self.asking = capabilities
        self.limits = limits
        self.show = show
        self.edition = self.reference = capabilities.edition
        self.tally = Tally(edition=self.edition)
        self.findings: list[ConformanceFinding] = []
        self.steering = SteerAround(self.tally, self.findings)
        comparator = ProjectingComparator(
            system.identity, self.edition, tolerance=capabilities.tolerance
        )
        self.runner = DifferentialRunner(
            system,
            self.tally,
            policy=self.steering,
            comparator=comparator,
            capabilities=capabilities,
        )
        self.reducer = Reducer(
            system,
            capabilities,
            REDUCING,
            lambda: self.limits.deadline(self.reducing, self.share),
        )
        self.reducing, self.share, self.reduces = 0.0, REDUCING_SHARE, True
        self.stale: list[Witnessed] = []
        self.not_tried: list[Witnessed] = []
        self.coverage = VectorCoverage(self.edition)
        self.vectors_run = self.vectors_failed = 0
        self.failed: list[Vector] = []
        self.followed = 0
        self.tours: list[TourResult] = []
        self.clock = clock or RealClock()
        self.leases: RealLeases | None = None
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

    @property
    def ends(self) -> list[Broken]:
        """What broke a remote system that was started again."""
        return self.system.ends if isinstance(self.system, RemoteSystem) else []

    def run(
        self,
        witnesses: Sequence[Witnessed],
        vectors: Sequence[Vector],
        scopes: Sequence[Scope] = (),
    ) -> None:
        """Find out all that can be; what breaks ends it, and what was found is kept."""
        self.coverage.vectors = vectors
        try:
            # One may be on the way to another, so the shortest comes first.
            for witness in sorted(witnesses, key=lambda each: len(each.trace.operations)):
                self.replay_witness(witness)
            assert isinstance(self.system, RemoteSystem)
            self.wait_for_leases(self.system)
            player = Player(self.system, self.runner.comparator)
            # What the system lacks is found before anything that was found is shortened.
            self.reduces = False
            self.judge_by_vectors(player, one_for_each_amendment(vectors))
            self.probe(vectors)
            self.reduces = True
            shorten_found_by_vectors(self)
            amending = [each for each in vectors if each.kind is Kind.AMENDMENT]
            for part in (amending, vectors):
                self.judge_by_vectors(player, [each for each in part if not self.was_run(each)])
            # However many vectors there are, as much is asked on tours, and again at random.
            self.limits = self.limits.after(self.operations)
            self.play_tours(player, scopes)
            self.limits = self.limits.after(self.operations)
            self.run_at_random()
            shorten_unreduced(self)
            reopen = self.system.reopen
            self.system.bye()
            if reopen is not None:
                ask_anew(self.system, reopen, self.capabilities, self.findings, self.limits.is_over)
        except Broken as broken:
            self.broken = broken
        except KeyboardInterrupt:
            self.interrupted = True

    def was_run(self, vector: Vector) -> bool:
        """Return whether a vector was asked, to its end or as far as the clock can follow."""
        return vector.id in self.coverage.sent or vector.id in self.coverage.cut

    def wait_for_leases(self, system: RemoteSystem) -> None:
        """Test real leases where the clock cannot be set."""
        if self.system.identity.clock is not ClockKind.NONE:
            return
        budget = self.limits.budget
        longest = float("inf") if budget is None else SHARE * budget
        self.leases = RealLeases(system, self.capabilities, self.clock, longest)
        for judged in self.leases.run():
            self.tally.asked += len(judged.operations)
            self.tally.agreed.update(judged.shared)
            if judged.divergence is not None:
                self.found_by_waiting(judged)

    def found_by_waiting(self, judged: Judged) -> None:
        """Keep what differed while leases ran."""
        assert judged.divergence is not None
        # Of scenarios that show the same, the first is the plainest, and accuses its clause alone.
        if self.is_known(judged.divergence, {}):
            return
        shown = counterexample_of(judged)
        finding = self.explained(shown, f"waiting for {judged.played.scenario.title}")
        finding.accused = {judged.clause: CERTAINLY} if judged.clause else {}
        self.add(finding)
        self.report()

    def play_vectors(self, player: Player, vectors: Sequence[Vector]) -> None:
        """Run vectors as long as the limits are not reached."""
        runner = VectorRunner(player, self.capabilities, self.tally, self.coverage, self.run_vector)
        runner.waiting.extend(vectors)
        before, asked_twice = self.operations, False

        def goes_on(asked: int) -> bool:
            nonlocal asked_twice
            failed, run = self.vectors_failed, self.vectors_run + runner.passed
            # Where nothing is sent ahead and most vectors fail, they are asked one by one at once.
            alone = player.pipeline is None and not self.tally.breaking.total()
            asked_twice = alone and failed * 2 > run > FEW
            return not asked_twice and not self.limits.reached(before + asked)

        runner.run(goes_on)
        self.vectors_run += runner.passed
        while asked_twice and runner.waiting and not self.limits.reached(self.operations):
            self.run_vector(runner.waiting.popleft())

    def judge_by_vectors(self, player: Player, vectors: Sequence[Vector]) -> None:
        """Run vectors in the edition that is judged by, and what fails behind what explains it."""
        behind, before = self.reference, len(self.failed)
        self.follow(self.edition)
        self.play_vectors(player, vectors)
        self.follow(behind)
        self.go_behind(self.failed[before:])

    def go_behind(self, failed: Sequence[Vector]) -> None:
        """Hold the system to the edition that explains what differs, as long as one does.

        Vectors are run again that are another matter for it.
        """
        compared = self.edition
        self.follow_explanations()
        while self.reference != compared and not self.limits.out_of_time():
            before, compared = compared, self.reference
            for vector in vectors_in(failed, self.reference):
                if self.limits.out_of_time():
                    break
                if differs(vector, before, self.reference):
                    self.run_again(operations_of(vector), vector)
            self.follow_explanations()

    def probe(self, vectors: Sequence[Vector]) -> None:
        """Look for the amendments whose own vectors do not show them behind what is altered."""
        comparator = self.runner.comparator
        hidden = Hidden(
            places_altered(self.findings), frozenset(comparator.left_out - comparator.given)
        )
        if not hidden.altered:
            return
        probing = Probing(self.reference, vectors, hidden)
        passed = self.coverage.sent - {vector.id for vector in self.failed}
        for amendment in probing.amendments(self.findings):
            for probe in probing.probes(amendment, passed):
                if self.limits.out_of_time():
                    return
                self.run_again(probe.operations, probe.vector)
            self.follow_explanations()

    def follow_explanations(self) -> bool:
        """Change the reference to the edition that explains the findings, if it is another one.

        It is found anew, as what is known to be altered may take an explanation back.
        """
        if self.followed == len(self.findings):
            return False
        self.followed = len(self.findings)
        failed = {vector.id for vector in self.failed}
        sent = (each for each in self.coverage.vectors if each.id in self.coverage.sent)
        passed = [vector for vector in sent if vector.id not in failed]
        found = following = self.edition
        tried: set[Edition] = set()
        while following not in tried:
            found = following
            tried.add(found)
            following = reference_behind(found, self.findings, passed, self.failed)
        for finding in self.findings:
            finding.editions = preferring(found, finding)
        if found == self.reference:
            return False
        self.follow(found)
        return True

    def follow(self, reference: Edition) -> None:
        """Compare with an edition from now on."""
        self.reference = reference
        self.asking = replace(self.capabilities, edition=reference)
        self.runner.follow(self.asking)
        self.reducer.capabilities = self.asking

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
            why = why_not_toured(scope, self.asking)
            if why is None and self.limits.reached_by_tours(self.operations):
                why = self.limits.why_reached(self.operations)
            if why is not None:
                self.tours.append(not_toured(scope, why))
                continue
            tour = tour_of(scope, self.asking, self.limits.seed)
            try:
                runner.run(tour, partial(self.goes_on, self.operations, tour))
            finally:
                self.tours.append(toured(tour))
            self.report()
            self.follow_explanations()

    def goes_on(self, before: int, tour: Tour) -> bool:
        """Return whether a tour goes on that began after so many operations."""
        return not self.limits.reached_by_tours(before + tour.operations)

    def replay_witness(self, witness: Witnessed) -> None:
        """Find out whether a deviation is still there, if it can be asked at all."""
        expected = len(witness.trace.operations)
        assert isinstance(self.system, RemoteSystem)
        if witness.trace.real_time and self.system.identity.clock is not ClockKind.VIRTUAL:
            self.wait_for_witness(self.system, witness)
            return
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

    def wait_for_witness(self, system: RemoteSystem, witness: Witnessed) -> None:
        """Find out whether a deviation is still there that takes a real lease."""
        operations = witness.trace.operations
        judged = RealLeases(system, self.capabilities, self.clock).again(operations)
        if judged.why:
            self.not_tried.append(witness)
        elif judged.divergence is None:
            self.stale.append(witness)
        else:
            at_its_end = len(judged.operations) == len(operations)
            expects = at_its_end and expects_divergence(witness, judged.divergence)
            self.found_by_witness(witness, counterexample_of(judged), expects)

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
        operations = operations_of(vector)
        runner = self.runner_of(operations, partial(self.coverage.failed, vector))
        self.coverage.sent.add(vector.id)
        try:
            if run_operations(operations, runner):
                self.vectors_run += 1
            else:
                self.coverage.cut.add(vector.id)
        except Divergence as divergence:
            self.vectors_run += 1
            self.vectors_failed += 1
            self.failed.append(vector)
            self.found_by_vector(vector, shown_by(runner, divergence))
            if can_go_on(divergence, runner, operations):
                self.run_again(operations, vector)

    def run_again(self, operations: Sequence[Operation], vector: Vector) -> None:
        """Run the operations of a vector, or the first of them, to their end.

        What is found on the way is known from then on, and no longer ends them.
        """
        for _ in operations:
            runner = self.runner_of(operations)
            try:
                run_operations(operations, runner)
                return
            except Divergence as divergence:
                self.found_by_vector(vector, shown_by(runner, divergence))
                if not can_go_on(divergence, runner, operations):
                    return

    def runner_of(
        self, operations: Sequence[Operation], failed: OperationFailed = lambda *_: None
    ) -> DifferentialRunner:
        """Return what runs a vector to its end; `failed` takes what differs, and after how much."""
        runner = DifferentialRunner(
            self.system,
            self.tally,
            policy=ToTheEnd(
                self.steering,
                lambda: len(runner.operations) == len(operations),
                lambda each: failed(each, len(runner.operations)),
            ),
            comparator=self.runner.comparator,
            capabilities=self.asking,
        )
        return runner

    def found_by_vector(self, vector: Vector, shown: Counterexample) -> None:
        """Keep what a vector showed, which accuses the clauses that it is about."""
        accused = accused_by(vector, shown.divergence, len(shown.operations))
        self.found(shown, f"vector {vector.id}", accused, REDUCING_VECTOR)

    def run_at_random(self) -> None:
        """Apply random operations until the limits are reached or nothing can be asked."""
        assert isinstance(self.system, RemoteSystem)
        if self.limits.reached(self.operations):
            return
        runner = AheadRunner(
            self.system, self.tally, self.steering, self.runner.comparator, self.asking
        )
        self.runner = runner
        run_at_random(runner, self.limits, self.found_at_random, self.report)

    def found_at_random(self, divergence: Divergence) -> None:
        """Keep what random operations showed; another sequence begins, by the right edition."""
        self.found(shown_by(self.runner, divergence), "random", {})
        self.follow_explanations()

    def found(
        self,
        shown: Counterexample,
        source: str,
        accused: dict[str, float],
        share: float = REDUCING_SHARE,
    ) -> None:
        """Keep a divergence, reduced and explained, unless it is known already.

        Reducing it may take a share of the budget.
        """
        divergence = shown.divergence
        if self.is_known(divergence, accused):
            return
        begun, self.share = self.limits.seconds, share
        shorter = self.reducer.reduce(shown) if self.reduces else shown
        self.reducing += self.limits.seconds - begun
        if known := self.met_again(shorter.divergence, accused):
            known.seen.append(divergence)
            return
        finding = self.explained(shorter, source)
        if not finding.editions and (whole := self.explained(shown, source)).editions:
            # What is left of the trace shows less.
            finding = whole
        finding.accused = accused
        finding.seen.append(divergence)
        self.add(finding)
        self.report()

    def is_known(self, divergence: Divergence, accused: dict[str, float]) -> bool:
        """Return whether a divergence is that of a finding, and count it there."""
        return self.met_again(divergence, accused) is not None

    def met_again(
        self, divergence: Divergence, accused: dict[str, float]
    ) -> ConformanceFinding | None:
        """Return the finding that a divergence is that of, or `None`, and count it there."""
        for finding in self.findings:
            if finding.covers(divergence):
                finding.met += 1
                for clause, weight in accused.items():
                    finding.accused[clause] = max(weight, finding.accused.get(clause, 0.0))
                return finding
        return None

    def explained(self, shown: Counterexample, source: str) -> ConformanceFinding:
        """Return a finding with what explains its divergence."""
        editions = self.explainer(self.reference).editions(shown)
        near = tuple(neighbours(shown, self.system.identity, self.reference))
        return ConformanceFinding(
            shown,
            source,
            self.reference,
            editions,
            near,
            judged=self.edition,
            seconds=self.limits.seconds,
        )

    def explainer(self, reference: Edition) -> Explainer:
        """Return what explains findings by editions, now that it is known what is general."""
        general = places_altered(self.findings)
        tolerance = self.capabilities.tolerance
        return Explainer(self.system.identity, reference, self.edition, general, tolerance)

    def add(self, finding: ConformanceFinding) -> None:
        """Remember a finding, to go on behind it or to steer around it."""
        self.findings.append(finding)
        # What was shortened is evidence too.
        self.steering.count(finding.divergence)
        if generalize(self.findings) or is_established(finding):
            # What is known to be altered speaks for no edition, nor against one.
            for each in self.findings:
                each.editions = self.explainer(each.reference).editions(each.counterexample)

    def report(self) -> None:
        """Show how far it is."""
        rules = len(self.tally.rules)
        note = f"{self.operations:,} operations, {rules} rules, {len(self.findings)} findings"
        self.show(self.limits.done(self.operations), note)


def one_for_each_amendment(vectors: Sequence[Vector]) -> list[Vector]:
    """Return the first vector of each amendment."""
    amending = [each for each in vectors if each.kind is Kind.AMENDMENT]
    return list({each.amendment: each for each in reversed(amending)}.values())[::-1]


def can_go_on(
    divergence: Divergence, runner: DifferentialRunner, operations: Sequence[Operation]
) -> bool:
    """Return whether operations are left that can be asked once a divergence is known."""
    return divergence.resume is not None and len(runner.operations) < len(operations)


def counterexample_of(judged: Judged) -> Counterexample:
    """Return what differed while a lease ran; nothing can be left out, unless times differ."""
    assert judged.divergence is not None
    operations = judged.operations
    reduced = len(operations) == 2 or not judged.played.scenario.times
    return Counterexample(judged.divergence, operations, reduced=reduced, real_time=True)
