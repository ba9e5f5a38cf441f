"""Iteration loops: whether a coordinator's work on a plan continues, or how it ended."""

from spec.amendments.changes_2026_2 import WORK_AS_WRITTEN
from spec.amendments.corrections import (
    CHECKED_WORK,
    HALTING_WINS,
    LARGER_SUMMARY,
    SIGNAL_IN_ANY_CASE,
)
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.rules.rule import Area, Clause, Rule

EMPTY = Rule(
    id="ITR-1",
    title="Values of `work_remaining` that mean no work",
    clauses=(
        Clause(
            "ITR-1.1",
            "The `work_remaining` of a report represents a list of names, in the order given.",
        ),
        Clause(
            "ITR-1.2",
            "Nothing remains when that list is empty; otherwise work remains.",
        ),
        Clause(
            "ITR-1.3",
            "White space is every character with the Unicode property White_Space, and U+001C to "
            "U+001F.",
            source="seeds 004, line 257; decided here: there the locale decides, and here Unicode",
        ),
        Clause(
            "ITR-1.4",
            "The store MUST read a missing `work_remaining` as an empty list.",
            source="seeds 004, line 245",
        ),
        Clause(
            "ITR-1.5",
            "The store MUST read a text as an empty list when it is empty, `0` or `[]` after "
            "stripping white space.",
            since=CHECKED_WORK,
        ),
        Clause(
            "ITR-1.6",
            "In a list, the store MUST strip white space from each name and drop names that are "
            "then empty.",
            since=CHECKED_WORK,
            source="A35; decided here: white space names no work",
        ),
        Clause(
            "ITR-1.7",
            "In a list, the store MUST NOT give a name a meaning of its own: `0` is a name there.",
            source="decided here: a list that is not empty says that work remains",
        ),
        Clause(
            "ITR-1.8",
            "The store MUST read a text as an empty list only when it is empty, white space, `0` "
            "or `[]`.",
            until=CHECKED_WORK,
        ),
        Clause(
            "ITR-1.9",
            "A text means nothing when it is `none`, `null`, `nil`, `n/a` or `nothing`, ignoring "
            "ASCII case, optionally followed by a full stop.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-1.10",
            "The store MUST read a text as an empty list when it means nothing after stripping "
            "white space.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-1.11",
            "The store MUST read a text as an empty list when it is a dash after stripping white "
            "space: `-`, `–` (U+2013) or `—` (U+2014).",
            since=WORK_AS_WRITTEN,
        ),
    ),
    operations=("ReportIteration",),
    source="seeds 004, lines 108, 117-118, 237-261, 465-502, 551-552; A35; A36",
)

NAMES = Rule(
    id="ITR-2",
    title="`work_remaining` is a JSON array or a whitespace-separated list",
    clauses=(
        Clause(
            "ITR-2.1",
            "The store MUST read a text that begins with `[` after white space as JSON.",
            since=CHECKED_WORK,
            until=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.2",
            "The store MUST read a JSON array of strings as the list of its elements.",
            source=(
                "seeds 004, line 321; decided here: the seed converts other forms "
                "first, and does not show how"
            ),
        ),
        Clause(
            "ITR-2.3",
            "Such a text is malformed when it is not a JSON array of strings; ITR-7 rejects it.",
            since=CHECKED_WORK,
            until=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.4",
            "The store MUST read any other text as names separated by white space.",
            source="seeds 004, line 108",
        ),
        Clause(
            "ITR-2.5",
            "The store MUST keep commas, quotes and other characters as parts of these names.",
            until=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.6",
            "The store MUST read a JSON array without elements as names, unless it is `[]`.",
            until=CHECKED_WORK,
            source="seeds 004, lines 253-254",
        ),
        Clause(
            "ITR-2.7",
            "The store MUST NOT reject a report because of its `work_remaining`.",
            until=CHECKED_WORK,
            source="seeds 004, lines 259-260",
        ),
        Clause(
            "ITR-2.8",
            "A bare list is `[`, one or more elements separated by commas, and `]`; white space "
            "around an element and one comma behind the last are ignored.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.9",
            "An element is a text, which may be empty, between two `\"` or two `'`, or a word: one "
            "or more characters except `,`, `[`, `]`, `{` and `}`.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.10",
            "No element holds a control character (U+0000 to U+001F, U+007F to U+009F), a "
            "backslash or a quotation mark: `\"`, `'`, U+0060 and U+2018 to U+201F.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.11",
            "A word is ambiguous when it means nothing (ITR-1.9), is a dash (ITR-1.11), or is "
            "`0`, `true`, `false`, `nan` or `~`, ignoring ASCII case.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.12",
            "A word with white space in it is ambiguous too when it is the only element; a text in "
            "quotes is no word.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.13",
            "The store MUST read a bare list without ambiguous words as the list of its elements, "
            "without their quotes.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.14",
            "Every other text that begins with `[` after white space is malformed, unless it is a "
            "JSON array of strings; ITR-7 rejects it.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.15",
            "When all names of a text but the last end with a comma, the store MUST drop that one "
            "comma from these names, and names that are then empty.",
            since=WORK_AS_WRITTEN,
        ),
        Clause(
            "ITR-2.16",
            "The store MUST keep every other comma, that of the last name included, every quote "
            "and other character as part of a name.",
            since=WORK_AS_WRITTEN,
        ),
    ),
    operations=("ReportIteration",),
    source="A35; A36; decided here: a list that cannot be read is no name",
    why=(
        "A malformed list may be empty or long; reading its first bracket as the name of some work "
        "could start an iteration in vain. So unambiguous values are read, and the others are "
        "rejected."
    ),
)

CONTRACT = Rule(
    id="ITR-3",
    title="Remaining work determines whether the loop continues",
    clauses=(
        Clause(
            "ITR-3.1",
            "The store MUST NOT compare `requires_continuation` with the work that remains; for "
            "what decides instead, see ITR-8.",
            until=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-3.2",
            "A report keeps the contract when `requires_continuation` is true and work remains, or "
            "is false and nothing remains.",
            since=CONTINUATION_OVERRIDE,
            source="seeds 004, lines 111, 116-118, 409-416, 427",
        ),
        Clause(
            "ITR-3.3",
            "Unless ITR-4 ends the loop, it MUST continue while work remains, whatever "
            "`requires_continuation` is.",
            since=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-3.4",
            "When nothing remains, the loop MUST continue if `requires_continuation` is true, and "
            "end as `complete` otherwise.",
            since=CONTINUATION_OVERRIDE,
            until=HALTING_WINS,
            source="seeds 004, lines 302-305, 376-379",
        ),
        Clause(
            "ITR-3.5",
            "A program that reads a report MUST take `requires_continuation` for false unless it "
            "is exactly `true`; a missing one too.",
            until=SIGNAL_IN_ANY_CASE,
            source="seeds 004, lines 280, 354",
            kept_outside="a program reads the report; an operation has true or false",
        ),
        Clause(
            "ITR-3.6",
            "A program that reads a report MUST read `requires_continuation` as false if it is "
            "missing or anything but `true`, ignoring case.",
            since=SIGNAL_IN_ANY_CASE,
            source="A50; seeds 004, lines 280, 354",
            kept_outside="a program reads the report; an operation has true or false",
        ),
    ),
    operations=("ReportIteration",),
    source="A11; seeds 004, lines 12, 229-305, 400-428, 595-608, 624-636",
    why=(
        "A coordinator that forgets to request another iteration is the commonest way to lose half "
        "a plan. The remaining work is a list that can be checked; the signal is an opinion about "
        "it. Where nothing remains, the seed's code follows the signal (ITR-3.4), and its table "
        "calls that invalid (line 415): `seeds` follows the code, and A15 the table."
    ),
)

HALTING = Rule(
    id="ITR-4",
    title="Finished, stuck and out of iterations are decided first",
    clauses=(
        Clause(
            "ITR-4.1",
            "A loop MUST NOT end because its `iteration` has reached `max_iterations`.",
            until=HALTING_WINS,
            source="decided here: the seeds' code (004, lines 281-304) looks at no limit",
        ),
        Clause(
            "ITR-4.2",
            "A loop MUST NOT end because of `stuck_detected`, except under ITR-8.",
            until=HALTING_WINS,
            source="decided here: the seeds' code (004, lines 281-304) does not look at it",
        ),
        Clause(
            "ITR-4.3",
            "A loop MUST end as `complete` when nothing remains.",
            since=HALTING_WINS,
        ),
        Clause(
            "ITR-4.4",
            "A loop MUST end as `stuck` when work remains and `stuck_detected` is true.",
            since=HALTING_WINS,
        ),
        Clause(
            "ITR-4.5",
            "A loop MUST end as `max_iterations` when work remains, `stuck_detected` is false and "
            "its `iteration` is `max_iterations` or more.",
            since=HALTING_WINS,
        ),
        Clause(
            "ITR-4.6",
            "The store MUST apply ITR-4 before ITR-3 and ITR-8.",
            since=HALTING_WINS,
        ),
    ),
    operations=("ReportIteration",),
    source="A15",
    why=(
        "A stuck agent does the same in the next iteration. Without an ending that takes "
        "precedence over the override, the loop would never end. The seed's prose wants both "
        "endings (lines 622, 652), and its code has neither (lines 281-304): `seeds` follows the "
        "code, which is what ran, and A15 the prose, which is what was meant."
    ),
)

EFFECT = Rule(
    id="ITR-5",
    title="Starting, continuing and ending a loop",
    clauses=(
        Clause(
            "ITR-5.1",
            "The store MUST reject `StartIterations` with a `max_iterations` less than 1 with E047 "
            "`invalid_request`, given that number.",
            source="decided here: a loop without an iteration does nothing",
        ),
        Clause(
            "ITR-5.2",
            "`StartIterations` MUST give the plan a new loop in iteration 1, `continuing`, with "
            "its `max_iterations`, whether or not the plan had a loop.",
        ),
        Clause(
            "ITR-5.3",
            "A new loop MUST have no names, no `halt_reason`, no `context` and no violations.",
        ),
        Clause(
            "ITR-5.4",
            "The answer to `StartIterations` MUST give the `max_iterations` of the loop.",
        ),
        Clause(
            "ITR-5.5",
            "An accepted report MUST store its names as the loop's `work_remaining`.",
            source="seeds 004, lines 41, 66",
        ),
        Clause(
            "ITR-5.6",
            "A loop that continues MUST keep the status `continuing` and raise its `iteration` by "
            "1.",
            source="seeds 004, lines 34, 40, 43, 310-312",
        ),
        Clause(
            "ITR-5.7",
            "A loop that continues MUST store the report's `summary_path` as its `context`.",
            source="seeds 004, lines 35, 42",
        ),
        Clause("ITR-5.8", "A loop that ends MUST store the decision as its status."),
        Clause(
            "ITR-5.9",
            "A loop that ends as `stuck` or `max_iterations` MUST store that word as its "
            "`halt_reason`.",
            since=HALTING_WINS,
            source="A15; seeds 004, lines 56-63",
        ),
        Clause(
            "ITR-5.10",
            "A loop that ends as `complete` MUST have no `halt_reason`.",
            source="seeds 004, lines 53-55",
        ),
        Clause("ITR-5.11", "A loop that ends MUST NOT change its `iteration` and `context`."),
        Clause(
            "ITR-5.12",
            "The answer to a report MUST give the status and the `iteration` of the loop after it.",
        ),
        Clause(
            "ITR-5.13",
            "The answer to a report MUST give the violation that it logged (ITR-6), if any.",
            since=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-5.14",
            "Iterations MUST NOT change or depend on the plan's steps.",
        ),
        Clause(
            "ITR-5.15",
            "When a loop continues, the program that reports MUST have copied the summary to "
            "`iteration_N_summary.md`, where N is the iteration that ended.",
            source="seeds 004, lines 35, 45-48",
            kept_outside="a program copies the file; an operation has its path alone",
        ),
        Clause(
            "ITR-5.16",
            "The path of that copy MUST be the `context` of the loop.",
            source="seeds 004, lines 35, 42, 50",
            kept_outside="a program copies the file; an operation has its path alone",
        ),
        Clause(
            "ITR-5.17",
            "A loop that ends as `stuck` or `max_iterations` MUST store that word as its "
            "`halt_reason` (ITR-8).",
            until=CONTINUATION_OVERRIDE,
            source="seeds 004, lines 56-63",
        ),
    ),
    operations=("StartIterations", "ReportIteration"),
    source=(
        "seeds 004, lines 24-68, 310-312; decided here: the seed does not say what starting stores"
    ),
    why=(
        "The next iteration begins with the copy, so a coordinator may overwrite its last summary."
    ),
)

LOGGED = Rule(
    id="ITR-6",
    title="A contract violation is logged once",
    clauses=(
        Clause(
            "ITR-6.1",
            "The store MUST NOT log a violation.",
            until=CONTINUATION_OVERRIDE,
            source="decided here: the edition does not know violations",
        ),
        Clause(
            "ITR-6.2",
            "An accepted report that breaks the contract (ITR-3.2) is a violation, unless the loop "
            "continues with nothing remaining.",
            since=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-6.3",
            "The store MUST log each violation exactly once, after the earlier ones.",
            since=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-6.4",
            "A violation MUST record the iteration that the report ended, its names and its "
            "`requires_continuation`.",
            since=CONTINUATION_OVERRIDE,
            source="seeds 004, lines 293-294",
        ),
        Clause(
            "ITR-6.5",
            "The `override` of a violation MUST be `forced_true` when the loop continues.",
            since=CONTINUATION_OVERRIDE,
            source="seeds 004, lines 294, 416",
        ),
        Clause(
            "ITR-6.6",
            "The `override` of a violation MUST be `forced_false` when the loop ends as "
            "`complete`.",
            since=HALTING_WINS,
            source="A15; decided here: the signal is then overridden the other way",
        ),
        Clause(
            "ITR-6.7",
            "The `override` of a violation MUST be absent when the loop ends as `stuck` or "
            "`max_iterations`.",
            since=HALTING_WINS,
            source="A15; decided here: the signal then decides nothing",
        ),
        Clause(
            "ITR-6.8",
            "Where there is an errors log, each violation MUST be one line of JSON in it.",
            since=CONTINUATION_OVERRIDE,
            source="seeds 004, line 421",
            kept_outside="a program writes this file; the model keeps the violations themselves",
        ),
        Clause(
            "ITR-6.9",
            "That line MUST give the type `validation_error`, plan, time, iteration, names, "
            "`requires_continuation` and `override`.",
            since=CONTINUATION_OVERRIDE,
            source="seeds 004, lines 286-294",
            kept_outside="a program writes this file; the model keeps the violations themselves",
        ),
        Clause(
            "ITR-6.10",
            "`StartIterations` MUST NOT remove anything from the errors log.",
            since=CONTINUATION_OVERRIDE,
            source="decided here: a log only grows",
            kept_outside="a program writes this file; the model keeps the violations themselves",
        ),
        Clause(
            "ITR-6.11",
            "Each line of the errors log MUST give a message, the command, its workflow id, its "
            "arguments and the check that failed as `source`.",
            source="seeds 004, lines 138-147, 158-167, 190-198, 286-294",
            kept_outside="a program writes this file",
        ),
        Clause(
            "ITR-6.12",
            "The message of a violation MUST begin with `Agent contract violation` and give "
            "`requires_continuation` as it was reported.",
            since=CONTINUATION_OVERRIDE,
            source="A11; seeds 004, lines 291, 530",
            kept_outside="a program writes this file; the model keeps the violations themselves",
        ),
        Clause(
            "ITR-6.13",
            "The program that reports MUST print whether work remains, and whether it accepted "
            "`requires_continuation`, overrode it or ended the loop for another reason.",
            since=CONTINUATION_OVERRIDE,
            source="A11; seeds 004, lines 298-304, 372-378, 447, 474",
            kept_outside="a program prints this",
        ),
        Clause(
            "ITR-6.14",
            "For a violation, it MUST print a warning with `requires_continuation` as it was "
            "reported, the names of the work that remains and the effect.",
            since=CONTINUATION_OVERRIDE,
            source="A11; seeds 004, lines 281-283, 355-357, 460",
            kept_outside="a program prints this",
        ),
    ),
    operations=("ReportIteration",),
    source="A11; seeds 004, lines 285-294, 416, 418-423, 425, 549-550, 624-636",
    why="An override hides the mistake of an agent; only the log shows it.",
)

REJECTED = Rule(
    id="ITR-7",
    title="A report is rejected if its summary is missing or too small",
    clauses=(
        Clause(
            "ITR-7.1",
            "The store MUST reject a report for a plan without a loop with E047 "
            "`invalid_request`, whose `given` is `not_started`.",
            source="decided here: nothing can continue that was not started",
        ),
        Clause(
            "ITR-7.2",
            "The store MUST reject a report for a loop that has ended with E047 "
            "`invalid_request`, given its status.",
            source="decided here: an ending is final until the loop is started anew",
        ),
        Clause(
            "ITR-7.3",
            "The store MUST reject a report without a summary file (`summary_bytes` is none) with "
            "E047 `missing_summary`.",
            source="seeds 004, lines 105, 137-151, 184-201",
        ),
        Clause(
            "ITR-7.4",
            "The store MUST reject a report whose `summary_bytes` are fewer than its "
            "`least_summary_bytes` with E047 `undersized_summary`.",
            source="seeds 004, lines 157-171",
        ),
        Clause(
            "ITR-7.6",
            "E047 `undersized_summary` MUST name both numbers.",
            source="seeds 004, lines 165-167",
        ),
        Clause(
            "ITR-7.7",
            "The store MUST reject a report whose `work_remaining` is malformed with E047 "
            "`invalid_request`, whose `given` is `malformed_work_remaining`.",
            since=CHECKED_WORK,
            source="A35; decided here: a list that cannot be read is no name",
        ),
        Clause(
            "ITR-7.8",
            "The store MUST NOT decide anything by the other fields of a report.",
            source="seeds 004, lines 102-113; decided here: they are for people to read",
        ),
        Clause(
            "ITR-7.9",
            "Without `least_summary_bytes`, the store MUST accept a summary of 10 bytes or more.",
            until=LARGER_SUMMARY,
            source="seeds 004, line 134",
        ),
        Clause(
            "ITR-7.10",
            "Without `least_summary_bytes`, the store MUST take 100 for it.",
            since=LARGER_SUMMARY,
        ),
        Clause(
            "ITR-7.11",
            "Where there is an errors log, each report rejected with `missing_summary` or "
            "`undersized_summary` MUST be one line of JSON in it.",
            source="seeds 004, lines 138-147, 158-167, 190-198",
            kept_outside="a program writes this file",
        ),
        Clause(
            "ITR-7.12",
            "That line MUST give the type `agent_error`, plan, time, the path of the summary, and "
            "`file_not_found`, or `file_too_small` with both sizes.",
            source="seeds 004, lines 142-147, 162-167",
            kept_outside="a program writes this file",
        ),
    ),
    operations=("ReportIteration",),
    source="seeds 004, lines 124-204",
    why="The next iteration begins with the summary and has no other information.",
)

SIGNAL = Rule(
    id="ITR-8",
    title="No signal alone ends a loop while work remains",
    clauses=(
        Clause(
            "ITR-8.1",
            "Unless ITR-4 ends the loop, it MUST continue when `requires_continuation` is true, "
            "whatever the other fields.",
            until=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-8.2",
            "Unless ITR-4 ends the loop, it MUST end when `requires_continuation` is false.",
            until=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-8.3",
            "A loop that ITR-8.2 ends MUST end as `complete` when nothing remains.",
            until=CONTINUATION_OVERRIDE,
            unobservable="later editions end such a loop alike (ITR-4.3)",
        ),
        Clause(
            "ITR-8.4",
            "A loop that ITR-8.2 ends MUST end as `stuck` when work remains and `stuck_detected` "
            "is true.",
            until=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-8.5",
            "A loop that ITR-8.2 ends MUST end as `max_iterations` when work remains and "
            "`stuck_detected` is false, whatever its `iteration`.",
            until=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-8.6",
            "While work remains, reports that differ only in `requires_continuation` MUST leave "
            "the same status, iteration, `halt_reason`, `context` and names.",
            since=CONTINUATION_OVERRIDE,
        ),
        Clause(
            "ITR-8.7",
            "Reports that differ only in `requires_continuation` MAY leave different violations.",
            since=CONTINUATION_OVERRIDE,
            source="decided here: only the log tells such reports apart",
        ),
    ),
    operations=("ReportIteration",),
    source="A11; seeds 004, lines 28-92, 425, 556-558",
    why="One wrong word of an agent must not end a loop with remaining work.",
)

AREA = Area(
    name="iterations",
    prefix="ITR",
    title="Iteration loops",
    introduction=(
        "A coordinator works on a plan in iterations. At the end of each it reports the remaining "
        "work, whether to continue, and whether it is stuck. The report determines whether there "
        "is another iteration; the loop's limit bounds their number. Iterations do not depend on "
        "drift, holders or leases."
    ),
    rules=(EMPTY, NAMES, CONTRACT, HALTING, EFFECT, LOGGED, REJECTED, SIGNAL),
    vocabulary=("iteration_loops", "iterations"),
    properties=(
        *("STP-26", "STP-27", "STP-28", "STP-29", "STP-30", "STP-31"),
        *("STP-32", "STP-33", "STP-34"),
    ),
)
