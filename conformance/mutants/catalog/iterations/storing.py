"""Mutants of what is stored and answered (ITR-5)."""

from conformance.mutants.faults.source import ChangedStore

LOOP_MUTANTS = (
    ChangedStore(
        id="loop-without-iterations",
        clause="ITR-5.1",
        broken="a loop may have no iteration",
        file="store/iterations.py",
        original="    if operation.max_iterations < 1:",
        replacement="    if operation.max_iterations < 0:",
    ),
    ChangedStore(
        id="restarted-loop-keeps-its-context",
        clause="ITR-5.3",
        broken="a new loop keeps the context of the one that it replaces",
        file="store/iterations.py",
        original=(
            "        raise "
            "Refused(rejections.invalid_request(operation.max_iterations))\n"
            '    connection.execute(FORGET_LOOP, {"plan": operation.plan})\n'
            "    write_loop(connection, operation.plan, "
            "IterationLoop(operation.max_iterations))\n"
        ),
        replacement=(
            "        raise "
            "Refused(rejections.invalid_request(operation.max_iterations))\n"
            '    find = "SELECT context FROM iteration_loops WHERE plan = ?"\n'
            "    kept = connection.execute(find, (operation.plan,)).fetchone()\n"
            '    connection.execute(FORGET_LOOP, {"plan": operation.plan})\n'
            "    begun = IterationLoop(operation.max_iterations, context=kept[0] "
            "if kept else None)\n"
            "    write_loop(connection, operation.plan, begun)\n"
        ),
    ),
    ChangedStore(
        id="start-answered-with-the-iteration",
        clause="ITR-5.4",
        broken="the answer to a start gives the iteration in place of the limit",
        file="store/iterations.py",
        original="return IterationsStarted(operation.max_iterations)",
        replacement="return IterationsStarted(1)",
    ),
    ChangedStore(
        id="names-of-the-report-before-kept",
        clause="ITR-5.5",
        broken="a loop that continues keeps the names of the report before",
        file="store/iterations.py",
        original="SET iteration = iteration + 1, work_remaining = :work_remaining, context",
        replacement="SET iteration = iteration + 1, context",
    ),
    ChangedStore(
        id="names-of-the-last-report-not-stored",
        clause="ITR-5.5",
        broken="a loop that ends keeps the names of the report before",
        file="store/iterations.py",
        original=(
            "    halt_reason = nullif(:status, 'complete'),\n"
            "    work_remaining = :work_remaining\n"
            "WHERE"
        ),
        replacement="    halt_reason = nullif(:status, 'complete')\nWHERE",
    ),
    ChangedStore(
        id="iteration-not-counted",
        clause="ITR-5.6",
        broken="a loop that continues keeps its iteration",
        file="store/iterations.py",
        original="SET iteration = iteration + 1, work_remaining",
        replacement="SET work_remaining",
    ),
    ChangedStore(
        id="context-kept-without-a-path",
        clause="ITR-5.7",
        broken="a report without a summary path leaves the context of the one before",
        file="store/iterations.py",
        original="context = :context\nWHERE",
        replacement="context = coalesce(:context, context)\nWHERE",
    ),
    ChangedStore(
        id="ended-loop-still-continuing",
        clause="ITR-5.8",
        broken="a loop that ends keeps the status `continuing`",
        file="store/iterations.py",
        original="SET status = :status,\n    halt_reason",
        replacement="SET halt_reason",
    ),
    ChangedStore(
        id="limit-without-a-halt-reason",
        clause="ITR-5.9",
        broken="a loop that ends as `max_iterations` has no `halt_reason`",
        file="store/iterations.py",
        original="halt_reason = nullif(:status, 'complete')",
        replacement="halt_reason = CASE :status WHEN 'stuck' THEN 'stuck' END",
    ),
    ChangedStore(
        id="completion-called-a-halt",
        clause="ITR-5.10",
        broken="a loop that ends as `complete` has a `halt_reason`",
        file="store/iterations.py",
        original="halt_reason = nullif(:status, 'complete')",
        replacement="halt_reason = :status",
    ),
    ChangedStore(
        id="last-summary-taken-over",
        clause="ITR-5.11",
        broken="a loop that ends stores the last summary as its context",
        file="store/iterations.py",
        original="    work_remaining = :work_remaining\nWHERE",
        replacement="    work_remaining = :work_remaining, context = :context\nWHERE",
    ),
    ChangedStore(
        id="last-iteration-counted-on",
        clause="ITR-5.11",
        broken="a loop that ends raises its iteration",
        file="store/iterations.py",
        original="    work_remaining = :work_remaining\nWHERE",
        replacement="    work_remaining = :work_remaining, iteration = iteration + 1\nWHERE",
    ),
    ChangedStore(
        id="ended-iteration-answered",
        clause="ITR-5.12",
        broken="the answer gives the iteration that the report has ended",
        file="store/iterations.py",
        original="return IterationDecided(status, after, violation)",
        replacement="return IterationDecided(status, iteration, violation)",
    ),
    ChangedStore(
        id="violation-not-answered",
        clause="ITR-5.13",
        broken="the answer lacks the violation that was logged",
        file="store/iterations.py",
        original="return IterationDecided(status, after, violation)",
        replacement="return IterationDecided(status, after)",
    ),
)
