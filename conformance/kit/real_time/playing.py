"""Playing scenarios on a system, all at once: while one waits, the others go on."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, UnsupportedRequest
from conformance.kit.real_time.clock import LeaseClock
from conformance.kit.real_time.scenarios import LeaseScenario
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register


@dataclass(frozen=True, slots=True)
class Asked:
    """An operation at the time when it was sent, and what came back until `received`.

    Times are in milliseconds since the beginning. `state` is what `observe` showed then, if that
    was asked; `failed` and `unsupported` say what came instead of a reply.
    """

    operation: Operation
    received: int
    reply: Message | None = None
    state: Message | None = None
    failed: RequestFailed | None = None
    unsupported: str = ""

    @property
    def took(self) -> int:
        """How long the reply took: the operation was answered at some time within it."""
        return self.received - self.operation.now


@dataclass
class PlayedScenario:
    """A scenario and how far it was played. `began` is when 0 was, in milliseconds since 1970.

    `disturbed` says what happened meanwhile that spoils it: the machine's clock was changed, or
    the system had to be started again.
    """

    scenario: LeaseScenario
    began: int
    asked: list[Asked] = field(default_factory=list)
    disturbed: str = ""

    @property
    def following(self) -> Operation | None:
        """The operation that comes next, or `None` after the last and after one that failed."""
        if self.asked and self.asked[-1].reply is None:
            return None
        rest = self.scenario.operations[len(self.asked) :]
        return rest[0] if rest else None

    @property
    def due(self) -> int:
        """When the next operation is due."""
        operation = self.following
        return (self.asked[-1].received if self.asked else 0) + (operation.now if operation else 0)


@dataclass
class ScenarioPlayer:
    """Plays scenarios on a system that holds plans of its own for each of them, or one plan.

    `disturbance` is how much the machine's clock may be changed meanwhile, in milliseconds. No
    scenario but the first begins after `until`.
    """

    system: RemoteSystem
    clock: LeaseClock
    registers: bool
    disturbance: int
    until: float = float("inf")
    started: int = 0

    def play(self, scenarios: Sequence[LeaseScenario]) -> Iterator[PlayedScenario]:
        """Yield scenarios once they are played. Raises `Broken`."""
        if self.registers:
            yield from self.together(scenarios)
            return
        for number, scenario in enumerate(scenarios):
            if number and self.clock.now() >= self.until:
                yield PlayedScenario(scenario, 0)
            else:
                yield from self.together([scenario])

    def together(self, scenarios: Sequence[LeaseScenario]) -> list[PlayedScenario]:
        """Play scenarios at the same time. Raises `Broken`."""
        self.system.reset()
        self.started, began = self.clock.now(), self.clock.since_1970()
        played = [PlayedScenario(each, began) for each in scenarios]
        waiting = [(each.due, number) for number, each in enumerate(played)]
        ends = len(self.system.ends)
        while waiting and len(self.system.ends) == ends:
            due, number = heapq.heappop(waiting)
            if number and not played[number].asked and self.clock.now() >= self.until:
                continue
            self.clock.wait(max(due - self.now, 0))
            self.go_on(played[number])
            if played[number].following is not None:
                heapq.heappush(waiting, (played[number].due, number))
        shift = self.clock.since_1970() - began - self.now
        for each in played:
            if abs(shift) > self.disturbance:
                each.disturbed = "the clock of this machine was changed meanwhile"
            elif each.following is not None and len(self.system.ends) > ends:
                each.disturbed = "the program broke meanwhile, and forgot it"
        return played

    @property
    def now(self) -> int:
        """The time since the beginning."""
        return self.clock.now() - self.started

    def go_on(self, played: PlayedScenario) -> None:
        """Play operations until one is not due yet."""
        while (operation := played.following) is not None and played.due <= self.now:
            at = len(played.asked)
            looks = played.scenario.times or at + 1 == len(played.scenario.operations)
            played.asked.append(self.ask(operation, looks))

    def ask(self, operation: Operation, looks: bool) -> Asked:
        """Play an operation now, and observe what is stored then."""
        operation = replace(operation, now=self.now)
        try:
            if isinstance(operation, Register) and not self.registers:
                self.system.reset(operation)
                return Asked(operation, self.now, {"reply": "ok"})
            reply = self.system.apply(operation)
            received = self.now
            state = self.system.observe() if looks else None
        except UnsupportedRequest as error:
            return Asked(operation, self.now, unsupported=str(error) or "unsupported")
        except RequestFailed as error:
            return Asked(operation, self.now, failed=error)
        return Asked(operation, received, reply, state)
