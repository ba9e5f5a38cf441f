"""Mutants of the decision after a report (ITR-4, ITR-8)."""

from conformance.mutants.faults.source import ChangedStore

DECIDING_MUTANTS = (
    ChangedStore(
        id="one-iteration-too-many",
        clause="ITR-4.5",
        broken="a loop continues in its last iteration",
        file="store/iterations.py",
        original="iteration >= max_iterations",
        replacement="iteration > max_iterations",
    ),
    ChangedStore(
        id="stuck-agent-sent-round",
        clause="ITR-4.4",
        broken="a stuck agent is sent round again",
        file="store/iterations.py",
        original="    if stuck_detected:  # ITR-4.4: stuck",
        replacement="    if False:",
    ),
    ChangedStore(
        id="limit-before-stuck",
        clause="ITR-4.4",
        broken="a loop that is stuck in its last iteration ends as `max_iterations`",
        file="store/iterations.py",
        original="    if stuck_detected:  # ITR-4.4: stuck",
        replacement="    if stuck_detected and not at_limit:",
    ),
    ChangedStore(
        id="requested-iteration-granted",
        clause="ITR-4.6",
        broken="a coordinator that requires continuation gets an iteration beyond the limit",
        file="store/iterations.py",
        original="    at_limit = iteration >= max_iterations\n",
        replacement=(
            "    at_limit = iteration >= max_iterations and not "
            "operation.report.requires_continuation\n"
        ),
    ),
    ChangedStore(
        id="signal-ends-the-loop",
        clause="ITR-8.6",
        broken="`requires_continuation` ends a loop whose work remains",
        file="store/iterations.py",
        original="decide(bool(remaining), ",
        replacement="decide(bool(remaining) and operation.report.requires_continuation, ",
    ),
    ChangedStore(
        id="exhausted-context-taken-for-stuck",
        clause="ITR-7.8",
        broken="a report with an exhausted context ends the loop as `stuck`",
        file="store/iterations.py",
        original=(
            "    status = decide(bool(remaining), operation.report.stuck_detected, at_limit)\n"
        ),
        replacement=(
            "    stuck = operation.report.stuck_detected or "
            "operation.report.context_exhausted\n"
            "    status = decide(bool(remaining), stuck, at_limit)\n"
        ),
    ),
    ChangedStore(
        id="loop-of-a-completed-plan-ends",
        clause="ITR-5.14",
        broken="a loop ends as `complete` once the plan's steps are completed",
        file="store/iterations.py",
        original=(
            "    status = decide(bool(remaining), operation.report.stuck_detected, at_limit)\n"
        ),
        replacement=(
            '    find = "SELECT status FROM plans WHERE path = ?"\n'
            "    (done,) = connection.execute(find, (operation.plan,)).fetchone()\n"
            '    works = bool(remaining) and done != "done"\n'
            "    status = decide(works, operation.report.stuck_detected, at_limit)\n"
        ),
    ),
)
