"""CHK-4, CHK-5, CHK-6, CHK-7: batches, validated whole, applied whole."""

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.operations import Operation
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

GOOD = b.entry(b.TASK, 0)

REFUSED: list[tuple[str, Operation, Rejected]] = [
    ("nothing asked for", b.batch("a"), empty_batch()),
    ("the same item twice", b.batch("a", GOOD, GOOD), duplicate_entry("task", 0)),
    (
        "the same item with another status",
        b.batch("a", b.entry(b.TEST, 0), b.entry(b.TEST, 0, "deferred", "no")),
        duplicate_entry("test", 0),
    ),
    (
        "the first entry that repeats is named, not the first that is repeated",
        b.batch("a", GOOD, b.entry(b.TEST, 0), b.entry(b.TEST, 0), GOOD),
        duplicate_entry("test", 0),
    ),
    (
        "duplicates are compared as given, before the kind",
        b.batch("a", b.entry("bogus", 9), b.entry("bogus", 9)),
        duplicate_entry("bogus", 9),
    ),
    (
        "duplicates come before any entry is looked at",
        b.batch("a", b.entry("bogus", 0), b.entry(b.TASK, 99), b.entry(b.TASK, 99)),
        duplicate_entry("task", 99),
    ),
    ("another kind", b.batch("a", b.entry("chore", 0)), invalid_kind("chore")),
    ("the empty kind", b.batch("a", b.entry("", 0)), invalid_kind("")),
    ("a kind in upper case", b.batch("a", b.entry("TASK", 0)), invalid_kind("TASK")),
    (
        "a kind in upper case is no duplicate",
        b.batch("a", GOOD, b.entry("Task", 0)),
        invalid_kind("Task"),
    ),
    ("kind before status", b.batch("a", b.entry("x", 9, "open")), invalid_kind("x")),
    ("opening", b.batch("a", b.entry(b.TASK, 0, "open")), invalid_status("open")),
    ("another status", b.batch("a", b.entry(b.TASK, 0, "done")), invalid_status("done")),
    ("the empty status", b.batch("a", b.entry(b.TASK, 0, "", "why")), invalid_status("")),
    ("status before item", b.batch("a", b.entry(b.TASK, 9, "skipped")), invalid_status("skipped")),
    ("no reason", b.batch("a", b.entry(b.TASK, 0, "deferred")), missing_reason()),
    ("the empty reason", b.batch("a", b.entry(b.TASK, 0, "deferred", "")), missing_reason()),
    ("reason before item", b.batch("a", b.entry(b.TASK, 9, "deferred", "")), missing_reason()),
    ("one past the end", b.batch("a", b.entry(b.TASK, 2)), unknown_item(b.TASK, 2, 2)),
    ("below the start", b.batch("a", b.entry(b.TASK, -1)), unknown_item(b.TASK, -1, 2)),
    (
        "past the end with a reason",
        b.batch("a", b.entry(b.CHECKPOINT, 1, "deferred", "why")),
        unknown_item(b.CHECKPOINT, 1, 1),
    ),
    (
        "entries are checked wholly, one after the other",
        b.batch("a", b.entry(b.TASK, 9), b.entry("bogus", 0)),
        unknown_item(b.TASK, 9, 2),
    ),
    (
        "a right entry is not applied",
        b.batch("a", GOOD, b.entry(b.TEST, 1)),
        unknown_item(b.TEST, 1, 1),
    ),
    (
        "complete-remaining does not save a wrong entry",
        b.batch("a", GOOD, b.entry(b.TEST, 0, "deferred"), remaining=True),
        missing_reason(),
    ),
    (
        "nor a duplicate",
        b.batch("a", GOOD, GOOD, remaining=True),
        duplicate_entry("task", 0),
    ),
]


@for_each(("operation", "expected"), [one[1:] for one in REFUSED])
def test_chk_4_a_batch_is_validated_whole_before_anything_is_applied(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    sut.given(b.register(b.CHECKLIST), b.claim())
    sut.refuses(operation, expected)


def test_chk_5_and_chk_7_a_deferral_sent_again_takes_its_new_reason_and_counts(sut: Sut) -> None:
    # Given a deferred item
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "first"))
    )
    # When it is deferred for another reason, and the rest is completed
    outcome = sut.apply(b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "second"), remaining=True))
    # Then it has that reason, and is among the four that changed
    assert outcome == ItemsUpdated(4)
    assert sut.item("a", b.TASK, 1).reason == "second"


def test_chk_5_and_chk_8_a_completed_entry_stores_no_reason(sut: Sut) -> None:
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "later"))
    )
    # When an open and a deferred item are completed with a reason in the entry
    outcome = sut.apply(
        b.batch("a", b.entry(b.TASK, 0, b.COMPLETED, "x"), b.entry(b.TASK, 1, b.COMPLETED, "y"))
    )
    # Then neither has any
    assert outcome == ItemsUpdated(2)
    assert sut.checklist("a")[:2] == [(b.COMPLETED, None)] * 2


def test_chk_6_complete_remaining_completes_what_is_open_and_spares_deferrals(
    sut: Sut,
) -> None:
    # Given an earlier deferral
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "earlier"))
    )
    # When a batch defers another item and completes the rest
    outcome = sut.apply(b.batch("a", b.entry(b.CHECKPOINT, 0, b.DEFERRED, "now"), remaining=True))
    # Then both deferrals stay, and entry and completed items count
    assert outcome == ItemsUpdated(3)
    assert sut.checklist("a") == [
        (b.DEFERRED, "earlier"),
        (b.COMPLETED, None),
        (b.COMPLETED, None),
        (b.DEFERRED, "now"),
    ]


def test_chk_6_an_empty_batch_with_complete_remaining_is_accepted(sut: Sut) -> None:
    sut.given(b.register(b.CHECKLIST), b.claim())
    assert sut.apply(b.batch("a", remaining=True)) == ItemsUpdated(4)
    # And also when nothing is open any more
    assert sut.apply(b.batch("a", remaining=True)) == ItemsUpdated(0)
