"""Checking properties while exploring: which ones an event, a state or a run violates."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from model.explorer.asking import ModelAnswers
from model.explorer.events import event_result
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event, Situation
from spec.editions import Edition
from spec.properties.changes import Change
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import BrokenProperty, broken
from spec.properties.reachability import POSSIBILITIES
from spec.properties.recorded_runs import RecordedRun
from spec.properties.remedies import FOLLOW_UPS, Refused, refusal_in
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import applicable_step_properties
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State, Step


class JudgedEvent(NamedTuple):
    """The situation after an event, what it violates, and the clauses that decided it."""

    after: Situation
    problems: list[BrokenProperty]
    clauses: tuple[str, ...]


@dataclass
class PropertyChecker:
    """Checks properties of what the model answers, and records in `tested` which of them applied.

    Many changes lead to the same plan, whose invariants are checked once.
    """

    answers: ModelAnswers
    worktrees: tuple[str, ...]
    tested: set[str] = field(default_factory=set)
    broken: dict[Plan, tuple[frozenset[str], list[BrokenProperty]]] = field(default_factory=dict)

    def judge(self, scope: Scope, situation: Situation, event: Event) -> JudgedEvent | None:
        """Return what an event does and violates, or `None` if it is not enabled."""
        result = event_result(scope, self.answers, situation, event)
        if result is None:
            return None
        if result.operation is None or result.transition is None:
            return JudgedEvent(result.after, [], ())
        outcome = result.transition.outcome
        change = Change(situation.state, result.operation, outcome, result.after.state)
        return JudgedEvent(result.after, self.change(change), result.transition.clauses)

    def change(self, change: Change) -> list[BrokenProperty]:
        """Return what a change violates, without invariants that were violated before it."""
        applicable = applicable_step_properties(change)
        self.tested.update([rule.id for rule in applicable])
        problems = broken(applicable, change)
        before, after = change.plan_before, change.plan_after
        if after is not None and after is not before:
            violated = self.invariants(after)
            known = self.invariants(before) if violated and before is not None else []
            problems += [problem for problem in violated if problem not in known]
        return [*problems, *self.follow_ups(change)]

    def follow_ups(self, change: Change) -> Iterator[BrokenProperty]:
        """Yield what is wrong with the request that is advised after a refusal."""
        if refusal := refusal_in(change):
            self.tested.update(rule.id for rule in FOLLOW_UPS)
            yield from broken(FOLLOW_UPS, Refused(change, refusal, self.outcome_in))

    def run(self, run: RecordedRun) -> list[BrokenProperty]:
        """Return what a whole run of the orchestrator violates."""
        applying = [rule for rule in RUN_PROPERTIES if rule.applies(run)]
        self.tested |= {rule.id for rule in applying}
        return broken(applying, run)

    def outcome_in(self, state: State, operation: Operation) -> tuple[State, Outcome]:
        """Return the state after an operation, and its outcome."""
        transition = self.answers.apply(state, operation)
        return transition.state, transition.outcome

    def invariants(self, plan: Plan) -> list[BrokenProperty]:
        """Return the invariants that a plan violates."""
        known = self.broken.get(plan)
        if known is None:
            applying = frozenset(rule.id for rule in INVARIANTS if rule.applies(plan))
            known = self.broken[plan] = applying, broken(INVARIANTS, plan)
        self.tested |= known[0]
        return known[1]

    def possibilities(
        self, state: State, plan: Plan, step: Step, by_claim: bool | None = None
    ) -> Iterator[BrokenProperty]:
        """Yield what must be possible with a step and is not: all, or only by a claim or not."""
        for rule in POSSIBILITIES:
            if by_claim not in (None, rule.by_claim):
                continue
            for attempt in rule.attempts(plan, step, self.worktrees):
                self.tested.add(rule.id)
                transitions = (
                    self.answers.apply(state, operation) for operation in attempt.operations
                )
                if not any(
                    attempt.succeeded(transition.outcome, registered(transition.state, plan))
                    for transition in transitions
                ):
                    yield BrokenProperty(rule.id, f"impossible: {attempt.wish}")


def broken_follow_ups(change: Change, edition: Edition) -> list[BrokenProperty]:
    """Return what is wrong with the request that is advised after a refusal."""
    return list(PropertyChecker(ModelAnswers(edition), ()).follow_ups(change))


def registered(state: State, plan: Plan) -> Plan:
    """Return the plan of the same path, which is known to be registered."""
    found = state.plan(plan.path)
    assert found is not None
    return found
