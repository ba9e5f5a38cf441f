"""Mutants of stops that are answered after a review (REV-5 to REV-8, REV-12)."""

from functools import partial

from conformance.mutants.catalog.reviews.answers import answering, storing
from conformance.mutants.faults.source import ChangedStore

_stops = partial(ChangedStore, file="store/review_stops.py")

REVIEWED_MUTANTS = (
    _stops(
        id="first-model-named",
        clause="REV-5.3",
        broken="the answer gives `opus` for a review by `sonnet`",
        original="due.number, due.model, decided)",
        replacement="due.number, ReviewModel.OPUS, decided)",
    ),
    answering(
        id="failed-review-not-numbered",
        clause="REV-5.3",
        broken="the answer gives no `review` when the reviewer fails",
        reason="review_failed",
        change="review=None",
    ),
    _stops(
        id="clean-reviews-counted-to-two",
        clause="REV-5.5",
        broken="a review with the verdict `PASS` raises `consecutive_clean` to 2 at most",
        original="cycle.consecutive_clean + 1 if result",
        replacement="min(cycle.consecutive_clean + 1, 2) if result",
    ),
    _stops(
        id="clean-reviews-survive-a-failed-one",
        clause="REV-5.16",
        broken="a review with the verdict `FAIL` keeps `consecutive_clean`",
        original=" if result == ReviewResult.PASS else 0",
        replacement=" if result == ReviewResult.PASS else cycle.consecutive_clean",
    ),
    _stops(
        id="two-verdicts-fail",
        clause="REV-12.13",
        broken="a review with two verdicts counts as `FAIL`",
        original="frozenset(ReviewResult) - {ReviewResult.PASS, ",
        replacement="frozenset(ReviewResult) - {ReviewResult.PASS, ReviewResult.TWO_VERDICTS, ",
    ),
    _stops(
        id="no-verdict-fails",
        clause="REV-12.13",
        broken="a review without a verdict counts as `FAIL`",
        original="frozenset(ReviewResult) - {ReviewResult.PASS, ",
        replacement="frozenset(ReviewResult) - {ReviewResult.PASS, ReviewResult.NO_VERDICT, ",
    ),
    _stops(
        id="review-not-counted",
        clause="REV-5.7",
        broken="a review keeps `phase_iteration`",
        original="return replace(due.cycle, phase_iteration=due.number, review_model",
        replacement="return replace(due.cycle, review_model",
    ),
    _stops(
        id="same-model-again",
        clause="REV-5.8",
        broken="a review keeps `review_model`",
        original=", review_model=OTHER_MODEL[due.model])",
        replacement=")",
    ),
    _stops(
        id="second-model-stays",
        clause="REV-5.8",
        broken="a review by `sonnet` keeps `review_model`",
        original="    ReviewModel.SONNET: ReviewModel.OPUS,\n",
        replacement="    ReviewModel.SONNET: ReviewModel.SONNET,\n",
    ),
    _stops(
        id="one-clean-review-is-enough",
        clause="REV-8.1",
        broken="a stop advances the plan when `consecutive_clean` is 1",
        original="CLEAN_REVIEWS_TO_ADVANCE = 2",
        replacement="CLEAN_REVIEWS_TO_ADVANCE = 1",
    ),
    _stops(
        id="third-clean-review-blocks",
        clause="REV-6.1",
        broken="a stop does not advance the plan when `consecutive_clean` is raised to 3",
        original="clean >= CLEAN_REVIEWS_TO_ADVANCE:  # REV-6.1",
        replacement="clean == CLEAN_REVIEWS_TO_ADVANCE:",
    ),
    _stops(
        id="advance-keeps-the-phase",
        clause="REV-6.2",
        broken="a stop answered `advanced` keeps `phase`",
        original="advanced = replace(cycle, next",
        replacement="advanced = replace(cycle, phase=due.cycle.phase, next",
    ),
    _stops(
        id="advanced-to-the-same-review",
        clause="REV-6.3",
        broken="a stop answered `advanced` keeps `next_phase`",
        original="advanced = replace(cycle, next_phase=TARGETS[due.phase])",
        replacement="advanced = cycle",
    ),
    _stops(
        id="advance-leaves-counters",
        clause="REV-6.4",
        broken="`decided` of an answer `advanced` lacks the changes of REV-5",
        original="advanced = replace(cycle, ",
        replacement="advanced = replace(due.cycle, phase=due.phase, ",
    ),
    storing(
        id="advance-stores-no-model",
        clause="REV-6.6",
        broken="a stop answered `advanced` stores `decided` without its `review_model`",
        reason="advanced",
        change="review_model=answered.model",
    ),
    _stops(
        id="tasks-skipped",
        clause="REV-7.1",
        broken="the target of `plan-review` is `next-task`",
        original="PLAN_REVIEW: WorkPhase.CREATE_TASKS",
        replacement="PLAN_REVIEW: WorkPhase.NEXT_TASK",
    ),
    _stops(
        id="tasks-created-again",
        clause="REV-7.2",
        broken="the target of `tasks-review` is `create-tasks`",
        original="    ReviewPhase.TASKS_REVIEW: WorkPhase.NEXT_TASK,",
        replacement="    ReviewPhase.TASKS_REVIEW: WorkPhase.CREATE_TASKS,",
    ),
    _stops(
        id="reviewed-task-continued",
        clause="REV-7.3",
        broken="the target of `code-review` is `continue-task`",
        original="    ReviewPhase.CODE_REVIEW: WorkPhase.NEXT_TASK,",
        replacement="    ReviewPhase.CODE_REVIEW: WorkPhase.CONTINUE_TASK,",
    ),
    _stops(
        id="next-task-after-all-code",
        clause="REV-7.4",
        broken="the target of `all-code-review` is `next-task`",
        original="ALL_CODE_REVIEW: WorkPhase.COMPLETE",
        replacement="ALL_CODE_REVIEW: WorkPhase.NEXT_TASK",
    ),
    _stops(
        id="first-clean-review-approves",
        clause="REV-8.1",
        broken="a stop is approved after the first review with the verdict `PASS`",
        original="StopReason.REVIEWED, blocked, approved=False)",
        replacement="StopReason.REVIEWED, blocked, approved=clean == 1)",
    ),
    _stops(
        id="blocked-review-keeps-the-phase",
        clause="REV-8.2",
        broken="a stop answered `reviewed` keeps `phase`",
        original="    cycle = replace(cycle, phase=due.phase, consecutive_clean=clean)\n",
        replacement="    cycle = replace(cycle, consecutive_clean=clean)\n",
    ),
    _stops(
        id="review-without-findings-to-address",
        clause="REV-8.3",
        broken="a stop answered `reviewed` keeps `next_phase`",
        original="blocked = replace(cycle, next_phase=due.phase.post)",
        replacement="blocked = cycle",
    ),
    answering(
        id="review-decided-with-the-phase-before",
        clause="REV-8.4",
        broken="`decided` of an answer `reviewed` has the `next_phase` before the stop",
        reason="reviewed",
        change=(
            "decided=review_stops.replace(answered.decided, next_phase=answered.decided.phase)"
        ),
    ),
    storing(
        id="review-stores-no-model",
        clause="REV-8.5",
        broken="a stop answered `reviewed` stores `decided` without its `review_model`",
        reason="reviewed",
        change="review_model=answered.model",
    ),
    _stops(
        id="crashed-review-approves",
        clause="REV-12.4",
        broken="a stop without `stop_hook_active` is approved when the reviewer fails",
        original="REVIEW_FAILED, cycle, approved=stop_hook_active)",
        replacement="REVIEW_FAILED, cycle, approved=True)",
    ),
    _stops(
        id="crashed-review-blocks-again",
        clause="REV-12.10",
        broken="a stop with `stop_hook_active` is blocked when the reviewer fails",
        original="REVIEW_FAILED, cycle, approved=stop_hook_active)",
        replacement="REVIEW_FAILED, cycle, approved=False)",
    ),
    _stops(
        id="passed-review-blocks-again",
        clause="REV-6.1",
        broken="a stop with `stop_hook_active` is blocked after the second clean review",
        original="StopReason.ADVANCED, advanced, approved=True)",
        replacement="StopReason.ADVANCED, advanced, approved=not stop_hook_active)",
    ),
    _stops(
        id="missing-file-taken-for-a-failure",
        clause="REV-12.4",
        broken="a review without a file counts as complete",
        original="frozenset(ReviewResult) - {ReviewResult.PASS, ",
        replacement="frozenset(ReviewResult) - {ReviewResult.PASS, ReviewResult.NO_FILE, ",
    ),
    _stops(
        id="failed-attempt-not-counted",
        clause="REV-12.6",
        broken="a stop answered `review_failed` keeps `phase_iteration`",
        original="    if result in FAILURES:  # REV-12.4, REV-12.10\n",
        replacement=(
            "    if result in FAILURES:\n"
            "        cycle = replace(cycle, phase_iteration=due.cycle.phase_iteration)\n"
        ),
    ),
    _stops(
        id="failed-model-tried-again",
        clause="REV-12.7",
        broken="a stop answered `review_failed` keeps `review_model`",
        original="REVIEW_FAILED, cycle, ",
        replacement="REVIEW_FAILED, replace(cycle, review_model=due.model), ",
    ),
    _stops(
        id="failed-review-ends-the-clean-ones",
        clause="REV-12.8",
        broken="a stop answered `review_failed` sets `consecutive_clean` to 0",
        original="REVIEW_FAILED, cycle, ",
        replacement="REVIEW_FAILED, replace(cycle, consecutive_clean=0), ",
    ),
    _stops(
        id="failed-review-sets-the-phase",
        clause="REV-12.8",
        broken="a stop answered `review_failed` sets `phase` to the review phase",
        original="REVIEW_FAILED, cycle, ",
        replacement="REVIEW_FAILED, replace(cycle, phase=due.phase), ",
    ),
    answering(
        id="failed-review-decides-nothing",
        clause="REV-12.9",
        broken="an answer `review_failed` has no `decided` state",
        reason="review_failed",
        change="decided=None",
    ),
)
