"""Runs of an orchestrator carried out again: its next step after each answer, and divergences."""

from dataclasses import replace
from typing import Any

from conformance.authoring.traces import FoundTrace
from conformance.differential.orchestrators import Orchestrator, advance
from conformance.protocol.codec import operation_request, outcome_to_json
from conformance.protocol.operations import operation_name
from conformance.vectors.vector import Before, ExpectedReply, Then
from model.apply import apply
from model.explorer.runs import COMMIT_HASH
from model.recovery import implement
from model.transition import rules_cited
from spec.editions import CURRENT, Edition
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.recovery import Call, Ending
from spec.vocabulary.state import State

NextStep = Call | Ending


def of_edition(edition: Edition) -> Orchestrator:
    """Return the model's orchestrator in an edition."""
    return lambda plan, worktree, review, count: implement(plan, worktree, review, count, edition)


class RunReplay:
    """A run that is carried out again on the model, operation by operation.

    `step` is what the orchestrator does next, `None` before it begins.
    """

    def __init__(self, found: FoundTrace, orchestrator: Orchestrator, edition: Edition) -> None:
        work = found.work
        assert work is not None
        plan = found.operations[0].plan
        self.procedure = orchestrator(plan, work.worktree, work.review, work.count)
        self.edition = edition
        self.state = State()
        self.document_hash = ""
        self.step: NextStep | None = None

    def apply(self, operation: Operation, call: bool) -> ExpectedReply:
        """Apply an operation, which is a call of the orchestrator or a disturbance.

        The registration at the beginning counts as a call: the orchestrator begins after it.
        """
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        if isinstance(operation, Register):
            self.document_hash = operation.definition.document_hash
        self.document_hash = getattr(operation, "document_hash", None) or self.document_hash
        if call and not isinstance(self.step, Ending):
            self.step = advance(self.procedure, transition.outcome if self.step else None)
        return ExpectedReply(
            operation_request(operation),
            outcome_to_json(transition.outcome),
            transition.rules,
            then_of(self.step) if call and self.step else None,
        )

    def upcoming(self, like: Operation) -> Operation | None:
        """Return the next call, with the hashes and faults of an operation made at that point."""
        if not isinstance(self.step, Call):
            return None
        operation, changes = self.step.operation, dict[str, Any]()
        if "document_hash" in operation.__dataclass_fields__:
            changes["document_hash"] = getattr(like, "document_hash", self.document_hash)
        if isinstance(operation, Commit):
            changes["commit_hash"] = COMMIT_HASH
            if isinstance(like, Commit):
                faults = ("git_succeeds", "root_found", "store_reachable")
                changes |= {name: getattr(like, name) for name in faults}
        return replace(operation, **changes)


def expectations_of(found: FoundTrace) -> tuple[list[ExpectedReply], State] | None:
    """Return what a vector expects of a run, or `None` if the model makes other calls."""
    run = RunReplay(found, of_edition(CURRENT), CURRENT)
    expectations: list[ExpectedReply] = []
    for operation, call in zip(found.operations, found.calls, strict=True):
        if call and expectations and run.upcoming(operation) != operation:
            return None
        expectations.append(run.apply(operation, call))
    return expectations, run.state


def clauses_followed(
    found: FoundTrace, orchestrator: Orchestrator, edition: Edition
) -> frozenset[str]:
    """Return the clauses by which an orchestrator makes the last call of a run, and goes on."""
    run = RunReplay(found, orchestrator, edition)
    steps: list[NextStep | None] = [None]
    for operation, call in zip(found.operations, found.calls, strict=True):
        run.apply(operation, call)
        steps.append(run.step)
    return frozenset(clause for step in steps[-2:] if step for clause in step.clauses)


def last_divergence(
    found: FoundTrace, orchestrator: Orchestrator, edition: Edition
) -> Before | None:
    """Return how another orchestrator, or edition, differs at the last operation of a run.

    `None` if it differs before that, or not at all.
    """
    model = RunReplay(found, of_edition(CURRENT), CURRENT)
    other = RunReplay(found, orchestrator, edition)
    *earlier, (last, last_call) = zip(found.operations, found.calls, strict=True)
    for number, (operation, call) in enumerate(earlier):
        if call and number and other.upcoming(operation) != operation:
            return None
        if model.apply(operation, call).reply != other.apply(operation, call).reply:
            return None
    sent = other.upcoming(last) if last_call and earlier else last
    if sent is None:
        return None
    expected, observed = model.apply(last, last_call), other.apply(sent, last_call)
    same_end = ending_of(model.step) == ending_of(other.step)
    if sent == last and expected.reply == observed.reply and same_end:
        return None
    request = None if sent == last else observed.request
    then = observed.then if request or not same_end else None
    return Before(edition.name, observed.reply, request, then)


def ending_of(step: NextStep | None) -> Ending | None:
    """Return how an orchestrator ends, without the clauses, or `None` if it goes on."""
    return replace(step, clauses=()) if isinstance(step, Ending) else None


def then_of(step: NextStep) -> Then:
    """Return a next step in the form of a vector."""
    if isinstance(step, Ending):
        return Then(rules_cited(step.clauses), ending=ending_of(step))
    return Then(rules_cited(step.clauses), operation_name(type(step.operation)))
