"""Document 003: a review of the plan of the review cycles, and what it recommends."""

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

_STOPS = "tests/rules/reviews/test_review_stops.py::"
_EDITIONS = "tests/rules/reviews/test_review_editions.py::"
_REVIEWS = "tests/rules/reviews/test_reviews.py::"
_PAPERS = "tests/impl/hooks/test_review_papers.py::"
_REVIEWER = "tests/impl/hooks/test_reviewer.py::"
_MESSAGES = "tests/impl/hooks/test_stop_messages.py::"
_VERDICTS = "tests/impl/hooks/test_verdicts.py::"
_FILES = "tests/rules/reviews/test_review_files.py::"

DOCUMENT = Document(
    number="003",
    title="Review of the plan of the review cycles",
    length=126,
    entries=(
        Entry(
            "3",
            Kind.REQUIREMENT,
            "A reviewer gives its verdict, PASS or FAIL, as structured output.",
            carried("REV-5.12", _VERDICTS + "test_a_verdict_is_read_from_structured_output"),
        ),
        Entry(
            "3, 50",
            Kind.REQUIREMENT,
            "Each of the four kinds of review has a prompt of its own.",
            carried(
                _PAPERS + "test_a_prompt_names_the_kind_the_folder_the_tasks_and_the_file",
            ),
        ),
        Entry(
            "3, 126",
            Kind.REQUIREMENT,
            "A review ends with a line that gives its verdict.",
            changed(
                "A42",
                "REV-5.10",
                "REV-5.17",
                "REV-5.19",
                _VERDICTS + "test_a_verdict_is_the_last_line_of_a_review",
            ),
        ),
        Entry(
            "9, 11, 13",
            Kind.FORMER,
            "With `max_reviews` 0 a stop counts the review in memory, stores nothing, and passes.",
            carried("REV-3.1", "REV-3.3", "REV-3.4"),
        ),
        Entry(
            "9, 72",
            Kind.REQUIREMENT,
            "A review is made only while its number is at most `max_reviews`.",
            carried("REV-4.1", _STOPS + "test_rev_4_a_cycle_has_no_more_reviews_than_its_limit"),
        ),
        Entry(
            "9",
            Kind.REQUIREMENT,
            "Beyond a limit that is not 0, the stop is let through without a review.",
            carried("REV-4.2", _STOPS + "test_rev_4_at_the_limit_a_person_decides"),
        ),
        Entry(
            "9",
            Kind.REQUIREMENT,
            "When no review is made, the hook goes on to a validation, which is not described.",
            carried("REV-3.10", _FILES + "test_rev_2_a_malformed_file_never_blocks"),
        ),
        Entry(
            "11, 21-24",
            Kind.REQUIREMENT,
            "The reviews of a plan are kept in its file `state.json`.",
            carried("STA-1.1", "STA-2.1"),
        ),
        Entry(
            "9, 11, 22, 70, 83",
            Kind.FIELD,
            "`phase_iteration` is a number, 0 before the first review.",
            carried("STA-2.3"),
        ),
        Entry(
            "22, 26, 28-30, 41",
            Kind.FIELD,
            "`phase` is a word.",
            carried("STA-2.2"),
        ),
        Entry(
            "13, 15, 22, 70",
            Kind.FIELD,
            "`next_phase` is a word or null.",
            carried("STA-2.4"),
        ),
        Entry(
            "9, 60, 62",
            Kind.FIELD,
            "`max_reviews` is a number.",
            carried("STA-2.5"),
        ),
        Entry(
            "88, 91, 101",
            Kind.FIELD,
            "`current_task` names the task under way.",
            changed("A43", "STA-2.6", "STA-2.9", "REV-8.8"),
        ),
        Entry(
            "79, 83, 88, 91, 101",
            Kind.FIELD,
            "`review_model` is toggled by every review.",
            carried(
                "STA-2.7", "REV-5.2", "REV-5.8", _STOPS + "test_rev_5_both_models_review_in_turn"
            ),
        ),
        Entry(
            "70, 74, 83",
            Kind.FIELD,
            "`consecutive_clean` counts the clean reviews in a row.",
            carried("STA-2.8", "REV-5.5"),
        ),
        Entry(
            "15, 119",
            Kind.DECISION,
            "With `max_reviews` 0 a stop is approved, and `next_phase` is stored as the target.",
            carried(
                "REV-3.1",
                "REV-3.6",
                "REV-3.8",
                _EDITIONS + "test_a08_rev_3_reviews_off_with_it_the_plan_advances",
            ),
        ),
        Entry(
            "15, 30",
            Kind.REQUIREMENT,
            "When a review is skipped, `phase` keeps naming the last review that ran.",
            changed(
                "A41",
                "REV-3.9",
                "REV-3.5",
                _STOPS + "test_rev_3_the_phase_goes_on_naming_the_last_review",
            ),
        ),
        Entry(
            "15, 119",
            Kind.REQUIREMENT,
            "Skipping the reviews changes nothing but what is needed to advance.",
            carried("REV-3.7"),
        ),
        Entry(
            "17-24, 75",
            Kind.REQUIREMENT,
            "Two clean reviews: the stop is approved, `phase` is the review, `next_phase` follows.",
            carried("REV-6.1", "REV-6.2", "REV-6.3"),
        ),
        Entry(
            "26",
            Kind.REQUIREMENT,
            "Continuing a plan executes the action that `next_phase` names.",
            carried("REV-11.7"),
        ),
        Entry(
            "28-30, 124",
            Kind.DECISION,
            "After advancing, `phase` keeps naming the review that ran last; no phases are added.",
            carried("REV-6.2"),
        ),
        Entry(
            "30",
            Kind.REQUIREMENT,
            "What comes next is routed by `next_phase`, not by `phase`.",
            changed("A27", "REV-11.2", "REV-11.13"),
        ),
        Entry(
            "34, 39",
            Kind.REQUIREMENT,
            "A block names the review and says how to go on: work on it and ask for the next one.",
            carried(
                "REV-8.1",
                "REV-8.6",
                "REV-8.7",
                _MESSAGES + "test_an_agent_is_told_the_same_for_all_kinds_of_review",
            ),
        ),
        Entry(
            "39",
            Kind.REQUIREMENT,
            "The stop after the work on the findings has the next review made.",
            carried_since(
                "A24",
                "REV-5.14",
                _STOPS + "test_rev_5_after_a_block_a_stop_is_reviewed_like_any_other",
            ),
        ),
        Entry(
            "34, 39, 45",
            Kind.REQUIREMENT,
            "The agent works on the findings and then asks for the next review of that kind.",
            changed(
                "A27",
                *("REV-9.3", "REV-9.4", "REV-9.7", "REV-9.8"),
                _REVIEWS + "test_rev_9_the_next_review_is_of_the_same_kind",
            ),
        ),
        Entry(
            "36-37, 41-43",
            Kind.FORMER,
            "When a review is due, the agent has to find out by itself whether work is left.",
            carried("REV-11.4"),
        ),
        Entry(
            "45, 121",
            Kind.DECISION,
            "When a review is due and `phase` is a post-review phase, the agent simply stops.",
            changed("A27", "REV-11.5", "REV-11.14"),
        ),
        Entry(
            "45, 121",
            Kind.DECISION,
            "When a review is due and `phase` is any other word, the agent continues its task.",
            changed("A27", "REV-11.6", "REV-11.16", "REV-11.17", "REV-11.18", "REV-11.19"),
        ),
        Entry(
            "45",
            Kind.REQUIREMENT,
            "Completing a task makes the review of its code due.",
            carried(
                "REV-1.12", _REVIEWS + "test_rev_1_completing_a_task_enters_the_review_of_its_code"
            ),
        ),
        Entry(
            "50",
            Kind.REQUIREMENT,
            "The reviewer reads the ground rules, then the plan, the tasks and their files.",
            carried(
                "REV-5.23",
                _PAPERS + "test_a_prompt_begins_with_the_ground_rules",
                _PAPERS + "test_a_prompt_names_the_kind_the_folder_the_tasks_and_the_file",
            ),
        ),
        Entry(
            "52, 54, 56, 124",
            Kind.DECISION,
            "The reviewer of code is told to read the source files, not only the task files.",
            carried(_PAPERS + "test_a_prompt_names_the_kind_the_folder_the_tasks_and_the_file"),
        ),
        Entry(
            "54",
            Kind.REQUIREMENT,
            "The reviewer is the program `claude` with `--dangerously-skip-permissions`.",
            carried(_REVIEWER + "test_the_default_command_is_that_of_claude"),
        ),
        Entry(
            "58-60",
            Kind.REQUIREMENT,
            "A new plan begins with `max_reviews` 8.",
            carried(
                "REV-1.8",
                "STA-3.1",
                _REVIEWS + "test_rev_1_a_new_plan_has_eight_reviews_unless_it_says_otherwise",
            ),
        ),
        Entry(
            "60, 62, 64",
            Kind.FORMER,
            "A new plan cannot be given another `max_reviews`.",
            NotAdopted("the documents before this one are not known; `origin` has the argument"),
        ),
        Entry(
            "93-97",
            Kind.FORMER,
            "Two of the four messages do not list the fields that are kept.",
            NotAdopted("a slip in the wording; no edition has it"),
        ),
        Entry(
            "60, 62",
            Kind.REQUIREMENT,
            "`max_reviews` can be changed while the plan is under way.",
            carried("REV-1.15", _STOPS + "test_rev_4_a_person_may_raise_the_limit"),
        ),
        Entry(
            "64, 124",
            Kind.FLAG,
            "A new plan may be given another `max_reviews`; 8 is the default.",
            carried(
                "REV-1.8",
                _REVIEWS + "test_rev_1_a_new_plan_has_eight_reviews_unless_it_says_otherwise",
            ),
        ),
        Entry(
            "66-71",
            Kind.REQUIREMENT,
            "The number of a review is the stored `phase_iteration` plus 1.",
            carried("REV-5.1"),
        ),
        Entry(
            "73",
            Kind.REQUIREMENT,
            "The reviewer writes the file `*-review-N.md` with the number of the review.",
            carried("REV-5.9", _PAPERS + "test_a_review_has_its_kind_and_number_in_its_name"),
        ),
        Entry(
            "74",
            Kind.REQUIREMENT,
            "A review that passes raises `consecutive_clean` by 1.",
            carried("REV-5.5"),
        ),
        Entry(
            "75",
            Kind.REQUIREMENT,
            "The plan advances when `consecutive_clean` is 2 or more.",
            carried("REV-6.1", _STOPS + "test_rev_6_and_rev_7_two_clean_reviews_in_a_row_advance"),
        ),
        Entry(
            "77, 81",
            Kind.FORMER,
            "Advancing stores only `phase` and `next_phase`.",
            carried("REV-6.5"),
        ),
        Entry(
            "79",
            Kind.REQUIREMENT,
            "A review that does not advance the plan stores all three changed fields.",
            carried("REV-8.5", "REV-5.7", "REV-5.8"),
        ),
        Entry(
            "83, 120",
            Kind.DECISION,
            "Advancing stores all that changed, in one write.",
            carried(
                "REV-6.4",
                "REV-6.6",
                "STA-1.4",
                _EDITIONS + "test_a09_rev_6_full_write_with_it_all_of_them_are_stored",
            ),
        ),
        Entry(
            "85-101, 122",
            Kind.MESSAGE,
            "All four messages of a block list the five fields that stay unchanged.",
            carried(
                "REV-8.8",
                "REV-8.9",
                _MESSAGES + "test_an_agent_is_told_the_same_for_all_kinds_of_review",
            ),
        ),
        Entry(
            "103-104",
            Kind.REQUIREMENT,
            "An action finds out that no task is left.",
            carried("REV-10.5"),
        ),
        Entry(
            "105-107, 109",
            Kind.TABLE_ROW,
            "After a code review comes the next task.",
            carried("REV-7.3"),
        ),
        Entry(
            "109, 113",
            Kind.TABLE_ROW,
            "After a plan review the tasks are made.",
            carried("REV-7.1"),
        ),
        Entry(
            "109, 113",
            Kind.TABLE_ROW,
            "After a review of the tasks comes the next task.",
            carried("REV-7.2"),
        ),
        Entry(
            "109, 113",
            Kind.TABLE_ROW,
            "After the review of all code the plan is complete.",
            carried("REV-7.4"),
        ),
        Entry(
            "103-107, 111",
            Kind.TEST_CASE,
            "Two clean code reviews: the next phase is `next-task`.",
            carried(_STOPS + "test_rev_6_and_rev_7_two_clean_reviews_in_a_row_advance"),
        ),
        Entry(
            "113, 123",
            Kind.TEST_CASE,
            "Advancing is tested for each of the other three kinds of review, with its target.",
            carried(_STOPS + "test_rev_6_and_rev_7_two_clean_reviews_in_a_row_advance"),
        ),
    ),
    background=(
        Background(
            "1-2, 4-8, 10, 12, 14, 16, 25, 27, 31-33, 35, 38, 40, 44, 46-48, 51, 53, 55, 57, "
            "61, 63, 65, 76, 78, 80, 82, 84, 102, 108, 110, 112, 114-116, 118, 125",
            "headings and empty lines",
        ),
        Background(
            "49",
            "introduces a quotation",
        ),
        Background(
            "117",
            "introduces the summary",
        ),
    ),
)
