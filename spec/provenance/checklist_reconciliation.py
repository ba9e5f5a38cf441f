"""Document 000: how approved steps are completed without counting, and failed updates recovered."""

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

_BATCHES = "tests/rules/checklists/test_batches.py::"
_GUARDS = "tests/rules/checklists/test_checklist_guards.py::"
_COMMITS = "tests/rules/commits/test_commits.py::"
_RECOVERY = "tests/rules/recovery/test_recovery.py::"
_ESCALATIONS = "tests/impl/orchestrator/test_escalations.py::"
_DRIVER = "tests/impl/orchestrator/test_driver.py::"
_RECOVER = "tests/impl/cli/recover/test_recover.py::"
_ROUND_TRIP = "tests/impl/cli/recover/test_round_trip.py::"
_EDITIONS = "tests/rules/test_editions.py::"
_BY_HAND = "tests/impl/cli/recover/test_recover_by_hand.py::"
_FAULTS = "tests/impl/git/test_committing_faults.py::"
_AGENTS = "tests/rules/agents/test_agents.py::"
_TOOLS = "tests/rules/agents/test_tools.py::"
_SHOW = "tests/impl/cli/test_show.py::"
_ANSWERS = "tests/impl/cli/test_answers.py::"
_USAGE = "tests/impl/cli/test_usage.py::"
_REJECTIONS = "tests/impl/cli/test_rejections.py::"
_DOCUMENTS = "tests/impl/cli/test_documents.py::"
_COMMIT = "tests/impl/cli/test_commit.py::"
_PLANS = (
    "tests/impl/documents/test_documents.py::"
    "test_the_plan_of_checklist_reconciliation_reads_as_counted_by_hand"
)

_INTERNAL = NotAdopted(
    "names inside another program; the operations, their inputs and their answers carry the same"
)

_UNTOLD = NotAdopted(
    "the text of a command does not tell which programs build, test or check; reporting every "
    "program that nobody listed would be noise"
)

DOCUMENT = Document(
    number="000",
    title="Robust checklist reconciliation",
    length=685,
    entries=(
        Entry(
            "23, 415-418",
            Kind.FORMER,
            "The orchestrator makes the batch of the coder's counts and the reviewer's verdicts.",
            carried("REC-5.5", "REC-5.6", "REC-5.8", "REC-5.9", "REC-7.2"),
        ),
        Entry(
            "23",
            Kind.FORMER,
            "When the state update of a commit fails, the orchestrator halts.",
            carried("REC-1.3", "REC-1.4"),
        ),
        Entry(
            "25, 282",
            Kind.REQUIREMENT,
            "A step is completed strictly only when its items are completed or deferred.",
            carried("CMP-2.2", "CMP-2.3"),
        ),
        Entry(
            "282, 305",
            Kind.REQUIREMENT,
            "A step is completed strictly only when its substeps are completed.",
            carried("CMP-3.1"),
        ),
        Entry(
            "29, 52, 114-116, 224, 226, 235-238, 265, 444, 446, 459, 520, 527",
            Kind.DECISION,
            "`--complete-remaining` completes what is open after the entries of a batch.",
            carried(
                "CHK-6.2", _ANSWERS + "test_a_batch_counts_from_zero_and_may_complete_the_rest"
            ),
        ),
        Entry(
            "30, 44, 53, 125-126, 129-136, 140, 236, 264, 444, 446, 524, 526, 652",
            Kind.DECISION,
            "With `--complete-remaining` a batch may be empty, and then completes all open items.",
            carried(
                "CHK-4.4",
                "CHK-6.2",
                _ANSWERS + "test_a_batch_counts_from_zero_and_may_complete_the_rest",
            ),
        ),
        Entry(
            "45, 120, 653",
            Kind.CRITERION,
            "Deferred entries are applied, and everything else that is open is completed.",
            carried(
                "CHK-5.1",
                "CHK-6.2",
                _BATCHES
                + "test_chk_6_complete_remaining_completes_what_is_open_and_spares_deferrals",
            ),
        ),
        Entry(
            "31, 46, 54, 142-144, 155, 353, 450, 571, 578, 584-585, 593, 598, 604, 648, 656",
            Kind.DECISION,
            "A failed state update begins a recovery of at most three attempts, then escalates.",
            carried("REC-1.7", "REC-2.1", "REC-2.2", "REC-2.3"),
        ),
        Entry(
            "32, 47, 55-56, 158-160, 163-164, 168-170, 420-430, 450, 571, 575-576, 597, 605, 655",
            Kind.DECISION,
            "The orchestrator sends the deferrals and completes the rest, and counts nothing.",
            carried(
                "REC-5.1",
                "REC-5.10",
                "REC-5.11",
                _DRIVER + "test_what_passed_is_completed_and_the_rest_deferred",
            ),
        ),
        Entry(
            "34, 58, 169, 172-174, 181-183, 432",
            Kind.DECISION,
            "The coder's counts are only shown as progress; no decision depends on them.",
            carried(
                "REC-7.3",
                "REC-7.5",
                _RECOVERY + "test_rec_7_what_a_coder_counts_changes_nothing",
            ),
        ),
        Entry(
            "33, 48, 57, 205-207, 214-216, 451, 623, 626-627, 635-636, 648, 658",
            Kind.DECISION,
            "Agents are told which tools to prefer to Bash.",
            carried("AGT-2.1", "AGT-3.1", "AGT-4.1"),
        ),
        Entry(
            "62, 177-179, 182, 676",
            Kind.NON_GOAL,
            "The coder goes on reporting what it counts.",
            carried("REC-7.4"),
        ),
        Entry(
            "62, 174, 177",
            Kind.FIELD,
            "The coder's counts name the ordinals of the items.",
            NotAdopted("a person reads totals (432); who wants the items asks `state show`"),
        ),
        Entry(
            "63",
            Kind.NON_GOAL,
            "The reviewer's report does not change.",
            carried("REC-5.2"),
        ),
        Entry(
            "64, 116, 121",
            Kind.NON_GOAL,
            "There is no command `state complete-all`; a flag of the batch does it.",
            carried("CHK-6.2"),
        ),
        Entry(
            "65, 82, 127, 241",
            Kind.NON_GOAL,
            "A completion by force still completes deferred items too.",
            carried("CMP-4.1", "CMP-4.3"),
        ),
        Entry(
            "66",
            Kind.NON_GOAL,
            "A commit still completes its step strictly; only its answer says more.",
            carried("COM-1.2"),
        ),
        Entry(
            "71, 375-377, 580",
            Kind.FIELD,
            "`state show --json` always lists the items, whatever flags there are.",
            carried(_SHOW + "test_display_flags_do_not_change_what_programs_see"),
        ),
        Entry(
            "375, 580, 600",
            Kind.FLAG,
            "`state show` takes neither `--step` nor `--worktree`.",
            carried(_SHOW + "test_show_takes_no_step_and_no_worktree"),
        ),
        Entry(
            "76, 84, 586",
            Kind.CONSTRAINT,
            "A recovery calls nothing but `state show`, `state update` and `state complete`.",
            carried("REC-3.1", "REC-3.6", "REC-4.1", "REC-4.3"),
        ),
        Entry(
            "77, 210, 212",
            Kind.CONSTRAINT,
            "A command with a line break stops an unattended run, so every command is one line.",
            carried(
                "AGT-1.1",
                _AGENTS + "test_agt_1_a_command_of_several_lines_is_reported_and_not_judged",
            ),
        ),
        Entry(
            "82, 155, 396-398",
            Kind.REQUIREMENT,
            "A recovery never completes by force.",
            carried("REC-4.4", _RECOVERY + "test_rec_4_a_closed_step_is_completed_strictly"),
        ),
        Entry(
            "93, 98-101",
            Kind.RISK,
            "Items might be completed that are not done: only an approved step is completed.",
            carried(
                "REC-6.1",
                _RECOVERY + "test_rec_6_without_approval_nothing_is_reported_or_committed",
            ),
        ),
        Entry(
            "101, 387-390",
            Kind.RISK,
            "What the reviewer did not pass is deferred before the rest is completed.",
            carried("REC-6.3", "REC-3.7"),
        ),
        Entry(
            "102",
            Kind.RISK,
            "What a reviewer approves by mistake is completed.",
            carried("REC-6.3"),
        ),
        Entry(
            "94, 104-107, 150, 203, 366",
            Kind.RISK,
            "A retry might be wasted: drift, ownership and `db_error` escalate at once.",
            carried("REC-1.6", _RECOVERY + "test_rec_1_what_no_retry_cures_is_escalated_at_once"),
        ),
        Entry(
            "95",
            Kind.RISK,
            "A recovery might never end: three attempts are the most.",
            carried(
                "REC-2.2",
                _RECOVERY + "test_rec_2_the_third_attempt_is_the_last_and_names_what_is_open",
            ),
        ),
        Entry(
            "96",
            Kind.RISK,
            "An agent might ignore the guidance: commands are checked before they run.",
            carried(
                "AGT-1.1",
                "tests/impl/cli/test_check_command.py::test_a_hook_denies_what_is_not_allowed",
            ),
        ),
        Entry(
            "107, 404",
            Kind.MESSAGE,
            "After the third attempt a person is shown the open items.",
            carried(
                "REC-2.9",
                _ESCALATIONS + "test_every_message_names_what_is_open_or_that_this_is_not_known",
            ),
        ),
        Entry(
            "107, 405-406, 409, 583, 594, 603",
            Kind.MESSAGE,
            "A person is given a manual command that completes what remains by a batch.",
            carried(
                "REC-2.7",
                _ESCALATIONS + "test_every_message_ends_with_the_manual_command",
            ),
        ),
        Entry(
            "405-406",
            Kind.MESSAGE,
            "That batch is empty, whatever the reviewer did not pass.",
            changed(
                "A40",
                "REC-2.17",
                "REC-2.8",
                _ESCALATIONS + "test_a40_rec_2_the_manual_command_defers_what_did_not_pass",
            ),
        ),
        Entry(
            "107, 409, 583, 594, 603",
            Kind.MESSAGE,
            "No escalation recommends reconciling or a completion by force.",
            carried("REC-2.13", _ESCALATIONS + "test_no_message_says_how_to_lose_deferrals"),
        ),
        Entry(
            "107, 409",
            Kind.REQUIREMENT,
            "Reconciling erases deferrals.",
            carried("CMP-9.8"),
        ),
        Entry(
            "108",
            Kind.RISK,
            "A person is needed where no retry helps, and after three attempts.",
            carried("REC-2.3", "REC-2.4"),
        ),
        Entry(
            "119",
            Kind.REQUIREMENT,
            "A batch that completes what remains is checked for ownership and drift as any other.",
            carried("CHK-1.2", "CHK-1.3", "PLN-6.3"),
        ),
        Entry(
            "120, 266-268",
            Kind.REQUIREMENT,
            "Entries and the completion of the rest are one transaction.",
            carried("CHK-6.3", "CHK-4.14"),
        ),
        Entry(
            "124, 229-233, 459, 520",
            Kind.FLAG,
            "`--complete-remaining` requires `--batch`.",
            carried("CHK-6.7", _USAGE + "test_misused_by"),
        ),
        Entry(
            "127, 241, 268",
            Kind.REQUIREMENT,
            "`--complete-remaining` leaves deferred items alone.",
            carried("CHK-6.4"),
        ),
        Entry(
            "131, 243-245, 524",
            Kind.REQUIREMENT,
            "Without the flag, an empty batch is an error.",
            carried("CHK-4.4", _REJECTIONS + "test_refused_is"),
        ),
        Entry(
            "245, 485",
            Kind.MESSAGE,
            "The words of that error say that the array must contain at least one entry.",
            NotAdopted(
                "`empty_batch` says it to programs; its words also name the flag as a remedy"
            ),
        ),
        Entry(
            "144, 156, 187, 202, 356-357, 579, 599",
            Kind.REQUIREMENT,
            "A recovery decides by the reason word alone, never by the text of a warning.",
            carried("REC-1.5", "COM-3.5"),
        ),
        Entry(
            "144, 356, 358, 360, 362, 366, 579, 599, 656",
            Kind.REQUIREMENT,
            "For drift, ownership and `db_error` a person is asked at once.",
            carried("REC-1.6"),
        ),
        Entry(
            "144, 203, 364, 579",
            Kind.REQUIREMENT,
            "For open items the recovery begins.",
            carried("REC-1.7"),
        ),
        Entry(
            "365",
            Kind.REQUIREMENT,
            "Without a reason the recovery begins too.",
            carried(
                "REC-1.7", _RECOVERY + "test_rec_1_open_items_and_a_missing_reason_begin_a_recovery"
            ),
        ),
        Entry(
            "144, 374-379, 580, 600",
            Kind.REQUIREMENT,
            "An attempt queries the plan and looks at the items of this step alone.",
            carried("REC-3.1", "REC-3.2"),
        ),
        Entry(
            "144, 148, 383-385",
            Kind.REQUIREMENT,
            "Open items of an approved step are completed by an empty batch with the flag.",
            carried(
                "REC-3.6",
                _RECOVERY + "test_rec_3_a_batch_defers_what_did_not_pass_and_completes_the_rest",
            ),
        ),
        Entry(
            "147",
            Kind.REQUIREMENT,
            "The git commit has been made when the state update fails, and is not lost.",
            carried(
                "COM-1.1",
                "COM-1.5",
                "COM-1.6",
                _FAULTS + "test_a_fault_fails_the_update_and_nothing_else",
            ),
        ),
        Entry(
            "154, 584, 593, 604",
            Kind.MESSAGE,
            "The message of a failed update describes the recovery, not a fatal error.",
            carried(_RECOVER + "test_people_read_the_calls_and_then_the_escalation"),
        ),
        Entry(
            "165",
            Kind.REQUIREMENT,
            "Which items there are is what the document listed when it was registered.",
            carried("PLN-1.6", "PLN-1.7"),
        ),
        Entry(
            "170, 421-422, 581",
            Kind.REQUIREMENT,
            "Deferrals are the checkpoints judged FAIL, BLOCKED or UNVERIFIED.",
            carried("REC-5.3"),
        ),
        Entry(
            "185-187, 295-299, 530, 535, 654",
            Kind.DECISION,
            "The answer to a commit has `state_failure_reason` when the state update failed.",
            carried("COM-3.3", "COM-3.4", _COMMITS + "test_com_3_a_failed_update_always_says_why"),
        ),
        Entry(
            "187, 197, 297, 299, 346, 530",
            Kind.FIELD,
            "`state_failure_reason` is null, and not written, when the state update succeeded.",
            carried("COM-3.3", _COMMITS + "test_com_3_a_successful_update_has_no_reason"),
        ),
        Entry(
            "54, 187, 193, 196, 272-290, 447, 463-464, 517, 529",
            Kind.FIELD,
            "The reason is one of `open_items`, `drift`, `ownership` and `db_error`.",
            carried("COM-3.4", _DOCUMENTS + "test_every_command_answers_as_published"),
        ),
        Entry(
            "187, 190-192, 198, 312, 344",
            Kind.REQUIREMENT,
            "The reason follows from the kind of the error, not from its text.",
            carried("COM-2.10", "COM-3.5"),
        ),
        Entry(
            "353",
            Kind.FIELD,
            "`state_update_failed` is true when git has committed and the state update failed.",
            carried("COM-3.1"),
        ),
        Entry(
            "198, 305, 326, 531",
            Kind.TABLE_ROW,
            "Open items and unfinished substeps are `open_items`.",
            carried("COM-2.12", _COMMITS + "test_com_2_open_substeps_are_open_items"),
        ),
        Entry(
            "198-199, 306, 315-317, 327, 531, 533",
            Kind.TABLE_ROW,
            "A document that changed is `drift`, found before the completion or by it.",
            carried("COM-2.5", "COM-2.13", "PLN-6.8"),
        ),
        Entry(
            "198, 307, 328, 531",
            Kind.TABLE_ROW,
            "A step that is not held, or held by another worktree, is `ownership`.",
            carried("COM-2.14"),
        ),
        Entry(
            "198, 307",
            Kind.REQUIREMENT,
            "A completion by another worktree than the holder is an ownership violation.",
            carried_since(
                "A14",
                "CMP-1.3",
                _EDITIONS + "test_a14_cmp_1_ownership_first",
            ),
        ),
        Entry(
            "198, 308, 329, 344, 531",
            Kind.TABLE_ROW,
            "Every other error is `db_error`, also one that nobody knows yet.",
            carried("COM-2.15", _COMMITS + "test_com_2_no_code_is_left_out"),
        ),
        Entry(
            "319-325, 330-331, 532",
            Kind.REQUIREMENT,
            "Path 2: without drift the step is completed, and an error of that gives the reason.",
            carried("COM-2.6", "COM-2.9"),
        ),
        Entry(
            "333-335, 534",
            Kind.REQUIREMENT,
            "Path 3: a check for drift that fails is `db_error`.",
            carried("COM-2.4", "COM-2.11"),
        ),
        Entry(
            "200, 337-338, 534",
            Kind.REQUIREMENT,
            "Path 4: a store that cannot be opened is `db_error`.",
            carried("COM-2.2", "COM-2.15"),
        ),
        Entry(
            "200, 340-341, 534",
            Kind.REQUIREMENT,
            "Path 5: a repository root that is not found is `db_error`.",
            carried("COM-2.1", "COM-2.11"),
        ),
        Entry(
            "201, 346",
            Kind.FIELD,
            "`warnings` goes on to tell people what failed, and is not decided by.",
            carried(
                "COM-3.5", _COMMIT + "test_a_commit_that_completes_nothing_succeeds_and_says_why"
            ),
        ),
        Entry(
            "346",
            Kind.CONSTRAINT,
            "Who does not know the new field is not disturbed by it.",
            carried("COM-3.3"),
        ),
        Entry(
            "237, 246",
            Kind.REQUIREMENT,
            "Each entry of a batch updates its item, a deferral also the reason of a deferred one.",
            changed(
                "A37",
                "CHK-5.1",
                "CHK-5.4",
                "CHK-5.5",
                _BATCHES
                + "test_chk_5_and_chk_7_a_deferral_sent_again_takes_its_new_reason_and_counts",
            ),
        ),
        Entry(
            "239, 487",
            Kind.REQUIREMENT,
            "The answer counts the entries and the items that the flag completed.",
            changed(
                "A38",
                "CHK-7.1",
                "CHK-7.3",
                "CHK-7.5",
                _EDITIONS + "test_a38_chk_7_changes_counted",
            ),
        ),
        Entry(
            "238",
            Kind.REQUIREMENT,
            "Only the items of the named step are completed.",
            carried("CHK-6.6"),
        ),
        Entry(
            "250-261, 139",
            Kind.REQUIREMENT,
            "The function that applies a batch is told whether to complete what remains.",
            carried("CHK-6.2"),
        ),
        Entry(
            "268",
            Kind.REQUIREMENT,
            "The rest is completed after the entries, so that deferrals are spared.",
            carried("CHK-6.2", "CHK-6.4"),
        ),
        Entry(
            "358-359",
            Kind.MESSAGE,
            "Drift: the plan has drifted; register it again, then try again.",
            carried(
                "REC-2.15",
                _BY_HAND + "test_drift_is_taken_over_and_everything_completed_by_hand",
            ),
        ),
        Entry(
            "358-359",
            Kind.REQUIREMENT,
            "Registering the plan again takes its changed document over, so drift ends.",
            carried_since("A12", "PLN-7.4", _EDITIONS + "test_a12_pln_7_resync"),
        ),
        Entry(
            "360-361",
            Kind.MESSAGE,
            "Ownership: the step is not held by this worktree; check the worktree.",
            carried(
                "REC-2.16",
                _BY_HAND + "test_a_lost_step_is_completed_by_hand_once_it_is_given_back",
            ),
        ),
        Entry(
            "362-363",
            Kind.MESSAGE,
            "`db_error`: the first warning of the commit is shown.",
            carried(
                "REC-2.14",
                _ROUND_TRIP
                + "test_an_escalation_shows_the_first_warning_of_a_commit_exactly_for_db_error",
            ),
        ),
        Entry(
            "107, 368-372",
            Kind.REQUIREMENT,
            "There are at most three attempts.",
            carried("REC-2.2"),
        ),
        Entry(
            "380-382",
            Kind.REQUIREMENT,
            "If no item of the step is open, the recovery has succeeded.",
            changed("A13", "REC-3.3", "REC-3.4", "REC-3.5"),
        ),
        Entry(
            "386, 392",
            Kind.REQUIREMENT,
            "If the batch fails, the next attempt follows.",
            changed("A13", "REC-3.9", "REC-3.10", "REC-4.9"),
        ),
        Entry(
            "387-390, 581, 592, 602, 657",
            Kind.REQUIREMENT,
            "What did not pass is deferred by the batch of the recovery too.",
            carried("REC-3.7"),
        ),
        Entry(
            "391, 393-395, 582, 591, 601, 657",
            Kind.REQUIREMENT,
            "After the batch the plan is queried again.",
            carried("REC-4.1"),
        ),
        Entry(
            "396-399, 582",
            Kind.REQUIREMENT,
            "If nothing is open, the step is completed strictly, and the recovery has succeeded.",
            carried("REC-4.3", "REC-4.5"),
        ),
        Entry(
            "400",
            Kind.REQUIREMENT,
            "If the completion fails, the next attempt follows.",
            changed("A13", "REC-4.6", "REC-4.7", "REC-4.8", "REC-4.9"),
        ),
        Entry(
            "401",
            Kind.REQUIREMENT,
            "If items are open after the batch, the next attempt follows.",
            carried("REC-4.2", _RECOVERY + "test_rec_4_open_items_are_tried_again"),
        ),
        Entry(
            "403-406",
            Kind.REQUIREMENT,
            "After three attempts a person is asked, with the plan and the step named.",
            carried("REC-2.3", "REC-2.5"),
        ),
        Entry(
            "422",
            Kind.FIELD,
            "A deferral has kind, ordinal, status and the reviewer's reason, which is stored.",
            carried("CHK-4.2", "CHK-5.2", "REC-5.4"),
        ),
        Entry(
            "423-430",
            Kind.REQUIREMENT,
            "The batch sets the flag, with deferrals and without them.",
            carried("REC-5.11"),
        ),
        Entry(
            "432, 577",
            Kind.MESSAGE,
            "The coder's counts are printed: completed tasks of all, completed tests of all.",
            carried(
                "REC-7.4",
                _DRIVER + "test_what_the_coder_reported_is_printed_once_before_the_batch",
            ),
        ),
        Entry(
            "577, 623, 628, 632, 637, 659, 683",
            Kind.REQUIREMENT,
            "The counts are labelled as telemetry that decides nothing.",
            carried("REC-7.3"),
        ),
        Entry(
            "138, 442-451, 457-465, 513-517, 521-523, 525, 528",
            Kind.TABLE_ROW,
            "Files, functions and types of the program that the document changes.",
            _INTERNAL,
        ),
        Entry(
            "482, 539, 652, 664",
            Kind.TEST_CASE,
            "An empty batch with the flag completes all open items.",
            carried(_BATCHES + "test_chk_6_an_empty_batch_with_complete_remaining_is_accepted"),
        ),
        Entry(
            "483, 540, 653, 665",
            Kind.TEST_CASE,
            "Entries with the flag get their status, and the rest is completed.",
            carried(
                _BATCHES
                + "test_chk_6_complete_remaining_completes_what_is_open_and_spares_deferrals"
            ),
        ),
        Entry(
            "484, 541, 666",
            Kind.TEST_CASE,
            "Deferrals alone with the flag: the orchestrator's way.",
            carried(_DRIVER + "test_what_passed_is_completed_and_the_rest_deferred"),
        ),
        Entry(
            "485, 542, 667",
            Kind.TEST_CASE,
            "An empty batch without the flag is refused.",
            carried(_REJECTIONS + "test_refused_is"),
        ),
        Entry(
            "486, 543",
            Kind.TEST_CASE,
            "The flag without `--batch` is refused by the command line.",
            carried("CHK-6.7", _USAGE + "test_misused_by"),
        ),
        Entry(
            "487, 544",
            Kind.TEST_CASE,
            "The flag with nothing open succeeds and updates no item.",
            carried(
                "CHK-6.5",
                _BATCHES + "test_chk_6_an_empty_batch_with_complete_remaining_is_accepted",
            ),
        ),
        Entry(
            "488, 545",
            Kind.TEST_CASE,
            "The flag does not let another worktree in.",
            carried("CHK-1.3", _GUARDS + "test_chk_1_the_holder_comes_before_the_request"),
        ),
        Entry(
            "492-498, 549, 670",
            Kind.TEST_CASE,
            "Each of seven errors is classified under its reason.",
            carried(_COMMITS + "test_com_2_every_code_has_its_reason"),
        ),
        Entry(
            "499, 548, 669",
            Kind.TEST_CASE,
            "All four reasons survive the way through JSON into a recovery.",
            carried(
                _ROUND_TRIP + "test_every_reason_makes_the_trip",
                _ROUND_TRIP + "test_the_reason_in_the_answer_of_a_commit_decides_its_recovery",
            ),
        ),
        Entry(
            "500, 536, 546-547, 668",
            Kind.TEST_CASE,
            "The answer to a commit has the reason where there is one, and no field where not.",
            carried(
                _COMMIT + "test_a_commit_that_completes_nothing_succeeds_and_says_why",
                _COMMIT + "test_a_commit_is_told_in_the_envelope",
            ),
        ),
        Entry(
            "589-594, 682",
            Kind.TEST_CASE,
            "The orchestrator's document is read for its batch, its recovery and its messages.",
            carried(
                _DRIVER + "test_a_step_whose_commit_could_not_complete_it_is_recovered",
                _ESCALATIONS + "test_no_message_says_how_to_lose_deferrals",
            ),
        ),
        Entry(
            "626",
            Kind.REQUIREMENT,
            "Read is preferred to `cat`, `head` and `tail`.",
            carried("AGT-2.1"),
        ),
        Entry(
            "626",
            Kind.REQUIREMENT,
            "Grep is preferred to `grep` and `rg`.",
            carried("AGT-3.1"),
        ),
        Entry(
            "626",
            Kind.REQUIREMENT,
            "Glob is preferred to `find` and `ls`.",
            carried("AGT-4.1"),
        ),
        Entry(
            "626, 636",
            Kind.REQUIREMENT,
            "Bash is for commands that build, test or check: it writes no file that a tool writes.",
            carried(
                "AGT-7.2",
                "AGT-7.3",
                _TOOLS + "test_agt_7_what_another_tool_writes_is_advised",
                _TOOLS + "test_agt_7_building_testing_and_checkpoints_raise_no_alarm",
            ),
        ),
        Entry(
            "626, 636",
            Kind.REQUIREMENT,
            "Bash is used for no other program.",
            _UNTOLD,
        ),
        Entry(
            "626, 636",
            Kind.REQUIREMENT,
            "A command is one line, without continuation lines and here-documents.",
            carried("AGT-1.1", "AGT-1.2", "AGT-1.3"),
        ),
        Entry(
            "631, 683",
            Kind.TEST_CASE,
            "All five rules about tools are there.",
            carried(_TOOLS + "test_agt_1_to_4_and_agt_7_all_five_tool_rules_of_the_seeds"),
        ),
        Entry(
            "674",
            Kind.FOLLOW_ON,
            "How often recoveries happen, and how they end, might be counted.",
            NotAdopted("the document leaves it out; the answers of `planstate recover` say it"),
        ),
        Entry(
            "675",
            Kind.FOLLOW_ON,
            "The flag might become the default.",
            NotAdopted("the document leaves it out; who completes the rest has to say so"),
        ),
        Entry(
            "676",
            Kind.FOLLOW_ON,
            "The coder's counts might be dropped.",
            NotAdopted("the document leaves it out; people read them"),
        ),
        Entry(
            "1",
            Kind.DEFINITION,
            "A plan is a Markdown document whose heading `## Phase X.Y: title` gives its title.",
            carried("DOC-1.1", "DOC-1.4"),
        ),
        Entry(
            "229-233, 276-291",
            Kind.DEFINITION,
            "A plan may quote programs between fences.",
            carried("DOC-1.3"),
        ),
        Entry(
            "504-506, 563, 614",
            Kind.DEFINITION,
            "A step begins at a heading `Step N: title {#anchor}`.",
            changed("A49", "DOC-2.1", "DOC-2.3", "DOC-2.10", _PLANS),
        ),
        Entry(
            "646-661",
            Kind.DEFINITION,
            "A heading of a higher level ends the steps; boxes below it are no items.",
            carried("DOC-2.6", "DOC-2.7", _PLANS),
        ),
        Entry(
            "565, 616",
            Kind.DEFINITION,
            "A line `**Depends on:**` names the steps that come first.",
            carried("DOC-3.1"),
        ),
        Entry(
            "508, 567, 618",
            Kind.DEFINITION,
            "A line `**Commit:**` gives the message of the step's commit.",
            carried("DOC-3.2"),
        ),
        Entry(
            "519-549, 551-554",
            Kind.DEFINITION,
            "Boxes are items: of `**Tasks:**`, of `**Tests:**` and of `**Checkpoint:**`.",
            carried("DOC-3.3", "DOC-3.4", "DOC-3.5", "DOC-3.6", _PLANS),
        ),
        Entry(
            "512-517",
            Kind.DEFINITION,
            "What a step makes is listed under `**Artifacts:**`, and is no item.",
            carried("DOC-3.7"),
        ),
    ),
    background=(
        Background(
            "2, 4-8, 10, 16-22, 24, 26-28, 35-37, 41-43, 49-51, 59-61, 67-69, 73-75, 79-81, "
            "86-90, 92, 97, 103, 109-113, 117-118, 122-123, 128, 137, 141, 145-146, 151-152, "
            "157, 161-162, 166-167, 171, 175-176, 180, 184, 188-189, 194-195, 204, 208-209, "
            "213, 217-223, 225, 227-228, 234, 240, 242, 247-249, 262, 269-271, 292, 294, "
            "300-302, 304, 309-311, 313-314, 318, 332, 336, 339, 342-343, 345, 347-352, "
            "354-355, 367, 373, 402, 407-408, 410-414, 419, 431, 433-441, 452-456, 466-472, "
            "474, 477-481, 489-491, 501-503, 507, 509, 511, 518, 550, 555-556, 558-562, 564, "
            "566, 568, 570, 573-574, 587-588, 595-596, 606-607, 609-613, 615, 617, 619, "
            "621-622, 624-625, 629-630, 633-634, 638-639, 641-645, 662-663, 671-673, 677, "
            "679, 684-685",
            "headings and empty lines",
        ),
        Background(
            "3, 9, 11-15",
            "purpose and metadata",
        ),
        Background(
            "38-40, 149, 153, 211",
            "why the change is made, for whom, and where",
        ),
        Background(
            "70, 72, 78, 83, 85",
            "what it builds on, and how its own program is built",
        ),
        Background(
            "91, 263, 293, 303, 473",
            "introduces what follows",
        ),
        Background(
            "475-476, 510, 557, 569, 572, 608, 620, 640",
            "its own tests and references",
        ),
        Background(
            "678, 680-681",
            "its own checks",
        ),
    ),
)
