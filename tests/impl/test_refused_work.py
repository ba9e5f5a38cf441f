"""Refusals of work on a step: of its checklist, its notes, its completion."""

import pytest

from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.checklists import BatchEntry, RecordArtifact, StatusChange
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from tests.impl.bridge import (
    DEFER,
    FORCE_DECK,
    PLAN,
    TASK,
    TEST,
    batch,
    claim,
    close_all,
    complete,
    given,
    then_refused,
    update,
)

NOT_MINE = rejections.ownership_violation("piers", "ann", "bob")

# A name for the case: what was done before, what is tried, how it is refused.
REFUSALS: dict[str, tuple[tuple[Operation, ...], Operation, Rejected]] = {
    "update of another's step": (
        (claim("bob"),),
        update(step="deck"),
        rejections.ownership_violation("deck", "bob", "ann"),
    ),
    "update of a completed step": (
        (claim(), FORCE_DECK),
        update(),
        rejections.not_claimed("deck", "completed"),
    ),
    "update of nothing": ((claim(),), update(), rejections.no_update()),
    "reopening without permission": (
        (claim(),),
        update(StatusChange("completed"), StatusChange("open", TASK, 9)),
        rejections.reopen_not_allowed(),
    ),
    "update to deferred": (
        (claim(),),
        update(StatusChange("deferred", TASK)),
        rejections.missing_reason(),
    ),
    "update to another word": (
        (claim(),),
        update(StatusChange("done")),
        rejections.invalid_status("done"),
    ),
    "update of an unknown item after a good change": (
        (claim(),),
        update(StatusChange("completed"), StatusChange("completed", TASK, 2)),
        rejections.unknown_item(TASK, 2, 2),
    ),
    "an empty batch": ((claim(),), batch(), rejections.empty_batch()),
    "a batch on a completed step": (
        (claim(), FORCE_DECK),
        batch(),
        rejections.not_claimed("deck", "completed"),
    ),
    "a batch with an item twice": (
        (claim(),),
        batch(BatchEntry("??", 1, "?"), BatchEntry("??", 1, "!")),
        rejections.duplicate_entry("??", 1),
    ),
    "a batch with an unknown kind": (
        (claim(),),
        batch(BatchEntry("task", 0, "completed"), BatchEntry("chore", 0, "?")),
        rejections.invalid_kind("chore"),
    ),
    "a batch that opens": (
        (claim(),),
        batch(BatchEntry("task", 9, "open")),
        rejections.invalid_status("open"),
    ),
    "a batch that defers without saying why": (
        (claim(),),
        batch(BatchEntry("task", 9, "deferred", "")),
        rejections.missing_reason(),
    ),
    "a batch with an unknown item": (
        (claim(),),
        batch(BatchEntry("task", 0, "completed"), BatchEntry("test", -1, "completed")),
        rejections.unknown_item(TEST, -1, 1),
    ),
    "an artifact on another's step": (
        (claim(),),
        RecordArtifact(PLAN, "piers", "bob", "note", "text", 20),
        NOT_MINE,
    ),
    "completion of an unknown step": ((), complete("x"), rejections.unknown_step("x")),
    "completion of a pending step": (
        (),
        complete("deck", force=True),
        rejections.not_claimed("deck", "pending"),
    ),
    "completion of another's step": ((claim(),), complete("piers", "bob"), NOT_MINE),
    "completion with open items": (
        (claim(), DEFER),
        complete("deck"),
        rejections.incomplete_checklist(3),
    ),
    "completion with unfinished substeps": (
        (claim(), close_all("deck")),
        complete("deck"),
        rejections.incomplete_substeps(2),
    ),
}


@pytest.mark.parametrize(("before", "tried", "rejected"), REFUSALS.values(), ids=REFUSALS)
def test_a_refused_operation_says_why_and_changes_nothing(
    store: Store, before: tuple[Operation, ...], tried: Operation, rejected: Rejected
) -> None:
    given(store, *before)
    then_refused(store, tried, rejected)
