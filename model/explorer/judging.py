"""Judging what the explorer sees: which properties a change or a situation breaks."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from model.apply import apply
from spec.editions import Edition
from spec.properties.changes import Change
from spec.properties.invariants import INVARIANTS
from spec.properties.reachability import POSSIBILITIES
from spec.properties.recorded_runs import Run
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES
from spec.vocabulary.state import Plan, State, Step

Problem = tuple[str, str]
"""The id of a broken property, and a sentence about the place."""


@dataclass
class Judge:
    """Knows the edition and the worktrees, and remembers which properties were put to the test."""

    edition: Edition
    worktrees: tuple[str, ...]
    tested: set[str] = field(default_factory=set)

    def change(self, change: Change) -> list[Problem]:
        """List what a change breaks. An invariant that was broken before is not named again."""
        problems = []
        for rule in STEP_PROPERTIES:
            if rule.applies(change):
                self.tested.add(rule.id)
                problems += [(rule.id, problem) for problem in rule.problems(change)]
        path = change.operation.plan
        before, after = change.before.plan(path), change.after.plan(path)
        if after is not None and after is not before:
            known = set(self.invariants(before)) if before is not None else set()
            problems += [problem for problem in self.invariants(after) if problem not in known]
        return problems

    def run(self, run: Run) -> list[Problem]:
        """List what a whole run of the orchestrator breaks."""
        applying = [rule for rule in RUN_PROPERTIES if rule.applies(run)]
        self.tested |= {rule.id for rule in applying}
        return [(rule.id, problem) for rule in applying for problem in rule.problems(run)]

    def invariants(self, plan: Plan) -> Iterator[Problem]:
        """List the invariants that a plan breaks."""
        for rule in INVARIANTS:
            if rule.applies(plan):
                self.tested.add(rule.id)
            yield from ((rule.id, problem) for problem in rule.problems(plan))

    def possibilities(
        self, state: State, plan: Plan, step: Step, by_claim: bool
    ) -> Iterator[Problem]:
        """List what should be possible with a step and is not, by a claim or otherwise."""
        for rule in POSSIBILITIES:
            if rule.by_claim != by_claim:
                continue
            for attempt in rule.attempts(plan, step, self.worktrees):
                self.tested.add(rule.id)
                if not any(
                    attempt.succeeded(transition.outcome, self.named(transition.state, plan))
                    for transition in (
                        apply(state, operation, self.edition) for operation in attempt.operations
                    )
                ):
                    yield rule.id, f"impossible: {attempt.wish}"

    def named(self, state: State, plan: Plan) -> Plan:
        """Find a plan that is known to be registered."""
        found = state.plan(plan.path)
        assert found is not None
        return found
