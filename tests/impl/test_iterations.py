"""Iteration loops in the store: starting, deciding, refusing, keeping."""

import sqlite3
from dataclasses import replace

import pytest

from impl.store.store import Store
from spec.editions import CURRENT
from spec.rules.iteration_decisions import DECISION_INPUTS, DecisionInputs, decision_table
from spec.vocabulary import rejections
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, CHANGED_BRIDGE, PLAN, claim, given, plan_of, then_refused
from tests.impl.loops import SUMMARY, loop_of, report, start

NAMES = ("Phase_2", "Phase_3")

CONTINUED = IterationDecided(LoopStatus.CONTINUING, 2)
LAST = (start(1),)
ENDED = (start(), report("0", wants_more=False))


def test_a_plan_has_no_loop_before_one_is_started(store: Store) -> None:
    assert plan_of(store).iteration_loop is None


def test_starting_begins_with_the_first_iteration(store: Store) -> None:
    assert store.apply(start(3)) == IterationsStarted(3)
    assert loop_of(store) == IterationLoop(3)


def test_starting_anew_forgets_the_old_loop_and_its_violations(store: Store) -> None:
    given(store, start(), report(wants_more=False))
    assert loop_of(store).violations
    given(store, start(2))
    assert loop_of(store) == IterationLoop(2)


@pytest.mark.parametrize("situation", DECISION_INPUTS, ids=str)
def test_the_store_decides_as_the_table_says(store: Store, situation: DecisionInputs) -> None:
    row = decision_table(CURRENT).decide(situation)
    names = NAMES if situation.work_remains else ()
    signal = situation.requires_continuation
    violation = Violation(1, names, signal, row.override) if row.logged else None
    goes_on = row.status is LoopStatus.CONTINUING
    given(store, start(1 if situation.at_limit else 2))
    asked = report(" ".join(names), wants_more=signal, stuck=situation.stuck_detected)
    assert store.apply(asked) == IterationDecided(row.status, 2 if goes_on else 1, violation)
    loop = loop_of(store)
    assert (loop.status, loop.work_remaining) == (row.status, names)
    assert loop.violations == ((violation,) if violation else ())
    assert loop.context == (SUMMARY if goes_on else None)
    halted = {LoopStatus.STUCK, LoopStatus.MAX_ITERATIONS}
    assert loop.halt_reason == (row.status.value if row.status in halted else None)


def test_a_loop_ends_at_its_limit(store: Store) -> None:
    given(store, start(3), report(), report())
    assert store.apply(report()) == IterationDecided(LoopStatus.MAX_ITERATIONS, 3)


def test_violations_are_kept_in_the_order_in_which_they_happened(store: Store) -> None:
    given(store, start(), report("a", wants_more=False), report("b"))
    given(store, report("c", wants_more=False), report("d", wants_more=False, stuck=True))
    assert loop_of(store).violations == (
        Violation(1, ("a",), False, Override.FORCED_TRUE),
        Violation(3, ("c",), False, Override.FORCED_TRUE),
        Violation(4, ("d",), False, None),
    )


def test_a_loop_that_ends_keeps_the_context_it_had(store: Store) -> None:
    given(store, start(), report(summary="one.md"), report("0", wants_more=False, summary="two.md"))
    assert loop_of(store).context == "one.md"


def test_loops_of_two_plans_know_nothing_of_each_other(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 0), start(), start(2, "other.md"))
    given(store, report(wants_more=False), report("x", stuck=True, plan="other.md"))
    assert loop_of(store).status is LoopStatus.CONTINUING
    other = store.snapshot("other.md")
    assert other is not None
    assert other.iteration_loop == IterationLoop(2, 1, ("x",), LoopStatus.STUCK, "stuck")


def test_work_on_steps_and_a_changed_document_leave_the_loop_alone(store: Store) -> None:
    given(store, start(), report(wants_more=False))
    before = loop_of(store)
    given(store, claim(), Register(PLAN, CHANGED_BRIDGE, 30))
    assert loop_of(store) == before


def test_a_limit_and_a_summary_may_be_exactly_as_small_as_they_must_be(store: Store) -> None:
    given(store, start(1), report("", wants_more=False, summary_bytes=7, least=7))


REFUSALS: dict[str, tuple[tuple[Operation, ...], Operation, Rejected]] = {
    "a start for an unknown plan": ((), start(0, "x"), rejections.unknown_plan("x")),
    "a start without iterations": ((), start(0), rejections.invalid_request(0)),
    "a start anew without iterations": (ENDED, start(-1), rejections.invalid_request(-1)),
    "a report for an unknown plan": (
        (),
        report("[", summary_bytes=None, plan="x"),
        rejections.unknown_plan("x"),
    ),
    "a report before the start": (
        (),
        report("[", summary_bytes=None),
        rejections.invalid_request("not_started"),
    ),
    "a report after the end": (
        ENDED,
        report("[", summary_bytes=None),
        rejections.invalid_request("complete"),
    ),
    "a report after being stuck": (
        (start(), report(stuck=True)),
        report(),
        rejections.invalid_request("stuck"),
    ),
    "a report after the limit": (
        (start(1), report()),
        report(),
        rejections.invalid_request("max_iterations"),
    ),
    "a report without a summary": (
        (start(),),
        report("[", summary_bytes=None),
        rejections.missing_summary(),
    ),
    "a report with a small summary": (
        (start(),),
        report("[", summary_bytes=99),
        rejections.undersized_summary(99, 100),
    ),
    "a report with work that is no JSON": (
        (start(), report(wants_more=False)),
        report(" [Phase_1, Phase_2]"),
        rejections.invalid_request("malformed_work_remaining"),
    ),
}


@pytest.mark.parametrize(("before", "tried", "rejected"), REFUSALS.values(), ids=REFUSALS)
def test_what_is_refused_says_why_and_changes_nothing(
    store: Store, before: tuple[Operation, ...], tried: Operation, rejected: Rejected
) -> None:
    given(store, *before)
    then_refused(store, tried, rejected)


RICH_LOOP = IterationLoop(
    9,
    4,
    ("Phase 4", "Ünïcode \x00 😀", "\ud800", '"[]'),
    LoopStatus.STUCK,
    "stuck",
    "\x00",
    (
        Violation(1, ("a b",), False, Override.FORCED_TRUE),
        Violation(4, ("c",), False),
        Violation(9, (), True, Override.FORCED_FALSE),
    ),
)


def test_a_loaded_loop_is_the_loop_that_is_stored(store: Store) -> None:
    state = State((replace(plan_of(store), iteration_loop=RICH_LOOP),))
    store.load(state)
    assert store.snapshot_state() == state
    store.load(State())
    given(store, Register(PLAN, BRIDGE, 0))
    assert plan_of(store).iteration_loop is None


VIOLATION = Violation(1, ("a",), False)

IMPOSSIBLE: dict[str, tuple[str, IterationLoop]] = {
    "a limit below one": ("max_iterations_from_one", IterationLoop(0)),
    "an iteration below one": ("iteration_from_one", IterationLoop(1, 0)),
    "an iteration after the last": ("iteration_within_limit", IterationLoop(1, 2)),
    "a halt without a reason": (
        "halt_reason_repeats_status",
        IterationLoop(1, status=LoopStatus.STUCK),
    ),
    "a reason without a halt": (
        "halt_reason_repeats_status",
        IterationLoop(1, halt_reason="stuck"),
    ),
    "complete with work remaining": (
        "complete_has_no_work",
        IterationLoop(1, 1, ("a",), LoopStatus.COMPLETE),
    ),
    "a violation that is none": (
        "signal_contradicts_work",
        IterationLoop(1, violations=(replace(VIOLATION, requires_continuation=True),)),
    ),
    "an override to what was said": (
        "override_word",
        IterationLoop(1, violations=(replace(VIOLATION, override=Override.FORCED_FALSE),)),
    ),
    "a violation before the first iteration": (
        "violation_iteration_from_one",
        IterationLoop(1, violations=(replace(VIOLATION, iteration=0),)),
    ),
}


@pytest.mark.parametrize(("constraint", "loop"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_loop_is_not_loaded(
    store: Store, constraint: str, loop: IterationLoop
) -> None:
    before = store.snapshot_state()
    with pytest.raises(sqlite3.IntegrityError, match=constraint):
        store.load(State((replace(plan_of(store), iteration_loop=loop),)))
    assert store.snapshot_state() == before
