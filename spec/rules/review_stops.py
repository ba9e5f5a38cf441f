"""Stops: when an agent's stop is reviewed, and what is decided and written after the review."""

from spec.amendments.changes_2026_2 import (
    FINDINGS_HOLD_THE_STOP,
    NATURAL_NAMES,
    NO_VERDICT_IS_NO_REVIEW,
    REVIEWS_GO_ON,
    UNKNOWN_PHASE_REPORTED,
    VERDICT_FORMS,
)
from spec.amendments.corrections import BOUNDED_REVIEW, SKIPPED_REVIEW_NAMED, STANDALONE_ITERATION
from spec.amendments.seed import FULL_WRITE, REVIEWS_OFF
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
            until=REVIEWS_GO_ON,
            source=(
                "decided here: programs set it so that a hook does not block for ever; no "
                "seed names it"
            ),
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
            until=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-2.6",
            "The stop hook MUST have a review made (REV-5) when REV-2, REV-13, REV-3 and REV-4 do "
            "not answer the stop.",
            until=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-2.7",
            "The stop hook MUST NOT change anything when it answers by REV-2.",
        ),
        Clause(
            "REV-2.8",
            "An answer by REV-2 MUST NOT have a `review`, a `model` or a `decided` state.",
        ),
        Clause(
            "REV-2.9",
            "The stop hook MUST warn the person when it approves a stop although a review is due.",
            since=REVIEWS_GO_ON,
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-2.10",
            "The stop hook MUST approve a stop as `no_review_due` when `next_phase` is no review "
            "phase and no post-review phase.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-2.11",
            "The stop hook MUST have a review made (REV-5) when REV-2, REV-13, REV-3, REV-4 and "
            "REV-14 do not answer the stop.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-2.12",
            "The stop hook MUST warn the person of a `next_phase` that is no phase.",
            since=UNKNOWN_PHASE_REPORTED,
            kept_outside="the words of a message: the model answers with data",
        ),
    ),
    operations=("Stop",),
    source=(
        "A24; A26; seeds 003, lines 13, 24; decided here: the seed does not say in which order a "
        "stop is checked"
    ),
    why=(
        "A hook that blocks because of its own errors would block the agent for ever, and the "
        "agent could do nothing about it."
    ),
)

OFF = Rule(
    id="REV-3",
    title="With reviews off, a stop advances the plan at once",
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
            since=SKIPPED_REVIEW_NAMED,
        ),
        Clause(
            "REV-3.6",
            "A stop answered `reviews_off` MUST set `next_phase` to its target (REV-7).",
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
        Clause(
            "REV-3.9",
            "A stop answered `reviews_off` MUST NOT change `phase`, which names the last review "
            "that was made.",
            since=REVIEWS_OFF,
            until=SKIPPED_REVIEW_NAMED,
            source="A08; seeds 003, lines 15, 30",
        ),
        Clause(
            "REV-3.10",
            "A state is validated before its stop is answered (REV-2.4, STA-4.2), and not again "
            "after a skipped review.",
            source="seeds 003, line 9; decided here: the seed validates where no review was made",
        ),
    ),
    operations=("Stop",),
    source="A08; A41; seeds 003, lines 7-15, 119",
    why=(
        "`max_reviews` 0 means to continue without reviews. If the review stayed due, every stop "
        "would find it again, and the plan would never advance."
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
    source="seeds 003, lines 9, 72",
    why="Findings that eight reviews could not settle need a person.",
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
            source="decided here: the seed does not say what a stop answers",
        ),
        Clause(
            "REV-5.4",
            "A review is complete when its reviewer does not fail (REV-12).",
            source="decided here: a word for a review that can be read",
        ),
        Clause(
            "REV-5.5",
            "A complete review with the verdict `PASS` MUST raise `consecutive_clean` by 1.",
        ),
        Clause(
            "REV-5.6",
            "A complete review with the verdict `FAIL`, without a verdict or with two MUST set "
            "`consecutive_clean` to 0.",
            until=NO_VERDICT_IS_NO_REVIEW,
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
            until=VERDICT_FORMS,
            source="seeds 003, lines 3, 126",
        ),
        Clause(
            "REV-5.11",
            "A review file in which both of these lines occur has two verdicts.",
            source="decided here: a reviewer that contradicts itself has not judged the work",
        ),
        Clause(
            "REV-5.12",
            "A verdict in the reviewer's structured output MUST take precedence over the one in "
            "the file.",
            source="seeds 003, line 3; decided here: of two, what was asked for is what was meant",
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.13",
            "A review has two verdicts when its structured output gives one and a line of the file "
            "gives the other.",
            source="decided here: a reviewer that contradicts itself has not passed the work",
        ),
        Clause(
            "REV-5.14",
            "Before the reviewer starts, the stop hook MUST store `phase_iteration` and "
            "`review_model` as REV-12 sets them.",
            since=REVIEWS_GO_ON,
            kept_outside="a stop is one operation: nobody sees its middle",
        ),
        Clause(
            "REV-5.15",
            "When it cannot store them, the stop hook MUST approve the stop without a review.",
            since=REVIEWS_GO_ON,
            kept_outside="a stop is one operation: nobody sees its middle",
        ),
        Clause(
            "REV-5.16",
            "A complete review with the verdict `FAIL` MUST set `consecutive_clean` to 0.",
            since=NO_VERDICT_IS_NO_REVIEW,
        ),
        Clause(
            "REV-5.17",
            "A verdict is a line of a label, a separator and `PASS` or `FAIL`, ignoring case, "
            "optionally followed by `.` or `!`, without its markup.",
            since=VERDICT_FORMS,
        ),
        Clause(
            "REV-5.18",
            "A line that is only a label and the line after it are one line, unless that is a "
            "verdict; lines without letters and digits are none.",
            since=VERDICT_FORMS,
        ),
        Clause(
            "REV-5.19",
            "The verdict of a review file MUST be its last line, if that is a verdict.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.20",
            "A `verdict` in the JSON of `structured_output` or `result`, or of a text there, MUST "
            "count as structured output.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.21",
            "Where `result` is another text, its last line MUST count like a line of the file.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.22",
            "The stop hook MUST take a review that its reviewer wrote under the name of the review "
            "while it ran.",
            since=NATURAL_NAMES,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.23",
            "The prompt of a reviewer MUST begin with the ground rules of reviews.",
            source="seeds 003, line 50",
            kept_outside="the words of a prompt: the model gets the result of the review",
        ),
        Clause(
            "REV-5.24",
            "A label is `verdict`, ignoring case, optionally after `final`, `overall` or "
            "`review`; a separator consists of white space, `:`, `=`, `|` and dashes.",
            since=VERDICT_FORMS,
        ),
        Clause(
            "REV-5.25",
            "Markup is white space, `*`, `_` and back-quotes, `|` at both ends, and in front `#`, "
            "`>`, markers of list items and `[x]`.",
            since=VERDICT_FORMS,
        ),
        Clause(
            "REV-5.26",
            "A sign at the label or the word is markup if it means the same as the word: one of "
            "`✅✔☑🟢👍🎉` with `PASS`, of `❌✖✗✘🔴⛔🚫👎🛑` with `FAIL`.",
            since=VERDICT_FORMS,
        ),
        Clause(
            "REV-5.27",
            "The stop hook MUST NOT take a `PASS` with a remark behind it for a verdict.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.28",
            "The stop hook MUST take a `FAIL` for a verdict also with a remark behind `:`, `;`, "
            "`,`, `.`, `(` or a dash that does not contain `PASS`.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.29",
            "The stop hook MUST NOT read a verdict in a comment of HTML, or in a code block with "
            "other lines that is not the whole review.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
        Clause(
            "REV-5.30",
            "The stop hook MUST NOT read a verdict in a quotation, unless that is the end of the "
            "review and has no other line.",
            since=VERDICT_FORMS,
            kept_outside="the model gets the verdict that was read from the review",
        ),
    ),
    operations=("Stop",),
    source="A24; A25; seeds 003, lines 70-79",
    why=(
        "Only an unambiguous verdict counts: a `PASS` read by mistake would skip a review, while "
        "an unread verdict only repeats one."
    ),
)

ADVANCE = Rule(
    id="REV-6",
    title="Two clean reviews in a row advance the plan",
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
        "`phase` is the review that ran last, and `next_phase` comes next. Counters that are not "
        "updated would show a plan without its last review."
    ),
)

TARGETS = Rule(
    id="REV-7",
    title="The phase after each kind of review",
    clauses=(
        Clause("REV-7.1", "The target of `plan-review` MUST be `create-tasks`."),
        Clause("REV-7.2", "The target of `tasks-review` MUST be `next-task`."),
        Clause("REV-7.3", "The target of `code-review` MUST be `next-task`."),
        Clause("REV-7.4", "The target of `all-code-review` MUST be `complete`."),
        Clause(
            "REV-7.5",
            "The target of a post-review phase MUST be that of its review phase.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
    ),
    operations=("Stop",),
    source="A26; seeds 003, lines 107-113",
)

BLOCK = Rule(
    id="REV-8",
    title="A review that does not advance the plan blocks the stop with its findings",
    clauses=(
        Clause(
            "REV-8.1",
            "The stop hook MUST block a stop as `reviewed` when the review is complete and REV-6 "
            "does not apply.",
        ),
        Clause(
            "REV-8.2",
            "A stop answered `reviewed` MUST set `phase` to the review phase in `next_phase`.",
            source="decided here: the seed does not list what a review that blocks stores",
        ),
        Clause(
            "REV-8.3",
            "A stop answered `reviewed` MUST set `next_phase` to the post-review phase of that "
            "review phase.",
            source="decided here: the seed does not list what a review that blocks stores",
        ),
        Clause(
            "REV-8.4",
            "`decided` MUST be the state with the changes of REV-5 and REV-8.",
            source="decided here: the seed does not list what a review that blocks stores",
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
            "The message to the agent MUST say how to continue.",
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
        Clause(
            "REV-8.10",
            "The message of every block MUST say how a person turns reviews off.",
            since=REVIEWS_GO_ON,
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-8.11",
            "Blocks are in a row when each stop after the first has `stop_hook_active`; agent "
            "programs end a turn after eight.",
            since=REVIEWS_GO_ON,
        ),
        Clause(
            "REV-8.12",
            "From the eighth block in a row on, the message MUST say how to continue in another "
            "turn.",
            since=REVIEWS_GO_ON,
            kept_outside="the words of a message: the model answers with data",
        ),
    ),
    operations=("Stop",),
    source="A24; seeds 003, lines 34-39, 79",
    why="An agent that writes the file itself would lose fields that the message does not mention.",
)

NO_VERDICT = Rule(
    id="REV-12",
    title="A failed review blocks the stop and counts as an attempt",
    clauses=(
        Clause(
            "REV-12.1",
            "A reviewer fails when it crashes, runs out of time or writes no file.",
            until=NO_VERDICT_IS_NO_REVIEW,
            source="decided here: the seeds' reviewer leaves a file, or has failed",
        ),
        Clause(
            "REV-12.2",
            "The stop hook MUST approve a stop as `review_failed` when the reviewer fails.",
            until=BOUNDED_REVIEW,
            source="decided here: the seeds' hook does not hold an agent for what it cannot help",
        ),
        Clause(
            "REV-12.3",
            "A stop answered `review_failed` MUST NOT change anything, and has no `decided` state.",
            until=BOUNDED_REVIEW,
            source="decided here: the seeds write the state after a review only",
        ),
        Clause(
            "REV-12.4",
            "The stop hook MUST block a stop without `stop_hook_active` as `review_failed` when "
            "the reviewer fails.",
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
        Clause(
            "REV-12.10",
            "The stop hook MUST approve a stop with `stop_hook_active` as `review_failed` when the "
            "reviewer fails.",
            since=REVIEWS_GO_ON,
        ),
        Clause(
            "REV-12.11",
            "The stop hook MUST tell the person why the review failed when it approves a stop as "
            "`review_failed`.",
            since=REVIEWS_GO_ON,
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-12.12",
            "A reviewer fails when it crashes, reports an error, runs out of time, writes no file, "
            "or gives no verdict or two.",
            since=NO_VERDICT_IS_NO_REVIEW,
        ),
        Clause(
            "REV-12.13",
            "The stop hook MUST answer `review_failed` when a review has no verdict or two.",
            since=NO_VERDICT_IS_NO_REVIEW,
        ),
        Clause(
            "REV-12.14",
            "The stop hook MUST take a reviewer whose output has `is_error` true for one that "
            "fails.",
            since=NO_VERDICT_IS_NO_REVIEW,
            kept_outside="the model gets the result that was read from the reviewer",
        ),
        Clause(
            "REV-12.15",
            "The message about a reviewer that wrote no file MUST name the path that was demanded.",
            since=NATURAL_NAMES,
            kept_outside="the words of a message: the model answers with data",
        ),
    ),
    operations=("Stop",),
    source="A22; A24; A25",
    why=(
        "Approving a stop because the reviewer crashed would silently skip a review. If failed "
        "attempts did not count, they could repeat for ever. With this rule, the next stop tries "
        "the other model, until REV-4 applies. An agent cannot repair a reviewer that keeps "
        "failing; so the person is informed, and the review stays due."
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
            source="decided here: an iteration that was not begun is none",
        ),
        Clause(
            "REV-13.2",
            "A rule that stores the state without naming `phase_iteration` MUST NOT change a "
            "`phase_iteration` of none.",
            until=STANDALONE_ITERATION,
            source="decided here: the seeds do not begin an iteration by another write",
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
    why="A request for one review by hand is not a request for a cycle of automatic ones.",
)

FINDINGS = Rule(
    id="REV-14",
    title="A stop is blocked until the findings are addressed",
    clauses=(
        Clause(
            "REV-14.1",
            "The stop hook MUST block a stop as `findings_open` when `next_phase` is a post-review "
            "phase and REV-2, REV-13, REV-3 and REV-4 do not answer it.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-14.2",
            "A stop answered `findings_open` MUST raise `phase_iteration` by 1.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-14.3",
            "A stop answered `findings_open` MUST NOT change any other field.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-14.4",
            "An answer `findings_open` MUST NOT have a `review` or a `model`.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-14.5",
            "`decided` MUST be the state that is then stored.",
            since=FINDINGS_HOLD_THE_STOP,
        ),
        Clause(
            "REV-14.6",
            "The message to the agent MUST name the file of the last review of that kind.",
            since=FINDINGS_HOLD_THE_STOP,
            kept_outside="the words of a message: the model answers with data",
        ),
        Clause(
            "REV-14.7",
            "The message to the agent MUST say how to continue after the findings are addressed.",
            since=FINDINGS_HOLD_THE_STOP,
            kept_outside="the words of a message: the model answers with data",
        ),
    ),
    operations=("Stop",),
    source="A26",
    why=(
        "A stop in a post-review phase means that the agent has forgotten the findings. The stop "
        "is blocked, and the attempt counts, so REV-4 ends the cycle if the agent never addresses "
        "them."
    ),
)

BEFORE_A_REVIEW = (NO_REVIEW, OFF, LIMIT)
AFTER_A_REVIEW = (REVIEW, ADVANCE, TARGETS, BLOCK)
WITHOUT_A_VERDICT = (NO_VERDICT, BY_HAND, FINDINGS)
