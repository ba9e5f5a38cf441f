"""Stops: when an agent's stop is reviewed, and what is decided and written after the review."""

from spec.amendments import BOUNDED_REVIEW, FULL_WRITE, REVIEWS_OFF, STANDALONE_ITERATION
from spec.rules.rule import Clause, Rule

NO_REVIEW = Rule(
    id="REV-2",
    title="A stop with nothing to review is approved",
    clauses=(
        Clause("REV-2.1", "The stop hook MUST NOT reject a stop: it approves or blocks."),
        Clause(
            "REV-2.2",
            "The stop hook MUST approve a stop with `stop_hook_active` as `hook_active`, whether "
            "or not the plan is registered.",
        ),
        Clause(
            "REV-2.3",
            "The stop hook MUST approve a stop as `no_state` when the plan is not registered, or "
            "has no reviews.",
        ),
        Clause(
            "REV-2.4",
            "The stop hook MUST approve a stop as `malformed` when `max_reviews` is less than 0.",
        ),
        Clause(
            "REV-2.5",
            "The stop hook MUST approve a stop as `no_review_due` when `next_phase` is none or is "
            "not a review phase.",
        ),
        Clause(
            "REV-2.6",
            "The stop hook MUST have a review made (REV-5) when REV-2, REV-13, REV-3 and REV-4 do "
            "not answer the stop.",
        ),
        Clause(
            "REV-2.7",
            "The stop hook MUST NOT change anything when it answers by REV-2.",
        ),
        Clause(
            "REV-2.8",
            "An answer by REV-2 MUST NOT have a `review`, a `model` or a `decided` state.",
        ),
    ),
    operations=("Stop",),
    source=(
        "seeds 003, lines 13, 24; decided here: the seed does not say in which order a stop is "
        "checked"
    ),
    why=(
        "A hook that blocks because of its own trouble holds an agent for ever, and the agent can "
        "do nothing about it."
    ),
)

OFF = Rule(
    id="REV-3",
    title="Without reviews a stop advances the plan at once",
    clauses=(
        Clause(
            "REV-3.1",
            "The stop hook MUST approve a stop as `reviews_off` when `max_reviews` is 0, without "
            "having a review made.",
        ),
        Clause(
            "REV-3.2",
            "An answer `reviews_off` MUST NOT have a `review` or a `model`.",
            source="decided here: no review was made",
        ),
        Clause(
            "REV-3.3",
            "A stop answered `reviews_off` MUST NOT change anything that is stored.",
            until=REVIEWS_OFF,
            source="seeds 003, lines 9-13",
        ),
        Clause(
            "REV-3.4",
            "`decided` MUST be the stored state with a `phase_iteration` that is one more.",
            until=REVIEWS_OFF,
            source="seeds 003, lines 9-11",
        ),
        Clause(
            "REV-3.5",
            "A stop answered `reviews_off` MUST set `phase` to the review phase in `next_phase`.",
            since=REVIEWS_OFF,
            source="decided here: `phase` names the last review, as after REV-6",
        ),
        Clause(
            "REV-3.6",
            "A stop answered `reviews_off` MUST set `next_phase` to the target of that review "
            "phase (REV-7).",
            since=REVIEWS_OFF,
        ),
        Clause(
            "REV-3.7",
            "A stop answered `reviews_off` MUST NOT change any other field, the counters and "
            "`review_model` included.",
            since=REVIEWS_OFF,
        ),
        Clause(
            "REV-3.8",
            "`decided` MUST be the state that is then stored.",
            since=REVIEWS_OFF,
        ),
    ),
    operations=("Stop",),
    source="A08; seeds 003, lines 7-15, 119",
    why=(
        "`max_reviews` 0 means to go on without reviews. If the review stays due, every stop finds "
        "it again, and the plan never advances."
    ),
)

LIMIT = Rule(
    id="REV-4",
    title="At the limit of reviews a person decides",
    clauses=(
        Clause("REV-4.1", "A cycle MUST NOT have more reviews than `max_reviews`."),
        Clause(
            "REV-4.2",
            "The stop hook MUST approve a stop as `limit_reached` when `max_reviews` is not 0 and "
            "less than `phase_iteration` plus 1.",
        ),
        Clause(
            "REV-4.3",
            "A stop answered `limit_reached` MUST NOT change anything.",
            source="decided here: only a person can say what comes next",
        ),
        Clause(
            "REV-4.4",
            "An answer `limit_reached` MUST NOT have a `review`, a `model` or a `decided` state.",
            source="decided here: no review was made",
        ),
        Clause(
            "REV-4.5",
            "Every later stop is then answered alike, until somebody changes `max_reviews`, "
            "`next_phase` or `phase_iteration`.",
            source="decided here: only a person can say what comes next",
        ),
    ),
    operations=("Stop",),
    source="seeds 003, lines 9, 73",
    why="Findings that eight reviews could not settle need somebody who can.",
)

REVIEW = Rule(
    id="REV-5",
    title="A review runs, and only a clean verdict counts as clean",
    clauses=(
        Clause("REV-5.1", "The number of a review is the stored `phase_iteration` plus 1."),
        Clause("REV-5.2", "The stored `review_model` MUST make the review."),
        Clause(
            "REV-5.3",
            "The answer MUST give number and model of the review as `review` and `model`, whatever "
            "comes of the review.",
        ),
        Clause(
            "REV-5.4",
            "A review is complete when its reviewer does not fail (REV-12.1).",
        ),
        Clause(
            "REV-5.5",
            "A complete review with the verdict `PASS` MUST raise `consecutive_clean` by 1.",
        ),
        Clause(
            "REV-5.6",
            "A complete review with the verdict `FAIL`, without a verdict or with two MUST set "
            "`consecutive_clean` to 0.",
            source="decided here: a reviewer that does not say plainly that all is well has not",
        ),
        Clause(
            "REV-5.7",
            "A complete review MUST set `phase_iteration` to its number.",
        ),
        Clause(
            "REV-5.8",
            "A complete review MUST set `review_model` to the other one of `opus` and `sonnet`.",
        ),
        Clause(
            "REV-5.9",
            "A review file has a name that ends in `-review-N.md`, where N is the number of the "
            "review.",
        ),
        Clause(
            "REV-5.10",
            "The verdict of a review file is its last line that is not blank: `VERDICT: PASS` or "
            "`VERDICT: FAIL`.",
            source="seeds 003, lines 3, 126",
        ),
        Clause(
            "REV-5.11",
            "A review file in which both of these lines occur has two verdicts.",
            source="decided here: a reviewer that contradicts itself has not passed the work",
        ),
        Clause(
            "REV-5.12",
            "A verdict in the reviewer's structured output MUST take precedence over the one in "
            "the file.",
            source="seeds 003, line 3",
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.13",
            "A review has two verdicts when its structured output gives one and a line of the file "
            "gives the other.",
            source="decided here: a reviewer that contradicts itself has not passed the work",
        ),
    ),
    operations=("Stop",),
    source="seeds 003, lines 70-79",
    why="A reviewer that does not say plainly that all is well has not said it.",
)

ADVANCE = Rule(
    id="REV-6",
    title="Two clean reviews in a row advance the plan, and everything decided is stored",
    clauses=(
        Clause(
            "REV-6.1",
            "The stop hook MUST approve a stop as `advanced` when REV-5 raises "
            "`consecutive_clean` to 2 or more.",
        ),
        Clause(
            "REV-6.2",
            "A stop answered `advanced` MUST set `phase` to the review phase in `next_phase`.",
            source="seeds 003, lines 17-30",
        ),
        Clause(
            "REV-6.3",
            "A stop answered `advanced` MUST set `next_phase` to the target of that review phase "
            "(REV-7).",
        ),
        Clause(
            "REV-6.4",
            "`decided` MUST be the state with the changes of REV-5 and REV-6.",
        ),
        Clause(
            "REV-6.5",
            "The stop hook MUST store only the `phase` and the `next_phase` of `decided`.",
            until=FULL_WRITE,
            source="seeds 003, lines 77-81",
        ),
        Clause(
            "REV-6.6",
            "The stop hook MUST store all of `decided`.",
            since=FULL_WRITE,
            source="seeds 003, line 83",
        ),
    ),
    operations=("Stop",),
    source="A09; seeds 003, lines 66-83, 120",
    why=(
        "The phase tells which review ran last, and `next_phase` what comes next. Counters that "
        "are left behind show a plan that never had its last review."
    ),
)

TARGETS = Rule(
    id="REV-7",
    title="What comes after each kind of review",
    clauses=(
        Clause("REV-7.1", "The target of `plan-review` MUST be `create-tasks`."),
        Clause("REV-7.2", "The target of `tasks-review` MUST be `next-task`."),
        Clause("REV-7.3", "The target of `code-review` MUST be `next-task`."),
        Clause("REV-7.4", "The target of `all-code-review` MUST be `complete`."),
    ),
    operations=("Stop",),
    source="seeds 003, lines 107-113",
)

BLOCK = Rule(
    id="REV-8",
    title="A review that does not advance the plan sends the agent back with its findings",
    clauses=(
        Clause(
            "REV-8.1",
            "The stop hook MUST block a stop as `reviewed` when the review is complete and REV-6 "
            "does not apply.",
        ),
        Clause(
            "REV-8.2",
            "A stop answered `reviewed` MUST set `phase` to the review phase in `next_phase`.",
        ),
        Clause(
            "REV-8.3",
            "A stop answered `reviewed` MUST set `next_phase` to the post-review phase of that "
            "review phase.",
        ),
        Clause(
            "REV-8.4",
            "`decided` MUST be the state with the changes of REV-5 and REV-8.",
        ),
        Clause(
            "REV-8.5",
            "The stop hook MUST store all of `decided`.",
            source="seeds 003, line 79",
        ),
        Clause(
            "REV-8.6",
            "The message to the agent MUST name the review file.",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-8.7",
            "The message to the agent MUST say how to go on.",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-8.8",
            "The message to the agent MUST list the fields to keep: `max_reviews`, "
            "`current_task`, `phase_iteration`, `review_model` and `consecutive_clean`.",
            source="seeds 003, lines 85-101",
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-8.9",
            "That list MUST be the same for all four kinds of review.",
            source="seeds 003, line 101",
            kept_outside="the words of a message: the model answers with data",
        ),
    ),
    operations=("Stop",),
    source="seeds 003, lines 34-39, 79",
    why="An agent that is not told which fields to keep forgets those it has never heard of.",
)

NO_VERDICT = Rule(
    id="REV-12",
    title="A reviewer that fails blocks, and the attempt counts",
    clauses=(
        Clause(
            "REV-12.1",
            "A reviewer fails when it crashes, runs out of time or writes no file.",
        ),
        Clause(
            "REV-12.2",
            "The stop hook MUST approve a stop as `review_failed` when the reviewer fails.",
            until=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.3",
            "A stop answered `review_failed` MUST NOT change anything, and has no `decided` state.",
            until=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.4",
            "The stop hook MUST block a stop as `review_failed` when the reviewer fails.",
            since=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.5",
            "The message to the agent MUST say why the review failed.",
            since=BOUNDED_REVIEW,
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-12.6",
            "A stop answered `review_failed` MUST set `phase_iteration` to the number of the "
            "review.",
            since=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.7",
            "A stop answered `review_failed` MUST set `review_model` to the other one of `opus` "
            "and `sonnet`.",
            since=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.8",
            "A stop answered `review_failed` MUST NOT change `phase`, `next_phase` and "
            "`consecutive_clean`.",
            since=BOUNDED_REVIEW,
        ),
        Clause(
            "REV-12.9",
            "`decided` MUST be this state, and the stop hook stores all of it.",
            since=BOUNDED_REVIEW,
        ),
    ),
    operations=("Stop",),
    source="A22",
    why=(
        "A stop that is let through because the reviewer crashed skips a review, and nobody sees "
        "it. Attempts that do not count could go on for ever. As it is, the next stop tries again "
        "with the other model, until REV-4 applies."
    ),
)

BY_HAND = Rule(
    id="REV-13",
    title="A review begun by hand is not automated",
    clauses=(
        Clause(
            "REV-13.1",
            "REV-3, REV-4 and REV-5 MUST count a `phase_iteration` of none as 0.",
            until=STANDALONE_ITERATION,
        ),
        Clause(
            "REV-13.2",
            "A rule that stores the state without naming `phase_iteration` MUST NOT change a "
            "`phase_iteration` of none.",
            until=STANDALONE_ITERATION,
        ),
        Clause(
            "REV-13.3",
            "The stop hook MUST approve a stop as `by_hand` when `phase_iteration` is none.",
            since=STANDALONE_ITERATION,
        ),
        Clause(
            "REV-13.4",
            "A stop answered `by_hand` MUST NOT change anything.",
            since=STANDALONE_ITERATION,
        ),
        Clause(
            "REV-13.5",
            "An answer `by_hand` MUST NOT have a `review`, a `model` or a `decided` state.",
            since=STANDALONE_ITERATION,
        ),
    ),
    operations=("Stop",),
    source="A23",
    why="Who asks for one review by hand has not asked for a cycle of automatic ones.",
)

BEFORE_A_REVIEW = (NO_REVIEW, OFF, LIMIT)
AFTER_A_REVIEW = (REVIEW, ADVANCE, TARGETS, BLOCK)
WITHOUT_A_VERDICT = (NO_VERDICT, BY_HAND)
