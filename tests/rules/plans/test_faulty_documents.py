"""PLN-4 and PLN-5: documents that are refused."""

from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.rejections import (
    Rejected,
    circular_dependency,
    duplicate_anchor,
    plan_without_steps,
    unknown_dependency,
    unknown_plan,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut


def test_pln_4_a_document_without_steps_is_refused(sut: Sut) -> None:
    sut.refuses(b.register(b.document()), plan_without_steps())
    # Then the plan is still unknown
    sut.refuses(b.claim(), unknown_plan(b.PLAN))


FAULTY: list[tuple[str, PlanDefinition, Rejected]] = [
    (
        "the first anchor to stand there again is named",
        b.document(b.step("a"), b.step("b"), b.step("b"), b.step("a")),
        duplicate_anchor("b"),
    ),
    ("a substep repeats its parent", b.document(b.step("a", b.step("a"))), duplicate_anchor("a")),
    (
        "substeps of two steps are the same",
        b.document(b.step("a", b.step("x")), b.step("b", b.step("x"))),
        duplicate_anchor("x"),
    ),
    (
        "E006 comes before E010",
        b.document(b.step("a", needs=("gone",)), b.step("a")),
        duplicate_anchor("a"),
    ),
    (
        "the first step and its first unknown dependency are named",
        b.document(
            b.step("a", b.step("a1", needs=("a", "no", "nor"))), b.step("b", needs=("never",))
        ),
        unknown_dependency("a1", "no"),
    ),
    (
        "E010 comes before E011",
        b.document(
            b.step("a", needs=("b",)), b.step("b", needs=("a",)), b.step("c", needs=("gone",))
        ),
        unknown_dependency("c", "gone"),
    ),
    ("a step waits for itself", b.document(b.step("a", needs=("a",))), circular_dependency("a")),
    (
        "a substep waits for itself",
        b.document(b.step("a", b.step("a1", needs=("a1",)))),
        circular_dependency("a1"),
    ),
    (
        "a step that leads to a cycle does not lie on it",
        b.document(b.step("a", needs=("b",)), b.step("b", needs=("c",)), b.step("c", needs=("b",))),
        circular_dependency("b"),
    ),
    (
        "steps and substeps wait for each other as written",
        b.document(
            b.step("z"), b.step("a", b.step("a1", needs=("b",))), b.step("b", needs=("a1",))
        ),
        circular_dependency("a1"),
    ),
    (
        "a step waits for its own substep",
        b.document(b.step("a", b.step("a1"), needs=("a1",))),
        circular_dependency("a"),
    ),
    (
        "a step waits for a substep of a step that waits for it",
        b.document(
            b.step("z"), b.step("a", b.step("a1"), needs=("b",)), b.step("b", needs=("a1",))
        ),
        circular_dependency("a"),
    ),
    (
        "a step waits for two substeps, and the parent of the second waits for it",
        b.document(
            b.step("a", b.step("a1")),
            b.step("b", b.step("b1"), needs=("s",)),
            b.step("s", needs=("a1", "b1")),
        ),
        circular_dependency("b"),
    ),
    (
        "of two cycles of different forms the lower index is named",
        b.document(b.step("a", b.step("a1"), needs=("a1",)), b.step("b", needs=("b",))),
        circular_dependency("a"),
    ),
    (
        "and also when it is a substep's cycle",
        b.document(
            b.step("a", b.step("a1", needs=("a1",))), b.step("b", b.step("b1"), needs=("b1",))
        ),
        circular_dependency("a1"),
    ),
]


@for_each(("faulty", "expected"), [one[1:] for one in FAULTY])
def test_pln_5_a_faulty_document_is_refused_and_nothing_is_stored(
    sut: Sut, faulty: PlanDefinition, expected: Rejected
) -> None:
    sut.refuses(b.register(faulty), expected)
    sut.refuses(b.claim(), unknown_plan(b.PLAN))


@for_each(
    ("faulty", "expected"),
    [
        (b.document(document_hash=b.NEW_HASH), plan_without_steps()),
        (b.document(b.step("a"), b.step("a"), document_hash=b.NEW_HASH), duplicate_anchor("a")),
        (
            b.document(b.step("a", needs=("x",)), document_hash=b.NEW_HASH),
            unknown_dependency("a", "x"),
        ),
        (b.document(b.step("a", needs=("a",)), document_hash=b.NEW_HASH), circular_dependency("a")),
    ],
)
def test_pln_4_and_pln_5_a_refused_new_document_leaves_the_known_plan_alone(
    sut: Sut, faulty: PlanDefinition, expected: Rejected
) -> None:
    # Given a known plan with work under way
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK)))), b.claim())
    # When a faulty document with another hash is registered, then nothing changes
    sut.refuses(b.register(faulty), expected)
