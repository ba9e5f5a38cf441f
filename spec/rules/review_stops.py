"""Stops: when an agent's stop is reviewed, and what is decided and written after the review."""

from spec.amendments import BOUNDED_REVIEW, FULL_WRITE, REVIEWS_OFF, STANDALONE_ITERATION
from spec.rules.rule import Rule

NO_REVIEW = Rule(
    id="REV-2",
    title="A stop with nothing to review is approved",
    sentences=(
        "A stop is never rejected: it MUST be answered by the first of these that applies.",
        "`stop_hook_active` is set: approved, `hook_active`; nothing about the plan is looked at, "
        "not even whether it is registered.",
        "The plan is not registered, or has no reviews: approved, `no_state`.",
        "`max_reviews` is less than 0: the state is malformed, approved, `malformed`.",
        "`next_phase` is none or is not a review phase: approved, `no_review_due`.",
        "Then REV-13, REV-3 and REV-4 in this order; if none of them answers, a review runs "
        "(REV-5).",
        "The answers of this rule change nothing, and have no `review`, no `model` and no "
        "`decided` state.",
        "Where the state is kept in a file, `no_state` means that there is no such file.",
        "Such a state is malformed too if the file is no JSON object in UTF-8, if `phase`, "
        "`phase_iteration` or `next_phase` is missing, if `max_reviews` is no whole number, "
        "`phase_iteration` neither none nor a whole number from 0, `consecutive_clean` no whole "
        "number from 0, `review_model` neither `opus` nor `sonnet`, `phase` no text, or "
        "`next_phase` or `current_task` neither none nor a text.",
        "Of the other fields of a file a missing one stands for a value: 8 for `max_reviews`, none "
        "for `current_task`, `opus` for `review_model` and 0 for `consecutive_clean`.",
        "A malformed state is reported to people as a warning and MUST NOT block.",
    ),
    operations=("Stop",),
    source="STR 1; behaviour, section 9; the order of the checks is decided here",
    why=(
        "A hook that blocks because of its own trouble holds an agent for ever, and the agent can "
        "do nothing about it."
    ),
)

OFF = Rule(
    id="REV-3",
    title="Without reviews a stop advances the plan at once",
    sentences=(
        "If `max_reviews` is 0, no review MUST run: the phase becomes the review phase in "
        "`next_phase`, and `next_phase` becomes its target (REV-7); everything else keeps its "
        "value, the counters and `review_model` too.",
        "The stop is approved, `reviews_off`, without `review` and `model`; `decided` is the state "
        "that is then stored.",
    ),
    operations=("Stop",),
    source="STR 1",
    why=(
        "`max_reviews` 0 means to go on without reviews. If the review stays due, every stop finds "
        "it again, and the plan never advances."
    ),
    amendment=REVIEWS_OFF,
    before=(
        "If `max_reviews` is 0, no review runs and nothing is stored: the next stop finds the same "
        "state.",
        "The stop is approved, `reviews_off`, without `review` and `model`; `decided` is the "
        "stored state with a `phase_iteration` that is one more (REV-13 says what none counts "
        "as).",
    ),
)

LIMIT = Rule(
    id="REV-4",
    title="At the limit of reviews a person decides",
    sentences=(
        "A cycle MUST NOT have more reviews than `max_reviews`.",
        "If `phase_iteration` plus one is greater than `max_reviews`, which is not 0, the stop is "
        "approved, `limit_reached`; nothing is stored, and there is no `review`, no `model` and no "
        "`decided` state.",
        "Every later stop is answered in the same way, until a person changes `max_reviews` or "
        "`next_phase`, or an agent's action changes `next_phase`.",
    ),
    operations=("Stop",),
    source="STR 6; behaviour, section 9",
    why="Findings that eight reviews could not settle need somebody who can.",
)

REVIEW = Rule(
    id="REV-5",
    title="A review runs, and only a clean verdict counts as clean",
    sentences=(
        "A review that runs has the number `phase_iteration` plus one and is made by the model in "
        "`review_model`, both as they were stored before the stop; the answer MUST give them as "
        "`review` and `model`, whatever comes of the review.",
        "If the reviewer crashes, is out of time or writes no file, REV-12 decides.",
        "Otherwise `consecutive_clean` becomes one more for the verdict PASS and 0 for the verdict "
        "FAIL; no verdict and two verdicts count as FAIL.",
        "Then `phase_iteration` becomes the number of the review, and `review_model` the other of "
        "`opus` and `sonnet`; REV-6 and REV-8 say what else changes and what is stored.",
        "Where a review is a file, its name ends in `-review-N.md`, where N is the number of the "
        "review, and the verdict is its last line: `VERDICT: PASS` or `VERDICT: FAIL`.",
        "If the reviewer also gives its verdict as structured output, that one counts before the "
        "file's; if it is PASS or FAIL and the other of the two stands in the file, on a line of "
        "its own as above, these are two verdicts.",
    ),
    operations=("Stop",),
    source="STR 6 and its summary; behaviour, section 9",
    why="A reviewer that does not say plainly that all is well has not said it.",
)

ADVANCE = Rule(
    id="REV-6",
    title="Two clean reviews in a row advance the plan, and everything decided is stored",
    sentences=(
        "If `consecutive_clean`, as REV-5 leaves it after a PASS, is 2 or more, the plan MUST "
        "advance: the phase becomes the review phase that was in `next_phase`, and `next_phase` "
        "becomes its target (REV-7).",
        "The stop is approved, `advanced`; `decided` is the state with the changes of REV-5 and "
        "of this rule, and all of it is stored.",
    ),
    operations=("Stop",),
    source="STR 2, 6",
    why=(
        "The phase tells which review ran last, and `next_phase` what comes next. Counters that "
        "are left behind show a plan that never had its last review."
    ),
    amendment=FULL_WRITE,
    before=(
        "If `consecutive_clean`, as REV-5 leaves it after a PASS, is 2 or more, the plan MUST "
        "advance: the phase becomes the review phase that was in `next_phase`, and `next_phase` "
        "becomes its target (REV-7).",
        "The stop is approved, `advanced`; `decided` is the state with the changes of REV-5 and "
        "of this rule, but only the phase and `next_phase` are stored: `phase_iteration`, "
        "`consecutive_clean` and `review_model` keep the stored values.",
    ),
)

TARGETS = Rule(
    id="REV-7",
    title="What comes after each kind of review",
    sentences=(
        "The target of `plan-review` MUST be `create-tasks`, that of `tasks-review` and that of "
        "`code-review` `next-task`, and that of `all-code-review` `complete`.",
    ),
    operations=("Stop",),
    source="STR 8",
)

BLOCK = Rule(
    id="REV-8",
    title="A review that does not advance the plan sends the agent back with its findings",
    sentences=(
        "If a review had one of the results of REV-5 and REV-6 does not apply, the stop MUST be "
        "blocked, `reviewed`: the phase becomes the review phase that was in `next_phase`, and "
        "`next_phase` becomes its post-review phase.",
        "`decided` is the state with the changes of REV-5 and of this rule, and all of it is "
        "stored.",
        "The message to the agent names the review file, says how to go on, and lists the fields "
        "to keep: `max_reviews`, `current_task`, `phase_iteration`, `review_model` and "
        "`consecutive_clean`, the same for all four kinds of review.",
    ),
    operations=("Stop",),
    source="STR 6, 7",
    why="An agent that is not told which fields to keep forgets those it has never heard of.",
)

NO_VERDICT = Rule(
    id="REV-12",
    title="A reviewer that fails blocks, and the attempt counts",
    sentences=(
        "If the reviewer crashes, is out of time or writes no file, the stop MUST be blocked, "
        "`review_failed`, and say why.",
        "`phase_iteration` becomes the number of the review, and `review_model` the other model; "
        "the phase, `next_phase` and `consecutive_clean` keep their values. `decided` is this "
        "state, and all of it is stored.",
        "The next stop therefore tries again with the other model, until REV-4 applies.",
    ),
    operations=("Stop",),
    source="Decided here",
    why=(
        "A stop that is let through because the reviewer crashed skips a review, and nobody sees "
        "it. Attempts that do not count could go on for ever."
    ),
    amendment=BOUNDED_REVIEW,
    before=(
        "If the reviewer crashes, is out of time or writes no file, the stop is approved, "
        "`review_failed`; nothing is stored, and there is no `decided` state.",
    ),
)

BY_HAND = Rule(
    id="REV-13",
    title="A review begun by hand is not automated",
    sentences=(
        "If `phase_iteration` is none, the stop MUST be approved, `by_hand`, and change nothing, "
        "without `review`, `model` and `decided` state; this is looked at before `max_reviews` is "
        "compared with 0 (REV-3).",
    ),
    operations=("Stop",),
    source="Decided here",
    why="Who asks for one review by hand has not asked for a cycle of automatic ones.",
    amendment=STANDALONE_ITERATION,
    before=(
        "A `phase_iteration` of none counts as 0 wherever one is added to it: REV-3, REV-4 and "
        "REV-5 go on as if it were 0.",
        "Where a rule stores the state without naming `phase_iteration`, it stays none.",
    ),
)

BEFORE_A_REVIEW = (NO_REVIEW, OFF, LIMIT)
AFTER_A_REVIEW = (REVIEW, ADVANCE, TARGETS, BLOCK)
WITHOUT_A_VERDICT = (NO_VERDICT, BY_HAND)
