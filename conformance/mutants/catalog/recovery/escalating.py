"""Mutants of what an escalation says, and of what carries out an orchestrator's calls."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

MESSAGES = "tests/impl/orchestrator/test_escalations.py"
ROUND_TRIP = "tests/impl/cli/recover/test_round_trip.py"
DRIVER = "tests/impl/orchestrator/test_driver.py"
HOOKS = "tests/impl/cli/stop_hook/test_hooks_leave_steps_alone.py"
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
        clause="REC-2.8",
        broken="the manual command completes what the reviewer did not pass",
        file="orchestrator/escalations.py",
        original="{shlex.quote(batch_text(deferrals(self.work.review)))}",
        replacement="'[]'",
        test=f"{MESSAGES}::test_a40_rec_2_the_manual_command_defers_what_did_not_pass",
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
    ChangedProgram(
        id="warning-of-the-commit-dropped",
        clause="REC-2.14",
        broken="`planstate recover --commit` does not read the warnings of the commit",
        file="cli/input/recovery.py",
        original=" if is_text(reason) else None, warnings)",
        replacement=" if is_text(reason) else None)",
        test=f"{ROUND_TRIP}::test_a_warning_of_several_lines_is_shown_in_one",
    ),
    ChangedProgram(
        id="last-warning-shown",
        clause="REC-2.14",
        broken="only the last warning of the commit is shown",
        file="orchestrator/escalations.py",
        original="for warning in warnings))",
        replacement="for warning in warnings[-1:]))",
        test=f"{MESSAGES}::test_the_warnings_of_a_commit_are_shown_where_the_store_was_at_fault",
    ),
    ChangedProgram(
        id="drift-registered-by-nobody",
        clause="REC-2.15",
        broken="an escalation for drift does not give the command that registers the plan",
        file="orchestrator/escalations.py",
        original='commands.state("init"), commands.held("claim")',
        replacement='commands.held("claim")',
        test=f"{MESSAGES}::test_every_message_says_what_to_do_for_its_reason[drift]",
    ),
    ChangedProgram(
        id="holder-not-to-be-checked",
        clause="REC-2.16",
        broken="an escalation for ownership does not say how to see who holds the step",
        file="orchestrator/escalations.py",
        original='commands.state("show"), commands.held("claim")',
        replacement='commands.held("claim")',
        test=f"{MESSAGES}::test_every_message_says_what_to_do_for_its_reason[ownership]",
    ),
    ChangedProgram(
        id="worktree-not-to-be-checked",
        clause="REC-2.16",
        broken="an escalation for ownership does not say to check the worktree",
        file="orchestrator/escalations.py",
        original="Check that this is the worktree you ",
        replacement="Find out what you ",
        test=f"{MESSAGES}::test_after_a_lost_step_the_worktree_is_to_be_checked",
    ),
)

PROGRESS_MUTANTS = (
    ChangedProgram(
        id="progress-not-printed",
        clause="REC-7.4",
        broken="what the coder reported is not printed",
        file="orchestrator/driver.py",
        original="            if call.progress:\n                environment.show(call.progress)\n",
        replacement="",
        test=f"{DRIVER}::test_what_the_coder_reported_is_printed_once_before_the_batch",
    ),
    ChangedProgram(
        id="open-work-not-in-the-progress",
        clause="REC-7.4",
        broken="the progress counts only what is completed",
        file="orchestrator/recovery.py",
        original="count.tasks + count.open_tasks, count.tests + count.open_tests",
        replacement="count.tasks, count.tests",
        test=f"{DRIVER}::test_what_the_coder_reported_is_printed_once_before_the_batch",
    ),
)

_hook = partial(
    ChangedProgram,
    clause="REC-8.3",
    file="cli/commands/stop_hook.py",
    original="    hook = StopHook(folder, root, options.reviewer, options.time_limit, _clock)\n",
)
_OWN_STORE = (
    "    from impl.git.layout import STORE\n"
    "    from impl.git.repository import main_root\n"
    "    from impl.store.store import Store\n"
    "    from spec.vocabulary.holding import Release, Reset\n"
    "    with Store.open(main_root(root) / STORE) as store:\n"
    "        held = [(plan.path, each) for plan in store.snapshot_state().plans\n"
    "                for each in plan.steps if each.claimed_by]\n"
    "        for plan, each in held:\n"
)

HOOK_MUTANTS = (
    _hook(
        id="agent-that-stops-releases-its-step",
        broken="the stop hook releases the steps that the agent's worktree holds",
        replacement=(
            f"{_OWN_STORE}"
            "            store.apply(Release(plan, each.anchor, _clock(), str(root)))\n"
            f"{_hook.keywords['original']}"
        ),
        test=f"{HOOKS}::test_a_stop_hook_leaves_every_step_as_it_is[live-pass]",
    ),
    _hook(
        id="stop-hook-resets-expired-steps",
        broken="the stop hook resets the steps whose leases are over",
        replacement=(
            f"{_OWN_STORE}"
            "            if each.lease_expires_at < _clock():\n"
            "                store.apply(Reset(plan, each.anchor, _clock()))\n"
            f"{_hook.keywords['original']}"
        ),
        test=f"{HOOKS}::test_a_stop_hook_leaves_every_step_as_it_is[over-pass]",
    ),
)
"""The hook has no business with the store; these give it some."""

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
