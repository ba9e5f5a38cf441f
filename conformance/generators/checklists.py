"""Operations on the checklist of a held step: update, batch and record an artifact."""

from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from conformance.generators.boundary_values import values_of
from conformance.generators.context import (
    Target,
    choose_claim_id,
    choose_document,
    choose_target,
    choose_worktree,
    current_context,
    has_open_items,
    is_held,
)
from conformance.generators.draws import (
    biased_choice,
    booleans_with_odds,
    choose,
    one_in,
    positions,
    values,
)
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.domains import Ordinal, Reason, Summary, Word
from spec.vocabulary.items import ItemKind, ItemStatus

KINDS = tuple(ItemKind)
UPDATE_STATUSES = (ItemStatus.COMPLETED, ItemStatus.OPEN)
ANY_UPDATE_STATUS = (*UPDATE_STATUSES, ItemStatus.DEFERRED, "finished")
BATCH_STATUSES = (ItemStatus.COMPLETED, ItemStatus.DEFERRED)
ANY_BATCH_STATUS = (*BATCH_STATUSES, "open", "done")
REASONS = values_of(Reason).usual
ANY_REASON = (*REASONS * 4, *(None, "") * 30, *values_of(Reason).boundary)
DECISIONS = tuple(product(BATCH_STATUSES, REASONS))
ANY_DECISIONS = tuple(product(ANY_BATCH_STATUS, ANY_REASON))
"""Statuses and reasons of the items in a batch."""
FAR_ITEMS = [(KINDS[0], ordinal) for ordinal in values_of(Ordinal).boundary]

summaries = values(Summary)
kinds = values(Word)


@st.composite
def updates(draw: st.DrawFn) -> Update:
    """Change the status of one item, of all items of a kind, or of every item; or of several."""
    context = draw(current_context)
    target = choose_target(draw, context, has_open_items)
    other_worktree, other_document, reopen, drift = draw(
        booleans_with_odds(other_worktree=8, other_document=12, reopen=3, drift=6)
    )
    count = biased_choice(draw, (1,), range(4), 4)
    return Update(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, context, target, other=other_worktree),
        changes=tuple(choose_change(draw, target) for _ in range(count)),
        document_hash=choose_document(draw, context, target.plan, other=other_document),
        now=context.now,
        allow_reopen=reopen,
        allow_drift=drift,
        claim_id=choose_claim_id(draw, target),
    )


def choose_change(draw: st.DrawFn, target: Target) -> StatusChange:
    """Return a requested status for all items, a kind or an item, rarely a missing one.

    All items are twice as likely, so that checklists get finished.
    """
    status = biased_choice(draw, UPDATE_STATUSES, ANY_UPDATE_STATUS)
    items = items_of(target)
    kinds = [(kind, None) for kind in dict.fromkeys(kind for kind, _ in items)]
    there = [(None, None), (None, None), *kinds, *items]
    absent = [(kind, None) for kind in KINDS] + absent_items(target)
    kind, ordinal = biased_choice(draw, there, absent, 10)
    return StatusChange(status, kind, ordinal)


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Complete and defer listed items, mostly with all that remain."""
    context = draw(current_context)
    target = choose_target(draw, context, has_open_items)
    other_worktree, other_document, drift, repeated = draw(
        booleans_with_odds(other_worktree=8, other_document=12, drift=6, repeated=6)
    )
    entries = choose_entries(draw, target, repeated=repeated)
    return Batch(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, context, target, other=other_worktree),
        entries=entries,
        document_hash=choose_document(draw, context, target.plan, other=other_document),
        now=context.now,
        # An empty batch is rejected.
        complete_remaining=draw(one_in(2)) if entries else not draw(one_in(8)),
        allow_drift=drift,
        claim_id=choose_claim_id(draw, target),
    )


def choose_entries(draw: st.DrawFn, target: Target, *, repeated: bool) -> tuple[BatchEntry, ...]:
    """Return up to three lines of a batch for different items, with one of them `repeated`."""
    entries = [choose_entry(draw, target) for _ in range(draw(positions(4)))]
    if not repeated:
        return tuple({(entry.kind, entry.ordinal): entry for entry in entries}.values())
    status, reason = choose(draw, DECISIONS)
    again = [replace(entry, status=status, reason=reason) for entry in entries[:1]]
    return (*entries, *again)


def choose_entry(draw: st.DrawFn, target: Target) -> BatchEntry:
    """Return a line of a batch, mostly a valid one."""
    absent = [("chore", 0)] * 4 + absent_items(target)
    kind, ordinal = biased_choice(draw, items_of(target), absent, 10)
    status, reason = biased_choice(draw, DECISIONS, ANY_DECISIONS, 8)
    return BatchEntry(kind, ordinal, status, reason)


def items_of(target: Target) -> list[tuple[ItemKind, int]]:
    """Return what identifies the items of a step."""
    return [(item.kind, item.ordinal) for item in (target.stored.items if target.stored else ())]


def absent_items(target: Target) -> list[tuple[ItemKind, int]]:
    """Return the next two ordinals of each kind, and ordinals far out of range."""
    items = items_of(target)
    counts = [(kind, sum(kind == each for each, _ in items)) for kind in KINDS]
    near = [(kind, count + beyond) for kind, count in counts for beyond in (0, 1)]
    return near * 3 + FAR_ITEMS


@st.composite
def artifacts(draw: st.DrawFn) -> RecordArtifact:
    """Record an artifact on a held step."""
    context = draw(current_context)
    target = choose_target(draw, context, is_held)
    return RecordArtifact(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, context, target, other=draw(one_in(8))),
        kind=draw(kinds),
        summary=draw(summaries),
        now=context.now,
        claim_id=choose_claim_id(draw, target),
    )
