"""PLN-4 and PLN-5: documents that are refused."""

from dataclasses import replace

from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.rejections import (
    Rejected,
    circular_dependency,
    duplicate_anchor,
    plan_without_steps,
    unknown_dependency,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

LONG = [b.step(f"s{number}", needs=(f"s{(number + 1) % 99}",)) for number in range(99)]
FAULTY: list[tuple[str, PlanDefinition, Rejected]] = [
    ("no steps", b.document(), plan_without_steps()),
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
        "a step that leads to a cycle does not lie on it, however long that is",
        b.document(b.step("a", needs=("s0",)), *LONG),
        circular_dependency("s0"),
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
@for_each("is_known", [False, True])
def test_pln_3_and_pln_4_and_pln_5_a_faulty_document_is_refused_and_nothing_is_stored(
    sut: Sut, is_known: bool, faulty: PlanDefinition, expected: Rejected
) -> None:
    # Given no plan, or a known one with work under way
    if is_known:
        sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK)))), b.claim())
    # When a faulty document with another hash is registered, then nothing is stored or changed
    sut.refuses(b.register(replace(faulty, document_hash=b.NEW_HASH)), expected)
