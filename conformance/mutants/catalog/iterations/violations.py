"""Mutants of violations of the contract between work and signal (ITR-6)."""

from conformance.mutants.faults.source import ChangedStore

VIOLATION_MUTANTS = (
    ChangedStore(
        id="violation-not-logged",
        clause="ITR-6.3",
        broken="no violation is logged",
        file="store/iterations.py",
        original="    if violation is not None:  # ITR-6.3",
        replacement="    if False:",
    ),
    ChangedStore(
        id="violation-logged-twice",
        clause="ITR-6.3",
        broken="each violation is logged twice",
        file="store/iterations.py",
        original="        write_violation(connection, operation.plan, logged, violation)\n",
        replacement=(
            "        for position in (logged, logged + 1):\n"
            "            write_violation(connection, operation.plan, position, "
            "violation)\n"
        ),
    ),
    ChangedStore(
        id="violation-of-the-next-iteration",
        clause="ITR-6.4",
        broken="a violation records the iteration after the report",
        file="store/iterations.py",
        original="return Violation(iteration, ",
        replacement="return Violation(iteration + 1, ",
    ),
    ChangedStore(
        id="first-name-of-a-violation-alone",
        clause="ITR-6.4",
        broken="a violation records only the first name",
        file="store/iterations.py",
        original="return Violation(iteration, remaining, ",
        replacement="return Violation(iteration, remaining[:1], ",
    ),
    ChangedStore(
        id="forced-continuation-not-recorded",
        clause="ITR-6.5",
        broken="a violation has no `override` when the loop continues",
        file="store/iterations.py",
        original="        LoopStatus.CONTINUING: Override.FORCED_TRUE,\n",
        replacement="",
    ),
    ChangedStore(
        id="override-dropped",
        clause="ITR-6.6",
        broken="a violation has no `override` when the loop ends as `complete`",
        file="store/iterations.py",
        original="        LoopStatus.COMPLETE: Override.FORCED_FALSE,\n",
        replacement="",
    ),
    ChangedStore(
        id="halt-called-an-override",
        clause="ITR-6.7",
        broken="a violation has the `override` `forced_false` when the loop halts",
        file="store/iterations.py",
        original="overrides.get(status))",
        replacement="overrides.get(status, Override.FORCED_FALSE))",
    ),
)
