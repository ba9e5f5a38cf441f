"""CHK-4, CHK-5, CHK-6, CHK-7: batches, validated whole, applied whole."""

from spec.vocabulary.checklists import BatchEntry, ItemsUpdated
from spec.vocabulary.rejections import (
    Rejected,
    duplicate_entry,
    empty_batch,
    invalid_kind,
    invalid_status,
    missing_reason,
    unknown_item,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

TASK, TEST = b.entry(b.TASK, 0), b.entry(b.TEST, 0)
DEFERRED, SAME_DEFERRED = b.entry(b.TASK, 9, "deferred", ""), b.entry(b.TEST, 0, "deferred", "no")

# The entries of a batch, and why it is refused, whether or not the rest is to be completed
REFUSED: dict[str, tuple[tuple[BatchEntry, ...], Rejected]] = {
    "the same item twice": ((TASK, TASK), duplicate_entry("task", 0)),
    "the same with another status": ((TEST, SAME_DEFERRED), duplicate_entry("test", 0)),
    "the first that repeats is named": ((TASK, TEST, TEST, TASK), duplicate_entry("test", 0)),
    "as given, before the kind": ((b.entry("bogus", 9),) * 2, duplicate_entry("bogus", 9)),
    "kind and ordinal are compared apart": (
        (b.entry("task1", 1), b.entry(b.TASK, 11)),
        invalid_kind("task1"),
    ),
    "before any entry is looked at": (
        (b.entry("bogus", 0), *[b.entry(b.TASK, 99)] * 2),
        duplicate_entry("task", 99),
    ),
    "another kind": ((b.entry("chore", 0),), invalid_kind("chore")),
    "the empty kind": ((b.entry("", 0),), invalid_kind("")),
    "a kind in upper case": ((b.entry("TASK", 0),), invalid_kind("TASK")),
    "upper case is no duplicate": ((TASK, b.entry("Task", 0)), invalid_kind("Task")),
    "kind before status": ((b.entry("x", 9, "open"),), invalid_kind("x")),
    "opening": ((b.entry(b.TASK, 0, "open"),), invalid_status("open")),
    "another status": ((b.entry(b.TASK, 0, "done"),), invalid_status("done")),
    "the empty status": ((b.entry(b.TASK, 0, "", "why"),), invalid_status("")),
    "status before item": ((b.entry(b.TASK, 9, "skipped"),), invalid_status("skipped")),
    "no reason": ((b.entry(b.TASK, 0, "deferred"),), missing_reason()),
    "the empty reason": ((b.entry(b.TASK, 0, "deferred", ""),), missing_reason()),
    "reason before item": ((DEFERRED,), missing_reason()),
    "one past the end": ((b.entry(b.TASK, 2),), unknown_item(b.TASK, 2, 2)),
    "below the start": ((b.entry(b.TASK, -1),), unknown_item(b.TASK, -1, 2)),
    "past the end with a reason": (
        (b.entry(b.CHECKPOINT, 1, "deferred", "why"),),
        unknown_item(b.CHECKPOINT, 1, 1),
    ),
    "entries are checked one by one": (
        (b.entry(b.TASK, 9), b.entry("bogus", 0)),
        unknown_item(b.TASK, 9, 2),
    ),
    "a right entry is not applied": ((TASK, b.entry(b.TEST, 1)), unknown_item(b.TEST, 1, 1)),
    "nor one before a wrong one": ((TASK, b.entry(b.TEST, 0, "deferred")), missing_reason()),
}


@for_each(("entries", "expected"), REFUSED.values())
@for_each("remaining", [False, True])
def test_chk_4_and_chk_6_a_batch_is_validated_whole_before_anything_is_applied(
    sut: Sut, remaining: bool, entries: tuple[BatchEntry, ...], expected: Rejected
) -> None:
    sut.given(b.register(b.CHECKLIST), b.claim())
    sut.refuses(b.batch("a", *entries, remaining=remaining), expected)


def test_chk_4_chk_5_chk_7_and_chk_8_a_deferral_sent_again_takes_its_new_reason_and_counts(
    sut: Sut,
) -> None:
    # Given a deferred item
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "first"))
    )
    # When it is deferred for another reason, another one for a space, and the rest is completed
    deferred = (b.entry(b.TEST, 0, b.DEFERRED, " "), b.entry(b.TASK, 1, b.DEFERRED, " second "))
    outcome = sut.apply(b.batch("a", *deferred, remaining=True))
    # Then each has its reason, and is among the four that changed
    assert outcome == ItemsUpdated(4)
    assert sut.checklist("a")[1:3] == [(b.DEFERRED, " second "), (b.DEFERRED, " ")]
    # And sent again, nothing changes
    assert sut.apply(b.batch("a", b.entry(b.TASK, 0), *deferred)) == ItemsUpdated(0)


@for_each("remaining", [False, True])
def test_chk_5_and_chk_8_a_completed_entry_stores_no_reason(sut: Sut, remaining: bool) -> None:
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "later"))
    )
    # When an open and a deferred item are completed with a reason in the entry
    entries = (b.entry(b.TASK, 0, b.COMPLETED, "x"), b.entry(b.TASK, 1, b.COMPLETED, "y"))
    outcome = sut.apply(b.batch("a", *entries, remaining=remaining))
    # Then neither has any, whether or not the other two are completed too
    assert outcome == ItemsUpdated(4 if remaining else 2)
    assert sut.checklist("a")[:2] == [(b.COMPLETED, None)] * 2


def test_chk_6_complete_remaining_completes_what_is_open_and_spares_deferrals(
    sut: Sut,
) -> None:
    # Given an earlier deferral
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "earlier"))
    )
    # When a batch defers another item and completes the rest
    outcome = sut.apply(b.batch("a", b.entry(b.TEST, 0, b.DEFERRED, "now"), remaining=True))
    # Then both deferrals stay, and entry and completed items count
    assert outcome == ItemsUpdated(3)
    assert sut.checklist("a") == [
        (b.DEFERRED, "earlier"),
        (b.COMPLETED, None),
        (b.DEFERRED, "now"),
        (b.COMPLETED, None),
    ]


def test_chk_4_and_chk_6_only_with_complete_remaining_an_empty_batch_is_accepted(sut: Sut) -> None:
    sut.given(b.register(b.UNFINISHED), b.claim())
    assert sut.apply(b.batch("a", remaining=True)) == ItemsUpdated(3)
    assert sut.checklist("a1") == [(b.OPEN, None)]
    # And also when nothing is open any more, but not without the flag
    assert sut.apply(b.batch("a", remaining=True)) == ItemsUpdated(0)
    sut.refuses(b.batch("a"), empty_batch())
