"""CHK-2, CHK-3, CHK-7, CHK-8: updates of one item, of a kind, of all."""

from spec.vocabulary.checklists import ItemsUpdated, StatusChange
from spec.vocabulary.items import ItemKind
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
    assert sut.apply(b.update("a", b.change("open", b.TASK, 0), reopen=True)) == ItemsUpdated(1)
    assert sut.item("a", b.TASK).status == b.OPEN
    # And of items that are there
    unknown = b.update("a", b.change("open", b.TASK, 9), reopen=True)
    sut.refuses(unknown, unknown_item(b.TASK, 9, 2))


def test_chk_2_where_all_items_are_open_opening_needs_permission_too(sut: Sut) -> None:
    sut.given(b.register(b.CHECKLIST), b.claim())
    sut.refuses(b.update("a", b.change("open", b.TASK, 0)), reopen_not_allowed())


def changes(status: str, *ordinals: int) -> tuple[StatusChange, ...]:
    """Return changes of tasks."""
    return tuple(b.change(status, b.TASK, ordinal) for ordinal in ordinals)


# The changes of an update, and why it is refused, whether or not items may be opened again
REFUSED: dict[str, tuple[tuple[StatusChange, ...], Rejected]] = {
    "no change at all": ((), no_update()),
    "deferring": (changes("deferred", 0), missing_reason()),
    "deferring what is deferred": (changes("deferred", 1), missing_reason()),
    "another word": (changes("done", 0), invalid_status("done")),
    "the empty word": (changes("", 0), invalid_status("")),
    "upper case": (changes("Completed", 0), invalid_status("Completed")),
    "white space": (changes("open ", 0), invalid_status("open ")),
    "one past the end": (changes("completed", 2), unknown_item(b.TASK, 2, 2)),
    "below the start": (changes("completed", -1), unknown_item(b.TASK, -1, 2)),
    "below the start, of one": (
        (b.change("completed", b.TEST, -1),),
        unknown_item(b.TEST, -1, 1),
    ),
    "deferring before the item": (changes("deferred", 9), missing_reason()),
    "the word before the item": (changes("bogus", 9), invalid_status("bogus")),
    "the first wrong change is named, with all its faults": (
        (*changes("completed", 9), *changes("bogus", 0)),
        unknown_item(b.TASK, 9, 2),
    ),
    "a right change before a wrong one is not applied": (
        changes("completed", 0, 2),
        unknown_item(b.TASK, 2, 2),
    ),
    "nor is a right one for all items": (
        (b.change("completed"), b.change("deferred", b.CHECKPOINT, 0)),
        missing_reason(),
    ),
    "chk-3: a kind is not deferred": ((b.change("deferred", b.TASK),), missing_reason()),
    "chk-3: nor all": ((b.change("deferred"),), missing_reason()),
    "chk-3: another word for a kind": ((b.change("x", b.TASK),), invalid_status("x")),
    "chk-3: another word for all": ((b.change(""),), invalid_status("")),
}


@for_each(("changed", "expected"), REFUSED.values())
@for_each("reopen", [False, True])
def test_chk_2_and_chk_3_and_chk_4_an_update_is_refused_whole(
    sut: Sut, reopen: bool, changed: tuple[StatusChange, ...], expected: Rejected
) -> None:
    # Given a held step with a deferred item, then nothing of a wrong request is applied
    give_checklist(sut)
    sut.refuses(b.update("a", *changed, reopen=reopen), expected)


@for_each(("kind", "ordinal"), [(b.TASK, 0), (b.TASK, 9), (b.TASK, None), (None, None)])
def test_chk_2_and_chk_3_nothing_is_opened_without_permission_not_even_an_unknown_item(
    sut: Sut, kind: ItemKind | None, ordinal: int | None
) -> None:
    give_checklist(sut)
    sut.refuses(b.update("a", b.change("open", kind, ordinal)), reopen_not_allowed())


def test_chk_2_and_chk_3_of_a_step_without_items_none_is_known_and_words_are_checked(
    sut: Sut,
) -> None:
    sut.given(b.register(b.document(b.step("e"))), b.claim())
    sut.refuses(b.update("e", b.change("completed", b.TEST, 0)), unknown_item(b.TEST, 0, 0))
    sut.refuses(b.update("e", b.change("x", b.TEST)), invalid_status("x"))
    assert sut.apply(b.update("e", b.change("completed", b.TEST))) == ItemsUpdated(0)


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


def test_chk_2_and_chk_7_an_item_counts_once_and_only_if_it_ends_up_different(sut: Sut) -> None:
    give_checklist(sut)
    # When one item is changed there and back, and another named three times
    outcome = sut.apply(
        b.update(
            "a",
            b.change("completed", b.TASK),
            b.change("completed", b.TEST, 0),
            b.change("open", b.TEST, 0),
            b.change("open", b.TASK, 0),
            b.change("completed", b.TEST),
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
def test_chk_7_and_chk_8_an_item_that_is_no_longer_deferred_has_no_reason(
    sut: Sut, word: str, status: str
) -> None:
    give_checklist(sut)
    assert sut.apply(b.update("a", b.change(word, b.TASK, 1), reopen=True)) == ItemsUpdated(1)
    assert (sut.item("a", b.TASK, 1).status, sut.item("a", b.TASK, 1).reason) == (status, None)
