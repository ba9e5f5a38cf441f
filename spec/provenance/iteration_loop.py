"""Document 004: why an iteration loop halted too early, and how it goes on."""

from spec.provenance.entry import (
    Background,
    Document,
    Entry,
    Kind,
    NotAdopted,
    carried,
    carried_since,
    changed,
)

_LOOPS = "tests/rules/iterations/test_iterations.py::"
_NAMES = "tests/rules/iterations/test_work_remaining.py::"
_EDITIONS = "tests/rules/iterations/test_iteration_editions.py::"
_ITERATE = "tests/impl/cli/iterate/test_iterate.py::"
_TEN_PHASES = "tests/impl/cli/iterate/test_ten_phases.py::"
_EXPLAIN = "tests/conformance/cli/test_explain.py::"
_REPORTS = "tests/impl/documents/test_iteration_reports.py::"

_READ = _REPORTS + "test_the_form_of_the_contract_is_read_with_its_heading_fence_and_prose"
_PAPER = "it says how another program's documents are to be edited"

DOCUMENT = Document(
    number="004",
    title="Continuation of the iteration loop",
    length=673,
    entries=(
        Entry(
            "12, 14, 28-30, 72, 90-92, 120",
            Kind.FORMER,
            "The loop goes on exactly when `requires_continuation` is true.",
            carried("ITR-3.1", "ITR-8.1", "ITR-8.2"),
        ),
        Entry(
            "34, 39-40",
            Kind.REQUIREMENT,
            "A loop that goes on enters the next iteration.",
            carried("ITR-5.6"),
        ),
        Entry(
            "35, 42, 45-48, 50",
            Kind.REQUIREMENT,
            "The summary is copied to `iteration_N_summary.md`, the context of the next iteration.",
            carried(
                "ITR-5.15",
                "ITR-5.16",
                "ITR-5.7",
                _ITERATE + "test_the_next_iteration_begins_with_a_copy_of_the_summary",
            ),
        ),
        Entry(
            "47",
            Kind.REQUIREMENT,
            "A copy that cannot be made is passed over in silence.",
            NotAdopted("the next iteration would begin with a context that does not exist"),
        ),
        Entry(
            "41, 66",
            Kind.REQUIREMENT,
            "What remains is stored, whether the loop goes on or not.",
            carried("ITR-5.5", _LOOPS + "test_itr_5_each_report_replaces_the_names"),
        ),
        Entry(
            "43",
            Kind.REQUIREMENT,
            "A loop that goes on has the status `continuing`.",
            carried("ITR-5.6"),
        ),
        Entry(
            "31, 37, 50, 54, 57, 61",
            Kind.MESSAGE,
            "What was decided, and what the next iteration is given, is printed.",
            carried(_ITERATE + "test_people_are_told_the_decision_its_reason_and_the_context"),
        ),
        Entry(
            "52-53, 55",
            Kind.FORMER,
            "A loop that is not asked to go on is complete when nothing remains.",
            carried("ITR-8.3"),
        ),
        Entry(
            "54-55",
            Kind.REQUIREMENT,
            "A loop that is complete has the status `complete`, and no reason for a halt.",
            carried("ITR-5.8", "ITR-5.10"),
        ),
        Entry(
            "56-58",
            Kind.FORMER,
            "Otherwise it is stuck when the agent says so.",
            carried("ITR-8.4"),
        ),
        Entry(
            "60-62, 76-88, 90",
            Kind.FORMER,
            "Otherwise it ends as `max_iterations`, however few there were.",
            carried("ITR-8.5"),
        ),
        Entry(
            "58-59, 62-63",
            Kind.FIELD,
            "A halted loop has its status as `halt_reason` too.",
            carried("ITR-5.8", "ITR-5.9"),
        ),
        Entry(
            "76-88",
            Kind.TEST_CASE,
            "The report that halted a plan with five of ten phases left.",
            carried(_REPORTS + "test_the_report_that_halted_the_seed_is_read"),
        ),
        Entry(
            "101-114",
            Kind.REQUIREMENT,
            "A report is a block of lines `key: value` under `IMPLEMENTATION_COMPLETE:`.",
            carried(_READ),
        ),
        Entry(
            "102-104, 106-107, 109-110, 113",
            Kind.FIELD,
            "A report has fields for people: counts, paths, commits and the use of the context.",
            carried("ITR-7.8", _LOOPS + "test_itr_7_the_other_fields_decide_nothing"),
        ),
        Entry(
            "105, 81",
            Kind.FIELD,
            "`summary_path` is the path of the iteration's summary.",
            carried("ITR-7.3"),
        ),
        Entry(
            "108, 82",
            Kind.FIELD,
            "`work_remaining` is a text of names separated by spaces, not a JSON array.",
            carried(
                "ITR-2.4",
                "ITR-1.1",
                _NAMES + "test_itr_1_and_itr_2_names_are_stored_in_their_order",
            ),
        ),
        Entry(
            "111",
            Kind.FIELD,
            "`requires_continuation` is true or false.",
            carried("ITR-3.2"),
        ),
        Entry(
            "112",
            Kind.FIELD,
            "`stuck_detected` is true or false.",
            changed("A15", "ITR-4.4"),
        ),
        Entry(
            "116-118, 405-409, 411-416, 571-574, 642",
            Kind.REQUIREMENT,
            "A report asks to go on exactly when work remains.",
            carried("ITR-3.2"),
        ),
        Entry(
            "134",
            Kind.REQUIREMENT,
            "The smallest summary that is accepted has 10 bytes by default.",
            changed(
                "A34",
                "ITR-7.9",
                "ITR-7.10",
                _EDITIONS + "test_a34_itr_7_the_edition_decides_how_small_a_summary_may_be",
            ),
        ),
        Entry(
            "137-150, 177, 184-187, 200, 204",
            Kind.REQUIREMENT,
            "An iteration without a summary file is an error that nothing passes.",
            carried("ITR-7.3", _LOOPS + "test_itr_7_no_summary_is_less_than_an_empty_one"),
        ),
        Entry(
            "157-170",
            Kind.REQUIREMENT,
            "A summary file that is too small is an error, which names both sizes.",
            carried(
                "ITR-7.4", "ITR-7.6", _LOOPS + "test_itr_7_a_summary_that_is_too_small_is_none"
            ),
        ),
        Entry(
            "138-147, 158-167, 190-198",
            Kind.REQUIREMENT,
            "A missing or too small summary is logged as `agent_error`.",
            carried(
                "ITR-7.11",
                "ITR-7.12",
                "ITR-6.11",
                _ITERATE + "test_a_summary_that_is_missing_or_too_small_is_logged",
            ),
        ),
        Entry(
            "197-198",
            Kind.FIELD,
            "The record of a missing summary has the folders and the pattern that were searched.",
            NotAdopted("the report names its summary (line 105), so nothing is searched"),
        ),
        Entry(
            "185",
            Kind.REQUIREMENT,
            "The newest file of the summaries' folder is taken for the summary.",
            NotAdopted("the report names its summary (line 105), so nothing has to be guessed"),
        ),
        Entry(
            "208-225",
            Kind.REQUIREMENT,
            "Variables get defaults, and the path of a report has to be absolute.",
            NotAdopted("it is quoted from a command that makes reports, which is outside"),
        ),
        Entry(
            "18, 231-233, 269-271, 278-280, 296-297, 324-325, 352-354, 370-371, 419-420, 422-423",
            Kind.DECISION,
            "While work remains the loop goes on, whatever the agent asks for.",
            changed(
                "A15",
                "ITR-3.3",
                "ITR-4.4",
                "ITR-4.5",
                _EDITIONS + "test_a11_itr_8_the_signal_alone_ends_no_loop",
            ),
        ),
        Entry(
            "280, 354",
            Kind.REQUIREMENT,
            "Any `requires_continuation` but `true` is overridden, an absent one too.",
            changed(
                "A50",
                "ITR-3.5",
                "ITR-3.6",
                _ITERATE + "test_every_signal_but_true_is_overridden_while_work_remains",
                _ITERATE + "test_a_missing_signal_is_overridden_too",
            ),
        ),
        Entry(
            "237-261, 331-349, 566",
            Kind.DEFINITION,
            "Nothing remains when the text is empty, `0`, `[]`, or white space of the locale only.",
            changed(
                "A35 A36",
                "ITR-1.2",
                "ITR-1.3",
                "ITR-1.4",
                "ITR-1.5",
                "ITR-1.8",
                "ITR-1.10",
                "ITR-2.6",
                _NAMES + "test_a35_itr_1_itr_2_and_itr_7_without_it_only_four_forms_are_nothing",
            ),
        ),
        Entry(
            "259-260, 347-348",
            Kind.REQUIREMENT,
            "Every other text is work that remains, whatever it looks like.",
            changed(
                "A35",
                "ITR-2.7",
                "ITR-7.7",
                _NAMES + "test_a35_itr_1_itr_2_and_itr_7_without_it_only_four_forms_are_nothing",
            ),
        ),
        Entry(
            "321",
            Kind.REQUIREMENT,
            "Other forms of the text are converted before it is looked at.",
            carried("ITR-2.2"),
        ),
        Entry(
            "281-283, 298, 355-357, 372, 423",
            Kind.MESSAGE,
            "A warning says that the signal was overridden, and what remains.",
            carried(
                "ITR-6.13",
                "ITR-6.14",
                _ITERATE + "test_people_are_told_the_decision_its_reason_and_the_context",
            ),
        ),
        Entry(
            "285-294, 359-368, 421, 568",
            Kind.REQUIREMENT,
            "An override is logged as `validation_error` in `errors.jsonl`.",
            carried(
                "ITR-6.3",
                "ITR-6.8",
                "ITR-6.9",
                _ITERATE + "test_every_violation_is_a_warning_and_a_line_of_the_log",
            ),
        ),
        Entry(
            "287-292, 361-366",
            Kind.FIELD,
            "The record of an override has command, workflow id, arguments, message and source.",
            carried(
                "ITR-6.11",
                "ITR-6.12",
                _ITERATE + "test_every_violation_is_a_warning_and_a_line_of_the_log",
            ),
        ),
        Entry(
            "293-294, 367-368",
            Kind.FIELD,
            "The record of an override has what remains, the signal, and `override` `forced_true`.",
            carried("ITR-6.4", "ITR-6.5", "ITR-6.9"),
        ),
        Entry(
            "299-300, 373-374",
            Kind.MESSAGE,
            "When work remains and the agent agrees, the log says so.",
            carried(
                "ITR-6.13",
                _ITERATE + "test_every_signal_but_true_is_overridden_while_work_remains",
            ),
        ),
        Entry(
            "302-305, 376-379",
            Kind.REQUIREMENT,
            "When nothing remains, the agent's signal decides.",
            changed("A15", "ITR-3.4", "ITR-4.3"),
        ),
        Entry(
            "272-275, 326-329",
            Kind.MESSAGE,
            "The validation announces itself with a heading.",
            NotAdopted("a heading without contents"),
        ),
        Entry(
            "310-312, 383-391, 569",
            Kind.REQUIREMENT,
            "What follows the decision stays as it was.",
            carried("ITR-5.6", "ITR-5.8"),
        ),
        Entry(
            "413",
            Kind.TABLE_ROW,
            "Work remains and the report asks to go on: valid.",
            carried("ITR-3.2"),
        ),
        Entry(
            "414",
            Kind.TABLE_ROW,
            "Nothing remains and the report asks to end: valid.",
            carried("ITR-3.2"),
        ),
        Entry(
            "415",
            Kind.TABLE_ROW,
            "Nothing remains and the report asks to go on: invalid.",
            carried_since("A15", "ITR-3.2", "ITR-4.3"),
        ),
        Entry(
            "416",
            Kind.TABLE_ROW,
            "Work remains and the report asks to end: invalid, and overridden.",
            carried("ITR-3.2", "ITR-6.2", "ITR-6.5"),
        ),
        Entry(
            "425, 542-545",
            Kind.CRITERION,
            "No agent's fault halts a plan with work undone, and every override can be seen.",
            carried("ITR-8.6", "ITR-6.3"),
        ),
        Entry(
            "427, 552",
            Kind.REQUIREMENT,
            "An agent asks to go on whenever it names work, and names no phases that it skips.",
            carried("ITR-3.2"),
        ),
        Entry(
            "438-449, 581-582",
            Kind.TEST_CASE,
            "Case 1: work remains and the agent agrees; the loop goes on, and nothing is logged.",
            carried(_LOOPS + "test_itr_3_itr_4_itr_5_and_itr_6_a_report_decides"),
        ),
        Entry(
            "447",
            Kind.MESSAGE,
            "Case 1 prints that the agent agrees.",
            carried(
                "ITR-6.13",
                _ITERATE + "test_every_signal_but_true_is_overridden_while_work_remains",
            ),
        ),
        Entry(
            "451-463, 581-582",
            Kind.TEST_CASE,
            "Case 2: work remains and the agent does not ask to go on: overridden and logged.",
            carried(_ITERATE + "test_every_violation_is_a_warning_and_a_line_of_the_log"),
        ),
        Entry(
            "460",
            Kind.MESSAGE,
            "Case 2 warns that the agent asked to end with work remaining.",
            carried(
                "ITR-6.14",
                _ITERATE + "test_people_are_told_the_decision_its_reason_and_the_context",
            ),
        ),
        Entry(
            "465-476, 581-582",
            Kind.TEST_CASE,
            "Case 3: `0` remains and the agent does not ask to go on; the loop is complete.",
            carried(
                _ITERATE + "test_nothing_remaining_completes_the_loop",
                _NAMES + "test_itr_1_nothing_remains",
            ),
        ),
        Entry(
            "474",
            Kind.MESSAGE,
            "Case 3 prints that nothing remains and the agent's decision is accepted.",
            carried(
                "ITR-6.13",
                _ITERATE + "test_without_work_a_signal_is_accepted_or_overridden",
            ),
        ),
        Entry(
            "478-489, 580-582",
            Kind.TEST_CASE,
            "Case 4: an empty text means that nothing remains.",
            carried(_NAMES + "test_itr_1_nothing_remains"),
        ),
        Entry(
            "491-502, 580-582",
            Kind.TEST_CASE,
            "Case 5: white space alone means that nothing remains.",
            carried(_NAMES + "test_itr_1_nothing_remains"),
        ),
        Entry(
            "504-534, 582-583, 644",
            Kind.TEST_CASE,
            "A plan of ten phases reaches `complete` although the agent makes a mistake, logged.",
            carried(
                _TEN_PHASES
                + "test_ten_phases_are_completed_although_the_coordinator_once_wants_to_stop"
            ),
        ),
        Entry(
            "530",
            Kind.FIELD,
            "The message of the record says `Agent contract violation`.",
            carried(
                "ITR-6.12",
                _TEN_PHASES
                + "test_ten_phases_are_completed_although_the_coordinator_once_wants_to_stop",
            ),
        ),
        Entry(
            "549-550",
            Kind.RISK,
            "Overrides hide an agent's faults: each is logged.",
            carried("ITR-6.3"),
        ),
        Entry(
            "551-552",
            Kind.RISK,
            "Names of skipped phases count as work: the agent has to leave them out.",
            carried("ITR-1.2"),
        ),
        Entry(
            "556-558",
            Kind.CONSTRAINT,
            "For agents that keep the contract nothing changes.",
            carried("ITR-8.6"),
        ),
        Entry(
            "567, 569, 573-576, 587, 589, 643, 657-660",
            Kind.REQUIREMENT,
            "The command, the agent's contract, the guide and the error catalog are rewritten.",
            NotAdopted(_PAPER),
        ),
        Entry(
            "588",
            Kind.REQUIREMENT,
            "The documentation explains why a loop went on although the agent said no.",
            carried(
                _EXPLAIN + "test_a_word_of_the_errors_log_leads_to_the_question_that_it_raises"
            ),
        ),
        Entry(
            "595-608",
            Kind.ALTERNATIVE,
            "Mend the agent only: rejected, because the next agent may have a fault too.",
            carried("ITR-3.3"),
        ),
        Entry(
            "610-622",
            Kind.ALTERNATIVE,
            "Drop the signal: rejected, because a stuck agent has to be able to halt.",
            carried_since("A15", "ITR-4.4"),
        ),
        Entry(
            "624-636",
            Kind.ALTERNATIVE,
            "Halt on a mismatch: rejected, because going on serves people better.",
            carried("ITR-3.3", "ITR-6.2"),
        ),
        Entry(
            "645",
            Kind.FOLLOW_ON,
            "The log can be asked for the errors of one type.",
            NotAdopted("the log is lines of JSON, for which there are programs"),
        ),
        Entry(
            "646",
            Kind.FOLLOW_ON,
            "A flag `--strict` might turn overrides off.",
            NotAdopted("the document leaves it to a later version"),
        ),
        Entry(
            "652, 654",
            Kind.REQUIREMENT,
            "The loop goes on until nothing remains or the limit of iterations is reached.",
            carried_since(
                "A15",
                "ITR-4.3",
                "ITR-4.5",
                _LOOPS + "test_itr_4_at_the_limit_the_loop_ends",
            ),
        ),
    ),
    background=(
        Background(
            "1-2, 7-11, 13, 15, 17, 19-25, 27, 32, 36, 38, 44, 49, 65, 68-71, 73-75, 89, "
            "93-100, 115, 119, 121-127, 129-131, 136, 152, 156, 172, 175-176, 178-180, "
            "182-183, 188, 199, 202-203, 205-207, 226-230, 234-236, 262-265, 267-268, "
            "276-277, 284, 295, 306, 308-309, 313-315, 317-320, 322-323, 330, 350-351, 358, "
            "369, 380, 382, 392-399, 401-403, 410, 417-418, 424, 426, 428-435, 437, 450, 464, "
            "477, 490, 503, 535-541, 546-548, 553-555, 559-565, 570, 577-579, 584-586, "
            "590-594, 609, 623, 637-641, 647-651, 653, 655-656, 661-665, 670-673",
            "headings and empty lines",
        ),
        Background(
            "3-6, 16",
            "metadata, and what the report is for",
        ),
        Background(
            "26, 128, 181, 266, 316, 400, 404, 436",
            "introduces what is quoted",
        ),
        Background(
            "33, 51, 64, 67, 132-133, 135, 151, 153-155, 171, 173-174, 189, 201, 301, 307, "
            "375, 381",
            "the frame of quoted programs",
        ),
        Background(
            "666-669",
            "references",
        ),
    ),
)
