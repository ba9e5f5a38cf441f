"""Agreement: the model and the implementation side by side, compared after every operation."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from conformance.differential.differences import plan_differences, state_differences
from conformance.generators.circumstances import OrchestratedRun
from model.apply import apply
from model.transition import Transition
from spec.catalog import RULES
from spec.properties.changes import Change
from spec.properties.invariants import INVARIANTS, broken_invariants
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES, broken_step_properties
from spec.vocabulary.claims import Claimed
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State

CHECKED = (*INVARIANTS, *STEP_PROPERTIES, *RUN_PROPERTIES)
"""The properties that random operations put to the test."""

EVERYTHING_EVERY = 8
"""Operations after which all is compared, not only what the last of them can have touched."""


class Implementation(Protocol):
    """What is compared with the model."""

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Give the plan as the model would hold it, or of its steps one family only."""

    def snapshot_state(self) -> State:
        """Give everything as the model would hold it."""

    def load(self, state: State) -> None:
        """Hold exactly this state from now on."""

    def integrity_problems(self) -> list[str]:
        """List what is wrong with the stored data itself."""

    def close(self) -> None:
        """Let go of everything that was opened."""


Opener = Callable[[], Implementation]
"""Opens a fresh implementation, empty and independent of every other."""


@dataclass
class Disagreement(Exception):
    """The first operation on which model and implementation differ, or a property is broken.

    `kind` is `outcome`, `state`, `crash`, `integrity`, `property`, `run` for a property of a whole
    run of the orchestrator, or `orchestrator` if the two orchestrators differ; `differences` are
    sentences, the model's value first. Of the last two kinds, `run` reproduces the run after the
    first `before_run` operations.
    """

    kind: str
    operation: Operation | None
    model: Transition | None
    implementation: Outcome | str | None
    differences: list[str]
    run: OrchestratedRun | None = None
    before_run: int = 0

    def __str__(self) -> str:
        return f"{self.kind}: " + "; ".join(self.differences)


@dataclass
class Tally:
    """Counts over many operations: what was asked, what was answered, what was put to the test."""

    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    properties: Counter[str] = field(default_factory=Counter)

    def add(self, operation: Operation, transition: Transition, change: Change) -> None:
        """Count one operation."""
        outcome = transition.outcome
        answer = f"{outcome.code} {outcome.reason}" if isinstance(outcome, Rejected) else "accepted"
        self.outcomes[type(operation).__name__, answer] += 1
        self.rules.update(transition.rules)
        self.properties.update(rule.id for rule in STEP_PROPERTIES if rule.applies(change))
        plan = change.after.plan(operation.plan)
        if plan is not None and change.after is not change.before:
            self.properties.update(rule.id for rule in INVARIANTS if rule.applies(plan))

    @property
    def operations(self) -> int:
        """Count all operations."""
        return self.outcomes.total()

    @property
    def accepted(self) -> int:
        """Count the operations that were not rejected."""
        return sum(n for (_, answer), n in self.outcomes.items() if answer == "accepted")

    def never_fired(self) -> list[str]:
        """List the rules that decided nothing."""
        return [rule.id for rule in RULES if not self.rules[rule.id]]

    def never_tested(self) -> list[str]:
        """List the properties of states, operations and runs that nothing put to the test."""
        return [rule.id for rule in CHECKED if not self.properties[rule.id]]


class SideBySide:
    """Drives the model and an implementation with the same operations."""

    def __init__(
        self,
        implementation: Implementation,
        tally: Tally | None = None,
        everything_every: int = EVERYTHING_EVERY,
    ) -> None:
        self.implementation = implementation
        self.tally = tally
        self.everything_every = everything_every
        self.state = State()
        self.operations: list[Operation] = []
        self.transitions: list[Transition] = []
        self.history: tuple[HistoryEntry, ...] = ()

    def apply(self, operation: Operation) -> Transition:
        """Apply an operation to both; raise `Disagreement` if they differ."""
        before = self.state
        self.operations.append(operation)
        transition = apply(before, operation)
        self.transitions.append(transition)
        self.compare_outcome(operation, transition)
        self.state = transition.state
        self.remember_commit(operation, transition.outcome)
        self.compare_plan(operation, transition)
        change = Change(before, operation, transition.outcome, self.state)
        self.check_properties(operation, transition, change)
        if self.tally is not None:
            self.tally.add(operation, transition, change)
        if len(self.operations) % self.everything_every == 0:
            self.compare_everything()
        return transition

    def remember_commit(self, operation: Operation, outcome: Outcome) -> None:
        """Keep the history of all commits, the newest first, as git would."""
        if isinstance(operation, Commit) and isinstance(outcome, Committed):
            entry = HistoryEntry(operation.plan, operation.step, outcome.commit_hash)
            self.history = (entry, *self.history)

    def compare_outcome(self, operation: Operation, transition: Transition) -> None:
        """Compare the two answers."""
        try:
            outcome = self.implementation.apply(operation)
        except Exception as error:
            line = f"the implementation broke: {type(error).__name__}: {error}"
            raise Disagreement("crash", operation, transition, str(error), [line]) from error
        if outcome != transition.outcome:
            lines = [f"the model answers {transition.outcome}", f"the implementation {outcome}"]
            raise Disagreement("outcome", operation, transition, outcome, lines)

    def compare_plan(self, operation: Operation, transition: Transition) -> None:
        """Compare the plan that the operation named, or the family of steps it can touch."""
        plan = self.state.plan(operation.plan)
        family = touched_family(plan, operation, transition.outcome)
        expected = restricted(plan, family) if plan and family else plan
        observed = self.implementation.snapshot(operation.plan, family)
        if expected != observed:
            lines = plan_differences(expected, observed)
            raise Disagreement("state", operation, transition, transition.outcome, lines)

    def check_properties(
        self, operation: Operation, transition: Transition, change: Change
    ) -> None:
        """Check the invariants and step properties on the model."""
        if change.before is change.after:
            problems = []
        else:
            plan = change.after.plan(operation.plan)
            problems = broken_invariants(plan) if plan else []
        problems += broken_step_properties(change)
        if problems:
            raise Disagreement("property", operation, transition, None, problems)

    def compare_everything(self) -> None:
        """Compare all plans, also those that no operation named."""
        if lines := state_differences(self.state, self.implementation.snapshot_state()):
            raise Disagreement("state", self.last_operation(), None, None, lines)

    def finish(self) -> None:
        """Compare everything a last time and check the integrity of the stored data."""
        self.compare_everything()
        if problems := self.implementation.integrity_problems():
            raise Disagreement("integrity", self.last_operation(), None, None, problems)

    def last_operation(self) -> Operation | None:
        """Give the operation that came last."""
        return self.operations[-1] if self.operations else None


def touched_family(plan: Plan | None, operation: Operation, outcome: Outcome) -> str | None:
    """Name the top-level step whose family is all that an operation can touch, if there is one."""
    anchor = outcome.anchor if isinstance(outcome, Claimed) else getattr(operation, "step", None)
    named = [step for step in (plan.steps if plan else ()) if step.anchor == anchor]
    return (named[0].parent or named[0].anchor) if named else None


def restricted(plan: Plan, family: str) -> Plan:
    """Leave of a plan's steps one top-level step with its substeps."""
    steps = tuple(step for step in plan.steps if family in (step.anchor, step.parent))
    return replace(plan, steps=steps)
