"""Document 001: what went wrong with checklists, and what is proposed; 000 decides about it."""

from spec.provenance.entry import Background, Document, Entry, Kind, NotAdopted, carried, changed

_BATCHES = "tests/rules/checklists/test_batches.py::"
_COMPLETION = "tests/rules/completion/test_completion.py::"
_FORCED = "tests/rules/completion/test_forced_completion.py::"
_SHOW = "tests/impl/cli/test_show.py::"
_RECOVERY = "tests/rules/recovery/test_recovery.py::"
_AGENTS = "tests/rules/agents/test_agents.py::"
_TOOLS = "tests/rules/agents/test_tools.py::"

_SUPERSEDED = "document 000 decides otherwise: "

_UNTOLD = NotAdopted(
    "the text of a command does not tell which programs build, test or check; reporting every "
    "program that nobody listed would be noise"
)

DOCUMENT = Document(
    number="001",
    title="Robust checklist reconciliation, the proposal",
    length=147,
    entries=(
        Entry(
            "9, 13, 91-97",
            Kind.FORMER,
            "The orchestrator makes the batch of what the coder and the reviewer list.",
            carried("REC-5.5", "REC-5.6"),
        ),
        Entry(
            "11, 15, 17, 93, 98",
            Kind.FORMER,
            "Items that the coder does not list stay open, and the step cannot be completed.",
            carried(
                "CHK-6.1",
                "CMP-2.3",
                _COMPLETION
                + "test_chk_6_and_cmp_2_an_item_nobody_counted_can_be_closed_without_counting",
            ),
        ),
        Entry(
            "12, 94",
            Kind.FORMER,
            "Checkpoints that the reviewer does not list stay open.",
            carried("REC-5.8"),
        ),
        Entry(
            "14, 46",
            Kind.REQUIREMENT,
            "A batch validates each entry that it has.",
            carried("CHK-4.8", "CHK-4.9", "CHK-4.10", "CHK-4.12"),
        ),
        Entry(
            "14, 46, 96",
            Kind.FORMER,
            "A batch does not have to name every item.",
            carried("CHK-6.1", "REC-5.9"),
        ),
        Entry(
            "21",
            Kind.FORMER,
            "The orchestrator halts as soon as `state_update_failed` is true.",
            carried("REC-1.3", "REC-1.4"),
        ),
        Entry(
            "23",
            Kind.REQUIREMENT,
            "The git commit stands, whatever becomes of the state update.",
            carried("COM-1.5", "COM-1.6"),
        ),
        Entry(
            "26, 45",
            Kind.REQUIREMENT,
            "`state complete --force` completes all remaining items at once.",
            carried("CMP-4.1", "CMP-4.3", _FORCED + "test_cmp_4_deferrals_of_the_step_are_erased"),
        ),
        Entry(
            "41",
            Kind.REQUIREMENT,
            "Registering a plan stores the items of its document, each of them open.",
            carried("PLN-1.6", "PLN-1.10"),
        ),
        Entry(
            "42, 44",
            Kind.FIELD,
            "`state show --json` counts the items of each kind of a step, all and completed.",
            carried(_SHOW + "test_all_fields_of_a_plan"),
        ),
        Entry(
            "43",
            Kind.FIELD,
            "It lists every item: step, kind, ordinal, text, status and reason.",
            carried(_SHOW + "test_all_fields_of_a_plan"),
        ),
        Entry(
            "50, 68, 104, 125, 127, 137",
            Kind.DECISION,
            "Agents do not count items for the state; what they count is shown to people only.",
            carried(
                "REC-7.3", "REC-7.4", _RECOVERY + "test_rec_7_what_a_coder_counts_changes_nothing"
            ),
        ),
        Entry(
            "54-60, 103, 133",
            Kind.ALTERNATIVE,
            "A command `state complete-all`, or `state complete --force`, completes the rest.",
            NotAdopted(_SUPERSEDED + "a flag of the batch, which spares deferrals (line 116)"),
        ),
        Entry(
            "62-68, 83, 101, 133",
            Kind.FLAG,
            "`--complete-remaining` completes all open items of the step, in an empty batch too.",
            carried(
                "CHK-4.4",
                "CHK-6.2",
                _BATCHES + "test_chk_6_an_empty_batch_with_complete_remaining_is_accepted",
            ),
        ),
        Entry(
            "70-75, 102, 135",
            Kind.REQUIREMENT,
            "Only what the reviewer puts off is listed, with its reason; the rest is completed.",
            carried(
                "CHK-6.4",
                "REC-5.3",
                "REC-5.10",
                "REC-5.11",
                _RECOVERY + "test_rec_5_deferrals_are_listed_in_order_with_a_reason",
            ),
        ),
        Entry(
            "25, 77-79, 87, 134",
            Kind.REQUIREMENT,
            "A failed state update is recovered in a loop instead of halting.",
            carried("REC-1.7", "REC-2.1"),
        ),
        Entry(
            "81",
            Kind.REQUIREMENT,
            "The recovery is given the message of the error.",
            NotAdopted(_SUPERSEDED + "it is given one of four words, not a text (lines 185-203)"),
        ),
        Entry(
            "82",
            Kind.REQUIREMENT,
            "A query finds the items that are open.",
            carried("REC-3.1"),
        ),
        Entry(
            "83",
            Kind.REQUIREMENT,
            "What the reviewer has approved is completed by the flag.",
            carried("REC-3.6", "REC-6.1"),
        ),
        Entry(
            "83",
            Kind.ALTERNATIVE,
            "What the reviewer has approved is completed by force.",
            NotAdopted(_SUPERSEDED + "force overwrites deferrals (line 82)"),
        ),
        Entry(
            "84",
            Kind.REQUIREMENT,
            "If items have to be put off, the coder is resumed with the details.",
            NotAdopted(_SUPERSEDED + "a batch defers what did not pass (S03, step 5, line 387)"),
        ),
        Entry(
            "85",
            Kind.REQUIREMENT,
            "After three attempts a person is asked.",
            carried(
                "REC-2.2",
                "REC-2.3",
                _RECOVERY + "test_rec_2_the_third_attempt_is_the_last_and_names_what_is_open",
            ),
        ),
        Entry(
            "30, 32-35, 121",
            Kind.FORMER,
            "Nothing tells the coder which commands stop an unattended run.",
            NotAdopted("what nobody checks is no rule; the check of commands begins with these"),
        ),
        Entry(
            "106-113, 136",
            Kind.REQUIREMENT,
            "Files are read with Read, not with `cat`, `head` or `tail`.",
            carried(
                "AGT-2.1",
                _TOOLS
                + "test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves",
            ),
        ),
        Entry(
            "114",
            Kind.REQUIREMENT,
            "Files are searched with Grep, not with `grep` or `rg`.",
            carried(
                "AGT-3.1",
                _TOOLS
                + "test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves",
            ),
        ),
        Entry(
            "115",
            Kind.REQUIREMENT,
            "Files are found with Glob, not with `find` or `ls`.",
            carried(
                "AGT-4.1",
                _TOOLS
                + "test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves",
            ),
        ),
        Entry(
            "116",
            Kind.REQUIREMENT,
            "Bash runs what builds, tests and verifies: it writes no file that a tool writes.",
            carried(
                "AGT-7.2",
                "AGT-7.3",
                _TOOLS + "test_agt_7_what_another_tool_writes_is_advised",
                _TOOLS + "test_agt_7_building_testing_and_checkpoints_raise_no_alarm",
            ),
        ),
        Entry(
            "116",
            Kind.REQUIREMENT,
            "Bash runs nothing else.",
            _UNTOLD,
        ),
        Entry(
            "116",
            Kind.REQUIREMENT,
            "A change of folder may stand before the command: `cd DIR && COMMAND`.",
            carried(
                "AGT-5.2",
                "AGT-5.3",
                _AGENTS + "test_a46_agt_5_every_chain_was_reported_but_a_change_of_folder",
            ),
        ),
        Entry(
            "30, 117",
            Kind.REQUIREMENT,
            "A command is one line, without continuation lines.",
            carried(
                "AGT-1.1",
                "AGT-1.2",
                _AGENTS + "test_agt_1_a_command_of_several_lines_is_reported_and_not_judged",
            ),
        ),
        Entry(
            "117",
            Kind.REQUIREMENT,
            "A command has no here-document.",
            carried(
                "AGT-1.3",
                _AGENTS + "test_agt_1_a_command_of_several_lines_is_reported_and_not_judged",
            ),
        ),
        Entry(
            "118",
            Kind.REQUIREMENT,
            "Several commands are several calls.",
            changed(
                "A46",
                "AGT-5.1",
                "AGT-5.5",
                "AGT-5.6",
                _AGENTS + "test_agt_5_commands_that_do_not_depend_on_each_other_are_separate_calls",
            ),
        ),
        Entry(
            "141",
            Kind.REQUIREMENT,
            "A step is completed strictly only without open items.",
            carried("CMP-2.3"),
        ),
        Entry(
            "145",
            Kind.QUESTION,
            "Is force the way after an approval, or an itemized batch? Neither.",
            carried("REC-4.4", "REC-5.10"),
        ),
        Entry(
            "146",
            Kind.QUESTION,
            "Does the orchestrator defer items by itself? Only what the reviewer did not pass.",
            carried("REC-5.3", "REC-5.10"),
        ),
        Entry(
            "147",
            Kind.QUESTION,
            "Does the coder stop counting? No, for people to read it.",
            carried("REC-7.4"),
        ),
    ),
    background=(
        Background(
            "1-4, 6-8, 10, 16, 18-20, 22, 27-29, 31, 36-40, 47-49, 51-53, 61, 69, 76, 80, 86, "
            "88-90, 99-100, 105, 119-120, 122-124, 126, 128-130, 132, 138-140, 142-144",
            "headings and empty lines",
        ),
        Background(
            "5",
            "introduces the three problems",
        ),
        Background(
            "24",
            "why a halt is too much",
        ),
        Background(
            "131",
            "headings of a table",
        ),
    ),
)
