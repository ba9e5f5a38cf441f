"""Completing what the commit log says is done (CMP-9, CMP-10)."""

from dataclasses import dataclass, field, replace

from model.completion import completed
from model.items import items_completed
from model.steps import (
    done_when_all_completed,
    find,
    is_completed,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept
from spec.amendments.changes_2026_2 import COMMITS_OF_A_TEXT
from spec.amendments.corrections import RECONCILE_NEWEST
from spec.editions import Edition
from spec.vocabulary.completion import CommitLogEntry, HashMismatch, Reconcile, Reconciled
from spec.vocabulary.state import Plan, Step

COMPLETING = ("CMP-9.4", "CMP-9.5", "CMP-9.6", "CMP-9.7", "CMP-9.17")
"""The clauses on every step that a commit log completes."""


@dataclass
class Reconciliation:
    """The plan as reconciled so far, and the counts of the answer."""

    plan: Plan
    reconciled: int = 0
    mismatches: list[HashMismatch] = field(default_factory=list)
    clauses: set[str] = field(default_factory=lambda: {"CMP-9.15"})


def reconcile(plan: Plan, operation: Reconcile, edition: Edition) -> Decision:
    """Complete the steps that the commit log names, and record their commits."""
    so_far = Reconciliation(plan)
    seen: set[str] = set()
    for entry in operation.history:
        step = find(so_far.plan, entry.step)
        if entry.plan != operation.plan or step is None:
            so_far.clauses.add("CMP-9.3")
            continue
        # CMP-9.19, CMP-9.21: a commit of an earlier claim or text is history.
        if is_outdated(entry, step, edition) and not operation.force:
            continue
        # CMP-10.4: only the newest commit of a step counts; before A20, all of them did.
        if entry.step in seen and edition.has(RECONCILE_NEWEST):
            so_far.clauses.add("CMP-10.4")
            continue
        seen.add(entry.step)
        reconcile_entry(so_far, step, entry, operation, edition)
    return reconciled(plan, so_far, edition)


def is_outdated(entry: CommitLogEntry, step: Step, edition: Edition) -> bool:
    """Return whether a step was claimed again, or changed, after a commit; before A54, claimed."""
    if entry.earlier_text and edition.has(COMMITS_OF_A_TEXT):
        return True
    if entry.claim_id is None or step.claim_id is None:
        return False
    return entry.claim_id < step.claim_id


def reconcile_entry(
    so_far: Reconciliation,
    step: Step,
    entry: CommitLogEntry,
    operation: Reconcile,
    edition: Edition,
) -> None:
    """Reconcile one step with one commit (CMP-9)."""
    if not is_completed(step):
        complete_by_commit_log(so_far, step, entry, operation.now, edition)
    elif step.commit_hash == entry.commit_hash:
        so_far.clauses.add("CMP-9.10")
        return
    elif step.commit_hash is not None and not operation.force:
        so_far.clauses |= {"CMP-9.11", "CMP-9.12"}
        so_far.mismatches.append(HashMismatch(step.anchor, step.commit_hash, entry.commit_hash))
        return
    else:
        committed = replace(step, commit_hash=entry.commit_hash)
        so_far.plan = with_steps(so_far.plan, [committed])
    so_far.reconciled += 1


def complete_by_commit_log(
    so_far: Reconciliation, step: Step, entry: CommitLogEntry, now: int, edition: Edition
) -> None:
    """Complete a step from the commit log, whoever holds it and whatever it depends on."""
    rows = [replace(step, commit_hash=entry.commit_hash)]
    so_far.clauses.update(COMPLETING)
    # CMP-10.6: the substeps are completed with their step; before A20, they were not.
    if edition.has(RECONCILE_NEWEST):
        rows += unfinished_substeps(so_far.plan, step)
    so_far.plan = with_steps(
        so_far.plan,
        [completed(items_completed(row, edition), now, complete_reason=None) for row in rows],
    )


def reconciled(before: Plan, so_far: Reconciliation, edition: Edition) -> Decision:
    """Accept a reconciliation; with its last step the plan is done."""
    plan = so_far.plan
    # CMP-7.1, CMP-10.9: before A20, a plan completed from its commit log stayed active.
    if edition.has(RECONCILE_NEWEST) and plan != before:
        plan = done_when_all_completed(plan)
    outcome = Reconciled(so_far.reconciled, tuple(so_far.mismatches))
    return accept(outcome, *sorted(so_far.clauses), plan=plan)
