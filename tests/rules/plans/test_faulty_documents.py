"""PLN-4 and PLN-5: documents that are refused."""

import pytest

from spec.vocabulary.claims import Claimed
from spec.vocabulary.plans import PlanDefinition, Registered
from spec.vocabulary.rejections import (
    Rejected,
    circular_dependency,
    duplicate_anchor,
    plan_without_steps,
    unknown_dependency,
    unknown_plan,
)
from tests.rules.builders import (
    NEW_HASH,
    PLAN,
    TASK,
    claim,
    document,
    listed,
    register,
    step,
)
from tests.rules.suts import Sut


def test_pln_4_a_document_without_steps_is_refused(sut: Sut) -> None:
    sut.refuses(register(document()), plan_without_steps())
    # Then the plan is still unknown
    sut.refuses(claim(), unknown_plan(PLAN))


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
        "a step waits for two substeps, and the parent of the second waits for it",
        document(
            step("a", step("a1")),
            step("b", step("b1"), needs=("s",)),
            step("s", needs=("a1", "b1")),
        ),
        circular_dependency("b"),
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
    sut: Sut, faulty: PlanDefinition, expected: Rejected
) -> None:
    sut.refuses(register(faulty), expected)
    sut.refuses(claim(), unknown_plan(PLAN))


def test_pln_5_a_substeps_own_dependencies_make_no_cycle_through_its_parent(
    sut: Sut,
) -> None:
    # Given a substep that waits for a step which waits for the substep's parent, and one that
    # waits for its own parent: as written, neither is a cycle
    sound = document(
        step("a", step("a1", needs=("b",)), step("a2", needs=("a",))), step("b", needs=("a",))
    )
    # When it is registered, then it is stored, and its first step can be claimed
    assert sut.apply(register(sound)) == Registered(False, 2, 2, 3, 0)
    assert isinstance(sut.apply(claim()), Claimed)


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
    sut: Sut, faulty: PlanDefinition, expected: Rejected
) -> None:
    # Given a known plan with work under way
    sut.given(register(document(step("a", items=listed(TASK)))), claim())
    # When a faulty document with another hash is registered, then nothing changes
    sut.refuses(register(faulty), expected)
