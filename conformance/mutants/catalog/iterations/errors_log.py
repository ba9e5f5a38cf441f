"""Mutants of `planstate iterate` around the store: what it reads, copies, logs and prints."""

from conformance.mutants.faults.source import ChangedProgram

TESTS = "tests/impl/cli/iterate/test_iterate.py"
OF_REPORTS = "tests/impl/documents/test_iteration_reports.py"

ERRORS_LOG_MUTANTS = (
    ChangedProgram(
        id="halting-violation-not-in-the-log",
        clause="ITR-6.8",
        broken="a violation without an `override` is missing in the errors log",
        file="cli/commands/iterate.py",
        original="            if decided.violation is not None:\n",
        replacement=(
            "            if decided.violation is not None and decided.violation.override:\n"
        ),
        test=f"{TESTS}::test_every_violation_is_a_warning_and_a_line_of_the_log",
    ),
    ChangedProgram(
        id="log-without-the-signal",
        clause="ITR-6.9",
        broken="a line of the errors log lacks `requires_continuation`",
        file="cli/output/iterations.py",
        original="        requires_continuation=violation.requires_continuation,\n",
        replacement="",
        test=f"{TESTS}::test_every_violation_is_a_warning_and_a_line_of_the_log",
    ),
    ChangedProgram(
        id="log-removed-by-a-restart",
        clause="ITR-6.10",
        broken="a new loop empties the errors log",
        file="cli/commands/iterate.py",
        original=(
            "    session.run(iterations.start, StartIterations(session.plan, limit, session.now))\n"
        ),
        replacement=(
            '    (session.location.store.parent / errors_log.NAME).write_text("")\n'
            "    session.run(iterations.start, StartIterations(session.plan, "
            "limit, session.now))\n"
        ),
        test=f"{TESTS}::test_every_violation_is_a_warning_and_a_line_of_the_log",
    ),
    ChangedProgram(
        id="yes-taken-for-true",
        clause="ITR-3.6",
        broken="a `requires_continuation` of `yes` counts as true",
        file="documents/iteration_reports.py",
        original='_lower(value) == "true")\n',
        replacement='_lower(value) in ("true", "yes"))\n',
        test=f"{OF_REPORTS}::test_every_signal_but_true_is_false",
    ),
    ChangedProgram(
        id="signal-demanded",
        clause="ITR-3.6",
        broken="a report without `requires_continuation` is rejected",
        file="documents/iteration_reports.py",
        original="    if WORK not in fields and SIGNAL not in fields:\n",
        replacement="    if SIGNAL not in fields:\n",
        test=f"{OF_REPORTS}::test_a_report_without_a_signal_or_a_summary_is_read",
    ),
    ChangedProgram(
        id="copy-left-empty",
        clause="ITR-5.15",
        broken="the copy of the summary is empty",
        file="documents/iteration_summaries.py",
        original="summary.path.read_bytes()",
        replacement='b""',
        test=f"{TESTS}::test_the_next_iteration_begins_with_a_copy_of_the_summary",
    ),
    ChangedProgram(
        id="copy-named-after-the-next-iteration",
        clause="ITR-5.15",
        broken="the copy of the summary is named after the iteration that it begins",
        file="cli/commands/iterate.py",
        original="    copy = copy_of(beside, session.plan, loop.iteration)\n",
        replacement="    copy = copy_of(beside, session.plan, loop.iteration + 1)\n",
        test=f"{TESTS}::test_the_next_iteration_begins_with_a_copy_of_the_summary",
    ),
    ChangedProgram(
        id="summary-itself-as-context",
        clause="ITR-5.16",
        broken="the next iteration begins with the summary, not with its copy",
        file="cli/commands/iterate.py",
        original="        report = replace(operation.report, summary_path=str(copy))\n",
        replacement="        report = operation.report\n",
        test=f"{TESTS}::test_the_next_iteration_begins_with_a_copy_of_the_summary",
    ),
    ChangedProgram(
        id="log-without-the-workflow",
        clause="ITR-6.11",
        broken="the lines of the errors log lack the workflow id",
        file="cli/output/iterations.py",
        original='            "workflow_id": self.options.workflow_id,\n',
        replacement="",
        test=f"{TESTS}::test_a_summary_that_is_missing_or_too_small_is_logged",
    ),
    ChangedProgram(
        id="log-with-the-signal-as-it-was-read",
        clause="ITR-6.12",
        broken="the message of a violation gives false for every other signal",
        file="cli/output/iterations.py",
        original='signal = f"requires_continuation={reported_signal(read)}"\n',
        replacement='signal = f"requires_continuation={violation.requires_continuation}"\n',
        test=f"{TESTS}::test_a_missing_signal_is_overridden_too",
    ),
    ChangedProgram(
        id="fate-of-the-signal-not-printed",
        clause="ITR-6.13",
        broken="it is not said whether `requires_continuation` was overridden",
        file="cli/output/iterations.py",
        original="    lines.insert(1, ",
        replacement="    [].insert(1, ",
        test=f"{TESTS}::test_people_are_told_the_decision_its_reason_and_the_context",
    ),
    ChangedProgram(
        id="warning-without-the-work",
        clause="ITR-6.14",
        broken="the warning of an override does not name the work that remains",
        file="cli/output/iterations.py",
        original='f"work remains ({names})" if names',
        replacement='"work remains" if names',
        test=f"{TESTS}::test_people_are_told_the_decision_its_reason_and_the_context",
    ),
    ChangedProgram(
        id="missing-summary-not-logged",
        clause="ITR-7.11",
        broken="a report without its summary is rejected, and not logged",
        file="cli/output/iterations.py",
        original='    if rejected.reason not in ("missing_summary", "undersized_summary"):\n',
        replacement='    if rejected.reason != "undersized_summary":\n',
        test=f"{TESTS}::test_a_summary_that_is_missing_or_too_small_is_logged",
    ),
    ChangedProgram(
        id="sizes-of-a-summary-not-logged",
        clause="ITR-7.12",
        broken="the log does not give the sizes of an undersized summary",
        file="cli/output/iterations.py",
        original="        **({} if is_missing else sizes),\n",
        replacement="",
        test=f"{TESTS}::test_a_summary_that_is_missing_or_too_small_is_logged",
    ),
)
