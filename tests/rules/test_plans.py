"""PLN-1 to PLN-5: how a plan becomes known, and which documents are refused."""

import pytest

from spec.vocabulary import (
    Claimed,
    Item,
    ItemDefinition,
    Operation,
    PlanDefinition,
    PlanStatus,
    Ready,
    Registered,
    Rejected,
    Show,
    Step,
)
from spec.vocabulary.rejections import (
    circular_dependency,
    duplicate_anchor,
    plan_without_steps,
    unknown_dependency,
    unknown_plan,
)

from .builders import (
    ALICE,
    CHECKPOINT,
    FAMILY,
    HASH,
    NEW_HASH,
    PLAN,
    TASK,
    TEST,
    batch,
    change,
    claim,
    complete,
    document,
    heartbeat,
    listed,
    note,
    reconcile,
    register,
    release,
    reset,
    start,
    step,
    update,
)
from .driver import Side


def test_pln_1_registering_answers_the_counts_of_what_was_stored(side: Side) -> None:
    # Given a document with 3 steps, 2 substeps, 1 dependency and 3 items
    # When it is registered
    outcome = side.do(register(FAMILY))
    # Then the answer counts each of these, over steps and substeps
    assert outcome == Registered(False, 3, 2, 1, 3)
    assert side.plan().status == PlanStatus.ACTIVE
    assert (side.plan().path, side.plan().document_hash, side.plan().title) == (
        PLAN,
        HASH,
        "A plan",
    )


def test_pln_1_steps_and_substeps_are_stored_untouched_with_interleaved_indexes(
    side: Side,
) -> None:
    # Given a step whose items of several kinds stand mixed
    mixed = (
        ItemDefinition(CHECKPOINT, "look"),
        ItemDefinition(TASK, "do"),
        ItemDefinition(TEST, ""),
        ItemDefinition(TASK, "do more"),
    )
    # When the document is registered
    side.given(register(document(step("a", step("a1", needs=("b",)), items=mixed), step("b"))))
    # Then everything is pending and open, items ordered by kind, ordinals counted per kind
    assert side.plan().steps == (
        Step(
            "a",
            0,
            "Title of a",
            items=(
                Item(TASK, 0, "do"),
                Item(TASK, 1, "do more"),
                Item(TEST, 0, ""),
                Item(CHECKPOINT, 0, "look"),
            ),
        ),
        Step("a1", 1, "Title of a1", parent="a", dependencies=("b",)),
        Step("b", 2, "Title of b"),
    )


def test_pln_1_a_dependency_written_twice_counts_once_where_it_is_first(side: Side) -> None:
    # When a step names the same dependency twice
    twice = step("c", needs=("b", "a", "b"))
    outcome = side.do(register(document(step("a"), step("b"), twice)))
    # Then it is stored and counted once
    assert outcome == Registered(False, 3, 0, 2, 0)
    assert side.step("c").dependencies == ("b", "a")


def test_pln_2_registering_the_same_hash_again_changes_nothing(side: Side) -> None:
    # Given a plan with work under way
    side.given(register(FAMILY), claim())
    before = side.state()
    # When it is registered again
    outcome = side.do(register(FAMILY, now=5))
    # Then nothing changes, and all counts are 0
    assert outcome == Registered(True, 0, 0, 0, 0, False, 0, 0)
    assert side.state() == before


def test_pln_2_with_the_same_hash_nothing_else_is_looked_at(side: Side) -> None:
    # Given a known plan
    side.given(register(FAMILY))
    before = side.state()
    # When a document with the same hash, but without steps, is registered
    outcome = side.do(register(document(title="Another")))
    # Then the equal hash decides, before PLN-4 and PLN-5
    assert outcome == Registered(True)
    assert side.state() == before


EVERYTHING_ELSE: list[Operation] = [
    claim(),
    start("a"),
    heartbeat("a"),
    release("a", ALICE),
    release("a"),
    release("a", ALICE, force=True),
    reset("a"),
    Ready(PLAN, 0),
    Show(PLAN, HASH, 0),
    update("a", change("bogus")),
    update("a"),
    batch("a"),
    note("a"),
    complete("a"),
    reconcile(),
]


@pytest.mark.parametrize("operation", EVERYTHING_ELSE, ids=lambda one: type(one).__name__)
def test_pln_3_anything_on_an_unknown_plan_is_refused_first(
    side: Side, operation: Operation
) -> None:
    # Given another plan than the one named
    side.given(register(FAMILY, plan="somewhere else"))
    # Then the operation is refused for its plan, whatever else is wrong with it
    side.refuses(operation, unknown_plan(PLAN))


def test_pln_4_a_document_without_steps_is_refused(side: Side) -> None:
    side.refuses(register(document()), plan_without_steps())
    # Then the plan is still unknown
    side.refuses(claim(), unknown_plan(PLAN))


FAULTY: list[tuple[str, PlanDefinition, Rejected]] = [
    (
        "the first anchor to stand there again is named",
        document(step("a"), step("b"), step("b"), step("a")),
        duplicate_anchor("b"),
    ),
    ("a substep repeats its parent", document(step("a", step("a"))), duplicate_anchor("a")),
    (
        "substeps of two steps are the same",
        document(step("a", step("x")), step("b", step("x"))),
        duplicate_anchor("x"),
    ),
    (
        "E006 comes before E010",
        document(step("a", needs=("gone",)), step("a")),
        duplicate_anchor("a"),
    ),
    (
        "the first step and its first unknown dependency are named",
        document(step("a", step("a1", needs=("a", "no", "nor"))), step("b", needs=("never",))),
        unknown_dependency("a1", "no"),
    ),
    (
        "E010 comes before E011",
        document(step("a", needs=("b",)), step("b", needs=("a",)), step("c", needs=("gone",))),
        unknown_dependency("c", "gone"),
    ),
    ("a step waits for itself", document(step("a", needs=("a",))), circular_dependency("a")),
    (
        "a substep waits for itself",
        document(step("a", step("a1", needs=("a1",)))),
        circular_dependency("a1"),
    ),
    (
        "a step that leads to a cycle does not lie on it",
        document(step("a", needs=("b",)), step("b", needs=("c",)), step("c", needs=("b",))),
        circular_dependency("b"),
    ),
    (
        "steps and substeps wait for each other as written",
        document(step("z"), step("a", step("a1", needs=("b",))), step("b", needs=("a1",))),
        circular_dependency("a1"),
    ),
    (
        "a step waits for its own substep",
        document(step("a", step("a1"), needs=("a1",))),
        circular_dependency("a"),
    ),
    (
        "a step waits for a substep of a step that waits for it",
        document(step("z"), step("a", step("a1"), needs=("b",)), step("b", needs=("a1",))),
        circular_dependency("a"),
    ),
    (
        "of two cycles of different forms the lower index is named",
        document(step("a", step("a1"), needs=("a1",)), step("b", needs=("b",))),
        circular_dependency("a"),
    ),
    (
        "and also when it is a substep's cycle",
        document(step("a", step("a1", needs=("a1",))), step("b", step("b1"), needs=("b1",))),
        circular_dependency("a1"),
    ),
]


@pytest.mark.parametrize(
    ("faulty", "expected"), [one[1:] for one in FAULTY], ids=[one[0] for one in FAULTY]
)
def test_pln_5_a_faulty_document_is_refused_and_nothing_is_stored(
    side: Side, faulty: PlanDefinition, expected: Rejected
) -> None:
    side.refuses(register(faulty), expected)
    side.refuses(claim(), unknown_plan(PLAN))


def test_pln_5_a_substeps_own_dependencies_make_no_cycle_through_its_parent(side: Side) -> None:
    # Given a substep that waits for a step which waits for the substep's parent, and one that
    # waits for its own parent: as written, neither is a cycle
    sound = document(
        step("a", step("a1", needs=("b",)), step("a2", needs=("a",))), step("b", needs=("a",))
    )
    # When it is registered, then it is stored, and its first step can be claimed
    assert side.do(register(sound)) == Registered(False, 2, 2, 3, 0)
    assert isinstance(side.do(claim()), Claimed)


@pytest.mark.parametrize(
    ("faulty", "expected"),
    [
        (document(document_hash=NEW_HASH), plan_without_steps()),
        (document(step("a"), step("a"), document_hash=NEW_HASH), duplicate_anchor("a")),
        (
            document(step("a", needs=("x",)), document_hash=NEW_HASH),
            unknown_dependency("a", "x"),
        ),
        (document(step("a", needs=("a",)), document_hash=NEW_HASH), circular_dependency("a")),
    ],
    ids=["E032", "E006", "E010", "E011"],
)
def test_pln_4_and_pln_5_a_refused_new_document_leaves_the_known_plan_alone(
    side: Side, faulty: PlanDefinition, expected: Rejected
) -> None:
    # Given a known plan with work under way
    side.given(register(document(step("a", items=listed(TASK)))), claim())
    # When a faulty document with another hash is registered, then nothing changes
    side.refuses(register(faulty), expected)
