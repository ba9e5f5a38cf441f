"""Iteration loops: whether a coordinator's work on a plan goes on, or how it ended."""

from spec.amendments import CONTINUATION_OVERRIDE, HALTING_WINS
from spec.rules.rule import Area, Rule

EMPTY = Rule(
    id="ITR-1",
    title="What counts as no work remaining",
    sentences=(
        "The `work_remaining` of a report stands for names, in the order in which they are given; "
        "nothing remains exactly if there are none.",
        "There MUST be no names if `work_remaining` is missing, or if it is a text of which "
        "nothing, `0` or `[]` is left when the white space at both ends is taken away.",
        "White space is every character that Unicode calls so, and U+001C to U+001F.",
        "Of names that are given as a list, each loses the white space at both ends, those of "
        "which nothing is left are dropped, and no name has a meaning of its own: a list with `0` "
        "in it holds one name.",
    ),
    operations=("ReportIteration",),
    source="ILC, Proposed Solution, Step 1",
)

NAMES = Rule(
    id="ITR-2",
    title="Names stand in a JSON array or between white space",
    sentences=(
        "A text of ITR-1 that begins with `[`, white space before it not counted, MUST be read as "
        "JSON; if it is an array of texts, its elements are a list of names, as in ITR-1.",
        "If it is anything else, or no JSON at all, `work_remaining` is malformed, which ITR-7 "
        "rejects.",
        "Any other text holds names separated by white space; commas, quotes and other signs "
        "belong to the names.",
    ),
    operations=("ReportIteration",),
    source="ILC, Agent Contract Review; that malformed JSON is rejected is decided here",
    why=(
        "A list that cannot be read may be an empty one, and may be a long one: to take its first "
        "bracket for the name of some work would send an agent round for nothing."
    ),
)

CONTRACT = Rule(
    id="ITR-3",
    title="Work that remains decides whether the loop goes on",
    sentences=(
        "A report keeps the contract exactly if its `requires_continuation` is true when work "
        "remains and false when nothing does.",
        "Where ITR-4 does not end the loop and work remains, the loop MUST continue, whatever "
        "`requires_continuation` says.",
        "Where ITR-4 does not end the loop and nothing remains, which is only possible without "
        "A15, `requires_continuation` is trusted: true continues, false ends the loop as "
        "`complete`.",
    ),
    operations=("ReportIteration",),
    source="ILC, Proposed Solution, Step 2; Agent Contract Update",
    why=(
        "A coordinator that forgets to ask for another iteration is the commonest way to lose half "
        "a plan. What remains is a list that can be checked; the signal is an opinion about it."
    ),
    amendment=CONTINUATION_OVERRIDE,
    before=(
        "Nothing compares `requires_continuation` with the work that remains, and no report breaks "
        "a contract.",
        "Where ITR-4 does not end the loop, ITR-8 decides.",
    ),
)

HALTING = Rule(
    id="ITR-4",
    title="Finished, stuck and out of iterations are decided first",
    sentences=(
        "Before ITR-3 and ITR-8 are looked at, the first of these that applies MUST end the loop.",
        "Nothing remains: the loop ends as `complete`.",
        "Work remains and `stuck_detected` is true: the loop ends as `stuck`.",
        "Work remains and the loop's `iteration` is its `max_iterations` or more: the loop ends as "
        "`max_iterations`.",
    ),
    operations=("ReportIteration",),
    source="Decided here",
    why=(
        "An agent that is stuck does the same again when it is sent round again. Without an ending "
        "that the override cannot override, the loop has none."
    ),
    amendment=HALTING_WINS,
    before=(
        "Nothing is decided before ITR-3 and ITR-8; the loop's limit decides nothing, and "
        "`stuck_detected` only what ITR-8 says.",
    ),
)

EFFECT = Rule(
    id="ITR-5",
    title="What begins, goes on and ends with a decision",
    sentences=(
        "Starting MUST be rejected by the first of these that applies: the plan is not registered "
        "(PLN-3); `max_iterations` is less than 1, E047 `invalid_request`, with that number as "
        "`given`.",
        "Starting gives the plan a new loop in iteration 1, `continuing`, with that "
        "`max_iterations`, with no names remaining, no `halt_reason`, no `context` and no "
        "violations, whether or not it had a loop; it is answered with the limit.",
        "A report that is not rejected stores its names as the loop's `work_remaining`.",
        "If the loop continues, its `iteration` is one more, its `context` is the report's "
        "`summary_path`, and its status stays `continuing`.",
        "If the loop ends, its status is the decision, its `halt_reason` is `stuck` or "
        "`max_iterations` for these two and none for `complete`, and its `iteration` and `context` "
        "are not changed.",
        "The answer names the status and the iteration after the report, and the violation that "
        "was logged (ITR-6), if one was.",
        "Nothing about the plan's steps changes, and nothing about its steps is looked at.",
    ),
    operations=("StartIterations", "ReportIteration"),
    source="ILC, Problem Analysis",
)

LOGGED = Rule(
    id="ITR-6",
    title="A broken contract is logged once",
    sentences=(
        "A report that breaks the contract (ITR-3) and is not rejected MUST be logged exactly "
        "once, after those logged before, unless the loop continues with nothing remaining, which "
        "is only possible without A15.",
        "What is logged is the iteration that the report ended, its names, its "
        "`requires_continuation`, and as `override` what became of that signal.",
        "The `override` is `forced_true` if the loop continues, `forced_false` if it ends as "
        "`complete`, and none if it ends as `stuck` or `max_iterations`.",
        "Where there is an errors log, each violation is also one line of JSON there, with the "
        "type `validation_error`, the plan, the time, the iteration, both signals and the "
        "override; starting anew takes nothing out of it.",
    ),
    operations=("ReportIteration",),
    source="ILC, Proposed Solution, Step 2",
    why="An override hides the fault of an agent, and only the log can show that it has one.",
    amendment=CONTINUATION_OVERRIDE,
    before=("Nothing is ever logged, and no answer names a violation.",),
)

REJECTED = Rule(
    id="ITR-7",
    title="A report is rejected unless its summary is there",
    sentences=(
        "A report MUST be rejected by the first of these that applies.",
        "The plan is not registered: E047 `unknown_plan` (PLN-3).",
        "The plan has no loop: E047 `invalid_request`, with `not_started` as `given`.",
        "The loop has ended: E047 `invalid_request`, with its status as `given`.",
        "There is no summary file, `summary_bytes` is none: E047 `missing_summary`.",
        "The `summary_bytes` are fewer than the `least_summary_bytes`, which are 100 unless "
        "somebody says otherwise: E047 `undersized_summary`, with both numbers.",
        "The `work_remaining` is malformed (ITR-2): E047 `invalid_request`, with "
        "`malformed_work_remaining` as `given`.",
        "The other fields of a report are taken as they are: they decide nothing.",
    ),
    operations=("ReportIteration",),
    source="ILC, Defensive Validation Patterns",
    why="The next iteration begins with the summary, and knows nothing that is not in it.",
)

SIGNAL = Rule(
    id="ITR-8",
    title="No signal alone ends a loop while work remains",
    sentences=(
        "While work remains, two reports that differ only in `requires_continuation` MUST lead to "
        "the same status, iteration, `halt_reason`, context and names, and only the violation may "
        "differ.",
    ),
    operations=("ReportIteration",),
    source="ILC, Problem Analysis",
    why="One wrong word of an agent must not end what is left to do.",
    amendment=CONTINUATION_OVERRIDE,
    before=(
        "Where ITR-4 does not end the loop, `requires_continuation` alone decides whether it "
        "continues.",
        "If it is true the loop continues, even if nothing remains, and whatever `stuck_detected` "
        "says.",
        "If it is false the loop ends: as `complete` if nothing remains, else as `stuck` if "
        "`stuck_detected` is true, else as `max_iterations`, whatever the iteration is.",
    ),
)

AREA = Area(
    name="iterations",
    prefix="ITR",
    title="Iteration loops",
    introduction=(
        "A coordinator works on a plan in iterations, and reports at the end of each what remains, "
        "whether it wants to go on, and whether it is stuck. The report decides whether there is "
        "another iteration, and the loop's limit how many there can be. No rule on iterations "
        "looks at drift, at holders or at leases."
    ),
    rules=(EMPTY, NAMES, CONTRACT, HALTING, EFFECT, LOGGED, REJECTED, SIGNAL),
    vocabulary=("iteration_loops", "iterations"),
    properties=("STP-26", "STP-27", "STP-28", "STP-29", "STP-30", "STP-31"),
)
