"""CHK-2, CHK-3, CHK-7, CHK-8: updates of one item, of a kind, of all."""

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    Rejected,
    invalid_status,
    missing_reason,
    no_update,
    reopen_not_allowed,
    unknown_item,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut


def give_checklist(sut: Sut) -> None:
    """Alice holds `a` with task 0, task 1, test 0, checkpoint 0; task 1 is deferred."""
    sut.given(
        b.register(b.CHECKLIST), b.claim(), b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "later"))
    )


def test_chk_2_an_update_completes_one_item(sut: Sut) -> None:
    give_checklist(sut)
    assert sut.apply(b.update("a", b.change("completed", b.TASK, 0))) == ItemsUpdated(1)
    assert sut.checklist("a") == [
        (b.COMPLETED, None),
        (b.DEFERRED, "later"),
        (b.OPEN, None),
        (b.OPEN, None),
    ]


def test_chk_2_an_item_is_opened_again_only_with_permission(sut: Sut) -> None:
    give_checklist(sut)
    sut.given(b.update("a", b.change("completed", b.TASK, 0)))
    sut.refuses(b.update("a", b.change("open", b.TASK, 0)), reopen_not_allowed())
    assert sut.apply(b.update("a", b.change("open", b.TASK, 0), reopen=True)) == ItemsUpdated(1)
    assert sut.item("a", b.TASK).status == b.OPEN


TWO = b.document(*b.CHECKLIST.steps, b.step("e"))

REFUSED: list[tuple[str, Operation, Rejected]] = [
    ("no change at all", b.update("a"), no_update()),
    ("no change, with permission", b.update("a", reopen=True), no_update()),
    ("opening what is open", b.update("a", b.change("open", b.TASK, 0)), reopen_not_allowed()),
    ("deferring", b.update("a", b.change("deferred", b.TASK, 0)), missing_reason()),
    (
        "deferring what is deferred",
        b.update("a", b.change("deferred", b.TASK, 1)),
        missing_reason(),
    ),
    ("another word", b.update("a", b.change("done", b.TASK, 0)), invalid_status("done")),
    ("the empty word", b.update("a", b.change("", b.TASK, 0)), invalid_status("")),
    ("upper case", b.update("a", b.change("Completed", b.TASK, 0)), invalid_status("Completed")),
    (
        "white space",
        b.update("a", b.change("open ", b.TASK, 0), reopen=True),
        invalid_status("open "),
    ),
    (
        "one past the end",
        b.update("a", b.change("completed", b.TASK, 2)),
        unknown_item(b.TASK, 2, 2),
    ),
    (
        "below the start",
        b.update("a", b.change("completed", b.TASK, -1)),
        unknown_item(b.TASK, -1, 2),
    ),
    (
        "below the start, of one",
        b.update("a", b.change("completed", b.TEST, -1)),
        unknown_item(b.TEST, -1, 1),
    ),
    (
        "no items of the kind",
        b.update("e", b.change("completed", b.TEST, 0)),
        unknown_item(b.TEST, 0, 0),
    ),
    ("reopening before the item", b.update("a", b.change("open", b.TASK, 9)), reopen_not_allowed()),
    ("deferring before the item", b.update("a", b.change("deferred", b.TASK, 9)), missing_reason()),
    (
        "the word before the item",
        b.update("a", b.change("bogus", b.TASK, 9)),
        invalid_status("bogus"),
    ),
    (
        "reopening an unknown item",
        b.update("a", b.change("open", b.TASK, 9), reopen=True),
        unknown_item(b.TASK, 9, 2),
    ),
    (
        "permission to reopen allows nothing else",
        b.update("a", b.change("deferred", b.TASK, 0), reopen=True),
        missing_reason(),
    ),
    (
        "the first wrong change is named, with all its faults",
        b.update("a", b.change("completed", b.TASK, 9), b.change("bogus", b.TASK, 0)),
        unknown_item(b.TASK, 9, 2),
    ),
    (
        "a right change before a wrong one is not applied",
        b.update("a", b.change("completed", b.TASK, 0), b.change("completed", b.TASK, 2)),
        unknown_item(b.TASK, 2, 2),
    ),
    (
        "nor is a right one for all items",
        b.update("a", b.change("completed"), b.change("deferred", b.CHECKPOINT, 0)),
        missing_reason(),
    ),
    (
        "chk-3: a kind is not deferred",
        b.update("a", b.change("deferred", b.TASK)),
        missing_reason(),
    ),
    ("chk-3: nor all", b.update("a", b.change("deferred")), missing_reason()),
    ("chk-3: a kind is not opened", b.update("a", b.change("open", b.TASK)), reopen_not_allowed()),
    ("chk-3: nor all", b.update("a", b.change("open")), reopen_not_allowed()),
    ("chk-3: another word for a kind", b.update("a", b.change("x", b.TASK)), invalid_status("x")),
    ("chk-3: another word for all", b.update("a", b.change("")), invalid_status("")),
    ("chk-3: also without items", b.update("e", b.change("x", b.TEST)), invalid_status("x")),
]


@for_each(
    ("operation", "expected"),
    [one[1:] for one in REFUSED],
)
def test_chk_2_and_chk_3_an_update_is_refused_whole(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given a held step with a deferred item, and another without items
    sut.given(b.register(TWO), b.claim("carol"), b.claim(), b.release("a", "carol"), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 1, b.DEFERRED, "later")))
    # Then nothing of a wrong request is applied
    sut.refuses(operation, expected)


def test_chk_3_all_items_change_on_that_very_step(sut: Sut) -> None:
    # Given a step with a substep, items on both
    plan = b.document(
        b.step("a", b.step("a1", items=b.listed(b.TASK)), items=b.listed(b.TASK, b.TEST))
    )
    sut.given(b.register(plan), b.claim())
    # When all items of the step are completed
    assert sut.apply(b.update("a", b.change("completed"))) == ItemsUpdated(2)
    # Then those of the substep are open
    assert sut.checklist("a1") == [(b.OPEN, None)]


def test_chk_7_an_item_counts_once_and_only_if_it_ends_up_different(sut: Sut) -> None:
    give_checklist(sut)
    # When one item is changed there and back, and another named three times
    outcome = sut.apply(
        b.update(
            "a",
            b.change("completed", b.TASK),
            b.change("completed", b.TEST, 0),
            b.change("completed", b.TEST),
            b.change("open", b.TASK, 0),
            b.change("completed", b.TEST, 0),
            reopen=True,
        )
    )
    # Then the later change wins; task 1 and test 0 are different from before
    assert outcome == ItemsUpdated(2)
    assert sut.checklist("a") == [
        (b.OPEN, None),
        (b.COMPLETED, None),
        (b.COMPLETED, None),
        (b.OPEN, None),
    ]


@for_each(("word", "status"), [("completed", b.COMPLETED), ("open", b.OPEN)])
def test_chk_8_an_item_that_is_no_longer_deferred_has_no_reason(
    sut: Sut, word: str, status: str
) -> None:
    give_checklist(sut)
    assert sut.apply(b.update("a", b.change(word, b.TASK, 1), reopen=True)) == ItemsUpdated(1)
    assert (sut.item("a", b.TASK, 1).status, sut.item("a", b.TASK, 1).reason) == (status, None)
