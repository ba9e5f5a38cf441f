"""CHK-2, CHK-3, CHK-7, CHK-8: updates of one item, of a kind, of all."""

import pytest

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    Rejected,
    invalid_status,
    missing_reason,
    no_update,
    reopen_not_allowed,
    unknown_item,
)
from tests.rules.builders import (
    CHECKLIST,
    CHECKPOINT,
    COMPLETED,
    DEFERRED,
    OPEN,
    TASK,
    TEST,
    batch,
    claim,
    document,
    entry,
    listed,
    register,
    release,
    step,
    update,
)
from tests.rules.builders import change as to
from tests.rules.suts import Sut


def give_checklist(sut: Sut) -> None:
    """Alice holds `a` with task 0, task 1, test 0, checkpoint 0; task 1 is deferred."""
    sut.given(register(CHECKLIST), claim(), batch("a", entry(TASK, 1, DEFERRED, "later")))


def test_chk_2_an_update_completes_one_item(sut: Sut) -> None:
    give_checklist(sut)
    assert sut.apply(update("a", to("completed", TASK, 0))) == ItemsUpdated(1)
    assert sut.checklist("a") == [
        (COMPLETED, None),
        (DEFERRED, "later"),
        (OPEN, None),
        (OPEN, None),
    ]


def test_chk_2_the_same_ordinal_of_another_kind_is_another_item(sut: Sut) -> None:
    give_checklist(sut)
    sut.given(update("a", to("completed", CHECKPOINT, 0)))
    assert sut.item("a", CHECKPOINT).status == COMPLETED
    assert (sut.item("a", TASK).status, sut.item("a", TEST).status) == (OPEN, OPEN)


def test_chk_2_an_item_is_opened_again_only_with_permission(sut: Sut) -> None:
    give_checklist(sut)
    sut.given(update("a", to("completed", TASK, 0)))
    sut.refuses(update("a", to("open", TASK, 0)), reopen_not_allowed())
    assert sut.apply(update("a", to("open", TASK, 0), reopen=True)) == ItemsUpdated(1)
    assert sut.item("a", TASK).status == OPEN


TWO = document(*CHECKLIST.steps, step("e"))

REFUSED: list[tuple[str, Operation, Rejected]] = [
    ("no change at all", update("a"), no_update()),
    ("no change, with permission", update("a", reopen=True), no_update()),
    ("opening what is open", update("a", to("open", TASK, 0)), reopen_not_allowed()),
    ("deferring", update("a", to("deferred", TASK, 0)), missing_reason()),
    ("deferring what is deferred", update("a", to("deferred", TASK, 1)), missing_reason()),
    ("another word", update("a", to("done", TASK, 0)), invalid_status("done")),
    ("the empty word", update("a", to("", TASK, 0)), invalid_status("")),
    ("upper case", update("a", to("Completed", TASK, 0)), invalid_status("Completed")),
    ("white space", update("a", to("open ", TASK, 0), reopen=True), invalid_status("open ")),
    ("one past the end", update("a", to("completed", TASK, 2)), unknown_item(TASK, 2, 2)),
    ("below the start", update("a", to("completed", TASK, -1)), unknown_item(TASK, -1, 2)),
    (
        "below the start, of one",
        update("a", to("completed", TEST, -1)),
        unknown_item(TEST, -1, 1),
    ),
    ("no items of the kind", update("e", to("completed", TEST, 0)), unknown_item(TEST, 0, 0)),
    ("reopening before the item", update("a", to("open", TASK, 9)), reopen_not_allowed()),
    ("deferring before the item", update("a", to("deferred", TASK, 9)), missing_reason()),
    ("the word before the item", update("a", to("bogus", TASK, 9)), invalid_status("bogus")),
    (
        "reopening an unknown item",
        update("a", to("open", TASK, 9), reopen=True),
        unknown_item(TASK, 9, 2),
    ),
    (
        "permission to reopen allows nothing else",
        update("a", to("deferred", TASK, 0), reopen=True),
        missing_reason(),
    ),
    (
        "the first wrong change is named, with all its faults",
        update("a", to("completed", TASK, 9), to("bogus", TASK, 0)),
        unknown_item(TASK, 9, 2),
    ),
    (
        "a right change before a wrong one is not applied",
        update("a", to("completed", TASK, 0), to("completed", TASK, 2)),
        unknown_item(TASK, 2, 2),
    ),
    (
        "nor is a right one for all items",
        update("a", to("completed"), to("deferred", CHECKPOINT, 0)),
        missing_reason(),
    ),
    ("chk-3: a kind is not deferred", update("a", to("deferred", TASK)), missing_reason()),
    ("chk-3: nor all", update("a", to("deferred")), missing_reason()),
    ("chk-3: a kind is not opened", update("a", to("open", TASK)), reopen_not_allowed()),
    ("chk-3: nor all", update("a", to("open")), reopen_not_allowed()),
    ("chk-3: another word for a kind", update("a", to("x", TASK)), invalid_status("x")),
    ("chk-3: another word for all", update("a", to("")), invalid_status("")),
    ("chk-3: also without items", update("e", to("x", TEST)), invalid_status("x")),
]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [one[1:] for one in REFUSED],
    ids=[one[0] for one in REFUSED],
)
def test_chk_2_and_chk_3_an_update_is_refused_whole(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given a held step with a deferred item, and another without items
    sut.given(register(TWO), claim("carol"), claim(), release("a", "carol"), claim())
    sut.given(batch("a", entry(TASK, 1, DEFERRED, "later")))
    # Then nothing of a wrong request is applied
    sut.refuses(operation, expected)


def test_chk_2_the_last_ordinal_is_one_less_than_the_number_of_items(sut: Sut) -> None:
    sut.given(register(CHECKLIST), claim())
    assert sut.apply(update("a", to("completed", TASK, 1))) == ItemsUpdated(1)
    assert sut.item("a", TASK, 1).status == COMPLETED


def test_chk_3_all_items_of_a_kind_change_and_no_others(sut: Sut) -> None:
    give_checklist(sut)
    # When all tasks are completed, one of which was deferred
    assert sut.apply(update("a", to("completed", TASK))) == ItemsUpdated(2)
    # Then it loses its reason, and the other kinds are open
    assert sut.checklist("a") == [(COMPLETED, None)] * 2 + [(OPEN, None)] * 2


def test_chk_3_all_items_change_on_that_very_step(sut: Sut) -> None:
    # Given a step with a substep, items on both
    plan = document(step("a", step("a1", items=listed(TASK)), items=listed(TASK, TEST)))
    sut.given(register(plan), claim())
    # When all items of the step are completed
    assert sut.apply(update("a", to("completed"))) == ItemsUpdated(2)
    # Then those of the substep are open
    assert sut.checklist("a1") == [(OPEN, None)]


@pytest.mark.parametrize("kind", [CHECKPOINT, None])
def test_chk_3_a_kind_without_items_is_accepted_and_counts_nothing(
    sut: Sut, kind: ItemKind | None
) -> None:
    sut.given(register(document(step("a"))), claim())
    assert sut.apply(update("a", to("completed", kind))) == ItemsUpdated(0)


def test_chk_3_all_items_are_opened_with_permission(sut: Sut) -> None:
    give_checklist(sut)
    sut.given(update("a", to("completed", TASK, 0)))
    assert sut.apply(update("a", to("open"), reopen=True)) == ItemsUpdated(2)
    assert sut.checklist("a") == [(OPEN, None)] * 4


def test_chk_7_an_item_that_has_the_status_already_is_not_counted(sut: Sut) -> None:
    give_checklist(sut)
    sut.given(update("a", to("completed", TASK, 0)))
    assert sut.apply(update("a", to("completed", TASK, 0))) == ItemsUpdated(0)
    assert sut.apply(update("a", to("completed"))) == ItemsUpdated(3)


def test_chk_7_an_item_counts_once_and_only_if_it_ends_up_different(sut: Sut) -> None:
    give_checklist(sut)
    # When one item is changed there and back, and another named three times
    outcome = sut.apply(
        update(
            "a",
            to("completed", TASK),
            to("completed", TEST, 0),
            to("completed", TEST),
            to("open", TASK, 0),
            to("completed", TEST, 0),
            reopen=True,
        )
    )
    # Then the later change wins; task 1 and test 0 are different from before
    assert outcome == ItemsUpdated(2)
    assert sut.checklist("a") == [(OPEN, None), (COMPLETED, None), (COMPLETED, None), (OPEN, None)]


@pytest.mark.parametrize(("word", "status"), [("completed", COMPLETED), ("open", OPEN)])
def test_chk_8_an_item_that_is_no_longer_deferred_has_no_reason(
    sut: Sut, word: str, status: str
) -> None:
    give_checklist(sut)
    assert sut.apply(update("a", to(word, TASK, 1), reopen=True)) == ItemsUpdated(1)
    assert (sut.item("a", TASK, 1).status, sut.item("a", TASK, 1).reason) == (status, None)
