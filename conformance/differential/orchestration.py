"""Random runs of the orchestrator on model and implementation, with random disturbances."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from conformance.differential.agreement import Disagreement, Tally
from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.worlds import World
from model.transition import Transition
from spec.editions import CURRENT
from spec.orchestration import Call, Procedure, implement
from spec.properties.recorded_runs import Exchange, Run
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.checklists import Batch, StatusChange, Update
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, HistoryEntry
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Checkpoint, Count, Ending, Judgement, Review
from spec.vocabulary.rejections import store_unavailable
from spec.vocabulary.showing import Show
from spec.vocabulary.state import State

FAULTS: tuple[dict[str, bool | None], ...] = (
    {"git_succeeds": False},
    {"root_found": False},
    {"store_reachable": False},
    {"document_hash": None},
)


class Pair(Protocol):
    """Two sides that are asked the same: the model's state and commits, and how to ask."""

    state: State
    operations: list[Operation]
    history: tuple[HistoryEntry, ...]
    tally: Tally | None

    def apply(self, operation: Operation) -> Transition:
        """Ask both; raise if they differ."""


Orchestrator = Callable[[str, str, Review, Count], Procedure]
"""Brings a step of a plan to its commit, for a worktree, a review and what a coder counted."""


def reference_orchestrator(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
    """Implement a step as the current edition demands."""
    return implement(plan, worktree, review, count, CURRENT)


@dataclass
class Orchestration:
    """One run of the orchestrator, decided by choices; `now` is when the last thing happened."""

    pair: Pair
    choices: Choices
    world: World
    now: int
    edited: str | None = None
    orchestrator: Orchestrator = reference_orchestrator
    exchanges: list[Exchange] = field(default_factory=list)
    disturbed: set[int] = field(default_factory=set)
    ending: Ending | None = None

    def run(self) -> None:
        """Let the orchestrator bring a step to its commit; raise `Disagreement` as calls do."""
        plan = self.choices.one_of(self.world.plans())
        worktree = self.choices.one_of(self.world.worktrees)
        review = self.review()
        procedure = self.orchestrator(plan, worktree, review, Count(tasks=1, tests=1))
        try:
            call = next(procedure)
            while True:
                self.fire(call.rules)
                call = procedure.send(self.carry_out(call))
        except StopIteration as stop:
            ending: Ending = stop.value
        self.ending = ending
        self.fire(ending.rules)
        if self.exchanges:
            exchanges, disturbed = tuple(self.exchanges), frozenset(self.disturbed)
            self.judge(Run(plan, worktree, review, exchanges, ending, disturbed))

    def review(self) -> Review:
        """Choose what the reviewer says."""
        judgements = [
            self.choices.one_of((Judgement.PASS, *Judgement)) for _ in range(self.choices.below(3))
        ]
        points = (Checkpoint(ordinal, judged) for ordinal, judged in enumerate(judgements))
        return Review(not self.choices.rarely(6), tuple(points))

    def carry_out(self, call: Call) -> Outcome:
        """Answer a call, after whatever happens first; rarely the store is away."""
        while self.choices.rarely(5):
            self.disturb(call)
        operation = self.filled_in(call.operation)
        before = self.pair.state
        # A report that never came leaves what recoveries are for.
        away = 3 if isinstance(operation, Batch) else 15
        if not isinstance(operation, Commit) and self.choices.rarely(away):
            self.disturbed.add(len(self.exchanges))
            outcome: Outcome = store_unavailable()
        else:
            outcome = self.pair.apply(operation).outcome
        exchange = Exchange(call, operation, before, outcome, self.pair.state)
        self.exchanges.append(exchange)
        return outcome

    def disturb(self, call: Call) -> None:
        """Let somebody else do something, or the worker itself open an item again."""
        self.disturbed.add(len(self.exchanges))
        if self.choices.rarely(6):
            versions = self.world.versions(call.operation.plan)
            self.edited = self.choices.one_of(versions).document_hash
        elif isinstance(call.operation, Batch | Show | Complete) and self.choices.rarely(2):
            self.reopen()
        else:
            state, history = self.pair.state, self.pair.history
            operation = draw_operation(self.choices, state, self.world, self.now, True, history)
            self.now = operation.now
            self.pair.apply(operation)

    def reopen(self) -> None:
        """Open every item of the step that the run holds."""
        claim = self.exchanges[0] if self.exchanges else None
        if claim is None or not isinstance(claim.outcome, Claimed):
            return
        assert isinstance(claim.operation, Claim)
        plan, worktree = claim.operation.plan, claim.operation.worktree
        everything = (StatusChange(ItemStatus.OPEN),)
        request = Update(plan, claim.outcome.anchor, worktree, everything, "", 0, allow_reopen=True)
        self.pair.apply(self.filled_in(request))

    def filled_in(self, operation: Operation) -> Operation:
        """Give an operation its time, the registered document's hash, and a commit's hash."""
        changes: dict[str, Any] = {"now": self.now}
        plan = self.pair.state.plan(operation.plan)
        if "document_hash" in type(operation).__dataclass_fields__:
            registered = plan.document_hash if plan else "0" * 64
            changes["document_hash"] = self.edited or registered
        if isinstance(operation, Commit):
            changes["commit_hash"] = f"{self.choices.below(256):02x}" * 20
            if self.choices.rarely(5):
                changes |= self.choices.one_of(FAULTS)
        return replace(operation, **changes)

    def judge(self, run: Run) -> None:
        """Check the properties of whole runs."""
        problems = [
            f"{rule.id}: {problem}"
            for rule in RUN_PROPERTIES
            if rule.applies(run)
            for problem in rule.problems(run)
        ]
        if problems:
            last = self.pair.operations[-1] if self.pair.operations else None
            raise Disagreement("run", last, None, None, problems)
        if self.pair.tally is not None:
            tested = (rule.id for rule in RUN_PROPERTIES if rule.applies(run))
            self.pair.tally.properties.update(tested)

    def fire(self, rules: tuple[str, ...]) -> None:
        """Count the rules that decided what the orchestrator does."""
        if self.pair.tally is not None:
            self.pair.tally.rules.update(rules)
