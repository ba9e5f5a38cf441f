"""Mutants of review cycles. Their rules are the same code for a store and for a file."""

from conformance.mutants.source import ChangedStore

REVIEW_MUTANTS = (
    ChangedStore(
        id="entering-keeps-clean-reviews",
        clause="REV-1",
        file="store/review_actions.py",
        original="        review_model=ReviewModel.OPUS,\n        consecutive_clean=0,\n",
        replacement="        review_model=ReviewModel.OPUS,\n",
    ),
    ChangedStore(
        id="tests-first-forgotten-on-completion",
        clause="REV-1",
        file="store/review_actions.py",
        original="    phase = cycle.phase if cycle.phase in TASK_PHASES else WorkPhase.NEXT_TASK\n",
        replacement="    phase = WorkPhase.NEXT_TASK\n",
    ),
    ChangedStore(
        id="edited-phase-resets-the-counter",
        clause="REV-1",
        file="store/review_actions.py",
        original="None if operation.by_hand else cycle.phase_iteration",
        replacement="None if operation.by_hand else 0",
    ),
    ChangedStore(
        id="limit-of-nothing-cannot-pass",
        clause="REV-1",
        file="store/review_actions.py",
        original="cannot_pass=cycle.max_reviews == 1",
        replacement="cannot_pass=cycle.max_reviews <= 1",
    ),
    ChangedStore(
        id="active-hook-asked-last",
        clause="REV-2",
        file="store/reviews.py",
        original=(
            "    if operation.stop_hook_active:  # REV-2\n"
            "        return review_stops.HOOK_IS_ACTIVE\n"
            "    # An unknown plan has no reviews either.\n"
            "    answered = review_stops.before_review(_read(connection, operation.plan))\n"
        ),
        replacement=(
            "    answered = review_stops.before_review(_read(connection, operation.plan))\n"
            "    if operation.stop_hook_active and not isinstance(answered, StopAnswered):\n"
            "        return review_stops.HOOK_IS_ACTIVE\n"
        ),
    ),
    ChangedStore(
        id="negative-limit-reviewed",
        clause="REV-2",
        file="store/review_stops.py",
        original="    if cycle.max_reviews < 0:  # REV-2",
        replacement="    if False:",
    ),
    ChangedStore(
        id="reviews-off-stay-due",
        clause="REV-3",
        file="store/review_stops.py",
        original=(
            "        decided = replace(cycle, phase=phase, next_phase=TARGETS[phase])\n"
            "        return"
        ),
        replacement="        decided = replace(cycle, phase=phase)\n        return",
    ),
    ChangedStore(
        id="one-review-too-many",
        clause="REV-4",
        file="store/review_stops.py",
        original="    if number > cycle.max_reviews:  # REV-4",
        replacement="    if number > cycle.max_reviews + 1:",
    ),
    ChangedStore(
        id="last-review-not-made",
        clause="REV-4",
        file="store/review_stops.py",
        original="    if number > cycle.max_reviews:  # REV-4",
        replacement="    if number >= cycle.max_reviews:",
    ),
    ChangedStore(
        id="review-not-counted",
        clause="REV-5",
        file="store/review_stops.py",
        original="due.cycle, phase_iteration=due.number, review_model",
        replacement="due.cycle, review_model",
    ),
    ChangedStore(
        id="same-model-again",
        clause="REV-5",
        file="store/review_stops.py",
        original=", review_model=OTHER_MODEL[due.model]\n",
        replacement="\n",
    ),
    ChangedStore(
        id="clean-reviews-survive-a-failed-one",
        clause="REV-5",
        file="store/review_stops.py",
        original=" if result == ReviewResult.PASS else 0",
        replacement=" if result == ReviewResult.PASS else cycle.consecutive_clean",
    ),
    ChangedStore(
        id="two-verdicts-pass",
        clause="REV-5",
        file="store/review_stops.py",
        original="if result == ReviewResult.PASS else",
        replacement="if result in (ReviewResult.PASS, ReviewResult.TWO_VERDICTS) else",
    ),
    ChangedStore(
        id="one-clean-review-is-enough",
        clause="REV-6",
        file="store/review_stops.py",
        original="CLEAN_REVIEWS_TO_ADVANCE = 2",
        replacement="CLEAN_REVIEWS_TO_ADVANCE = 1",
    ),
    ChangedStore(
        id="advance-leaves-counters",
        clause="REV-6",
        file="store/review_stops.py",
        original="StopReason.ADVANCED, replace(cycle, ",
        replacement="StopReason.ADVANCED, replace(due.cycle, phase=due.phase, ",
    ),
    ChangedStore(
        id="tasks-created-again",
        clause="REV-7",
        file="store/review_stops.py",
        original="    ReviewPhase.TASKS_REVIEW: WorkPhase.NEXT_TASK,",
        replacement="    ReviewPhase.TASKS_REVIEW: WorkPhase.CREATE_TASKS,",
    ),
    ChangedStore(
        id="blocked-review-keeps-the-phase",
        clause="REV-8",
        file="store/review_stops.py",
        original="    cycle = replace(cycle, phase=due.phase, consecutive_clean=clean)\n",
        replacement="    cycle = replace(cycle, consecutive_clean=clean)\n",
    ),
    ChangedStore(
        id="post-review-keeps-the-phase",
        clause="REV-9",
        file="store/review_actions.py",
        original="replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])",
        replacement="replace(cycle, next_phase=REVIEW_AFTER[post])",
    ),
    ChangedStore(
        id="all-code-not-reviewed",
        clause="REV-10",
        file="store/review_actions.py",
        original="return _enter(without, ReviewPhase.ALL_CODE_REVIEW)",
        replacement="return _enter(without, ReviewPhase.CODE_REVIEW)",
    ),
    ChangedStore(
        id="worked-on-findings-forgotten",
        clause="REV-11",
        file="store/review_actions.py",
        original=(
            "        finished = cycle.phase in POST_REVIEW_PHASES\n"
            "        return Route(Continuation.STOP if finished else Continuation.CONTINUE_TASK)"
        ),
        replacement="        return Route(Continuation.CONTINUE_TASK)",
    ),
    ChangedStore(
        id="crashed-review-approves",
        clause="REV-12",
        file="store/review_stops.py",
        original="    approved = reason == StopReason.ADVANCED\n",
        replacement="    approved = reason != StopReason.REVIEWED\n",
    ),
    ChangedStore(
        id="missing-file-taken-for-a-failure",
        clause="REV-12",
        file="store/review_stops.py",
        original="(ReviewResult.CRASHED, ReviewResult.TIMED_OUT, ReviewResult.NO_FILE)",
        replacement="(ReviewResult.CRASHED, ReviewResult.TIMED_OUT)",
    ),
    ChangedStore(
        id="review-by-hand-counted-from-nothing",
        clause="REV-13",
        file="store/review_stops.py",
        original=(
            "    if cycle.phase_iteration is None:  # REV-13\n"
            "        return StopAnswered(approved=True, reason=StopReason.BY_HAND)\n"
        ),
        replacement="    cycle = replace(cycle, phase_iteration=cycle.phase_iteration or 0)\n",
    ),
    ChangedStore(
        id="reviews-off-before-by-hand",
        clause="REV-13",
        file="store/review_stops.py",
        original="    if cycle.phase_iteration is None:  # REV-13",
        replacement="    if cycle.phase_iteration is None and cycle.max_reviews != 0:",
    ),
)
