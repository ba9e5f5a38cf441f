"""Review cycles: what is kept of them, and what an agent, a person and the stop hook do to it.

For what happens when an agent stops, see `spec.rules.review_stops`.
"""

from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE
from spec.amendments.seed import CRASH_ROUTING
from spec.rules import review_stops
from spec.rules.rule import Area, Clause, Rule

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
    title="An agent's action determines the next review and starts a cycle",
    clauses=(
        Clause("REV-1.1", "A plan has no reviews until `NewPlan`."),
        Clause(
            "REV-1.2",
            "Whole numbers in reviews are less than 2**62.",
            source="decided here: every store and every language can hold such a number",
        ),
        Clause(
            "REV-1.3",
            "The store MUST reject an operation on a plan without reviews with E047 "
            "`invalid_request`, whose `given` is `not_started`, unless it is `NewPlan` or `Stop`.",
        ),
        Clause(
            "REV-1.4",
            "The store MUST reject `NewPlan` with a `max_reviews` less than 0 with E047 "
            "`invalid_request`, whose `given` is that number.",
        ),
        Clause(
            "REV-1.5",
            "Entering the cycle of a review phase means to set `next_phase` to it, "
            "`phase_iteration` to 0, `review_model` to `opus` and `consecutive_clean` to 0.",
        ),
        Clause(
            "REV-1.6",
            "An operation MUST NOT change a review field that its rule does not name.",
        ),
        Clause(
            "REV-1.7",
            "`NewPlan` MUST set `phase` to `new-plan` and enter the cycle of `plan-review`.",
        ),
        Clause(
            "REV-1.8",
            "`NewPlan` MUST store its `max_reviews`, which is 8 if none is given.",
            source="seeds 003, lines 58-64",
        ),
        Clause("REV-1.9", "`NewPlan` MUST clear `current_task`."),
        Clause(
            "REV-1.10",
            "`NewPlan` MUST replace everything that is stored about the reviews of a plan that "
            "has reviews already.",
        ),
        Clause(
            "REV-1.11",
            "`CreateTasks` MUST set `phase` to `create-tasks` and enter the cycle of "
            "`tasks-review`.",
        ),
        Clause(
            "REV-1.12",
            "`CompleteTask` MUST set `current_task` to its task and enter the cycle of "
            "`code-review`.",
        ),
        Clause(
            "REV-1.13",
            "`CompleteTask` MUST set `phase` to `next-task` unless it is `next-task`, "
            "`next-task-tdd` or `continue-task`.",
        ),
        Clause(
            "REV-1.14",
            "The store MUST accept `NewPlan`, `CreateTasks`, `NextTask`, `CompleteTask` and "
            "`CompletePlan` in every phase.",
            source="decided here: nobody polices the order in which agents act",
        ),
        Clause(
            "REV-1.15",
            "`SetMaxReviews` MUST store its number, also a negative one, and change nothing else.",
            source="seeds 003, line 62",
        ),
        Clause(
            "REV-1.16",
            "`SetNextPhase` MUST store its word or none, also a word that is no phase.",
            until=CONTINUING_EVERYWHERE,
            source="decided here: a person edits what no program checks",
        ),
        Clause(
            "REV-1.17",
            "`SetNextPhase` MUST clear `phase_iteration` with `by_hand`, and change nothing but "
            "`next_phase` otherwise.",
            source="decided here: a person may ask for a review without automation (REV-13)",
        ),
        Clause(
            "REV-1.18",
            "The answer to these operations MUST give the stored `phase` and `next_phase`.",
        ),
        Clause(
            "REV-1.19",
            "The answer's `cannot_pass` MUST be true exactly when the stored `max_reviews` is 1.",
            source="decided here: a cycle of one review cannot have the two that REV-6 asks for",
        ),
        Clause(
            "REV-1.20",
            "The phases are the review phases, their post-review phases and the work phases "
            "(REV-11.8).",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-1.21",
            "The store MUST reject `SetNextPhase` with a word that is no phase with E047 "
            "`invalid_request`, whose `given` is that word.",
            since=CONTINUING_EVERYWHERE,
            source="A27; decided here: no stop has a review made for a word that nobody knows",
        ),
        Clause(
            "REV-1.22",
            "`SetNextPhase` MUST store its phase or none.",
            since=CONTINUING_EVERYWHERE,
        ),
    ),
    operations=(*_CHANGES, "ContinuePlan"),
    source=(
        "A27; seeds 003, lines 9, 36, 45, 58-64; decided here: the seed names these actions "
        "without their fields"
    ),
    why=(
        "Counters that survive into the next cycle would end it too early, or let one clean review "
        "count for two kinds of work."
    ),
)

POST_REVIEW = Rule(
    id="REV-9",
    title="After the findings are addressed, the same kind of review is due",
    clauses=(
        Clause(
            "REV-9.1",
            "The store MUST reject `PostReview` with E047 `invalid_request`, given the stored "
            "`next_phase`, unless that is a post-review phase.",
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.2",
            "That rejection MUST give `none` when there is no `next_phase`.",
        ),
        Clause(
            "REV-9.3",
            "`PostReview` MUST set `phase` to the stored `next_phase`.",
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.4",
            "`PostReview` MUST set `next_phase` to its review phase, whose name lacks `post-`.",
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.5",
            "`PostReview` MUST NOT change any other field, the counters included.",
        ),
        Clause(
            "REV-9.6",
            "With a `phase_iteration`, the store MUST reject `PostReview` with E047 "
            "`invalid_request`, whose `given` is `next_phase`, unless that is a post-review "
            "phase.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.7",
            "With a `phase_iteration`, `PostReview` MUST set `phase` to the stored `next_phase`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.8",
            "With a `phase_iteration`, `PostReview` MUST set `next_phase` to its review phase, "
            "whose name lacks `post-`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.9",
            "The kind of a review by hand, one without a `phase_iteration`, is that of "
            "`next_phase` or, if that is none, of `phase`; only review and post-review phases "
            "have one.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.10",
            "After a review by hand, the store MUST reject `PostReview` with E047 "
            "`invalid_request`, whose `given` is `next_phase`, when that is any other phase or "
            "word.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.11",
            "After a review by hand, `PostReview` MUST clear `next_phase`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-9.12",
            "After a review by hand, `PostReview` MUST set `phase` to the post-review phase of the "
            "kind, and not change it without a kind.",
            since=CONTINUING_EVERYWHERE,
        ),
    ),
    operations=("PostReview",),
    source=(
        "A27; seeds 003, lines 34-39, 45, 85-101; decided here: the seed does not say what happens "
        "outside a post-review phase"
    ),
    why=(
        "Both phases are written at once, so a crash cannot leave one without the other. The stop "
        "hook does not run a review by hand (REV-13), so none is due after it."
    ),
)

NO_TASK_LEFT = Rule(
    id="REV-10",
    title="After the last task, all code is reviewed, then the plan is complete",
    clauses=(
        Clause(
            "REV-10.1",
            "`NextTask` with a task MUST set `current_task` to it and clear `next_phase`.",
        ),
        Clause(
            "REV-10.2",
            "`NextTask` with a task MUST set `phase` to `next-task-tdd` with `tests_first`, and to "
            "`next-task` otherwise.",
        ),
        Clause(
            "REV-10.3",
            "`NextTask` without a task MUST set `phase` to `next-task`, with `tests_first` too.",
        ),
        Clause("REV-10.4", "`NextTask` without a task MUST clear `current_task`."),
        Clause(
            "REV-10.5",
            "`NextTask` without a task MUST enter the cycle of `all-code-review` (REV-1.5).",
        ),
        Clause(
            "REV-10.6",
            "`CompletePlan` MUST set `phase` to `complete` and clear `next_phase`.",
        ),
        Clause("REV-10.7", "`CompletePlan` MUST NOT change any other field."),
    ),
    operations=("NextTask", "CompletePlan"),
    source=(
        "seeds 003, lines 103-109; decided here: the seed does not say what completing a plan "
        "stores"
    ),
)

CRASH_ROUTE = Rule(
    id="REV-11",
    title="After a crash, the phases determine how to continue",
    clauses=(
        Clause("REV-11.1", "`ContinuePlan` MUST NOT change anything."),
        Clause(
            "REV-11.2",
            "`ContinuePlan` MUST decide by `next_phase` and `phase` alone.",
            until=CONTINUING_EVERYWHERE,
            source="seeds 003, line 30",
        ),
        Clause(
            "REV-11.3",
            "`ContinuePlan` MUST answer `post_review`, with that phase, when `next_phase` is a "
            "post-review phase.",
        ),
        Clause(
            "REV-11.4",
            "`ContinuePlan` MUST answer `ask` when `next_phase` is a review phase.",
            until=CRASH_ROUTING,
            source="seeds 003, lines 36-43",
        ),
        Clause(
            "REV-11.5",
            "`ContinuePlan` MUST answer `stop` when `next_phase` is a review phase and `phase` is "
            "a post-review phase.",
            since=CRASH_ROUTING,
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.6",
            "`ContinuePlan` MUST answer `continue_task` when `next_phase` is a review phase and "
            "`phase` is any other word.",
            since=CRASH_ROUTING,
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.7",
            "`ContinuePlan` MUST answer `work`, with that phase, when `next_phase` is a work "
            "phase.",
            source="seeds 003, line 26",
        ),
        Clause(
            "REV-11.8",
            "The work phases are `new-plan`, `create-tasks`, `next-task`, `next-task-tdd`, "
            "`continue-task` and `complete`.",
        ),
        Clause(
            "REV-11.9",
            "Without a `next_phase`, `ContinuePlan` MUST answer `continue_task` when `phase` is "
            "`next-task`, `next-task-tdd` or `continue-task`.",
            until=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.10",
            "Without a `next_phase`, `ContinuePlan` MUST answer `finished` when `phase` is "
            "`complete`.",
        ),
        Clause("REV-11.11", "In every other case `ContinuePlan` MUST answer `ask`."),
        Clause(
            "REV-11.12",
            "The answers `ask`, `stop`, `continue_task` and `finished` MUST NOT name a phase.",
        ),
        Clause(
            "REV-11.13",
            "`ContinuePlan` MUST decide by `next_phase`, `phase`, and whether there is a "
            "`phase_iteration` and a `current_task`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.14",
            "`ContinuePlan` MUST answer `stop` when `phase` is a post-review phase before a review "
            "phase, and there is a `phase_iteration`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.15",
            "`ContinuePlan` MUST answer `work`, with the target of `next_phase` (REV-7), when "
            "that is a review phase, `phase` is any post-review phase, and there is no "
            "`phase_iteration`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.16",
            "After any other `phase`, when `next_phase` is `plan-review`, `ContinuePlan` MUST "
            "answer `continue_work` with the phase `new-plan`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.17",
            "After any other `phase`, when `next_phase` is `tasks-review`, `ContinuePlan` MUST "
            "answer `continue_work` with the phase `create-tasks`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.18",
            "After any other `phase`, `ContinuePlan` MUST answer `continue_task` before "
            "`code-review` when there is a `current_task`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.19",
            "After any other `phase`, with a `phase_iteration`, `ContinuePlan` MUST answer `stop` "
            "before `all-code-review`, and before `code-review` without a `current_task`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.20",
            "Without a `next_phase`, `ContinuePlan` MUST answer `continue_task` when `phase` is "
            "`next-task`, `next-task-tdd` or `continue-task`, and there is a `current_task`.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.21",
            "Without `next_phase` and `phase_iteration`, `ContinuePlan` MUST answer `work`, with "
            "the target of the review phase of `phase`, when that is a post-review phase.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "REV-11.22",
            "`continue_work` means to finish the work of the phase named and to stop; its action "
            "is not repeated, for the review is due already.",
            since=CONTINUING_EVERYWHERE,
        ),
    ),
    operations=("ContinuePlan",),
    source="A10; A27; seeds 003, lines 34-45; decided here: the seed routes only review phases",
    why=(
        "Addressing findings ends with writing both phases (REV-9), so a post-review phase before "
        "a review means that they are addressed. Only the review of all code also means that no "
        "work is left. Repeating `NewPlan` would lose the limit that a person chose."
    ),
)

AREA = Area(
    name="reviews",
    prefix="REV",
    title="Review cycles",
    introduction=(
        "Every piece of work on a plan is reviewed until two reviews in a row find nothing. When "
        "an agent tries to stop, a hook has its work reviewed by two models alternately; it blocks "
        "the stop with the findings, or lets the plan advance. A plan keeps `max_reviews`, "
        "`current_task`, `phase`, `phase_iteration`, `next_phase`, `review_model` and "
        "`consecutive_clean`, for instance in a file (STA-1). The review phases are "
        "`plan-review`, `tasks-review`, `code-review` and `all-code-review`; each has a "
        "post-review phase of the same name after `post-`."
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
        *("STP-17", "STP-18", "STP-19", "STP-20", "STP-21", "STP-22", "STP-23", "STP-24", "STP-25"),
        *("STP-40", "STP-41", "STP-42", "STP-54", "STP-73", "STP-77"),
        *("INV-12", "RCH-7", "RCH-8"),
    ),
)
