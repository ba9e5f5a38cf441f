"""A scenario in real time, beside the model: the plan that it is about, and what differs.

Times are in milliseconds since the beginning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.capabilities import Capabilities, lease_ends
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import UnsupportedRequest
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence, Policy
from conformance.differential.reducer import Counterexample, shown_by
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.differential.tally import Tally
from conformance.kit.limits import NO_TIME
from conformance.kit.real_time.scenarios import BESIDES, LeaseScenario
from conformance.kit.real_time.times import DATED, LeaseClock, beginning_of, counted_from
from conformance.protocol.messages import Clock, Identity, Observed
from conformance.protocol.times import TIMES, times_in
from conformance.vectors.waiting import LEASE_CLAUSES, TIME_CLAUSES, WAITED_FOR
from model.transition import Transition
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready

LISTED = "expired_claim"
"""The field in which steps are listed whose lease has expired."""


class TooSlow(UnsupportedRequest):
    """A lease may have ended while the question whether it has was answered."""


@dataclass
class PlanInTime:
    """A system as far as it shows one plan, whose times are counted from the beginning.

    The answer to the next operation depends on leases that end at `ends`. `setting` is how long
    the last answer took that set one. A clock is known as well as the slowest answer lets.
    """

    system: RemoteSystem
    capabilities: Capabilities
    plan: str
    clock: LeaseClock
    comparator: Comparator
    ends: Sequence[int] = ()
    setting: int = 0
    beginning: int | None = None
    seen: set[str] = field(default_factory=set)

    @property
    def identity(self) -> Identity:
        """Its name and what of it can be validated."""
        return self.system.identity

    def reset(self) -> None:
        """Leave the system as it is: it holds other plans too, and was emptied before."""

    def close(self) -> None:
        """Leave the system open."""

    def apply(self, operation: Operation) -> Message:
        """Apply an operation. Raises `TooSlow` if its answer says nothing certain."""
        if isinstance(operation, Register) and not self.capabilities.registers:
            self.system.reset(operation)
            return {"reply": "ok"}
        reply = self.system.apply(operation)
        received, tolerance = self.clock.passed, self.capabilities.tolerance
        took = received - operation.now
        self.comparator.tolerance = max(self.comparator.tolerance, tolerance + took)
        for end in self.ends:
            is_live = received + tolerance < end
            if not is_live and operation.now <= end + self.setting + tolerance:
                raise TooSlow(f"it answers too slowly for leases of {2 * tolerance} ms")
        if isinstance(operation, Claim | Heartbeat):
            self.setting = took
        if isinstance(operation, Claim) and self.beginning is None:
            self.beginning = self.beginning_in(operation, reply)
        message: Message = counted_from(reply, self.beginning, self.seen)
        return message

    def observe(self) -> Message:
        """Return what is stored of the plan."""
        message: Message = counted_from(self.shown(), self.beginning, self.seen)
        return message

    def shown(self) -> Message:
        """Return what is stored of the plan, as it is shown."""
        message = self.system.observe()
        own = [each for each in message.get("plans", ()) if each.get("path") == self.plan]
        return message | {"plans": own} if "plans" in message else message

    def beginning_in(self, claim: Claim, reply: Message) -> int | None:
        """Return the time that the system shows where the run began, or `None` if it shows none."""
        ends = times_in(reply, "lease_expires_at")
        if ends and ends[0] >= DATED:
            return self.clock.began
        stored = self.shown()
        firsts = (*times_in(stored, "claimed_at"), *times_in(stored, "heartbeat_at"))
        shown = next(iter(firsts), None)
        if shown is None and ends:
            shown = ends[0] - claim.lease
        return None if shown is None else beginning_of(shown, claim.now, self.clock.began)


class Play(Policy):
    """A scenario that is played: only that counts which takes time, others find what else differs.

    `found` is what differs, each with the clause that it breaks, or `""` if others may be meant;
    `why` says why no more is known, and `tested` has the clauses that were put to the test.
    """

    def __init__(
        self,
        scenario: LeaseScenario,
        system: RemoteSystem,
        capabilities: Capabilities,
        clock: LeaseClock,
    ) -> None:
        self.scenario = scenario
        self.clock = clock
        self.forget(NO_TIME)
        kind = Clock.OFFSET if scenario.times else Clock.NONE
        identity = replace(capabilities.identity, clock=kind, observe=Observed.PARTIAL)
        comparator = Comparator(identity, capabilities.edition, tolerance=capabilities.tolerance)
        plan = scenario.operations[0].plan
        self.plan = PlanInTime(system, capabilities, plan, clock, comparator)
        # Operations are asked at the time that it is, which no clock has to follow.
        as_it_is = replace(capabilities.identity, clock=Clock.VIRTUAL)
        self.runner = DifferentialRunner(
            self.plan,
            self.tally,
            policy=self,
            comparator=comparator,
            capabilities=replace(capabilities, identity=as_it_is),
        )

    def forget(self, why: str, is_worth_another_try: bool = False) -> None:
        """Know nothing, and why."""
        self.why, self.is_worth_another_try = why, is_worth_another_try
        self.found: list[tuple[Counterexample, str]] = []
        self.tested: set[str] = set()
        self.wrong: set[str] = set()
        self.tally = Tally()

    @property
    def shown(self) -> Counterexample | None:
        """The last that differs, or `None`."""
        return self.found[-1][0] if self.found else None

    def steps(self) -> Iterator[int]:
        """Send one operation after the other, and yield before each when it is due."""
        self.why, scenario = "", self.scenario
        try:
            for operation in self.runner.begin(scenario.operations):
                yield self.clock.passed + operation.now
                self.ask(replace(operation, now=self.clock.passed))
        except CannotBeAsked as error:
            self.why = "" if self.found else str(error)
            self.is_worth_another_try = isinstance(error.__cause__, TooSlow)
        except Divergence as divergence:
            if not self.found:
                self.why = f"{divergence.decision.operation} is answered otherwise before"
        else:
            if not scenario.times:
                also = BESIDES.get(scenario.clause, "")
                self.tested |= WAITED_FOR.intersection((scenario.clause, also))

    def ask(self, operation: Operation) -> None:
        """Send an operation, and note the clauses that it puts to the test."""
        is_last = len(self.runner.operations) + 1 == len(self.scenario.operations)
        self.runner.observe = self.scenario.times or is_last
        transition = self.runner.apply(operation)
        if not self.scenario.times:
            self.tested |= set(LEASE_CLAUSES).intersection(transition.clauses)
        decided = self.decided_by(transition)
        given = {each.rpartition(".")[2] for each in self.plan.comparator.given}
        for name in given.intersection(TIME_CLAUSES) - self.wrong:
            self.tested.update(each for each in TIME_CLAUSES[name] if each in decided)

    @property
    def is_over(self) -> bool:
        """Whether the last operation was asked."""
        return len(self.runner.operations) == len(self.scenario.operations)

    def decided_by(self, transition: Transition) -> tuple[str, ...]:
        """Return the clauses that a decision puts to the test."""
        return (*transition.clauses, self.scenario.clause) if self.is_over else transition.clauses

    def admit(self, operation: Operation, transition: Transition) -> None:  # noqa: ARG002
        """Note on which leases the answer to an operation depends."""
        asks = isinstance(operation, Claim | Ready)
        self.plan.ends = lease_ends(self.runner.state.plans) if asks else []

    def diverged(self, divergence: Divergence) -> None:
        """Keep what counts. Raises the divergence if another answer was given."""
        assert divergence.model is not None
        # Nothing is adopted: the model knows when leases end.
        divergence.resume = None
        new = [each for each in divergence.differences if each.field not in self.wrong]
        times = tuple(each for each in new if each.field in TIMES or each.field == LISTED)
        self.wrong.update(each.field for each in times)
        is_other = divergence.kind == "error" or any(not each.place for each in new)
        if is_other and self.is_over:
            self.keep(divergence, self.scenario.clause)
        elif times:
            self.keep(replace(divergence, differences=times), self.broken(times, divergence.model))
        if is_other:
            raise divergence

    def broken(self, times: Sequence[Difference], model: Transition) -> str:
        """Return which clause wrong times break: one that decided, or that is tested."""
        fields, decided = {each.field for each in times}, self.decided_by(model)
        if LISTED in fields:
            return self.scenario.clause
        clauses = (each for name in TIME_CLAUSES if name in fields for each in TIME_CLAUSES[name])
        return next((each for each in clauses if each in decided), "")

    def keep(self, divergence: Divergence, clause: str) -> None:
        """Keep what differs with what leads to it."""
        shown = shown_by(self.runner, divergence)
        is_short = len(shown.operations) == 2 or not self.scenario.times
        self.found.append((replace(shown, reduced=is_short, real_time=True), clause))
