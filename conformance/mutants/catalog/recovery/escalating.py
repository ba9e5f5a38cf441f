"""Mutants of what an escalation says, and of what carries out an orchestrator's calls."""

from conformance.mutants.faults.source import ChangedProgram

MESSAGES = "tests/impl/orchestrator/test_escalations.py"
DISTURBED = "tests/impl/orchestrator/test_driver_disturbed.py"

ESCALATION_MUTANTS = (
    ChangedProgram(
        id="escalation-without-its-reason",
        clause="REC-2.5",
        broken="an escalation does not name its reason",
        file="orchestrator/escalations.py",
        original=" is not completed: {ending.reason}, {times}.",
        replacement=" is not completed, {times}.",
        test=f"{MESSAGES}::test_every_message_names_plan_step_reason_and_the_commit_that_stands",
    ),
    ChangedProgram(
        id="commit-named-only-by-its-hash",
        clause="REC-2.6",
        broken="an escalation is silent about a commit whose hash is unknown",
        file="orchestrator/escalations.py",
        original='    yield f"{commit} stands: the work is safe."\n',
        replacement=('    if commit_hash:\n        yield f"{commit} stands: the work is safe."\n'),
        test=f"{MESSAGES}::test_every_message_names_plan_step_reason_and_the_commit_that_stands",
    ),
    ChangedProgram(
        id="substeps-instead-of-the-manual-command",
        clause="REC-2.7",
        broken="an escalation with unfinished substeps does not give the manual command",
        file="orchestrator/escalations.py",
        original="        *indented(*commands.closing()),\n",
        replacement="        *(() if ending.open_substeps else indented(*commands.closing())),\n",
        test=f"{MESSAGES}::test_every_message_ends_with_the_manual_command",
    ),
    ChangedProgram(
        id="manual-command-without-deferrals",
        clause="REC-2.7",
        broken="the manual command completes what the reviewer did not pass",
        file="orchestrator/escalations.py",
        original="{shlex.quote(batch_text(self.work))}",
        replacement="'[]'",
        test=f"{MESSAGES}::test_the_manual_command_defers_what_did_not_pass",
    ),
    ChangedProgram(
        id="items-numbered-from-nought",
        clause="REC-2.9",
        broken="an escalation gives the ordinal of an item as its number",
        file="orchestrator/escalations.py",
        original="{item.ordinal + 1}",
        replacement="{item.ordinal}",
        test=f"{MESSAGES}::test_every_message_names_what_is_open_or_that_this_is_not_known",
    ),
    ChangedProgram(
        id="nothing-known-taken-for-nothing-open",
        clause="REC-2.12",
        broken="an escalation says that no item is open when no query was answered",
        file="orchestrator/escalations.py",
        original=(
            '        yield "Its open items and unfinished substeps are not known: '
            'no query was answered."\n'
        ),
        replacement='        yield "Its open items when last seen: none."\n',
        test=f"{MESSAGES}::test_every_message_names_what_is_open_or_that_this_is_not_known",
    ),
    ChangedProgram(
        id="unanswered-query-shows-nothing-open",
        clause="REC-2.12",
        broken="a recovery whose query was not answered escalates with no open items",
        file="orchestrator/recovery.py",
        original="        items = self.seen.open_items if self.seen else None\n",
        replacement="        items = self.seen.open_items if self.seen else ()\n",
        test=f"{DISTURBED}::test_a_store_that_goes_away_ends_it_and_nothing_is_half_done",
    ),
    ChangedProgram(
        id="force-recommended",
        clause="REC-2.13",
        broken="an escalation because of the store recommends a completion by force",
        file="orchestrator/escalations.py",
        original='"review judges only checkpoints of the step. Fix what is wrong."',
        replacement='"review judges only checkpoints of the step, or complete it with --force."',
        test=f"{MESSAGES}::test_no_message_says_how_to_lose_deferrals",
    ),
)

DRIVER_MUTANTS = (
    ChangedProgram(
        id="locked-store-breaks-the-driver",
        clause="REC-4.10",
        broken="a store that cannot be opened for a call ends the program",
        file="orchestrator/driver.py",
        original="    except (StoreUnavailable, sqlite3.Error, OSError):\n",
        replacement="    except (sqlite3.Error, OSError):\n",
        test=f"{DISTURBED}::test_a_locked_store_ends_it",
    ),
    ChangedProgram(
        id="batch-without-the-document",
        clause="REC-4.11",
        broken="a batch is sent although the plan's document cannot be read",
        file="orchestrator/driver.py",
        original="        if found is None and not isinstance(operation, Show):\n",
        replacement="        if found is None and isinstance(operation, Claim):\n",
        test=f"{DISTURBED}::test_a_document_that_cannot_be_read_ends_it",
    ),
    ChangedProgram(
        id="query-without-the-document-refused",
        clause="REC-4.12",
        broken="a query is rejected when the plan's document cannot be read",
        file="orchestrator/driver.py",
        original="        if found is None and not isinstance(operation, Show):\n",
        replacement="        if found is None:\n",
        test=f"{DISTURBED}::test_a_document_that_cannot_be_read_ends_it",
    ),
)
