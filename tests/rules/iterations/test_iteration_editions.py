"""A11 and A15 on the model: the decisions of iteration loops in every edition."""

from collections.abc import Callable
from dataclasses import replace

from spec.amendments.corrections import CHECKED_WORK, LARGER_SUMMARY
from spec.editions import EDITIONS, Edition, edition_named
from spec.rules.iteration_decisions import DECISION_INPUTS, DecisionInputs, decision_table
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.rejections import (
    invalid_request,
    missing_summary,
    undersized_summary,
    unknown_plan,
)
from tests.cases import Check, for_each
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.suts import ModelSut

FORCED_TRUE, FORCED_FALSE = Override.FORCED_TRUE, Override.FORCED_FALSE

Decision = tuple[LoopStatus, bool, Override | None]

TRUSTED = ["origin", "2026.1-A11-A15", "seeds-A11"]
OVERRIDDEN = ["seeds", "origin+A11", "2026.1-A15"]
HALTED_FIRST = ["origin+A15", "2026.1-A11", "seeds-A11+A15"]
WITH_BOTH = ["2026.1", "seeds+A15", "origin+A11+A15"]
NAMES = [*TRUSTED, *OVERRIDDEN, *HALTED_FIRST, *WITH_BOTH]


def named(names: list[str]) -> Callable[[Check], Check]:
    return for_each("edition", [edition_named(one) for one in names])


def decided_by(edition: Edition, situation: DecisionInputs) -> Decision:
    """Report what makes a situation, check everything that follows, and give the decision."""
    # Given a loop with a violation logged, below its limit or at it
    earlier = Violation(1, ("old",), False, None)
    limit = 2 if situation.at_limit else 3
    before = IterationLoop(limit, 2, ("old",), i.CONTINUING, None, "old.md", (earlier,))
    sut = ModelSut(edition)
    sut.load(i.with_loop(before))
    # When an iteration is reported
    names = ("a", "b") if situation.work_remains else ()
    said = i.report(
        names,
        situation.requires_continuation,
        stuck=situation.stuck_detected,
        summary_path="new.md",
    )
    outcome = sut.apply(said)
    # Then the loop is what ITR-5 says, whatever was decided
    assert isinstance(outcome, IterationDecided)
    goes_on = outcome.status is i.CONTINUING
    logged = (outcome.violation,) if outcome.violation else ()
    after = IterationLoop(
        limit,
        3 if goes_on else 2,
        names,
        outcome.status,
        str(outcome.status) if outcome.status in (i.STUCK, i.MAX_ITERATIONS) else None,
        "new.md" if goes_on else "old.md",
        (earlier, *logged),
    )
    assert sut.loop() == after
    assert outcome.iteration == after.iteration
    if outcome.violation is None:
        return outcome.status, False, None
    override = outcome.violation.override
    assert outcome.violation == Violation(2, names, situation.requires_continuation, override)
    return outcome.status, True, override


@named(NAMES)
@for_each("situation", DECISION_INPUTS)
def test_itr_3_itr_4_itr_6_and_itr_8_every_decision_is_that_of_the_table(
    edition: Edition, situation: DecisionInputs
) -> None:
    row = decision_table(edition).decide(situation)
    assert decided_by(edition, situation) == (row.status, row.logged, row.override)


def decisions(
    edition: Edition,
    *,
    work_remains: bool | None = None,
    requires_continuation: bool | None = None,
    stuck_detected: bool | None = None,
    at_limit: bool | None = None,
) -> set[Decision]:
    """Return the decisions for all inputs that match these flags."""
    wanted = (work_remains, requires_continuation, stuck_detected, at_limit)
    return {
        decided_by(edition, situation)
        for situation in DECISION_INPUTS
        if all(
            want is None or want == found
            for want, found in zip(
                wanted,
                (
                    situation.work_remains,
                    situation.requires_continuation,
                    situation.stuck_detected,
                    situation.at_limit,
                ),
                strict=True,
            )
        )
    }


@named(TRUSTED)
def test_a11_itr_3_itr_5_itr_6_and_itr_8_without_it_the_signal_alone_decides(
    edition: Edition,
) -> None:
    # A signal to go on is followed, whatever remains, stuck or not, at the limit or not
    assert decisions(edition, requires_continuation=True) == {(i.CONTINUING, False, None)}
    # One to end ends the loop, and what remains only says how
    ends = {"requires_continuation": False}
    assert decisions(edition, work_remains=False, **ends) == {(i.COMPLETE, False, None)}
    remaining = {"work_remains": True, **ends}
    assert decisions(edition, **remaining, stuck_detected=True) == {(i.STUCK, False, None)}
    assert decisions(edition, **remaining, stuck_detected=False) == {
        (i.MAX_ITERATIONS, False, None)
    }


@named(OVERRIDDEN)
def test_a11_itr_3_itr_5_itr_6_and_itr_8_with_it_alone_work_that_remains_overrides_everything(
    edition: Edition,
) -> None:
    # While work remains the loop goes on, stuck or not, at the limit or not
    remains = {"work_remains": True}
    assert decisions(edition, **remains, requires_continuation=True) == {
        (i.CONTINUING, False, None)
    }
    assert decisions(edition, **remains, requires_continuation=False) == {
        (i.CONTINUING, True, FORCED_TRUE)
    }
    # When nothing remains the signal is trusted, and going on for nothing is not logged
    nothing = {"work_remains": False}
    assert decisions(edition, **nothing, requires_continuation=True) == {
        (i.CONTINUING, False, None)
    }
    assert decisions(edition, **nothing, requires_continuation=False) == {(i.COMPLETE, False, None)}


@named(HALTED_FIRST)
def test_a15_itr_4_halting_wins_without_the_override(edition: Edition) -> None:
    # The three endings come first
    assert decisions(edition, work_remains=False) == {(i.COMPLETE, False, None)}
    remains = {"work_remains": True}
    assert decisions(edition, **remains, stuck_detected=True) == {(i.STUCK, False, None)}
    below = {**remains, "stuck_detected": False, "at_limit": False}
    at_limit = {**remains, "stuck_detected": False, "at_limit": True}
    assert decisions(edition, **at_limit) == {(i.MAX_ITERATIONS, False, None)}
    # Then the signal is trusted, and ends a loop as if its limit were reached
    assert decisions(edition, **below, requires_continuation=True) == {(i.CONTINUING, False, None)}
    assert decisions(edition, **below, requires_continuation=False) == {
        (i.MAX_ITERATIONS, False, None)
    }


@named(WITH_BOTH)
def test_a15_itr_4_itr_5_and_itr_6_halting_wins_over_the_override(edition: Edition) -> None:
    nothing, remains = {"work_remains": False}, {"work_remains": True}
    goes_on, ends = {"requires_continuation": True}, {"requires_continuation": False}
    assert decisions(edition, **nothing, **goes_on) == {(i.COMPLETE, True, FORCED_FALSE)}
    assert decisions(edition, **nothing, **ends) == {(i.COMPLETE, False, None)}
    stuck = {**remains, "stuck_detected": True}
    assert decisions(edition, **stuck, **goes_on) == {(i.STUCK, False, None)}
    assert decisions(edition, **stuck, **ends) == {(i.STUCK, True, None)}
    at_limit = {**remains, "stuck_detected": False, "at_limit": True}
    assert decisions(edition, **at_limit, **goes_on) == {(i.MAX_ITERATIONS, False, None)}
    assert decisions(edition, **at_limit, **ends) == {(i.MAX_ITERATIONS, True, None)}
    below = {**remains, "stuck_detected": False, "at_limit": False}
    assert decisions(edition, **below, **goes_on) == {(i.CONTINUING, False, None)}
    assert decisions(edition, **below, **ends) == {(i.CONTINUING, True, FORCED_TRUE)}


@named([*TRUSTED, *OVERRIDDEN])
def test_a15_itr_4_without_it_a_stuck_agent_is_sent_round_for_ever(edition: Edition) -> None:
    # Given a loop of one iteration
    sut = ModelSut(edition)
    sut.load(i.with_loop(None))
    sut.given(i.start_iterations(1))
    # When a stuck agent asks to go on, then it does, far above the limit
    for iteration in range(2, 10):
        answer = sut.apply(i.report("a", True, stuck=True))
        assert answer == IterationDecided(i.CONTINUING, iteration)


@named([*HALTED_FIRST, *WITH_BOTH])
def test_a15_itr_4_with_it_a_loop_above_its_limit_ends(edition: Edition) -> None:
    sut = ModelSut(edition)
    sut.load(i.with_loop(IterationLoop(2, 9)))
    assert sut.apply(i.report("a", True)) == IterationDecided(i.MAX_ITERATIONS, 9)


@named(NAMES)
def test_itr_5_and_itr_7_the_rest_is_the_same_in_every_edition(edition: Edition) -> None:
    sut = ModelSut(edition)
    sut.load(i.with_loop(None))
    # What is rejected, in its order
    sut.refuses(i.start_iterations(0, plan=b.OTHER_PLAN), unknown_plan(b.OTHER_PLAN))
    sut.refuses(i.start_iterations(0), invalid_request(0))
    sut.refuses(i.report("[", True, summary_bytes=None), invalid_request("not_started"))
    assert sut.apply(i.start_iterations(3)) == IterationsStarted(3)
    sut.refuses(i.report("[", True, plan=b.OTHER_PLAN), unknown_plan(b.OTHER_PLAN))
    sut.refuses(i.report("[", True, summary_bytes=None), missing_summary())
    sut.refuses(i.report("[", True, summary_bytes=99), undersized_summary(99, 100))
    if edition.has(CHECKED_WORK):
        sut.refuses(i.report("[", True), invalid_request("malformed_work_remaining"))
    # And an end, after which nothing is reported until the loop begins anew
    assert sut.apply(i.report("", False)) == IterationDecided(i.COMPLETE, 1)
    sut.refuses(i.report("[", True, summary_bytes=None), invalid_request("complete"))
    before = sut.loop()
    assert sut.apply(i.start_iterations(3)) == IterationsStarted(3)
    assert sut.loop() == replace(before, status=i.CONTINUING)


@for_each("work_remaining", ["a", ("0",), '["a", "b"]'])
@named([name for name in NAMES if name not in (*TRUSTED, *HALTED_FIRST)])
def test_a11_itr_8_the_signal_alone_ends_no_loop(edition: Edition, work_remaining: str) -> None:
    # Given two reports on the same loop that differ only in the signal
    after = []
    for signal in (True, False):
        sut = ModelSut(edition)
        sut.load(i.with_loop(IterationLoop(5, 2)))
        sut.given(i.report(work_remaining, signal))
        after.append(sut.loop())
    # Then nothing but the log differs
    assert replace(after[1], violations=()) == after[0]
    assert len(after[1].violations) == 1


@for_each("edition", EDITIONS)
def test_a34_itr_7_the_edition_decides_how_small_a_summary_may_be(edition: Edition) -> None:
    # Given a loop, and what an edition takes for the smallest summary,
    sut = ModelSut(edition)
    sut.load(i.with_loop(IterationLoop(5, 2)))
    least = 100 if edition.has(LARGER_SUMMARY) else 10
    # when a report that asks for nothing else has a smaller one, then it is refused,
    small = i.report("a", True, summary_bytes=least - 1, least=None)
    sut.refuses(small, undersized_summary(least - 1, least))
    # and one of this size is accepted.
    enough = i.report("a", True, summary_bytes=least, least=None)
    assert sut.apply(enough) == IterationDecided(i.CONTINUING, 3)
