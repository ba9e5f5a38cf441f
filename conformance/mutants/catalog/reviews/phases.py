"""Mutants of the phases: after findings, without a task, after a crash (REV-9 to REV-11)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_store = partial(ChangedStore, file="store/reviews.py")
_actions = partial(ChangedStore, file="store/review_actions.py")

_TO_REVIEW = "    by_hand = cycle.phase_iteration is None  # no stop has it made\n"
_TASK_REVIEWED = "        if due == ReviewPhase.CODE_REVIEW and cycle.current_task is not None:"
_ON_A_TASK = "    if cycle.phase in TASK_PHASES and cycle.current_task is not None:"

_POST_REVIEW = (
    _actions(
        id="wrong-phase-given-for-findings",
        clause="REV-9.6",
        broken="the rejection of `PostReview` gives `phase` instead of `next_phase`",
        original="raise Refused(rejections.invalid_request(post))",
        replacement=(
            'raise Refused(rejections.invalid_request("none" if post == "none" else cycle.phase))'
        ),
    ),
    _actions(
        id="no-next-phase-given-as-empty",
        clause="REV-9.2",
        broken="the rejection of `PostReview` gives an empty word when there is no `next_phase`",
        original='post = "none" if cycle.next_phase is None else cycle.next_phase',
        replacement='post = "" if cycle.next_phase is None else cycle.next_phase',
    ),
    _actions(
        id="post-review-keeps-the-phase",
        clause="REV-9.7",
        broken="`PostReview` keeps `phase`",
        original="replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])",
        replacement="replace(cycle, next_phase=REVIEW_AFTER[post])",
    ),
    _actions(
        id="findings-in-all-code-reviewed-by-task",
        clause="REV-9.8",
        broken="`PostReview` sets `next_phase` to `code-review` after `post-all-code-review`",
        original="REVIEW_AFTER = {phase.post: phase for phase in ReviewPhase}\n",
        replacement=(
            "REVIEW_AFTER = {phase.post: phase for phase in ReviewPhase} | "
            '{"post-all-code-review": ReviewPhase.CODE_REVIEW}\n'
        ),
    ),
    _actions(
        id="findings-spoil-the-clean-reviews",
        clause="REV-9.5",
        broken="`PostReview` sets `consecutive_clean` to 0",
        original="replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])",
        replacement=(
            "replace(cycle, phase=post, next_phase=REVIEW_AFTER[post], consecutive_clean=0)"
        ),
    ),
    _actions(
        id="findings-of-a-review-by-hand-counted",
        clause="REV-9.5",
        broken="`PostReview` sets a `phase_iteration` of none to 0",
        original="replace(cycle, phase=phase, next_phase=None)",
        replacement="replace(cycle, phase=phase, next_phase=None, phase_iteration=0)",
    ),
)

_BY_HAND = (
    _actions(
        id="work-taken-for-a-review-by-hand",
        clause="REV-9.10",
        broken="`PostReview` is accepted before a work phase when `phase_iteration` is none",
        original=(
            "    if cycle.next_phase is not None and cycle.next_phase not in REVIEW_OF:  # REV-9.10"
        ),
        replacement="    if False:",
    ),
    _actions(
        id="review-by-hand-asked-for-again",
        clause="REV-9.11",
        broken="`PostReview` sets `next_phase` to the review phase also after a review by hand",
        original="replace(cycle, phase=phase, next_phase=None)",
        replacement="replace(cycle, phase=phase, next_phase=review)",
    ),
    _actions(
        id="review-by-hand-keeps-the-phase",
        clause="REV-9.12",
        broken="`PostReview` keeps `phase` after a review by hand",
        original="replace(cycle, phase=phase, next_phase=None)",
        replacement="replace(cycle, next_phase=None)",
    ),
    _actions(
        id="kind-of-a-review-by-hand-forgotten",
        clause="REV-9.12",
        broken="`PostReview` keeps a review phase in `phase` when there is no `next_phase`",
        original="REVIEW_OF.get(cycle.next_phase or cycle.phase)",
        replacement='REVIEW_OF.get(cycle.next_phase or "")',
    ),
)

_NO_TASK_LEFT = (
    _actions(
        id="next-task-leaves-a-review-due",
        clause="REV-10.1",
        broken="`NextTask` with a task keeps `next_phase`",
        original="phase=phase, next_phase=None, current_task=operation.task)",
        replacement="phase=phase, current_task=operation.task)",
    ),
    _actions(
        id="next-task-keeps-the-task",
        clause="REV-10.1",
        broken="`NextTask` with a task keeps a `current_task` that is set",
        original="next_phase=None, current_task=operation.task)",
        replacement="next_phase=None, current_task=cycle.current_task or operation.task)",
    ),
    _actions(
        id="tests-first-ignored",
        clause="REV-10.2",
        broken="`NextTask` sets `phase` to `next-task` with `tests_first` too",
        original="WorkPhase.NEXT_TASK_TDD if operation.tests_first else WorkPhase.NEXT_TASK",
        replacement="WorkPhase.NEXT_TASK",
    ),
    _actions(
        id="tests-first-once-and-for-all",
        clause="REV-10.2",
        broken="`NextTask` keeps a `phase` of `next-task-tdd` without `tests_first`",
        original="WorkPhase.NEXT_TASK_TDD if operation.tests_first else",
        replacement=(
            "WorkPhase.NEXT_TASK_TDD if operation.tests_first "
            "or cycle.phase == WorkPhase.NEXT_TASK_TDD else"
        ),
    ),
    _actions(
        id="no-task-begun-by-its-tests",
        clause="REV-10.3",
        broken="`NextTask` without a task sets `phase` to `next-task-tdd` with `tests_first`",
        original="without = replace(cycle, phase=WorkPhase.NEXT_TASK, ",
        replacement=(
            "phase = WorkPhase.NEXT_TASK_TDD if operation.tests_first else WorkPhase.NEXT_TASK\n"
            "        without = replace(cycle, phase=phase, "
        ),
    ),
    _actions(
        id="last-task-stays-current",
        clause="REV-10.4",
        broken="`NextTask` without a task keeps `current_task`",
        original="phase=WorkPhase.NEXT_TASK, current_task=None)\n        return",
        replacement="phase=WorkPhase.NEXT_TASK)\n        return",
    ),
    _actions(
        id="all-code-not-reviewed",
        clause="REV-10.5",
        broken="`NextTask` without a task enters the cycle of `code-review`",
        original="return _enter(without, ReviewPhase.ALL_CODE_REVIEW)",
        replacement="return _enter(without, ReviewPhase.CODE_REVIEW)",
    ),
    _actions(
        id="review-due-after-completion",
        clause="REV-10.6",
        broken="`CompletePlan` keeps `next_phase`",
        original="replace(cycle, phase=WorkPhase.COMPLETE, next_phase=None)",
        replacement="replace(cycle, phase=WorkPhase.COMPLETE)",
    ),
    _actions(
        id="completion-clears-the-task",
        clause="REV-10.7",
        broken="`CompletePlan` clears `current_task`",
        original="replace(cycle, phase=WorkPhase.COMPLETE, next_phase=None)",
        replacement="replace(cycle, phase=WorkPhase.COMPLETE, next_phase=None, current_task=None)",
    ),
)

_ROUTES = (
    _store(
        id="continuing-writes-the-phase",
        clause="REV-11.1",
        broken="`ContinuePlan` sets `phase` to the post-review phase that it answers",
        original="    return review_actions.route(cycle)\n",
        replacement=(
            "    route = review_actions.route(cycle)\n"
            "    if route.continuation == 'post_review':\n"
            "        _write(\n"
            "            connection,\n"
            "            operation.plan,\n"
            "            review_stops.replace(cycle, phase=route.phase),\n"
            "        )\n"
            "    return route\n"
        ),
    ),
    _actions(
        id="limit-left-to-a-person",
        clause="REV-11.13",
        broken="`ContinuePlan` answers `ask` before a review when the limit is reached",
        original=_TO_REVIEW,
        replacement=(
            "    if cycle.phase_iteration == cycle.max_reviews:\n"
            "        return Route(Continuation.ASK)\n"
            f"{_TO_REVIEW}"
        ),
    ),
    _actions(
        id="task-not-named-continued",
        clause="REV-11.11",
        broken="`ContinuePlan` answers `continue_task` without a `current_task`",
        original=_ON_A_TASK,
        replacement="    if cycle.phase in TASK_PHASES:",
    ),
    _actions(
        id="end-of-the-reviews-taken-for-one-by-hand",
        clause="REV-11.11",
        broken="`ContinuePlan` answers `work` after findings when reviews are counted",
        original="    if cycle.phase in REVIEW_AFTER and cycle.phase_iteration is None:",
        replacement="    if cycle.phase in REVIEW_AFTER:",
    ),
    _actions(
        id="stop-for-a-review-by-hand",
        clause="REV-11.11",
        broken="`ContinuePlan` answers `stop` before a review of all code by hand",
        original="Route(Continuation.ASK if by_hand else Continuation.STOP)",
        replacement="Route(Continuation.STOP)",
    ),
    _actions(
        id="post-review-routed-without-its-phase",
        clause="REV-11.3",
        broken="`ContinuePlan` answers `post_review` without the phase",
        original="Route(Continuation.POST_REVIEW, next_phase)",
        replacement="Route(Continuation.POST_REVIEW)",
    ),
    _actions(
        id="worked-on-findings-forgotten",
        clause="REV-11.14",
        broken="`ContinuePlan` answers `continue_task` also when `phase` is a post-review phase",
        original="    if cycle.phase not in POST_REVIEW_PHASES:",
        replacement="    if True:",
    ),
    _actions(
        id="review-phase-taken-for-finished-work",
        clause="REV-11.18",
        broken="`ContinuePlan` does not continue a task when `phase` is a review phase",
        original="    if cycle.phase not in POST_REVIEW_PHASES:",
        replacement="    if cycle.phase not in (*POST_REVIEW_PHASES, *ReviewPhase):",
    ),
    _actions(
        id="review-by-hand-left-to-a-person",
        clause="REV-11.15",
        broken="`ContinuePlan` answers `ask` after findings when `phase_iteration` is none",
        original="    if by_hand and cycle.phase in POST_REVIEW_PHASES:",
        replacement="    if False:",
    ),
    _actions(
        id="plan-not-finished",
        clause="REV-11.16",
        broken="`ContinuePlan` answers `stop` before `plan-review`",
        original="    ReviewPhase.PLAN_REVIEW: WorkPhase.NEW_PLAN,\n",
        replacement="",
    ),
    _actions(
        id="tasks-to-create-not-named",
        clause="REV-11.17",
        broken="`ContinuePlan` names `next-task` instead of `create-tasks` before `tasks-review`",
        original="ReviewPhase.TASKS_REVIEW: WorkPhase.CREATE_TASKS",
        replacement="ReviewPhase.TASKS_REVIEW: WorkPhase.NEXT_TASK",
    ),
    _actions(
        id="task-before-its-review-not-continued",
        clause="REV-11.18",
        broken="`ContinuePlan` answers `stop` before `code-review` although there is a task",
        original=_TASK_REVIEWED,
        replacement="        if False:",
    ),
    _actions(
        id="no-task-left-and-one-continued",
        clause="REV-11.19",
        broken="`ContinuePlan` answers `continue_task` before `all-code-review`",
        original=_TASK_REVIEWED,
        replacement="        if True:",
    ),
    _actions(
        id="review-by-hand-leads-nowhere",
        clause="REV-11.21",
        broken="`ContinuePlan` answers `ask` after the findings of a review by hand",
        original="    if cycle.phase in REVIEW_AFTER and cycle.phase_iteration is None:",
        replacement="    if False:",
    ),
    _actions(
        id="completion-due-taken-for-completed",
        clause="REV-11.7",
        broken="`ContinuePlan` answers `finished` when `next_phase` is `complete`",
        original="    if next_phase in tuple(WorkPhase):\n",
        replacement=(
            "    if next_phase == WorkPhase.COMPLETE:\n"
            "        return Route(Continuation.FINISHED)\n"
            "    if next_phase in tuple(WorkPhase):\n"
        ),
    ),
    _actions(
        id="work-routed-by-the-phase",
        clause="REV-11.7",
        broken="`ContinuePlan` answers `work` with `phase` instead of `next_phase`",
        original="Route(Continuation.WORK, next_phase)",
        replacement="Route(Continuation.WORK, cycle.phase)",
    ),
    _actions(
        id="task-by-its-tests-not-continued",
        clause="REV-11.20",
        broken="`ContinuePlan` does not continue a task whose `phase` is `next-task-tdd`",
        original=_ON_A_TASK,
        replacement=(
            "    if cycle.phase in TASK_PHASES and cycle.current_task is not None "
            "and cycle.phase != WorkPhase.NEXT_TASK_TDD:"
        ),
    ),
    _actions(
        id="completed-plan-not-finished",
        clause="REV-11.10",
        broken="`ContinuePlan` answers `ask` without a `next_phase` when `phase` is `complete`",
        original="        return Route(Continuation.FINISHED)\n",
        replacement="        return Route(Continuation.ASK)\n",
    ),
    _actions(
        id="stop-routed-with-the-review",
        clause="REV-11.12",
        broken="the answer `stop` names the review phase",
        original="Route(Continuation.ASK if by_hand else Continuation.STOP)",
        replacement="Route(Continuation.ASK) if by_hand else Route(Continuation.STOP, due)",
    ),
)

PHASE_MUTANTS = (*_POST_REVIEW, *_BY_HAND, *_NO_TASK_LEFT, *_ROUTES)
