"""Runs of an orchestrator, carried out again on the model of an edition, call by call."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from conformance.differential.orchestrators import Orchestrator, advance
from conformance.protocol.codec import operation_request, outcome_to_json
from conformance.protocol.operations import operation_name
from conformance.vectors.vector import ExpectedReply, OrchestratorInput, Then
from model.apply import apply
from model.explorer.runs import COMMIT_HASH
from model.recovery import implement
from model.transition import rules_cited
from spec.editions import Edition
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

    def __init__(
        self, work: OrchestratorInput, plan: str, orchestrator: Orchestrator, edition: Edition
    ) -> None:
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
            operation_request(operation, self.edition),
            outcome_to_json(transition.outcome, self.edition),
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

    def follow(
        self, operations: Sequence[Operation], calls: Sequence[bool]
    ) -> list[ExpectedReply] | None:
        """Return what is expected of a whole run, or `None` if the model makes other calls."""
        expectations: list[ExpectedReply] = []
        for operation, call in zip(operations, calls, strict=True):
            if call and expectations and self.upcoming(operation) != operation:
                return None
            expectations.append(self.apply(operation, call))
        return expectations


def ending_of(step: NextStep | None) -> Ending | None:
    """Return how an orchestrator ends, without the clauses, or `None` if it goes on."""
    return replace(step, clauses=()) if isinstance(step, Ending) else None


def then_of(step: NextStep) -> Then:
    """Return a next step in the form of a vector."""
    if isinstance(step, Ending):
        return Then(rules_cited(step.clauses), ending=ending_of(step))
    return Then(rules_cited(step.clauses), operation_name(type(step.operation)))
