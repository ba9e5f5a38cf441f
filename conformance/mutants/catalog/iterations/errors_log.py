"""Mutants of the errors log, which `planstate iterate` writes (ITR-6)."""

from conformance.mutants.faults.source import ChangedProgram

TESTS = "tests/impl/cli/iterate/test_iterate.py"

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
        original='        "requires_continuation": violation.requires_continuation,\n',
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
)
