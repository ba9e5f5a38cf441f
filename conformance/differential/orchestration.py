"""The orchestrator of the model and that of the implementation, side by side in one run.

Both are procedures that send operations. Each call of one is matched with the call of the other,
each side's outcome goes to its own procedure, and the endings are compared. Between two calls
happens what the run's `Circumstances` decide.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pydantic import TypeAdapter

from conformance.differential.agreement import Disagreement, Tally
from conformance.generators.circumstances import (
    Circumstances,
    DocumentEdited,
    Fault,
    Moment,
    OrchestratedRun,
    RunEvent,
)
from conformance.protocol.traces import operation_name, operation_to_json
from impl.orchestrator import recovery as implementation
from model import recovery as model
from model.transition import Transition
from spec.editions import CURRENT
from spec.properties.recorded_runs import Exchange, RecordedRun
from spec.properties.runs import RUN_PROPERTIES
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, HistoryEntry
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Call, Count, Ending, Procedure, Review
from spec.vocabulary.rejections import Rejected, store_unavailable
from spec.vocabulary.state import State

Orchestrator = Callable[[str, str, Review, Count], Procedure]
"""Brings a step of a plan to its commit, for a worktree, a review and what a coder counted."""

NO_DOCUMENT = "0" * 64


def model_orchestrator(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
    """Return the model's procedure in the current edition."""
    return model.implement(plan, worktree, review, count, CURRENT)


def implementation_orchestrator(
    plan: str, worktree: str, review: Review, count: Count
) -> Procedure:
    """Return the implementation's procedure."""
    return implementation.implement(plan, worktree, review, count)


class ProcedureDivergence(Exception):
    """The procedure under test sends another operation than the model's, or ends otherwise."""

    def __init__(self, expected: Call | Ending, observed: Call | Ending | str) -> None:
        super().__init__(f"{rendered(expected)} -> {rendered(observed)}")
        self.expected = expected
        self.observed = observed


def matched(expected: Procedure, observed: Procedure) -> Procedure:
    """Run two procedures as one: the calls of the first, each matched with that of the second.

    Raises `ProcedureDivergence` as soon as they differ. The rules that the model names are left
    out of the comparison: what counts is what is done.
    """
    wanted, found = heard(expected), heard_under_test(observed)
    while without_rules(wanted) == without_rules(found):
        if isinstance(wanted, Ending):
            return wanted
        outcome = yield wanted
        wanted, found = heard(expected, outcome), heard_under_test(observed, outcome)
    raise ProcedureDivergence(wanted, found)


def heard(procedure: Procedure, outcome: Outcome | None = None) -> Call | Ending:
    """Send a procedure an outcome, `None` to start it; return its next call or its ending."""
    try:
        return next(procedure) if outcome is None else procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending


def heard_under_test(procedure: Procedure, outcome: Outcome | None = None) -> Call | Ending | str:
    """Return what `heard` returns, or the error if the procedure breaks."""
    try:
        return heard(procedure, outcome)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def without_rules(said: Call | Ending | str) -> object:
    """Return what a procedure says without the rules that it follows."""
    if isinstance(said, Call):
        return said.operation
    return replace(said, rules=()) if isinstance(said, Ending) else said


def rendered(said: Call | Ending | str) -> str:
    """Return what a procedure says: the call that it sends, or how it ends, as JSON."""
    if isinstance(said, Call):
        return f"sends {as_json(operation_to_json(said.operation))}"
    if isinstance(said, Ending):
        fields = TypeAdapter(Ending).dump_python(said, mode="json", exclude_defaults=True)
        fields.pop("rules", None)
        return f"ends with {as_json(fields)}"
    return f"breaks: {said}"


class Runner(Protocol):
    """Model and system under test, driven together by the same operations."""

    state: State
    operations: list[Operation]
    history: tuple[HistoryEntry, ...]
    tally: Tally | None

    def apply(self, operation: Operation) -> Transition:
        """Apply an operation to both. Raises `Disagreement` if they differ."""


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
        """Carry the run out and return it. Raises `Disagreement`, with the run in it."""
        self.began_at = len(self.runner.operations)
        self.assignment = self.circumstances.assign(self.runner.state)
        self.now = self.assignment.now
        procedure = self.procedure()
        try:
            said = heard(procedure)
            while isinstance(said, Call):
                self.fire(said.rules)
                said = heard(procedure, self.carry_out(said))
        except ProcedureDivergence as divergence:
            raise self.disagreement(divergence) from None
        self.fire(said.rules)
        given = self.assignment
        disturbed = frozenset(position for position, _ in self.events)
        run = RecordedRun(
            given.plan, given.worktree, given.review, tuple(self.exchanges), said, disturbed
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

    def happen_before(self, call: Call) -> Fault:
        """Let everything happen that happens before a call; return the fault that it meets."""
        fault = Fault()
        while (event := self.circumstances.event_before(self.moment(call))) is not None:
            self.events.append((len(self.exchanges), event))
            if isinstance(event, Fault):
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
            self.runner.history,
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

    def filled_in(self, operation: Operation, fault: Fault) -> Operation:
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
        """Check the properties of whole runs. Raises `Disagreement`."""
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

    def fire(self, rules: tuple[str, ...]) -> None:
        """Count the rules that decided what the orchestrator does."""
        if self.runner.tally is not None:
            self.runner.tally.rules.update(rules)

    def disagreement(self, divergence: ProcedureDivergence) -> Disagreement:
        """Return the disagreement of the two orchestrators, with the calls so far."""
        lines = [
            f"the model {rendered(divergence.expected)}",
            f"the implementation {rendered(divergence.observed)}",
            f"after {', '.join(map(call_line, self.exchanges)) or 'no call'}",
        ]
        return self.broken("orchestrator", lines)

    def broken(self, kind: str, lines: list[str]) -> Disagreement:
        """Return a disagreement about the run so far."""
        last = self.runner.operations[-1] if self.runner.operations else None
        run = OrchestratedRun(self.assignment, tuple(self.events))
        return Disagreement(kind, last, None, None, lines, run, self.began_at)


def call_line(exchange: Exchange) -> str:
    """Return what a call was, and how it was rejected if it was."""
    name, outcome = operation_name(type(exchange.operation)), exchange.outcome
    return f"{name} ({outcome.code})" if isinstance(outcome, Rejected) else name


def as_json(data: object) -> str:
    """Return data as compact JSON."""
    return json.dumps(data, ensure_ascii=False)


def prevents(fault: Fault, operation: Operation) -> bool:
    """Return whether a fault keeps a call other than a commit from the store (REC-4)."""
    reads_document = isinstance(operation, Claim | Batch | Complete)
    return not fault.store_reachable or (reads_document and not fault.document_readable)
