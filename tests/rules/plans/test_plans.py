"""PLN-1 to PLN-3: how a plan becomes known."""

import pytest

from spec.vocabulary.agents import CheckCommand, CommandChecked
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.items import Item
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import ItemDefinition, Register, Registered
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import unknown_plan
from spec.vocabulary.reviews import Stop, StopAnswered, StopReason
from spec.vocabulary.state import PlanStatus, Show, Step
from tests.rules.builders import (
    ALICE,
    CHECKPOINT,
    COMMIT,
    FAMILY,
    HASH,
    PLAN,
    TASK,
    TEST,
    batch,
    change,
    claim,
    complete,
    document,
    git_commit,
    heartbeat,
    note,
    reconcile,
    recorded,
    register,
    release,
    reset,
    start,
    step,
    update,
)
from tests.rules.iterations.iteration_builders import report, start_iterations
from tests.rules.reviews.review_builders import (
    complete_plan,
    complete_task,
    continue_plan,
    create_tasks,
    new_plan,
    next_task,
    post_review,
    set_max_reviews,
    set_next_phase,
    stop,
)
from tests.rules.suts import Sut


def test_pln_1_registering_answers_the_counts_of_what_was_stored(sut: Sut) -> None:
    # Given a document with 3 steps, 2 substeps, 1 dependency and 3 items
    # When it is registered
    outcome = sut.apply(register(FAMILY))
    # Then the answer counts each of these, over steps and substeps
    assert outcome == Registered(False, 3, 2, 1, 3)
    assert sut.plan().status == PlanStatus.ACTIVE
    assert (sut.plan().path, sut.plan().document_hash, sut.plan().title) == (
        PLAN,
        HASH,
        "A plan",
    )


def test_pln_1_steps_and_substeps_are_stored_untouched_with_interleaved_indexes(
    sut: Sut,
) -> None:
    # Given a step whose items of several kinds stand mixed
    mixed = (
        ItemDefinition(CHECKPOINT, "look"),
        ItemDefinition(TASK, "do"),
        ItemDefinition(TEST, ""),
        ItemDefinition(TASK, "do more"),
    )
    # When the document is registered
    sut.given(register(document(step("a", step("a1", needs=("b",)), items=mixed), step("b"))))
    # Then everything is pending and open, items ordered by kind, ordinals counted per kind
    assert sut.plan().steps == (
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


def test_pln_1_a_dependency_written_twice_counts_once_where_it_is_first(
    sut: Sut,
) -> None:
    # When a step names the same dependency twice
    twice = step("c", needs=("b", "a", "b"))
    outcome = sut.apply(register(document(step("a"), step("b"), twice)))
    # Then it is stored and counted once
    assert outcome == Registered(False, 3, 0, 2, 0)
    assert sut.step("c").dependencies == ("b", "a")


def test_pln_2_registering_the_same_hash_again_changes_nothing(sut: Sut) -> None:
    # Given a plan with work under way
    sut.given(register(FAMILY), claim())
    before = sut.state()
    # When it is registered again
    outcome = sut.apply(register(FAMILY, now=5))
    # Then nothing changes, and all counts are 0
    assert outcome == Registered(True, 0, 0, 0, 0, False, 0, 0)
    assert sut.state() == before


def test_pln_2_with_the_same_hash_nothing_else_is_looked_at(sut: Sut) -> None:
    # Given a known plan
    sut.given(register(FAMILY))
    before = sut.state()
    # When a document with the same hash, but without steps, is registered
    outcome = sut.apply(register(document(title="Another")))
    # Then the equal hash decides, before PLN-4 and PLN-5
    assert outcome == Registered(True)
    assert sut.state() == before


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
    new_plan(-1),
    create_tasks(),
    next_task(None),
    complete_task(),
    complete_plan(),
    post_review(),
    continue_plan(),
    set_max_reviews(-1),
    set_next_phase("lunch"),
    start_iterations(0),
    report("[", True, summary_bytes=None),
]


def test_pln_3_four_operations_need_no_known_plan() -> None:
    others = set(OPERATIONS) - {type(one) for one in EVERYTHING_ELSE}
    assert others == {Register, Commit, Stop, CheckCommand}


@pytest.mark.parametrize("operation", EVERYTHING_ELSE, ids=lambda one: type(one).__name__)
def test_pln_3_anything_on_an_unknown_plan_is_refused_first(sut: Sut, operation: Operation) -> None:
    # Given another plan than the one named
    sut.given(register(FAMILY, plan="somewhere else"))
    # Then the operation is refused for its plan, whatever else is wrong with it
    sut.refuses(operation, unknown_plan(PLAN))


def test_pln_3_git_commits_for_an_unknown_plan(sut: Sut) -> None:
    # Given another plan than the one named
    sut.given(register(FAMILY, plan="somewhere else"))
    before = sut.state()
    # When git commits, then that stands, and the update of the state fails
    reason = FailureReason.DB_ERROR
    expected = Committed(COMMIT, recorded("a"), True, reason, unknown_plan(PLAN))
    assert sut.apply(git_commit("a")) == expected
    assert sut.state() == before


def test_pln_3_a_stop_on_an_unknown_plan_is_one_without_any_state(sut: Sut) -> None:
    sut.given(register(FAMILY, plan="somewhere else"))
    before = sut.state()
    assert sut.apply(stop()) == StopAnswered(True, StopReason.NO_STATE)
    assert sut.state() == before


def test_pln_3_the_check_of_a_command_looks_at_no_plan(sut: Sut) -> None:
    # Given a store without plans
    assert sut.apply(CheckCommand(PLAN, "make test", 0)) == CommandChecked(True, not_judged=False)
    # Then a known plan makes no difference
    sut.given(register(FAMILY))
    before = sut.state()
    assert sut.apply(CheckCommand(PLAN, "make test", 0)) == CommandChecked(True, not_judged=False)
    assert sut.state() == before
