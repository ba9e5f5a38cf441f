"""Review cycles: what is kept of them, and what an agent, a person and the stop hook do to it.

What happens when an agent stops stands in `spec.rules.review_stops`.
"""

from spec.amendments import CRASH_ROUTING
from spec.rules import review_stops
from spec.rules.rule import Area, Rule

_CHANGES = (
    "NewPlan",
    "CreateTasks",
    "NextTask",
    "CompleteTask",
    "CompletePlan",
    "PostReview",
    "SetMaxReviews",
    "SetNextPhase",
)

ENTERING = Rule(
    id="REV-1",
    title="An agent's action says what is reviewed next, and begins a cycle of reviews",
    sentences=(
        "A plan has no reviews until `NewPlan`.",
        "Every operation of this area except a stop (REV-2) MUST be rejected with E047 "
        "`unknown_plan` if the plan is not registered (PLN-3), and then every one except `NewPlan` "
        "with E047 `invalid_request`, given `not_started`, if the plan has no reviews.",
        "To enter the cycle of a review phase is to set `next_phase` to that phase, "
        "`phase_iteration` to 0, `review_model` to `opus` and `consecutive_clean` to 0; what a "
        "rule does not name keeps its value.",
        "`NewPlan` MUST be rejected with E047 `invalid_request`, given the number, if its "
        "`max_reviews` is less than 0, after the check for an unknown plan.",
        "`NewPlan` sets the phase `new-plan`, no `current_task` and the `max_reviews` it is given "
        "(8 if none is given), and enters the cycle of `plan-review`; it does the same, and "
        "keeps nothing, if the plan has reviews already.",
        "`CreateTasks` sets the phase `create-tasks` and enters the cycle of `tasks-review`.",
        "`CompleteTask` sets `current_task` to its task and enters the cycle of `code-review`; the "
        "phase stays if it is `next-task`, `next-task-tdd` or `continue-task`, and becomes "
        "`next-task` otherwise.",
        "`NextTask` with a task sets `current_task` to it, `next_phase` to none and the phase to "
        "`next-task`, or to `next-task-tdd` with `tests_first`; it enters no cycle, and the "
        "counters and `review_model` stay.",
        "What `NextTask` does without a task stands in REV-10.",
        "These actions MUST be accepted in every phase: nobody polices the order in which agents "
        "act.",
        "`SetMaxReviews` and `SetNextPhase` are a person's edits: each stores its value whatever "
        "it is, a negative number and a word that is no phase too, and changes nothing else, "
        "except that `SetNextPhase` with `by_hand` also sets `phase_iteration` to none.",
        "Each of these operations, and those of REV-9 and REV-10, answers the `phase` and the "
        "`next_phase` that are now stored; `cannot_pass` is true exactly if the stored "
        "`max_reviews` is 1, because no cycle of one review has the two that advancing takes "
        "(REV-6).",
    ),
    operations=(*_CHANGES, "ContinuePlan"),
    source="STR 5; behaviour, section 9; what happens in an unexpected phase is decided here",
    why=(
        "Counters that survive into the next cycle would end it too early, or let one clean review "
        "count for two kinds of work."
    ),
)

POST_REVIEW = Rule(
    id="REV-9",
    title="Working on the findings asks for the next review of the same kind",
    sentences=(
        "`PostReview` MUST be rejected with E047 `invalid_request`, given the `next_phase` found, "
        "or given `none` if there is none, unless `next_phase` is one of `post-plan-review`, "
        "`post-tasks-review`, `post-code-review` and `post-all-code-review`.",
        "It sets the phase to that `next_phase`, and `next_phase` to the review phase of the same "
        "kind, which is its name without `post-`; everything else keeps its value, the counters "
        "above all.",
    ),
    operations=("PostReview",),
    source="STR 3, 7; behaviour, section 9",
    why="Both phases are written in one step, so a crash cannot leave one without the other.",
)

NO_TASK_LEFT = Rule(
    id="REV-10",
    title="When no task is left, all code is reviewed, and then the plan is complete",
    sentences=(
        "`NextTask` without a task MUST set the phase `next-task`, also with `tests_first`, and no "
        "`current_task`, and enter the cycle of `all-code-review` (REV-1).",
        "`CompletePlan` sets the phase `complete` and no `next_phase`; everything else keeps its "
        "value.",
        "Like the actions of REV-1, both are accepted in every phase.",
    ),
    operations=("NextTask", "CompletePlan"),
    source="behaviour, section 9",
)

_ROUTE_FIRST = (
    "`ContinuePlan` MUST be answered with the first of these routes that applies, from "
    "`next_phase` and `phase` alone, and changes nothing.",
    "`next_phase` is a post-review phase: `post_review`, with that phase.",
)

_ROUTE_LAST = (
    "`next_phase` is one of `new-plan`, `create-tasks`, `next-task`, `next-task-tdd`, "
    "`continue-task` and `complete`: `work`, with that phase.",
    "There is no `next_phase`, and the phase is `next-task`, `next-task-tdd` or `continue-task`: "
    "`continue_task`, without a phase.",
    "There is no `next_phase`, and the phase is `complete`: `finished`, without a phase.",
    "Anything else: `ask`, without a phase, because only a person can say.",
    "`max_reviews`, the counters and a plan whose reviews were begun by hand make no difference.",
)

CRASH_ROUTE = Rule(
    id="REV-11",
    title="After a crash the phases say how to go on",
    sentences=(
        *_ROUTE_FIRST,
        "`next_phase` is a review phase, and the phase is a post-review phase: `stop`, without a "
        "phase, because the findings are worked on and stopping brings the next review.",
        "`next_phase` is a review phase, and the phase is any other word: `continue_task`, without "
        "a phase, because the work may not be finished.",
        *_ROUTE_LAST,
    ),
    operations=("ContinuePlan",),
    source="STR 3",
    why=(
        "Working on findings ends with writing both phases (REV-9), so a post-review phase before "
        "a review says that the work is done. Nothing else does."
    ),
    amendment=CRASH_ROUTING,
    before=(
        *_ROUTE_FIRST,
        "`next_phase` is a review phase: `ask`, without a phase, whatever the phase is.",
        *_ROUTE_LAST,
    ),
)

AREA = Area(
    name="reviews",
    prefix="REV",
    title="Review cycles",
    introduction=(
        "Every piece of work on a plan is reviewed until two reviews in a row find nothing. An "
        "agent says what it has done; a hook that runs when it tries to stop has that reviewed by "
        "two models in turn, sends the agent back with the findings, or lets the plan advance. "
        "Seven fields are kept for each plan: `max_reviews`, `current_task`, `phase`, "
        "`phase_iteration`, `next_phase`, `review_model` and `consecutive_clean`. The review "
        "phases are `plan-review`, `tasks-review`, `code-review` and `all-code-review`; each has "
        "a post-review phase of the same name after `post-`. Numbers are whole and less than "
        "2**62. The fields may be kept in a file, `state.json` in the plan's folder, where agents "
        "and people edit them: then the folder stands for the registered plan, every write "
        "replaces the whole file at once and keeps the fields that it does not know."
    ),
    rules=(
        ENTERING,
        *review_stops.BEFORE_A_REVIEW,
        *review_stops.AFTER_A_REVIEW,
        POST_REVIEW,
        NO_TASK_LEFT,
        CRASH_ROUTE,
        *review_stops.WITHOUT_A_VERDICT,
    ),
    vocabulary=("review_cycles", "reviews"),
    properties=(
        "STP-17",
        "STP-18",
        "STP-19",
        "STP-20",
        "STP-21",
        "STP-22",
        "STP-23",
        "STP-24",
        "STP-25",
        "RCH-7",
    ),
)
