"""Mutants of iteration loops."""

from conformance.mutants.source import ChangedStore

ITERATION_MUTANTS = (
    ChangedStore(
        id="nought-taken-for-work",
        clause="ITR-1",
        file="store/iterations.py",
        original='    if text in ("", "0"):',
        replacement='    if text == "":',
    ),
    ChangedStore(
        id="blank-names-kept",
        clause="ITR-1",
        file="store/iterations.py",
        original=" for name in given) if name)",
        replacement=" for name in given))",
    ),
    ChangedStore(
        id="listed-nought-dropped",
        clause="ITR-1",
        file="store/iterations.py",
        original=" for name in given) if name)",
        replacement=' for name in given) if name not in ("", "0"))',
    ),
    ChangedStore(
        id="names-between-single-spaces",
        clause="ITR-2",
        file="store/iterations.py",
        original="tuple(text.split())",
        replacement='tuple(text.split(" "))',
    ),
    ChangedStore(
        id="commas-divide-names",
        clause="ITR-2",
        file="store/iterations.py",
        original="tuple(text.split())",
        replacement='tuple(text.replace(",", " ").split())',
    ),
    ChangedStore(
        id="arrays-of-anything",
        clause="ITR-2",
        file="store/iterations.py",
        original=" or not all(isinstance(name, str) for name in found):",
        replacement=(
            ":\n"
            '        raise MalformedWork("no array")\n'
            "    found = [str(name) for name in found]\n"
            "    if False:"
        ),
    ),
    ChangedStore(
        id="one-iteration-too-many",
        clause="ITR-4",
        file="store/iterations.py",
        original="iteration >= max_iterations",
        replacement="iteration > max_iterations",
    ),
    ChangedStore(
        id="stuck-agent-sent-round",
        clause="ITR-4",
        file="store/iterations.py",
        original="    if stuck_detected:  # ITR-4: stuck",
        replacement="    if False:",
    ),
    ChangedStore(
        id="limit-before-stuck",
        clause="ITR-4",
        file="store/iterations.py",
        original="    if stuck_detected:  # ITR-4: stuck",
        replacement="    if stuck_detected and not at_limit:",
    ),
    ChangedStore(
        id="loop-without-iterations",
        clause="ITR-5",
        file="store/iterations.py",
        original="    if operation.max_iterations < 1:",
        replacement="    if operation.max_iterations < 0:",
    ),
    ChangedStore(
        id="completion-called-a-halt",
        clause="ITR-5",
        file="store/iterations.py",
        original="halt_reason = nullif(:status, 'complete')",
        replacement="halt_reason = :status",
    ),
    ChangedStore(
        id="last-summary-taken-over",
        clause="ITR-5",
        file="store/iterations.py",
        original="    work_remaining = :work_remaining\nWHERE",
        replacement="    work_remaining = :work_remaining, context = :context\nWHERE",
    ),
    ChangedStore(
        id="violation-not-logged",
        clause="ITR-6",
        file="store/iterations.py",
        original="    if violation is not None:  # ITR-6",
        replacement="    if False:",
    ),
    ChangedStore(
        id="violation-logged-twice",
        clause="ITR-6",
        file="store/iterations.py",
        original="        write_violation(connection, operation.plan, logged, violation)\n",
        replacement=(
            "        for position in (logged, logged + 1):\n"
            "            write_violation(connection, operation.plan, position, violation)\n"
        ),
    ),
    ChangedStore(
        id="violation-of-the-next-iteration",
        clause="ITR-6",
        file="store/iterations.py",
        original="return Violation(iteration, ",
        replacement="return Violation(iteration + 1, ",
    ),
    ChangedStore(
        id="override-dropped",
        clause="ITR-6",
        file="store/iterations.py",
        original="        LoopStatus.COMPLETE: Override.FORCED_FALSE,\n",
        replacement="",
    ),
    ChangedStore(
        id="least-summary-refused",
        clause="ITR-7",
        file="store/iterations.py",
        original="    if found < least:",
        replacement="    if found <= least:",
    ),
    ChangedStore(
        id="work-read-before-the-summary",
        clause="ITR-7",
        file="store/iterations.py",
        original="    found, least = operation.summary_bytes, operation.least_summary_bytes\n",
        replacement=(
            "    try:\n"
            "        work_remaining.names(operation.report.work_remaining)\n"
            "    except work_remaining.MalformedWork as error:\n"
            '        malformed = rejections.invalid_request("malformed_work_remaining")\n'
            "        raise Refused(malformed) from error\n"
            "    found, least = operation.summary_bytes, operation.least_summary_bytes\n"
        ),
    ),
    ChangedStore(
        id="signal-ends-the-loop",
        clause="ITR-8",
        file="store/iterations.py",
        original="decide(bool(remaining), ",
        replacement="decide(bool(remaining) and operation.report.requires_continuation, ",
    ),
)
