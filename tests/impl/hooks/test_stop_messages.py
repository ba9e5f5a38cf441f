"""What a blocked agent is told: one template for all four kinds of review."""

from pathlib import Path

from impl.hooks import stop_messages
from impl.hooks.reviewer import ReviewerRun
from impl.store.review_stops import ReviewDue, after_review, before_review
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason
from tests.cases import for_each

FOLDER = Path("/work/.taskie/plans/bridge")

BLOCKED = """\
{kind} 3 of at most 8, by opus: VERDICT: FAIL.
Read the review: /work/.taskie/plans/bridge/review-3.md
Address its findings, if any, in /work/.taskie/plans/bridge/plan.md, \
/work/.taskie/plans/bridge/tasks.md and the work itself. Then run \
`planstate review post-review --plan-folder \
/work/.taskie/plans/bridge`: in /work/.taskie/plans/bridge/state.json it sets `phase` to \
"post-{kind}" and `next_phase` to "{kind}", and keeps all other fields (max_reviews, \
current_task, phase_iteration, review_model, consecutive_clean) unchanged.
Then stop, so that it can be reviewed again.
"""


def due(phase: ReviewPhase) -> ReviewDue:
    found = before_review(ReviewCycle(next_phase=phase, phase_iteration=2))
    assert isinstance(found, ReviewDue)
    return found


def to_agent(phase: ReviewPhase, result: ReviewResult, why: str = "") -> str:
    answered = after_review(due(phase), result)
    file = FOLDER / "review-3.md"
    return stop_messages.to_agent(answered, due(phase), result, file, why)


@for_each("phase", ReviewPhase)
def test_an_agent_is_told_the_same_for_all_kinds_of_review(phase: ReviewPhase) -> None:
    assert to_agent(phase, ReviewResult.FAIL) == BLOCKED.format(kind=phase)


def test_an_agent_is_told_why_there_is_no_review_and_to_change_nothing() -> None:
    told = to_agent(ReviewPhase.PLAN_REVIEW, ReviewResult.CRASHED, "it broke")
    assert told.startswith("plan-review 3 of at most 8, by opus, failed: it broke.\n")
    assert "Change nothing in /work/.taskie/plans/bridge/state.json, and stop again" in told


def test_an_agent_is_told_of_a_review_that_does_not_count() -> None:
    overtaken = StopAnswered(False, StopReason.REVIEW_FAILED, 3)
    told = stop_messages.to_agent(
        overtaken, due(ReviewPhase.PLAN_REVIEW), ReviewResult.PASS, FOLDER / "review-3.md", ""
    )
    assert "the review /work/.taskie/plans/bridge/review-3.md does not count" in told


# What else goes wrong, `tests/impl/cli/stop_hook/test_stop_hook.py` brings about.
WHY: dict[str, tuple[ReviewerRun, ReviewResult, str]] = {
    "a crash with words": (
        ReviewerRun(-9, complaint="no\n\x1b[31m credit"),
        ReviewResult.CRASHED,
        "the reviewer ended with exit code -9: no ?[31m credit",
    ),
    "a crash with words in its output": (
        ReviewerRun(1, output=b'{"is_error": true, "result": "no credit"}'),
        ReviewResult.CRASHED,
        "the reviewer ended with exit code 1: no credit",
    ),
    "no start": (
        ReviewerRun(None, complaint="it could not be started"),
        ReviewResult.CRASHED,
        "the reviewer did not run: it could not be started",
    ),
    "an error": (
        ReviewerRun(0, output=b'{"is_error": true, "result": "Credit balance\\n is too low"}'),
        ReviewResult.CRASHED,
        "the reviewer reported an error: Credit balance is too low",
    ),
}


@for_each(("run", "result", "why"), WHY.values())
def test_what_went_wrong_is_said_in_one_line(
    run: ReviewerRun, result: ReviewResult, why: str
) -> None:
    assert stop_messages.why_failed(run, result, Path("/r.md"), 1_700.0) == why


def to_person(cycle: ReviewCycle) -> str | None:
    answered = before_review(cycle)
    assert isinstance(answered, StopAnswered)
    return stop_messages.to_person(answered, cycle, FOLDER)


def test_a_person_is_told_when_it_is_theirs_to_decide() -> None:
    told = to_person(ReviewCycle(phase_iteration=8))
    assert told is not None
    review = "planstate review set --plan-folder /work/.taskie/plans/bridge"
    assert f"you decide: raise max_reviews with `{review} --max-reviews N`, or choose" in told
    assert f"with `{review} --next-phase PHASE`" in told
    assert "can ever pass" not in told


def test_a_person_is_told_what_comes_next() -> None:
    assert to_person(ReviewCycle(max_reviews=0)) == (
        "plan bridge: reviews are off; create-tasks comes next"
    )
    advanced = after_review(
        due(ReviewPhase.CODE_REVIEW),
        ReviewResult.PASS,
    )
    assert stop_messages.to_person(advanced, None, FOLDER) is None  # it is blocked
    cycle = ReviewCycle(next_phase="code-review", consecutive_clean=1)
    last = before_review(cycle)
    assert isinstance(last, ReviewDue)
    told = stop_messages.to_person(after_review(last, ReviewResult.PASS), None, FOLDER)
    assert told == "plan bridge: two clean reviews in a row; next-task comes next"


def test_every_block_says_how_a_person_turns_reviews_off() -> None:
    told = stop_messages.every_block(FOLDER)
    turning_off = "planstate review set --plan-folder /work/.taskie/plans/bridge --max-reviews 0"
    assert f"A person who wants no more reviews runs `{turning_off}`" in told


def test_a_person_is_told_of_a_review_that_failed_again() -> None:
    failed = after_review(due(ReviewPhase.CODE_REVIEW), ReviewResult.CRASHED, stop_hook_active=True)
    told = stop_messages.to_person(failed, None, FOLDER, "it broke")
    assert told == (
        "plan bridge: code-review 3, by opus, failed: it broke; nothing was reviewed, and the next "
        "stop has the other model review"
    )
