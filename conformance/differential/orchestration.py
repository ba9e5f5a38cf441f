"""One run of the orchestrator: the model's and the implementation's, on both sides, disturbed.

What happens between two calls is decided by the run's `Circumstances`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from conformance.differential.divergence import Divergence
from conformance.differential.orchestrators import (
    Orchestrator,
    ProcedureDivergence,
    advance,
    implementation_orchestrator,
    matched,
    model_orchestrator,
    render_step,
)
from conformance.differential.tally import Tally
from conformance.generators.circumstances import (
    CallFault,
    Circumstances,
    DocumentEdited,
    Moment,
    OrchestratedRun,
    RunEvent,
)
from conformance.protocol.operations import operation_name
from model.transition import Transition
from spec.properties.recorded_runs import Exchange, RecordedRun
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLog, Complete
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Call, Ending, Procedure
from spec.vocabulary.rejections import Rejected, store_unavailable
from spec.vocabulary.state import State

NO_DOCUMENT = "0" * 64


class Runner(Protocol):
    """Model and system under test, driven together by the same operations."""

    state: State
    operations: list[Operation]
    commit_log: CommitLog
    tally: Tally | None

    def apply(self, operation: Operation) -> Transition:
        """Apply an operation to both. Raises `Divergence` if they differ."""


@dataclass
class Orchestration:
    """One run of the orchestrator in circumstances.

    Without an orchestrator under test (`None`) the model's drives the run alone, and the run only
    serves to put the store to the test.
    """

    runner: Runner
    circumstances: Circumstances
    tested: Orchestrator | None = implementation_orchestrator
    events: list[tuple[int, RunEvent]] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    now: int = 0
    edited: str | None = None

    def run(self) -> RecordedRun:
        """Carry the run out and return it. Raises `Divergence`, with the run in it."""
        self.began_at = len(self.runner.operations)
        self.assignment = self.circumstances.assign(self.runner.state)
        self.now = self.assignment.now
        procedure = self.procedure()
        try:
            step = advance(procedure)
            while isinstance(step, Call):
                self.fire(step)
                step = advance(procedure, self.carry_out(step))
        except ProcedureDivergence as divergence:
            raise self.divergence(divergence) from None
        self.fire(step)
        given = self.assignment
        disturbed = frozenset(position for position, _ in self.events)
        run = RecordedRun(
            given.plan, given.worktree, given.review, tuple(self.exchanges), step, disturbed
        )
        if self.tested is not None:
            self.check_properties(run)
        return run

    def procedure(self) -> Procedure:
        """Start the procedures of both sides, or the model's alone."""
        plan, worktree = self.assignment.plan, self.assignment.worktree
        review, count = self.assignment.review, self.assignment.count
        expected = model_orchestrator(plan, worktree, review, count)
        if self.tested is None:
            return expected
        return matched(expected, self.tested(plan, worktree, review, count))

    def carry_out(self, call: Call) -> Outcome:
        """Answer a call, after whatever happens before it."""
        fault = self.happen_before(call)
        operation = self.filled_in(call.operation, fault)
        before = self.runner.state
        if not isinstance(operation, Commit) and prevents(fault, operation):
            outcome: Outcome = store_unavailable()
        else:
            outcome = self.runner.apply(operation).outcome
        self.exchanges.append(Exchange(call, operation, before, outcome, self.runner.state))
        return outcome

    def happen_before(self, call: Call) -> CallFault:
        """Apply every event that precedes a call; return the fault that the call meets."""
        fault = CallFault()
        while (event := self.circumstances.event_before(self.moment(call))) is not None:
            self.events.append((len(self.exchanges), event))
            if isinstance(event, CallFault):
                fault = event
            elif isinstance(event, DocumentEdited):
                self.edited = event.document_hash
            else:
                self.now = max(self.now, event.now)
                self.runner.apply(event)
        return fault

    def moment(self, call: Call) -> Moment:
        """Return the moment before a call."""
        return Moment(
            self.assignment,
            call,
            len(self.exchanges),
            self.claimed(),
            self.runner.state,
            self.runner.commit_log,
            self.document_hash(),
            self.now,
        )

    def claimed(self) -> str | None:
        """Return the anchor of the step that the run has claimed, or `None`."""
        claim = self.exchanges[0].outcome if self.exchanges else None
        return claim.anchor if isinstance(claim, Claimed) else None

    def document_hash(self) -> str:
        """Return the hash of the plan's document as it is now."""
        plan = self.runner.state.plan(self.assignment.plan)
        return self.edited or (plan.document_hash if plan else NO_DOCUMENT)

    def filled_in(self, operation: Operation, fault: CallFault) -> Operation:
        """Fill in an operation's time, the document's hash, and of a commit what git does."""
        changes: dict[str, Any] = {"now": self.now}
        if "document_hash" in type(operation).__dataclass_fields__:
            changes["document_hash"] = self.document_hash()
        if isinstance(operation, Commit):
            changes |= {
                "commit_hash": self.assignment.commit_hash,
                "git_succeeds": fault.git_succeeds,
                "root_found": fault.root_found,
                "store_reachable": fault.store_reachable,
            }
            if not fault.document_readable:
                changes["document_hash"] = None
        return replace(operation, **changes)

    def check_properties(self, run: RecordedRun) -> None:
        """Check the properties of whole runs. Raises `Divergence`."""
        if not run.exchanges:
            return
        applicable = [rule for rule in RUN_PROPERTIES if rule.applies(run)]
        problems = [
            f"{rule.id}: {problem}" for rule in applicable for problem in rule.problems(run)
        ]
        if problems:
            raise self.broken("run", problems)
        if self.runner.tally is not None:
            self.runner.tally.properties.update(rule.id for rule in applicable)

    def fire(self, step: Call | Ending) -> None:
        """Count the clauses that decided what the orchestrator does."""
        if self.runner.tally is not None:
            self.runner.tally.orchestrated.update(step.clauses)

    def divergence(self, divergence: ProcedureDivergence) -> Divergence:
        """Return the disagreement of the two orchestrators, with the calls so far."""
        lines = [
            f"the model {render_step(divergence.expected)}",
            f"the implementation {render_step(divergence.observed)}",
            f"after {', '.join(map(call_line, self.exchanges)) or 'no call'}",
        ]
        return self.broken("orchestrator", lines)

    def broken(self, kind: str, lines: list[str]) -> Divergence:
        """Return a divergence in the run so far."""
        last = self.runner.operations[-1] if self.runner.operations else None
        run = OrchestratedRun(self.assignment, tuple(self.events))
        return Divergence(
            kind, last, None, None, problems=(*lines,), run=run, before_run=self.began_at
        )


def call_line(exchange: Exchange) -> str:
    """Return what a call was, and how it was rejected if it was."""
    name, outcome = operation_name(type(exchange.operation)), exchange.outcome
    return f"{name} ({outcome.code})" if isinstance(outcome, Rejected) else name


def prevents(fault: CallFault, operation: Operation) -> bool:
    """Return whether a fault keeps a call other than a commit from the store (REC-4)."""
    reads_document = isinstance(operation, Claim | Batch | Complete)
    return not fault.store_reachable or (reads_document and not fault.document_readable)
