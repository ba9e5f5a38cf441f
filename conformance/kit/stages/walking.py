"""Walks: operations whose replies the model knows in advance, sent ahead, and what differs."""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from conformance.adapters.connections import Broken
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import CannotBeAsked, failure
from conformance.differential.tally import decision_of
from conformance.kit.finding import Finding, found, signatures_in
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.signatures import signatures_of
from conformance.kit.stages.stage import Event, GoOn, Known, Part, Ran, Skipped
from conformance.protocol.messages import Feature, Observed
from conformance.vectors.playing import KnownStep, PlayedStep, Player, beginning, step_replies
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
    """Asks traces, each from an empty store. Where one differs, it is asked again one by one.

    A kind of walk, which is a stage, makes the `traces` and says what is `left` of them at the end.
    It gets a `share` of the time left, and of the operations. A trace goes on behind what is
    `known` if the states are alike.
    """

    name: ClassVar[str] = ""
    share: ClassVar[float] = 1.0

    def __init__(self, session: Session, known: Known, budget: RunLimits) -> None:
        self.session = session
        self.budget = budget.part(self.share, self.share)
        self.random = random.Random(budget.seed)
        self.source = self.name
        self.tally = session.tally()
        self.known = set(signatures_in(known))
        self.policy = GoOn(session, known, self.tally)
        self.player = Player(session.system, session.comparator)
        self.state, self.now = State(), 0
        self.transition: Transition
        self.operations: list[Operation] = []
        self.asked_besides = 0
        self.prepare()

    def prepare(self) -> None:
        """Make ready what the traces are made of."""

    def traces(self) -> Iterator[tuple[str, Iterable[Looked]]]:
        """Yield traces, each with what it is for. One may be made while it is asked."""
        return iter(())

    def left(self) -> str:
        """Return what there was no time for, or `""`."""
        return ""

    @property
    def part(self) -> Part:
        """What is run."""
        return self.name

    def goes_on(self) -> bool:
        """Return whether the limits are not reached, by what was asked again one by one too."""
        return not self.budget.reached(self.tally.asked + self.asked_besides)

    def __iter__(self) -> Iterator[Event]:
        """Yield what differs on traces, until the limits are reached or all are asked."""
        try:
            for source, trace in self.traces():
                self.source = source
                if self.goes_on():
                    yield from self.walk(trace)
                if not self.goes_on():
                    break
        except Broken:
            yield Ran(self.part, self.tally)
            raise
        yield Ran(self.part, self.tally)
        if undone := self.left():
            yield Skipped(f"{self.name}: {undone}")

    def walk(self, trace: Iterable[Looked]) -> Iterator[Finding]:
        """Empty the store, ask a trace as far as it can be asked, and yield what differs."""
        for played in self.play(trace):
            step: WalkStep | None = played.step.what
            if step is None:
                self.player.abandon()
                return
            divergence = self.divergence_in(played, step)
            if divergence is None:
                self.leave(step, goes_on=False)
                return
            is_known = signatures_of(divergence) <= self.known
            goes_on = is_known and divergence.state_agrees
            self.leave(step, goes_on)
            if is_known:
                # Not a finding: nobody has looked as closely as where it was found.
                self.tally.differed[divergence.decision] += 1
            else:
                yield from self.differed(step, divergence)
            if not goes_on:
                return

    def play(self, trace: Iterable[Looked]) -> Iterator[PlayedStep]:
        """Play a trace as far as it can be asked; yield the steps that differ, count the others."""
        for played in self.player.play(self.steps(trace)):
            step: WalkStep | None = played.step.what
            if played.unexpected:
                yield played
            elif step is not None:
                self.tally.agreed[decision_of(step.operation, step.transition)] += 1

    def leave(self, step: WalkStep, goes_on: bool) -> None:  # noqa: ARG002
        """Leave a trace behind a step that differs, unless it goes on: what came ahead is lost."""
        if not goes_on:
            self.tally.asked -= sum(each.what is not None for each in self.player.abandon())

    def steps(self, trace: Iterable[Looked]) -> Iterator[KnownStep]:
        """Yield the requests of a trace."""
        self.state, self.now, self.operations = State(), 0, []
        coming = iter(trace)
        first = next(coming, None)
        if first is None:
            return
        capabilities = self.session.capabilities
        by_reset = capabilities.starts_with_plan((first[0],))
        if not by_reset and capabilities.why_not_as_it_is(first[0], self.state, 0) is not None:
            return
        register = first[0] if by_reset else None
        assert register is None or isinstance(register, Register)
        yield KnownStep(None, beginning(register, self.session.edition))
        if register is not None:
            self.advance(register, apply(State(), register, self.session.edition))
        for operation, looks in coming if register else chain([first], coming):
            if not self.goes_on() or (step := self.step(operation, looks)) is None:
                return
            yield step

    def step(self, operation: Operation, looks: bool) -> KnownStep | None:
        """Return the requests of one operation, or `None` if it cannot be asked as it is."""
        capabilities = self.session.capabilities
        if capabilities.why_not_as_it_is(operation, self.state, self.now) is not None:
            return None
        transition = apply(self.state, operation, self.session.edition)
        claimed = transition.outcome
        is_free = Feature.ORDER in capabilities.identity.without
        if is_free and isinstance(claimed, Claimed) and claimed.remaining_ready > 0:
            return None  # The system may claim another step than the model.
        step = WalkStep(operation, transition, self.state, len(self.operations))
        replies = step_replies(operation, transition, self.session.edition)
        self.advance(operation, transition)
        self.tally.asked += 1
        return KnownStep(step, replies if looks else replies[:1])

    def advance(self, operation: Operation, transition: Transition) -> None:
        """Remember an operation that was asked."""
        self.transition, self.state, self.now = transition, transition.state, operation.now
        self.operations.append(operation)

    def divergence_in(self, played: PlayedStep, step: WalkStep) -> Divergence | None:
        """Return what differed in a step, or `None` if it could not be asked, which is counted.

        A partial system need not show whether it did what it answered otherwise, nor does anybody
        know where nobody looked.
        """
        first = played.unexpected[0]
        if first.unsupported:
            decision = decision_of(step.operation, step.transition)
            self.tally.unsupported[decision] = first.unsupported
            return None
        if first.error:
            return failure(step.operation, step.transition, first.error, first.broken)
        is_answer = first.request["request"] == "op"
        differences = tuple(place for each in played.unexpected for place in each.differences)
        states = [each.expected for each in played.step.replies if each.request["request"] != "op"]
        partial = self.session.system.identity.observe is Observed.PARTIAL
        is_told = all(each.place for each in differences) or (bool(states) and not partial)
        return Divergence(
            "answer" if is_answer else "state",
            step.operation,
            step.transition,
            first.reply if is_answer else step.transition.outcome,
            differences,
            state=states[-1] if played.state_agrees and states else played.unexpected[-1].reply,
            state_agrees=played.state_agrees and is_told,
            before=step.before,
        )

    def differed(self, step: WalkStep, divergence: Divergence) -> Iterator[Finding]:
        """Yield what a trace shows that differs in a step for the first time."""
        for operations in dict.fromkeys(self.ways_to(step)):
            shown = self.shown(operations) if len(operations) <= LONGEST_REPLAYED else []
            if any(map(self.explains, shown)):
                yield from map(self.found, shown)
                return
        self.tally.differed[divergence.decision] += 1
        yield self.found(Counterexample(divergence, self.walked(step)))

    def explains(self, shown: Counterexample) -> bool:
        """Return whether a difference is new, or what is stored differs from then on."""
        divergence = shown.divergence
        return not (divergence.state_agrees and signatures_of(divergence) <= self.known)

    def walked(self, step: WalkStep) -> tuple[Operation, ...]:
        """Return the operations of the trace up to a step."""
        return tuple(self.operations[: step.position + 1])

    def ways_to(self, step: WalkStep) -> Iterable[tuple[Operation, ...]]:
        """Return the operations that may show a difference one by one: of the plan, or all."""
        walked = self.walked(step)
        return tuple(each for each in walked if each.plan == step.operation.plan), walked

    def found(self, shown: Counterexample) -> Finding:
        """Return what differs as a finding, which is known from now on."""
        finding = found(shown, self.source, self.session.edition)
        self.known |= finding.signatures
        return finding

    def shown(self, operations: tuple[Operation, ...]) -> list[Counterexample]:
        """Return what differs if operations are asked one by one, each with a look behind it."""
        asked = self.tally.asked
        with suppress(CannotBeAsked, Divergence):
            self.policy.runner.run(operations)
        self.asked_besides += self.tally.asked - asked
        self.tally.asked = asked
        return self.policy.taken()

    def queries(self, operation: Operation) -> Iterator[Looked]:
        """Yield every query of the plan that an operation is about."""
        path, now = operation.plan, max(operation.now, self.now)
        plan = self.state.plan(path)
        document_hash = plan.document_hash if plan else "0" * 64
        for query in (Show(path, document_hash, now), ContinuePlan(path, now), Ready(path, now)):
            if self.session.capabilities.offers(query):
                yield query, False
