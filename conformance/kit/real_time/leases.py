"""Real leases within a run: scenarios are played, and while one waits, the others go on."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import NO_TIME
from conformance.kit.real_time.scenarios import LeaseScenario, scenarios_for
from conformance.kit.real_time.times import LeaseClock
from conformance.kit.real_time.waiting import Play
from conformance.protocol.documents.validation import RealLeasesResult
from spec.vocabulary.operations import Operation

SHARE = 0.3
"""The share of the budget after which no scenario begins."""


@dataclass
class RealLeases:
    """Waits for leases of a system; no scenario but the first begins after `longest` seconds."""

    system: RemoteSystem
    capabilities: Capabilities
    clock: LeaseClock = field(default_factory=LeaseClock)
    longest: float = float("inf")
    plays: list[Play] = field(default_factory=list)
    seconds: float = 0.0

    def run(self) -> list[Play]:
        """Play all scenarios, and again those for which it was too slow. Raises `Broken`."""
        begun = self.clock.now()
        plays = {each.scenario.title: each for each in self.play(scenarios_for(self.capabilities))}
        slow = [each.scenario for each in plays.values() if each.is_worth_another_try]
        plays |= {each.scenario.title: each for each in self.play(slow)}
        self.plays = list(plays.values())
        self.seconds = (self.clock.now() - begun) / 1_000
        return self.plays

    def again(self, operations: Sequence[Operation]) -> Play:
        """Play operations once more, as far apart as they were. Raises `Broken`."""
        gaps = (
            replace(each, now=each.now - before.now)
            for before, each in zip((operations[0], *operations), operations, strict=False)
        )
        [play] = self.play([LeaseScenario("a saved trace", "", tuple(gaps), times=True)])
        return play

    def play(self, scenarios: Sequence[LeaseScenario]) -> list[Play]:
        """Play scenarios at the same time, or one after the other on a system of one plan."""
        until = self.clock.now() + 1_000 * self.longest
        together = len(scenarios) if self.capabilities.registers else 1
        found: list[Play] = []
        while len(found) < len(scenarios):
            some = scenarios[len(found) : len(found) + together]
            plays = [Play(each, self.system, self.capabilities, self.clock) for each in some]
            if not found or self.clock.now() < until:
                self.wait_for(plays, until)
            found += plays
        return found

    def wait_for(self, plays: Sequence[Play], until: float) -> None:
        """Play scenarios at the same time; none but the first begins after `until`."""
        self.system.reset()
        self.clock.start()
        waiting = [(0, number, play.steps()) for number, play in enumerate(plays)]
        ends = len(self.system.ends)
        while waiting and len(self.system.ends) == ends:
            due, number, steps = heapq.heappop(waiting)
            if number and plays[number].why == NO_TIME and self.clock.now() >= until:
                continue
            self.clock.wait(max(due - self.clock.passed, 0))
            following = next(steps, None)
            while following is not None and following <= self.clock.passed:
                following = next(steps, None)
            if following is not None:
                heapq.heappush(waiting, (following, number, steps))
        left = {number for _, number, _ in waiting}
        for number, play in enumerate(plays):
            if abs(self.clock.shift) > self.capabilities.tolerance:
                play.forget("the clock of this machine was changed meanwhile", True)
            elif number in left:
                play.forget("the program broke meanwhile, and forgot it", True)

    @property
    def tested(self) -> set[str]:
        """The clauses that somebody has to wait for, and that were put to the test."""
        return {clause for each in self.plays for clause in each.tested}

    def result(self) -> RealLeasesResult:
        """Return what was waited for, as reports show it."""
        return RealLeasesResult(
            seconds=round(self.seconds, 1),
            tolerance=self.capabilities.tolerance,
            tested=tuple(each.scenario.title for each in self.plays if not each.why),
            left_out={each.scenario.title: each.why for each in self.plays if each.why},
        )
