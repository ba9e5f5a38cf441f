"""Severity: the harm that a divergence shows, by which reports list the worst first."""

from enum import IntEnum

from conformance.differential.difference import Difference, Presence
from conformance.differential.divergence import Divergence
from model.steps import find, is_held, lease_is_over
from spec.vocabulary.claims import Claim
from spec.vocabulary.state import Step


class Severity(IntEnum):
    """The harm, the worst first."""

    LOSES_WORK = 0
    TWO_HOLDERS = 1
    WRONG_STATE = 2
    WRONG_REPLY = 3
    WORDING = 4

    @property
    def words(self) -> str:
        """The harm in words, such as `loses work`."""
        return self.name.lower().replace("_", " ")


def severity_of(divergence: Divergence) -> Severity:
    """Return the worst that a divergence shows."""
    if divergence.operation is None or divergence.model is None:
        return Severity.WRONG_STATE
    expected, observed = divergence.expected, divergence.reply
    is_refused = observed["reply"] == "rejected" and divergence.kind != "atomicity"
    stored = [] if is_refused else [*filter(divergence.is_stored, divergence.differences)]
    if any(map(is_lost, stored)):
        return Severity.LOSES_WORK
    if is_granted(divergence) and is_theft(divergence):
        return Severity.TWO_HOLDERS
    if stored:
        return Severity.WRONG_STATE
    both_refuse = expected["reply"] == observed["reply"] == "rejected"
    same_code = both_refuse and observed.get("code", expected["code"]) == expected["code"]
    return Severity.WORDING if same_code else Severity.WRONG_REPLY


def is_granted(divergence: Divergence) -> bool:
    """Return whether something is granted that the model refuses, or another step."""
    expected, observed = divergence.expected, divergence.reply
    is_another = observed.get("anchor") != expected.get("anchor")
    return observed["reply"] == "ok" and (expected["reply"] == "rejected" or is_another)


def is_lost(difference: Difference) -> bool:
    """Return whether something stored is missing, or no longer completed."""
    if isinstance(difference.observed, Presence):
        return difference.observed is Presence.MISSING
    return difference.field == "status" and difference.expected == "completed"


def is_theft(divergence: Divergence) -> bool:
    """Return whether a request is granted for a step that belongs to another claim."""
    operation = divergence.operation
    step = step_of(divergence)
    if operation is None or step is None or not is_held(step):
        return False
    if isinstance(operation, Claim):
        may_take = operation.force or lease_is_over(step, operation.now)
        return not may_take and step.claimed_by != operation.worktree
    worktree = getattr(operation, "worktree", None)
    claim_id = getattr(operation, "claim_id", None)
    is_stale = claim_id is not None and claim_id != step.claim_id
    return is_stale or (worktree is not None and step.claimed_by != worktree)


def step_of(divergence: Divergence) -> Step | None:
    """Return the step that was granted or worked on, as it was stored before."""
    operation, reply = divergence.operation, divergence.reply
    plan = divergence.before.plan(operation.plan) if divergence.before and operation else None
    anchor = reply.get("anchor") or getattr(operation, "step", None)
    return find(plan, str(anchor)) if plan is not None else None
