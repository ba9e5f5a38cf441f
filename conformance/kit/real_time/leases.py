"""Real leases within a run: scenarios are played and judged, once more where that was too slow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import NO_TIME
from conformance.kit.real_time.clock import LeaseClock
from conformance.kit.real_time.judging import Judge, Judged
from conformance.kit.real_time.playing import ScenarioPlayer
from conformance.kit.real_time.scenarios import LeaseScenario, scenarios_for
from conformance.protocol.documents.validation import RealLeasesResult
from conformance.vectors.waiting import LEASE_CLAUSES, WAITED_FOR
from spec.vocabulary.operations import Operation

SHARE = 0.3
"""The share of the budget after which no scenario begins."""


@dataclass
class RealLeases:
    """Waits for the leases of a system, and keeps what came of it.

    No scenario but the first begins after so many seconds.
    """

    system: RemoteSystem
    capabilities: Capabilities
    clock: LeaseClock = field(default_factory=LeaseClock)
    longest: float = float("inf")
    judged: list[Judged] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def judge(self) -> Judge:
        """The judge of what comes back."""
        capabilities = self.capabilities
        return Judge(capabilities.identity, capabilities.edition, capabilities.tolerance)

    def run(self) -> list[Judged]:
        """Play all scenarios that the system can be asked. Raises `Broken`."""
        begun = self.clock.now()
        capabilities = self.capabilities
        scenarios = scenarios_for(capabilities, capabilities.tolerance)
        found = {each.played.scenario.title: each for each in self.play(scenarios)}
        slow = [each.played.scenario for each in found.values() if each.is_worth_another_try]
        if slow:
            found |= {each.played.scenario.title: each for each in self.play(slow)}
        self.judged = list(found.values())
        self.seconds = (self.clock.now() - begun) / 1_000
        return self.judged

    def again(self, operations: Sequence[Operation]) -> Judged:
        """Play operations once more, as far apart as they were. Raises `Broken`.

        Times are compared if all else agrees.
        """
        gaps = (
            replace(each, now=each.now - before.now)
            for before, each in zip((operations[0], *operations), operations, strict=False)
        )
        scenario = LeaseScenario("a saved trace", "", tuple(gaps), times=True)
        [played] = self.player().play([scenario])
        plain = replace(played, scenario=replace(scenario, times=False))
        judged = self.judge.judge(plain)
        return judged if judged.divergence or judged.why else self.judge.judge(played)

    def play(self, scenarios: Sequence[LeaseScenario]) -> Iterator[Judged]:
        """Yield what scenarios showed; those that never began as well."""
        for played in self.player().play(scenarios):
            yield self.judge.judge(played) if played.asked else Judged(played, why=NO_TIME)

    def player(self) -> ScenarioPlayer:
        """Return what plays scenarios."""
        capabilities = self.capabilities
        return ScenarioPlayer(
            self.system,
            self.clock,
            capabilities.registers,
            capabilities.tolerance,
            self.clock.now() + 1_000 * self.longest,
        )

    @property
    def tested(self) -> set[str]:
        """The clauses that somebody has to wait for, and that were put to the test."""
        found = {clause for each in self.judged for clause in each.timed}
        plain = (each for each in self.judged if not each.played.scenario.times)
        for judged in plain:
            decided = {clause for _, model in judged.agreed for clause in model.clauses}
            found |= decided.intersection(LEASE_CLAUSES)
            if len(judged.agreed) == len(judged.played.scenario.operations):
                scenario = judged.played.scenario
                found |= WAITED_FOR.intersection((scenario.clause, *scenario.also))
        return found

    def result(self) -> RealLeasesResult:
        """Return what was waited for, as reports show it."""
        return RealLeasesResult(
            seconds=round(self.seconds, 1),
            tolerance=self.capabilities.tolerance,
            tested=tuple(each.played.scenario.title for each in self.judged if not each.why),
            left_out={each.played.scenario.title: each.why for each in self.judged if each.why},
        )
