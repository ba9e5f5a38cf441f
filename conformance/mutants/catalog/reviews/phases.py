"""Mutants of the phases: after findings, without a task, after a crash (REV-9 to REV-11)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_store = partial(ChangedStore, file="store/reviews.py")
_actions = partial(ChangedStore, file="store/review_actions.py")

_POST_REVIEW = (
    _actions(
        id="wrong-phase-given-for-findings",
        clause="REV-9.1",
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
        clause="REV-9.3",
        broken="`PostReview` keeps `phase`",
        original="replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])",
        replacement="replace(cycle, next_phase=REVIEW_AFTER[post])",
    ),
    _actions(
        id="findings-in-all-code-reviewed-by-task",
        clause="REV-9.4",
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
        original="replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])",
        replacement=(
            "replace(cycle, phase=post, next_phase=REVIEW_AFTER[post], "
            "phase_iteration=cycle.phase_iteration or 0)"
        ),
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
        id="review-by-hand-left-to-a-person",
        clause="REV-11.2",
        broken="`ContinuePlan` answers `ask` before a review when `phase_iteration` is none",
        original="    if next_phase in tuple(ReviewPhase):\n",
        replacement=(
            "    if next_phase in tuple(ReviewPhase) and cycle.phase_iteration is None:\n"
            "        return Route(Continuation.ASK)\n"
            "    if next_phase in tuple(ReviewPhase):\n"
        ),
    ),
    _actions(
        id="task-unknown-not-continued",
        clause="REV-11.9",
        broken="`ContinuePlan` answers `ask` without a `next_phase` when no task is stored",
        original="    if next_phase is None and cycle.phase in TASK_PHASES:\n",
        replacement=(
            "    if next_phase is None and cycle.phase in TASK_PHASES and cycle.current_task:\n"
        ),
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
        clause="REV-11.5",
        broken="`ContinuePlan` answers `continue_task` also when `phase` is a post-review phase",
        original=(
            "        finished = cycle.phase in POST_REVIEW_PHASES\n"
            "        return Route(Continuation.STOP if finished else Continuation.CONTINUE_TASK)"
        ),
        replacement="        return Route(Continuation.CONTINUE_TASK)",
    ),
    _actions(
        id="review-phase-taken-for-finished-work",
        clause="REV-11.6",
        broken="`ContinuePlan` answers `stop` also when `phase` is a review phase",
        original="finished = cycle.phase in POST_REVIEW_PHASES",
        replacement="finished = cycle.phase in (*POST_REVIEW_PHASES, *ReviewPhase)",
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
        clause="REV-11.9",
        broken="`ContinuePlan` does not continue a task whose `phase` is `next-task-tdd`",
        original="    if next_phase is None and cycle.phase in TASK_PHASES:\n",
        replacement=(
            "    if next_phase is None and cycle.phase in TASK_PHASES "
            "and cycle.phase != WorkPhase.NEXT_TASK_TDD:\n"
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
        id="unknown-next-phase-ignored",
        clause="REV-11.11",
        broken="`ContinuePlan` takes a `next_phase` that is no phase for none",
        original="    if next_phase is None and cycle.phase in TASK_PHASES:\n",
        replacement="    if cycle.phase in TASK_PHASES:\n",
    ),
    _actions(
        id="stop-routed-with-the-review",
        clause="REV-11.12",
        broken="the answer `stop` names the review phase",
        original="Route(Continuation.STOP if finished else Continuation.CONTINUE_TASK)",
        replacement=(
            "Route(Continuation.STOP, next_phase) if finished else "
            "Route(Continuation.CONTINUE_TASK)"
        ),
    ),
)

PHASE_MUTANTS = (*_POST_REVIEW, *_NO_TASK_LEFT, *_ROUTES)
