"""Walks: operations whose replies the model knows in advance, sent ahead, and what differs."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from conformance.adapters.connections import Broken
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import CannotBeAsked
from conformance.differential.tally import decision_of
from conformance.kit.finding import Finding, found
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, GoOn, Known, Ran, Skipped, runner_of
from conformance.kit.stages.tours import divergence_of
from conformance.protocol.messages import Feature, Observed
from conformance.vectors.playing import KnownReplies, KnownStep, PlayedStep, Player
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.claims import Claimed
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import ContinuePlan
from spec.vocabulary.state import Show, State

LONGEST_REPLAYED = 400
"""The most operations of a walk that are asked again one by one when something differs."""

LONGEST_LINE = 30_000
"""The longest request to what is known to read no very long line: it may reply to each part."""

Looked = tuple[Operation, bool]
"""An operation, and whether everything that is stored is compared after it."""


@dataclass(frozen=True, slots=True)
class WalkStep:
    """An operation on a walk, what the model did and stored before, and how many came first."""

    operation: Operation
    transition: Transition
    before: State
    position: int


class Walk:
    """Asks traces, each from an empty store. Where one differs, it is asked again one by one."""

    def __init__(self, session: Session, known: Known, budget: RunLimits, name: str) -> None:
        self.session = session
        self.budget = budget
        self.name = self.source = name
        self.tally = session.tally()
        cannot_be_long = any(each.counterexample.spelling == "a very long line" for each in known)
        self.longest_line = LONGEST_LINE if cannot_be_long else float("inf")
        self.policy: GoOn
        self.runner, self.policy = runner_of(session, known, self.tally)
        self.player = Player(session.remote, session.comparator)
        self.replies = KnownReplies(session.edition)
        self.state, self.now = State(), 0
        self.transition: Transition
        self.operations: list[Operation] = []
        self.asked_again = 0

    @property
    def asked(self) -> int:
        """The number of operations that were asked."""
        return self.tally.asked

    def goes_on(self) -> bool:
        """Return whether the limits are not reached, by what was asked again one by one too."""
        return not self.budget.reached(self.asked + self.asked_again)

    def events(
        self, traces: Iterable[tuple[str, Iterable[Looked]]], left: Callable[[], str]
    ) -> Iterator[Event]:
        """Send traces, each with what it is for, until the limits are reached or all are asked.

        What is `left` then is skipped.
        """
        try:
            for source, trace in traces:
                self.source = source
                if self.goes_on():
                    yield from self.walk(trace)
                if not self.goes_on():
                    break
        except Broken:
            yield Ran(self.name, self.tally)
            raise
        yield Ran(self.name, self.tally)
        if undone := left():
            yield Skipped(f"{self.name}: {undone}")

    def walk(self, trace: Iterable[Looked]) -> Iterator[Finding]:
        """Empty the store, ask a trace as far as it can be asked, and yield what differs.

        The trace may be made while it is asked, from the state that the model is in.
        """
        if (played := self.played(trace)) is not None:
            yield from self.differed(played)

    def played(self, trace: Iterable[Looked]) -> PlayedStep | None:
        """Play a trace as far as it can be asked; return the first step that differs, or `None`."""
        for played in self.player.play(self.steps(trace)):
            step: WalkStep | None = played.step.what
            if played.unexpected:
                abandoned = self.player.abandon()
                self.tally.asked -= sum(each.what is not None for each in abandoned)
                return played
            if step is not None:
                self.tally.agreed[decision_of(step.operation, step.transition)] += 1
        return None

    def steps(self, trace: Iterable[Looked]) -> Iterator[KnownStep]:
        """Yield the requests of a trace."""
        self.state, self.now, self.operations = State(), 0, []
        coming = iter(trace)
        first = next(coming, None)
        if first is None:
            return
        by_reset = self.session.capabilities.starts_with_plan((first[0],))
        register = first[0] if by_reset else None
        assert register is None or isinstance(register, Register)
        yield KnownStep(None, self.replies.beginning(register))
        if register is not None:
            self.advance(register, apply(State(), register, self.session.edition))
        elif (step := self.step(*first)) is not None:
            yield step
        else:
            return
        for operation, looks in coming:
            if not self.goes_on() or (step := self.step(operation, looks)) is None:
                return
            yield step

    def step(self, operation: Operation, looks: bool) -> KnownStep | None:
        """Return the requests of one operation, or `None` if it cannot be asked as it is."""
        capabilities = self.session.capabilities
        if capabilities.why_not_as_it_is(operation, self.state, self.now) is not None:
            return None
        transition = apply(self.state, operation, self.session.edition)
        if may_choose(transition, capabilities.identity.without):
            return None
        step = WalkStep(operation, transition, self.state, len(self.operations))
        replies = self.replies.step(operation, transition)
        if len(replies[0].line) > self.longest_line:
            return None
        self.advance(operation, transition)
        self.tally.asked += 1
        return KnownStep(step, replies if looks else replies[:1])

    def advance(self, operation: Operation, transition: Transition) -> None:
        """Remember an operation that was asked."""
        self.transition, self.state, self.now = transition, transition.state, operation.now
        self.operations.append(operation)

    def differed(self, played: PlayedStep) -> Iterator[Finding]:
        """Yield what a trace shows that differs in a step."""
        step: WalkStep | None = played.step.what
        if step is None:
            return
        walked = tuple(self.operations[: step.position + 1])
        of_plan = tuple(each for each in walked if each.plan == step.operation.plan)
        for operations in dict.fromkeys((of_plan, walked)):
            if len(operations) <= LONGEST_REPLAYED and (shown := self.shown(operations)):
                yield from (self.found(each) for each in shown)
                return
        partial = self.session.system.identity.observe is Observed.PARTIAL
        divergence = divergence_of(played, step.operation, step.transition, step.before, partial)
        if divergence is None:
            why = played.unexpected[0].unsupported
            self.tally.unsupported[decision_of(step.operation, step.transition)] = why
            return
        self.tally.count(divergence.decision, goes_on=False)
        yield self.found(Counterexample(divergence, walked))

    def found(self, shown: Counterexample) -> Finding:
        """Return what differs as a finding."""
        return found(shown, self.source, self.session.edition)

    def shown(self, operations: Iterable[Operation]) -> list[Counterexample]:
        """Return what differs if operations are asked one by one, each with a look behind it."""
        asked = self.tally.asked
        with suppress(CannotBeAsked, Divergence):
            for operation in self.runner.begin(tuple(operations)):
                self.runner.apply(operation)
        self.asked_again += self.tally.asked - asked
        self.tally.asked = asked
        return self.policy.taken()


def may_choose(transition: Transition, without: Collection[Feature]) -> bool:
    """Return whether a system whose order is free may claim another step than the model."""
    claimed = transition.outcome
    return Feature.ORDER in without and isinstance(claimed, Claimed) and claimed.remaining_ready > 0


class Queries:
    """Asks every query of the plan that an operation is about."""

    def __init__(self, walk: Walk, operation: Operation) -> None:
        self.walk = walk
        self.operation = operation

    def asked(self, looks: bool = False) -> Iterator[Looked]:
        """Yield the queries, and look behind the last of them if so wanted."""
        path, now = self.operation.plan, max(self.operation.now, self.walk.now)
        plan = self.walk.state.plan(path)
        document_hash = plan.document_hash if plan else "0" * 64
        queries = (Show(path, document_hash, now), ContinuePlan(path, now), Ready(path, now))
        offered = [each for each in queries if self.walk.session.capabilities.offers(each)]
        for query in offered:
            yield query, looks and query is offered[-1]


def is_near_power(number: int) -> bool:
    """Return whether a number is a power of two, or just before or behind one."""
    return any(each & (each - 1) == 0 for each in (number - 1, number, number + 1))
