"""Mutants of what an agent's action and a person's edit store (REV-1)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_store = partial(ChangedStore, file="store/reviews.py")
_actions = partial(ChangedStore, file="store/review_actions.py")

BEGIN = "    cycle = review_actions.begin(operation)\n"
"""Where `NewPlan` decides, in the store."""

KEPT = """\
    earlier = _read(connection, operation.plan)
    if earlier is not None:
        cycle = review_stops.replace(cycle, {field}=earlier.{field})
"""

CHANGE = "    cycle = review_actions.change(_read(connection, operation.plan), operation)\n"
"""Where every other action decides, in the store."""

ENTERING_MUTANTS = (
    _actions(
        id="entering-keeps-clean-reviews",
        clause="REV-1.11",
        broken="a new cycle keeps `consecutive_clean`",
        original="        review_model=ReviewModel.OPUS,\n        consecutive_clean=0,\n",
        replacement="        review_model=ReviewModel.OPUS,\n",
    ),
    _actions(
        id="entering-keeps-the-model",
        clause="REV-1.11",
        broken="a new cycle goes on with the model of the last one",
        original="        review_model=ReviewModel.OPUS,\n        consecutive_clean=0,\n",
        replacement="        consecutive_clean=0,\n",
    ),
    _actions(
        id="cycle-by-hand-stays-by-hand",
        clause="REV-1.11",
        broken="a new cycle leaves a `phase_iteration` of none as it is",
        original="        phase_iteration=0,\n",
        replacement="        phase_iteration=None if cycle.phase_iteration is None else 0,\n",
    ),
    _store(
        id="reviews-started-by-a-limit",
        clause="REV-1.3",
        broken="`SetMaxReviews` starts the reviews of a plan that has none",
        original=CHANGE,
        replacement=(
            "    cycle = _read(connection, operation.plan)\n"
            "    if cycle is None and isinstance(operation, review_actions.SetMaxReviews):\n"
            "        cycle = ReviewCycle()\n"
            "    cycle = review_actions.change(cycle, operation)\n"
        ),
    ),
    _actions(
        id="create-tasks-clears-the-task",
        clause="REV-1.6",
        broken="`CreateTasks` clears `current_task`",
        original="replace(cycle, phase=WorkPhase.CREATE_TASKS)",
        replacement="replace(cycle, phase=WorkPhase.CREATE_TASKS, current_task=None)",
    ),
    _actions(
        id="new-plan-has-its-tasks-reviewed",
        clause="REV-1.7",
        broken="`NewPlan` enters the cycle of `tasks-review`",
        original="    return _enter(new, ReviewPhase.PLAN_REVIEW)",
        replacement="    return _enter(new, ReviewPhase.TASKS_REVIEW)",
    ),
    _actions(
        id="reviews-off-taken-for-the-default",
        clause="REV-1.8",
        broken="`NewPlan` stores 8 when `max_reviews` is 0",
        original="        max_reviews=operation.max_reviews, current_task=None",
        replacement="        max_reviews=operation.max_reviews or 8, current_task=None",
    ),
    _store(
        id="new-plan-keeps-the-task",
        clause="REV-1.9",
        broken="`NewPlan` keeps the `current_task` of the reviews before",
        original=BEGIN,
        replacement=BEGIN + KEPT.format(field="current_task"),
    ),
    _store(
        id="new-plan-keeps-the-limit",
        clause="REV-1.10",
        broken="`NewPlan` keeps the `max_reviews` of a plan that has reviews",
        original=BEGIN,
        replacement=BEGIN + KEPT.format(field="max_reviews"),
    ),
    _actions(
        id="create-tasks-keeps-the-phase",
        clause="REV-1.11",
        broken="`CreateTasks` keeps `phase`",
        original="_enter(replace(cycle, phase=WorkPhase.CREATE_TASKS), ReviewPhase.TASKS_REVIEW)",
        replacement="_enter(cycle, ReviewPhase.TASKS_REVIEW)",
    ),
    _actions(
        id="completed-task-not-named",
        clause="REV-1.12",
        broken="`CompleteTask` keeps a `current_task` that is set",
        original="phase=phase, current_task=operation.task)\n    return _enter(named",
        replacement=(
            "phase=phase, current_task=cycle.current_task or operation.task)\n"
            "    return _enter(named"
        ),
    ),
    _actions(
        id="tests-first-forgotten-on-completion",
        clause="REV-1.13",
        broken="`CompleteTask` sets `phase` to `next-task` also when it is `next-task-tdd`",
        original="    phase = cycle.phase if cycle.phase in TASK_PHASES else WorkPhase.NEXT_TASK\n",
        replacement="    phase = WorkPhase.NEXT_TASK\n",
    ),
    _actions(
        id="any-phase-of-work-kept-on-completion",
        clause="REV-1.13",
        broken="`CompleteTask` keeps a `phase` of `create-tasks`",
        original="    phase = cycle.phase if cycle.phase in TASK_PHASES else",
        replacement="    phase = cycle.phase if cycle.phase in tuple(WorkPhase) else",
    ),
    _actions(
        id="tasks-created-in-their-turn-only",
        clause="REV-1.14",
        broken="`CreateTasks` is rejected unless `create-tasks` comes next",
        original="    return _enter(replace(cycle, phase=WorkPhase.CREATE_TASKS), ",
        replacement=(
            "    if cycle.next_phase != WorkPhase.CREATE_TASKS:\n"
            "        raise Refused(rejections.invalid_request(cycle.next_phase or 'none'))\n"
            "    return _enter(replace(cycle, phase=WorkPhase.CREATE_TASKS), "
        ),
    ),
    _actions(
        id="negative-limit-raised-to-nothing",
        clause="REV-1.15",
        broken="`SetMaxReviews` stores 0 for a negative number",
        original="replace(cycle, max_reviews=operation.max_reviews)",
        replacement="replace(cycle, max_reviews=max(operation.max_reviews, 0))",
    ),
    _actions(
        id="new-limit-starts-counting-again",
        clause="REV-1.15",
        broken="`SetMaxReviews` sets `phase_iteration` to 0",
        original="replace(cycle, max_reviews=operation.max_reviews)",
        replacement="replace(cycle, max_reviews=operation.max_reviews, phase_iteration=0)",
    ),
    _actions(
        id="unknown-next-phase-stored",
        clause="REV-1.21",
        broken="`SetNextPhase` stores a word that is no phase",
        original=(
            "    if operation.next_phase is not None and operation.next_phase not in PHASES:"
        ),
        replacement="    if False:",
    ),
    _actions(
        id="stored-phase-given-for-an-unknown-one",
        clause="REV-1.21",
        broken="the rejection of `SetNextPhase` gives the stored `next_phase`",
        original="invalid_request(operation.next_phase))",
        replacement='invalid_request(cycle.next_phase or "none"))',
    ),
    _actions(
        id="post-review-phase-refused",
        clause="REV-1.22",
        broken="`SetNextPhase` with a post-review phase is rejected",
        original="operation.next_phase not in PHASES:",
        replacement="operation.next_phase not in PHASES - set(POST_REVIEW_PHASES):",
    ),
    _actions(
        id="next-phase-never-cleared",
        clause="REV-1.22",
        broken="`SetNextPhase` with none keeps `next_phase`",
        original="next_phase=operation.next_phase, ",
        replacement="next_phase=operation.next_phase or cycle.next_phase, ",
    ),
    _actions(
        id="edited-phase-resets-the-counter",
        clause="REV-1.17",
        broken="`SetNextPhase` sets `phase_iteration` to 0",
        original="None if operation.by_hand else cycle.phase_iteration",
        replacement="None if operation.by_hand else 0",
    ),
    _actions(
        id="only-reviews-made-by-hand",
        clause="REV-1.17",
        broken="`SetNextPhase` with `by_hand` clears `phase_iteration` for a review phase only",
        original="None if operation.by_hand else",
        replacement=(
            "None if operation.by_hand and operation.next_phase in tuple(ReviewPhase) else"
        ),
    ),
    _actions(
        id="phase-answered-as-the-next-one",
        clause="REV-1.18",
        broken="the answer gives `phase` as `next_phase` when nothing comes next",
        original="CycleChanged(cycle.phase, cycle.next_phase, ",
        replacement="CycleChanged(cycle.phase, cycle.next_phase or cycle.phase, ",
    ),
    _actions(
        id="limit-of-nothing-cannot-pass",
        clause="REV-1.19",
        broken="`cannot_pass` is true when `max_reviews` is 0",
        original="cannot_pass=cycle.max_reviews == 1",
        replacement="cannot_pass=cycle.max_reviews <= 1",
    ),
    _actions(
        id="last-review-cannot-pass",
        clause="REV-1.19",
        broken="`cannot_pass` is true when one review of the cycle is left",
        original="cannot_pass=cycle.max_reviews == 1",
        replacement="cannot_pass=cycle.max_reviews - (cycle.phase_iteration or 0) == 1",
    ),
)
