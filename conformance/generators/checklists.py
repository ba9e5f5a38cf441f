"""Operations on the checklist of a held step: update, batch and record an artifact."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.generators.situation import (
    Target,
    choose_document,
    choose_mostly,
    choose_target,
    choose_worktree,
    has_open_items,
    is_held,
    one_in,
    positions,
    situations,
)
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.items import ItemKind, ItemStatus

KINDS = tuple(ItemKind)
ANY_KIND = (*KINDS, "chore")
UPDATE_STATUSES = (ItemStatus.COMPLETED, ItemStatus.OPEN)
ANY_UPDATE_STATUS = (*UPDATE_STATUSES, ItemStatus.DEFERRED, "finished")
BATCH_STATUSES = (ItemStatus.COMPLETED, ItemStatus.DEFERRED)
ANY_BATCH_STATUS = (*BATCH_STATUSES, "open", "done")
REASONS = ("manual check", "später ✓")
ANY_REASON = (*REASONS, " ", None, "")

summaries = st.sampled_from(("built", "", "ü" * 500, "long " * 101))


@st.composite
def updates(draw: st.DrawFn) -> Update:
    """Change the status of one item, of all items of a kind, or of every item; or of several."""
    situation = draw(situations)
    target = choose_target(draw, situation, has_open_items)
    count = choose_mostly(draw, (1,), range(4), 4)
    return Update(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, situation, target),
        changes=tuple(choose_change(draw, target) for _ in range(count)),
        document_hash=choose_document(draw, situation, target.plan),
        now=situation.now,
        allow_reopen=draw(one_in(3)),
        allow_drift=draw(one_in(6)),
    )


def choose_change(draw: st.DrawFn, target: Target) -> StatusChange:
    """Return a wanted status for an item, a kind or everything."""
    status = choose_mostly(draw, UPDATE_STATUSES, ANY_UPDATE_STATUS)
    kinds = kinds_of(target)
    if draw(one_in(4)) or not kinds:
        return StatusChange(status)
    kind = choose_mostly(draw, kinds, KINDS)
    whole_kind = draw(one_in(4))
    return StatusChange(status, kind, None if whole_kind else choose_ordinal(draw, target, kind))


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Complete and defer listed items, mostly with all that remain."""
    situation = draw(situations)
    target = choose_target(draw, situation, has_open_items)
    entries = choose_entries(draw, target)
    return Batch(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, situation, target),
        entries=entries,
        document_hash=choose_document(draw, situation, target.plan),
        now=situation.now,
        # An empty batch is rejected.
        complete_remaining=draw(one_in(2)) if entries else not draw(one_in(8)),
        allow_drift=draw(one_in(6)),
    )


def choose_entries(draw: st.DrawFn, target: Target) -> tuple[BatchEntry, ...]:
    """Return up to three lines of a batch, mostly for different items."""
    entries = [choose_entry(draw, target) for _ in range(draw(positions(4)))]
    if len(entries) > 1 and not draw(one_in(6)):
        entries = list({(entry.kind, entry.ordinal): entry for entry in entries}.values())
    return tuple(entries)


def choose_entry(draw: st.DrawFn, target: Target) -> BatchEntry:
    """Return a line of a batch, mostly a valid one."""
    kind = choose_mostly(draw, kinds_of(target), ANY_KIND, 16)
    ordinal = choose_ordinal(draw, target, kind)
    status = choose_mostly(draw, BATCH_STATUSES, ANY_BATCH_STATUS, 16)
    return BatchEntry(kind, ordinal, status, choose_mostly(draw, REASONS, ANY_REASON, 12))


def kinds_of(target: Target) -> Sequence[ItemKind]:
    """Return the kinds of items that a step has."""
    items = target.stored.items if target.stored else ()
    return tuple(dict.fromkeys(item.kind for item in items))


def choose_ordinal(draw: st.DrawFn, target: Target, kind: str) -> int:
    """Return the ordinal of an item, now and then one that the step does not have."""
    items = target.stored.items if target.stored else ()
    count = sum(item.kind == kind for item in items)
    return choose_mostly(draw, range(count), range(count + 2), 16)


@st.composite
def artifacts(draw: st.DrawFn) -> RecordArtifact:
    """Leave a note on a held step."""
    situation = draw(situations)
    target = choose_target(draw, situation, is_held)
    return RecordArtifact(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, situation, target),
        kind="log",
        summary=draw(summaries),
        now=situation.now,
    )
