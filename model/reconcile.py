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
class Progress:
    """How far a reconciliation has come: the plan so far, and what to answer."""

    plan: Plan
    reconciled: int = 0
    mismatches: list[HashMismatch] = field(default_factory=list)
    rules: set[str] = field(default_factory=lambda: {"CMP-9"})


def reconcile(plan: Plan, operation: Reconcile, edition: Edition) -> Decision:
    """Complete the steps that the history names, and record their commits."""
    progress = Progress(plan)
    seen: set[str] = set()
    for entry in operation.history:
        step = find(progress.plan, entry.step)
        if entry.plan != operation.plan or step is None:
            continue
        # CMP-10: the newest commit of a step counts; before A20 all of them did.
        if entry.step in seen and edition.has(RECONCILE_NEWEST):
            progress.rules.add("CMP-10")
            continue
        seen.add(entry.step)
        reconcile_entry(progress, step, entry, operation, edition)
    return reconciled(plan, progress, edition)


def reconcile_entry(
    progress: Progress, step: Step, entry: HistoryEntry, operation: Reconcile, edition: Edition
) -> None:
    """Bring one step in line with one commit (CMP-9)."""
    if not is_completed(step):
        complete_by_history(progress, step, entry, operation.now, edition)
    elif step.commit_hash == entry.commit_hash:
        return
    elif step.commit_hash is not None and not operation.force:
        progress.mismatches.append(HashMismatch(step.anchor, step.commit_hash, entry.commit_hash))
        return
    else:
        committed = replace(step, commit_hash=entry.commit_hash)
        progress.plan = with_steps(progress.plan, [committed])
    progress.reconciled += 1


def complete_by_history(
    progress: Progress, step: Step, entry: HistoryEntry, now: int, edition: Edition
) -> None:
    """Complete a step as history says, whoever holds it and whatever it depends on."""
    rows = [replace(step, commit_hash=entry.commit_hash)]
    # CMP-10: what is committed includes its substeps; before A20 they were left behind.
    if edition.has(RECONCILE_NEWEST) and (substeps := unfinished_substeps(progress.plan, step)):
        rows += substeps
        progress.rules.add("CMP-10")
    progress.plan = with_steps(
        progress.plan,
        [completed(items_completed(row, edition), now, complete_reason=None) for row in rows],
    )


def reconciled(before: Plan, progress: Progress, edition: Edition) -> Decision:
    """Answer a reconciliation, and say that the plan is done if it is."""
    plan = progress.plan
    # CMP-7, CMP-10: before A20 a plan completed by its history stayed active.
    if edition.has(RECONCILE_NEWEST) and plan != before:
        plan = done_when_all_completed(plan)
        if all_completed(plan) and not all_completed(before):
            progress.rules |= {"CMP-7", "CMP-10"}
    outcome = Reconciled(progress.reconciled, tuple(progress.mismatches))
    return accept(outcome, *sorted(progress.rules), plan=plan)
