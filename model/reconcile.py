"""Completing what the git history says is done (CMP-9, CMP-10)."""

from dataclasses import dataclass, field, replace

from model.completion import completed
from model.items import items_completed
from model.steps import (
    all_completed,
    done_when_all_completed,
    find,
    is_completed,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept
from spec.amendments import RECONCILE_NEWEST
from spec.editions import Edition
from spec.vocabulary.completion import HashMismatch, HistoryEntry, Reconcile, Reconciled
from spec.vocabulary.state import Plan, Step


@dataclass
class Reconciliation:
    """The plan as reconciled so far, and the counts of the answer."""

    plan: Plan
    reconciled: int = 0
    mismatches: list[HashMismatch] = field(default_factory=list)
    clauses: set[str] = field(default_factory=lambda: {"CMP-9.2", "CMP-9.15"})


def reconcile(plan: Plan, operation: Reconcile, edition: Edition) -> Decision:
    """Complete the steps that the history names, and record their commits."""
    so_far = Reconciliation(plan)
    seen: set[str] = set()
    for entry in operation.history:
        step = find(so_far.plan, entry.step)
        if entry.plan != operation.plan or step is None:
            so_far.clauses.add("CMP-9.3")
            continue
        # CMP-10.4: only the newest commit of a step counts; before A20, all of them did.
        if entry.step in seen and edition.has(RECONCILE_NEWEST):
            so_far.clauses.add("CMP-10.4")
            continue
        seen.add(entry.step)
        reconcile_entry(so_far, step, entry, operation, edition)
    return reconciled(plan, so_far, edition)


def reconcile_entry(
    so_far: Reconciliation, step: Step, entry: HistoryEntry, operation: Reconcile, edition: Edition
) -> None:
    """Reconcile one step with one commit (CMP-9)."""
    if not is_completed(step):
        complete_by_history(so_far, step, entry, operation.now, edition)
    elif step.commit_hash == entry.commit_hash:
        so_far.clauses.add("CMP-9.10")
        return
    elif step.commit_hash is not None and not operation.force:
        so_far.clauses |= {"CMP-9.11", "CMP-9.12"}
        so_far.mismatches.append(HashMismatch(step.anchor, step.commit_hash, entry.commit_hash))
        return
    else:
        so_far.clauses.add("CMP-9.9" if step.commit_hash is None else "CMP-9.13")
        committed = replace(step, commit_hash=entry.commit_hash)
        so_far.plan = with_steps(so_far.plan, [committed])
    so_far.reconciled += 1


def complete_by_history(
    so_far: Reconciliation, step: Step, entry: HistoryEntry, now: int, edition: Edition
) -> None:
    """Complete a step from the history, whoever holds it and whatever it depends on."""
    rows = [replace(step, commit_hash=entry.commit_hash)]
    so_far.clauses |= {"CMP-9.4", "CMP-9.5", "CMP-9.6", "CMP-9.8"}
    # CMP-10.6: the substeps are completed with their step; before A20, they were not.
    if edition.has(RECONCILE_NEWEST) and (substeps := unfinished_substeps(so_far.plan, step)):
        rows += substeps
        so_far.clauses.add("CMP-10.6")
    so_far.plan = with_steps(
        so_far.plan,
        [completed(items_completed(row, edition), now, complete_reason=None) for row in rows],
    )


def reconciled(before: Plan, so_far: Reconciliation, edition: Edition) -> Decision:
    """Accept a reconciliation; with its last step the plan is done."""
    plan = so_far.plan
    # CMP-7.1, CMP-10.9: before A20, a plan completed from its history stayed active.
    if edition.has(RECONCILE_NEWEST) and plan != before:
        plan = done_when_all_completed(plan)
        if all_completed(plan) and not all_completed(before):
            so_far.clauses |= {"CMP-7.1", "CMP-10.9"}
    outcome = Reconciled(so_far.reconciled, tuple(so_far.mismatches))
    return accept(outcome, *sorted(so_far.clauses), plan=plan)
