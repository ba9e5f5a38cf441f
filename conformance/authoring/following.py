"""Following a run of the orchestrator again: what it says to each answer, and where two part."""

from dataclasses import dataclass, field, replace
from typing import Any

from conformance.authoring.found import Found
from conformance.mutants.mutant import Orchestrator
from conformance.protocol.codec import operation_request, outcome_to_json
from conformance.protocol.operations import operation_name
from conformance.vectors.vector import Before, Expectation, Then, Work
from model.apply import apply
from model.explorer.runs import COMMIT_HASH, listen
from spec.editions import CURRENT, Edition
from spec.orchestration import Call, implement
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Ending
from spec.vocabulary.registering import Register
from spec.vocabulary.state import State

Heard = Call | Ending


def of_edition(edition: Edition) -> Orchestrator:
    """Give the orchestrator as an edition has it."""
    return lambda plan, worktree, review, count: implement(plan, worktree, review, count, edition)


@dataclass
class Followed:
    """A run that is followed again: what the orchestrator has heard, and what it says then."""

    orchestrator: Orchestrator
    edition: Edition
    plan: str
    work: Work
    state: State = field(default_factory=State)
    outcomes: list[Outcome] = field(default_factory=list)
    document_hash: str = ""
    heard: Heard | None = None

    def ask(self, operation: Operation, call: bool) -> Expectation:
        """Let an operation be asked, by the orchestrator or by somebody else."""
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        if isinstance(operation, Register):
            self.document_hash = operation.definition.document_hash
        self.document_hash = getattr(operation, "document_hash", None) or self.document_hash
        if call:
            if self.heard is not None:
                self.outcomes.append(transition.outcome)
            self.heard = self.listened()
        return Expectation(
            operation_request(operation),
            outcome_to_json(transition.outcome),
            transition.rules,
            then_of(self.heard) if call and self.heard else None,
        )

    def listened(self) -> Heard:
        """Hear what the orchestrator says to all outcomes so far."""
        given = (self.plan, self.work.worktree, self.work.review, self.work.count)
        return listen(self.orchestrator(*given), self.outcomes)

    def upcoming(self, like: Operation) -> Operation | None:
        """Give what is asked next, in the surroundings of an operation that was asked there."""
        # A broken orchestrator has a class of calls of its own.
        if self.heard is None or isinstance(self.heard, Ending):
            return None
        changes: dict[str, Any] = {}
        names = self.heard.operation.__dataclass_fields__
        if "document_hash" in names:
            changes["document_hash"] = getattr(like, "document_hash", self.document_hash)
        if isinstance(self.heard.operation, Commit):
            changes["commit_hash"] = COMMIT_HASH
            if isinstance(like, Commit):
                faults = ("git_succeeds", "root_found", "store_reachable")
                changes |= {name: getattr(like, name) for name in faults}
        return replace(self.heard.operation, **changes)


def followed(found: Found, orchestrator: Orchestrator, edition: Edition) -> Followed:
    """Begin to follow a run."""
    assert found.work is not None
    return Followed(orchestrator, edition, found.operations[0].plan, found.work)


def expectations_of(found: Found) -> tuple[list[Expectation], State] | None:
    """Tell what is expected of a run; none if the orchestrator does not ask what it says there."""
    run = followed(found, of_edition(CURRENT), CURRENT)
    expectations: list[Expectation] = []
    for operation, call in zip(found.operations, found.calls, strict=True):
        if call and expectations and run.upcoming(operation) != operation:
            return None
        expectations.append(run.ask(operation, call))
    return expectations, run.state


def parting(found: Found, orchestrator: Orchestrator, edition: Edition) -> Before | None:
    """Tell how another orchestrator, or edition, parts from the right one at the last operation.

    None if it parts before that, or not at all.
    """
    right, other = (
        followed(found, of_edition(CURRENT), CURRENT),
        followed(found, orchestrator, edition),
    )
    *earlier, (last, last_call) = zip(found.operations, found.calls, strict=True)
    for number, (operation, call) in enumerate(earlier):
        if call and number and other.upcoming(operation) != operation:
            return None
        if right.ask(operation, call).reply != other.ask(operation, call).reply:
            return None
    asked = other.upcoming(last) if last_call and earlier else last
    if asked is None:
        return None
    expected, seen = right.ask(last, last_call), other.ask(asked, last_call)
    same_end = said(right.heard) == said(other.heard)
    if asked == last and expected.reply == seen.reply and same_end:
        return None
    request = None if asked == last else seen.request
    return Before(edition.name, seen.reply, request, seen.then if request or not same_end else None)


def said(heard: Heard | None) -> object:
    """Give what shows of what an orchestrator says: that it goes on, or how it ends."""
    return replace(heard, rules=()) if isinstance(heard, Ending) else None


def then_of(heard: Heard) -> Then:
    """Tell what an orchestrator says."""
    if isinstance(heard, Ending):
        return Then(heard.rules, ending=replace(heard, rules=()))
    return Then(heard.rules, operation_name(type(heard.operation)))
