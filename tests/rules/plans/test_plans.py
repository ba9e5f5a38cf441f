"""PLN-1 to PLN-3: how a plan becomes known."""

from dataclasses import replace

from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.commits import Commit
from spec.vocabulary.items import Item
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, Registered
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import unknown_plan
from spec.vocabulary.reviews import Stop
from spec.vocabulary.state import PlanStatus, Show, Step
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.reviews import review_builders as r
from tests.rules.suts import Sut


def test_a31_pln_1_registering_answers_the_counts_of_what_was_stored(sut: Sut) -> None:
    # Given a document with 3 steps, 2 substeps, 1 dependency and 3 items
    # When it is registered
    outcome = sut.apply(b.register(replace(b.FAMILY, title=" A\rplan ")))
    # Then the answer counts each of these, over steps and substeps
    assert outcome == Registered(False, 3, 2, 1, 3)
    assert sut.plan().status == PlanStatus.ACTIVE
    assert (sut.plan().path, sut.plan().document_hash, sut.plan().title) == (
        b.PLAN,
        b.HASH,
        " A\rplan ",
    )


def test_pln_1_steps_and_substeps_are_stored_untouched_with_interleaved_indexes(
    sut: Sut,
) -> None:
    # Given a step whose items of several kinds stand mixed
    mixed = (
        ItemDefinition(b.CHECKPOINT, "look"),
        ItemDefinition(b.TASK, "do"),
        ItemDefinition(b.TEST, ""),
        ItemDefinition(b.TASK, " do more "),
    )
    # When the document is registered
    other = replace(b.step("b"), title="b" * 300)
    steps = (b.step("a", b.step("a1", needs=("b",)), items=mixed), other)
    assert sut.apply(b.register(b.document(*steps))) == Registered(False, 2, 1, 1, 4)
    # Then everything is pending and open, items ordered by kind, ordinals counted per kind
    assert sut.plan().steps == (
        Step(
            "a",
            0,
            "Title of a",
            items=(
                Item(b.TASK, 0, "do"),
                Item(b.TASK, 1, " do more "),
                Item(b.TEST, 0, ""),
                Item(b.CHECKPOINT, 0, "look"),
            ),
        ),
        Step("a1", 1, "Title of a1", parent="a", dependencies=("b",)),
        Step("b", 2, "b" * 300),
    )


def test_pln_1_a_dependency_written_twice_counts_once_where_it_is_first(
    sut: Sut,
) -> None:
    # When a step names the same dependency twice
    twice = b.step("d", needs=("b", "a1", "c", "b"))
    steps = (b.step("a", b.step("a1")), b.step("b"), b.step("c"), twice)
    # Then it is stored and counted once, also beside one on a substep
    assert sut.apply(b.register(b.document(*steps))) == Registered(False, 4, 1, 3, 0)
    assert sut.step("d").dependencies == ("b", "a1", "c")


@for_each("again", [b.FAMILY, b.document(title="Another")])
def test_pln_2_registering_the_same_hash_again_changes_nothing(
    sut: Sut, again: PlanDefinition
) -> None:
    # Given a plan with work under way
    sut.given(b.register(b.FAMILY), b.claim())
    before = sut.state()
    # When its hash is registered again, also of a document that PLN-4 would reject
    outcome = sut.apply(b.register(again, now=5))
    # Then nothing changes, and all counts are 0
    assert outcome == Registered(True, 0, 0, 0, 0, False, 0, 0)
    assert sut.state() == before


EVERYTHING_ELSE: list[Operation] = [
    b.claim(),
    b.start("a"),
    b.heartbeat("a"),
    b.release("a", b.ALICE),
    b.release("a"),
    b.release("a", b.ALICE, force=True),
    b.reset("a"),
    Ready(b.PLAN, 0),
    Show(b.PLAN, b.HASH, 0),
    b.update("a", b.change("bogus")),
    b.update("a"),
    b.batch("a"),
    b.note("a"),
    b.complete("a"),
    b.reconcile(),
    r.new_plan(),
    r.new_plan(-1),
    r.create_tasks(),
    r.next_task(None),
    r.next_task("task-1"),
    r.complete_task(),
    r.complete_plan(),
    r.post_review(),
    r.continue_plan(),
    r.set_max_reviews(-1),
    r.set_next_phase("lunch"),
    i.start_iterations(0),
    i.report("[", True, summary_bytes=None),
]


def test_pln_3_four_operations_need_no_known_plan() -> None:
    others = set(OPERATIONS) - {type(one) for one in EVERYTHING_ELSE}
    assert others == {Register, Commit, Stop, CheckCommand}


@for_each("operation", EVERYTHING_ELSE)
def test_pln_3_and_rev_1_anything_on_an_unknown_plan_is_refused_first(
    sut: Sut, operation: Operation
) -> None:
    # Given another plan than the one named, with reviews
    sut.given(b.register(b.FAMILY, plan="other"), r.new_plan(plan="other"))
    # Then the operation is refused for its plan, whatever else is wrong with it
    sut.refuses(operation, unknown_plan(b.PLAN))
