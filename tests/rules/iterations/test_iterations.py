"""ITR-3 to ITR-8: how a loop begins, goes on and ends."""

from dataclasses import replace
from itertools import combinations, product
from typing import Any

from spec.rules.iteration_decisions import BOTH
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.rejections import (
    Rejected,
    invalid_request,
    missing_summary,
    undersized_summary,
    unknown_plan,
)
from tests.cases import for_each
from tests.iteration_decisions import DECISION_INPUTS, DecisionInputs, decide
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.suts import Sut, with_loop

FORCED_TRUE, FORCED_FALSE = Override.FORCED_TRUE, Override.FORCED_FALSE
BIGGEST = 2**62 - 1

EARLIER = Violation(1, ("old",), False, FORCED_TRUE)
UNDER_WAY = IterationLoop(5, 2, ("old",), i.CONTINUING, None, "old.md", (EARLIER,))
"""A loop in its second iteration, with a violation in its first."""

either = for_each("requires_continuation", [True, False])


def ended(status: LoopStatus) -> IterationLoop:
    """Return the running loop after its end."""
    halt_reason = None if status is i.COMPLETE else str(status)
    remaining = () if status is i.COMPLETE else ("old",)
    return replace(UNDER_WAY, status=status, halt_reason=halt_reason, work_remaining=remaining)


# ITR-3, ITR-4, ITR-8


@for_each("situation", DECISION_INPUTS)
def test_itr_3_itr_4_itr_5_itr_6_and_itr_8_a_report_decides_as_the_table_says(
    sut: Sut, situation: DecisionInputs
) -> None:
    row = decide(BOTH, situation)
    assert i.decided_by(sut, situation) == (row.status, row.logged, row.override)


# ITR-5


@for_each("limit", [1, 2, 100, BIGGEST])
@for_each("before", [None, UNDER_WAY, ended(i.STUCK)])
def test_itr_5_starting_begins_with_the_first_iteration(
    sut: Sut, before: IterationLoop | None, limit: int
) -> None:
    # Given a plan without a loop, with one under way, or with one that has ended
    sut.load(with_loop(before))
    # When a loop is started
    assert sut.apply(i.start_iterations(limit)) == IterationsStarted(limit)
    # Then nothing is left of the one before
    assert sut.loop() == IterationLoop(limit, 1, (), i.CONTINUING, None, None, ())


@for_each("limit", [0, -1, -BIGGEST])
def test_itr_5_a_loop_has_at_least_one_iteration(sut: Sut, limit: int) -> None:
    # Given a loop under way
    sut.load(with_loop(UNDER_WAY))
    # Then a smaller limit is refused, and the loop stays
    sut.refuses(i.start_iterations(limit), invalid_request(limit))
    sut.load(with_loop(None))
    sut.refuses(i.start_iterations(limit), invalid_request(limit))


@for_each("summary_path", [None, "", "second.md", "größe/🦀.md"])
def test_itr_5_the_next_iteration_begins_with_the_summary(
    sut: Sut, summary_path: str | None
) -> None:
    # Given a loop with a context
    sut.load(with_loop(UNDER_WAY))
    # When it continues, then the context is the summary of the report, even if it has none
    sut.given(i.report("a", True, summary_path=summary_path))
    assert sut.loop().context == summary_path


def test_itr_5_each_report_replaces_the_names(sut: Sut) -> None:
    # Given a plan whose steps are completed, which no loop asks for
    sut.given(b.register(b.document(b.step("a"))), b.claim(), b.complete("a"))
    sut.given(i.start_iterations(), i.report("a b c", True), i.report("c", True))
    assert sut.loop().work_remaining == ("c",)
    sut.given(i.report("", False))
    assert sut.loop().work_remaining == ()


# ITR-6


def test_itr_6_what_is_logged_is_logged_in_its_order(sut: Sut) -> None:
    # Given a loop whose reports break the contract, and keep it in between
    sut.load(with_loop(None))
    sut.given(i.start_iterations(4))
    answers = [
        sut.apply(i.report("a b", False)),
        sut.apply(i.report("b", True)),
        sut.apply(i.report('["a", "b"]', False)),
        sut.apply(i.report((), True)),
    ]
    # Then each that broke it is logged once, as others before it or not, with its signal's fate
    first = Violation(1, ("a", "b"), False, FORCED_TRUE)
    third = Violation(3, ("a", "b"), False, FORCED_TRUE)
    fourth = Violation(4, (), True, FORCED_FALSE)
    assert sut.loop().violations == (first, third, fourth)
    # And answered once, with its report
    assert answers == [
        IterationDecided(i.CONTINUING, 2, first),
        IterationDecided(i.CONTINUING, 3),
        IterationDecided(i.CONTINUING, 4, third),
        IterationDecided(i.COMPLETE, 4, fourth),
    ]


# ITR-7


@for_each("status", i.ENDED)
def test_itr_7_a_loop_that_has_ended_takes_no_report(sut: Sut, status: LoopStatus) -> None:
    # Given a loop that has ended
    sut.load(with_loop(ended(status)))
    # Then every report is refused, and says how it ended
    for requires_continuation, work_remaining in product((True, False), ("", "a")):
        refused = i.report(work_remaining, requires_continuation)
        sut.refuses(refused, invalid_request(str(status)))
    # Until the loop is started anew
    sut.given(i.start_iterations(), i.report("a", True))


@for_each(
    ("found", "least"),
    [(99, 100), (0, 100), (0, 1), (1, 2), (100, 101), (BIGGEST - 1, BIGGEST), (99, None)],
)
@for_each("work_remaining", ["", "a", "["])
def test_itr_7_a_summary_that_is_too_small_is_none(
    sut: Sut, work_remaining: str, found: int, least: int | None
) -> None:
    sut.load(with_loop(UNDER_WAY))
    refused = i.report(work_remaining, True, summary_bytes=found, least=least)
    sut.refuses(refused, undersized_summary(found, 100 if least is None else least))


def test_itr_7_an_empty_summary_is_enough_where_nothing_is_demanded(sut: Sut) -> None:
    sut.load(with_loop(UNDER_WAY))
    sut.given(i.report("a", True, summary_bytes=0, least=0))


@for_each("least", [0, 100])
def test_itr_7_no_summary_is_less_than_an_empty_one(sut: Sut, least: int) -> None:
    sut.load(with_loop(UNDER_WAY))
    sut.refuses(i.report("a", True, summary_bytes=None, least=least), missing_summary())
    # Whatever its path is said to be
    no_path = i.report("a", True, summary_bytes=None, summary_path=None)
    sut.refuses(no_path, missing_summary())


FAULTS: dict[str, tuple[dict[str, Any], Rejected]] = {
    "unknown plan": ({"plan": b.OTHER_PLAN}, unknown_plan(b.OTHER_PLAN)),
    "no loop": ({"before": None}, invalid_request("not_started")),
    "ended": ({"before": ended(i.STUCK)}, invalid_request("stuck")),
    "no summary": ({"summary_bytes": None}, missing_summary()),
    "undersized": ({"summary_bytes": 7}, undersized_summary(7, 100)),
    "malformed": ({"work_remaining": "[a"}, invalid_request("malformed_work_remaining")),
}
"""What a report is rejected for, in the order in which it is looked at."""

SOME_FAULTS = [
    faults
    for size in range(1, len(FAULTS) + 1)
    for faults in combinations(FAULTS, size)
    if not {"no loop", "ended"} <= set(faults) and not {"no summary", "undersized"} <= set(faults)
]


@for_each("faults", SOME_FAULTS)
@either
def test_itr_7_of_several_faults_the_first_is_told(
    sut: Sut, faults: tuple[str, ...], requires_continuation: bool
) -> None:
    # Given a report with several faults
    wrong: dict[str, Any] = {"before": UNDER_WAY, "work_remaining": "a"}
    for fault in faults:
        wrong |= FAULTS[fault][0]
    sut.load(with_loop(wrong.pop("before")))
    # Then it is rejected for the first of them
    refused = i.report(wrong.pop("work_remaining"), requires_continuation, **wrong)
    sut.refuses(refused, FAULTS[faults[0]][1])


OTHERS: dict[str, dict[str, Any]] = {
    "exhausted": {"context_exhausted": True},
    "usage": {"context_usage_percent": 100},
    "impossible usage": {"context_usage_percent": -5},
    "checkpoint": {"checkpoint_path": "checkpoint.md"},
    "empty checkpoint": {"checkpoint_path": ""},
    "phases": {"phase_count": 0},
    "impossible phases": {"phase_count": -1},
    "commits": {"git_commits": ("a" * 40, "no hash", "")},
    "all": {
        "context_exhausted": True,
        "context_usage_percent": 1000,
        "checkpoint_path": "größe 🦀",
        "phase_count": BIGGEST,
        "git_commits": ("",),
    },
}


@for_each("others", OTHERS.values())
@for_each(("work_remaining", "status", "iteration"), [("a", i.CONTINUING, 3), ("", i.COMPLETE, 2)])
def test_itr_7_the_other_fields_decide_nothing(
    sut: Sut,
    others: dict[str, Any],
    work_remaining: str,
    status: LoopStatus,
    iteration: int,
) -> None:
    # Given the loop after a report that says no more than it has to
    sut.load(with_loop(UNDER_WAY))
    sut.given(i.report(work_remaining, work_remaining == "a"))
    expected = sut.loop()
    # When a report says more, then it makes no difference
    sut.load(with_loop(UNDER_WAY))
    said = i.report(work_remaining, work_remaining == "a", **others)
    assert sut.apply(said) == IterationDecided(status, iteration)
    assert sut.loop() == expected
