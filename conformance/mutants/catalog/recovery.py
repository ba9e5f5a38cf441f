"""Mutants of the orchestrator, which brings a step to its commit and recovers it (REC)."""

from conformance.mutants.source import ChangedOrchestrator

ORCHESTRATOR_MUTANTS = (
    ChangedOrchestrator(
        id="drift-tried-again",
        rule="REC-1",
        original="if reason in (FailureReason.DRIFT, FailureReason.OWNERSHIP, ",
        replacement="if reason in (FailureReason.OWNERSHIP, ",
    ),
    ChangedOrchestrator(
        id="open-items-escalated-at-once",
        rule="REC-1",
        original=(
            "if reason in (FailureReason.DRIFT, FailureReason.OWNERSHIP, FailureReason.DB_ERROR):"
        ),
        replacement="if reason is not None:",
    ),
    ChangedOrchestrator(
        id="failed-update-taken-for-success",
        rule="REC-1",
        original="    if not committed.state_update_failed:",
        replacement="    if True:",
    ),
    ChangedOrchestrator(
        id="four-attempts",
        rule="REC-2",
        original="MAX_ATTEMPTS = 3",
        replacement="MAX_ATTEMPTS = 4",
    ),
    ChangedOrchestrator(
        id="two-attempts",
        rule="REC-2",
        original="MAX_ATTEMPTS = 3",
        replacement="MAX_ATTEMPTS = 2",
    ),
    ChangedOrchestrator(
        id="unfinished-substeps-not-named",
        rule="REC-2",
        original="            open_substeps=open_substeps(self.shown, self.work.step),\n",
        replacement="            open_substeps=(),\n",
    ),
    ChangedOrchestrator(
        id="completion-by-somebody-else-not-noticed",
        rule="REC-3",
        original="        if self.verifies and is_completed(shown, self.work.step):\n",
        replacement="        if False:\n",
    ),
    ChangedOrchestrator(
        id="recovery-completes-what-did-not-pass",
        rule="REC-3",
        original="            batch = report(self.work, deferrals(self.work), ",
        replacement="            batch = report(self.work, (), ",
    ),
    ChangedOrchestrator(
        id="batch-sent-though-nothing-is-open",
        rule="REC-3",
        original=(
            "        yield from self.query()\n        if open_items(self.shown, self.work.step):\n"
            "            batch"
        ),
        replacement="        yield from self.query()\n        if True:\n            batch",
    ),
    ChangedOrchestrator(
        id="not-looked-again-after-the-batch",
        rule="REC-4",
        original=(
            "            yield from self.query()\n"
            "            if open_items(self.shown, self.work.step):\n"
            "                raise AttemptOver\n"
        ),
        replacement="",
    ),
    ChangedOrchestrator(
        id="substeps-tried-again",
        rule="REC-4",
        original="curable = reason is FailureReason.OPEN_ITEMS and not substeps",
        replacement="curable = reason is FailureReason.OPEN_ITEMS",
    ),
    ChangedOrchestrator(
        id="recovered-by-force",
        rule="REC-4",
        original='self.work.step, self.work.worktree, "", 0)\n        self.require',
        replacement='self.work.step, self.work.worktree, "", 0, force=True)\n        self.require',
    ),
    ChangedOrchestrator(
        id="deferred-without-the-reviewers-reason",
        rule="REC-5",
        original="    return point.reason or point.judgement",
        replacement="    return point.judgement",
    ),
    ChangedOrchestrator(
        id="blocked-checkpoints-completed",
        rule="REC-5",
        original="        if point.judgement is not Judgement.PASS\n    )",
        replacement="        if point.judgement is Judgement.FAIL\n    )",
    ),
    ChangedOrchestrator(
        id="no-commit-after-a-refused-batch",
        rule="REC-5",
        original='    yield Call(first_report(work, edition), ("REC-5", "REC-6", "REC-7"))\n',
        replacement=(
            '    reported = yield Call(first_report(work, edition), ("REC-5", "REC-6", "REC-7"))\n'
            "    if isinstance(reported, Rejected):\n"
            "        return Ending(Result.NOT_COMMITTED, work.step)\n"
        ),
    ),
    ChangedOrchestrator(
        id="approval-not-waited-for",
        rule="REC-6",
        original="    if not review.approved:",
        replacement="    if False:",
    ),
    ChangedOrchestrator(
        id="approval-only-if-all-passed",
        rule="REC-6",
        original="    if not review.approved:",
        replacement=(
            "    if not review.approved or any(\n"
            "        point.judgement is not Judgement.PASS for point in review.checkpoints\n"
            "    ):"
        ),
    ),
    ChangedOrchestrator(
        id="counts-believed-though-all-is-listed",
        rule="REC-7",
        original=(
            "    if edition.has(DEFERRED_ONLY_BATCH):\n"
            "        return report(work, deferrals(work), complete_remaining=True)\n"
        ),
        replacement=(
            "    if work.count.tasks == 0:\n"
            "        return report(work, deferrals(work), complete_remaining=False)\n"
            "    if edition.has(DEFERRED_ONLY_BATCH):\n"
            "        return report(work, deferrals(work), complete_remaining=True)\n"
        ),
    ),
)
