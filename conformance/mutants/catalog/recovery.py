"""Mutants of the implementation's orchestrator, which brings a step to its commit (REC)."""

from conformance.mutants.source import ChangedOrchestrator

ORCHESTRATOR_MUTANTS = (
    ChangedOrchestrator(
        id="drift-tried-again",
        clause="REC-1",
        original="    if reason in FOR_A_PERSON:  # REC-1",
        replacement="    if reason in FOR_A_PERSON - {FailureReason.DRIFT}:  # REC-1",
    ),
    ChangedOrchestrator(
        id="open-items-escalated-at-once",
        clause="REC-1",
        original="    if reason in FOR_A_PERSON:  # REC-1",
        replacement="    if reason is not None:  # REC-1",
    ),
    ChangedOrchestrator(
        id="failed-update-taken-for-success",
        clause="REC-1",
        original="        case Committed(state_update_failed=True, ",
        replacement="        case Committed(state_update_failed=None, ",
    ),
    ChangedOrchestrator(
        id="four-attempts",
        clause="REC-2",
        original="MOST_ATTEMPTS = 3",
        replacement="MOST_ATTEMPTS = 4",
    ),
    ChangedOrchestrator(
        id="two-attempts",
        clause="REC-2",
        original="MOST_ATTEMPTS = 3",
        replacement="MOST_ATTEMPTS = 2",
    ),
    ChangedOrchestrator(
        id="unfinished-substeps-not-named",
        clause="REC-2",
        original="        substeps = self.seen.open_substeps if self.seen else None\n",
        replacement="        substeps = () if self.seen else None\n",
    ),
    ChangedOrchestrator(
        id="completion-by-somebody-else-not-noticed",
        clause="REC-3",
        original="            completed = done\n",
        replacement="            completed = False\n",
    ),
    ChangedOrchestrator(
        id="recovery-completes-what-did-not-pass",
        clause="REC-3",
        original="store.send(closing_batch(work))  # REC-3\n",
        replacement=(
            "store.send(\n"
            "            Batch(work.plan, work.step, work.worktree, (), "
            '"", 0, complete_remaining=True)\n'
            "        )\n"
        ),
    ),
    ChangedOrchestrator(
        id="batch-sent-though-nothing-is-open",
        clause="REC-3",
        original="    if step.open_items:\n        yield from store.send(",
        replacement="    if True:\n        yield from store.send(",
    ),
    ChangedOrchestrator(
        id="not-looked-again-after-the-batch",
        clause="REC-4",
        original=(
            "        step = yield from store.look()\n"
            "        if step.is_completed:\n"
            "            return True\n"
            "        if step.open_items:\n"
            "            return False  # REC-4: somebody has opened an item again\n"
        ),
        replacement="",
    ),
    ChangedOrchestrator(
        id="substeps-tried-again",
        clause="REC-4",
        original=" or self.code == Code.INCOMPLETE_SUBSTEPS",
        replacement="",
    ),
    ChangedOrchestrator(
        id="recovered-by-force",
        clause="REC-4",
        original='"", 0))  # REC-4',
        replacement='"", 0, force=True))  # REC-4',
    ),
    ChangedOrchestrator(
        id="deferred-without-the-reviewers-reason",
        clause="REC-5",
        original="checkpoint.reason or str(checkpoint.judgement)",
        replacement="str(checkpoint.judgement)",
    ),
    ChangedOrchestrator(
        id="blocked-checkpoints-completed",
        clause="REC-5",
        original="if checkpoint.judgement is not Judgement.PASS:",
        replacement="if checkpoint.judgement is Judgement.FAIL:",
    ),
    ChangedOrchestrator(
        id="no-commit-after-a-refused-batch",
        clause="REC-5",
        original="    yield Call(closing_batch(work))  # REC-5",
        replacement=(
            "    if isinstance((yield Call(closing_batch(work))), Rejected):\n"
            "        return Ending(Result.NOT_COMMITTED, step)  # REC-5"
        ),
    ),
    ChangedOrchestrator(
        id="approval-not-waited-for",
        clause="REC-6",
        original="    if not review.approved:  # REC-6",
        replacement="    if False:  # REC-6",
    ),
    ChangedOrchestrator(
        id="approval-only-if-all-passed",
        clause="REC-6",
        original="    if not review.approved:  # REC-6",
        replacement="    if not review.approved or deferrals(review):  # REC-6",
    ),
    ChangedOrchestrator(
        id="counts-believed-though-all-is-listed",
        clause="REC-7",
        original="    yield Call(closing_batch(work))  # REC-5",
        replacement=(
            "    everything = count.tasks > 0\n"
            '    yield Call(Batch(plan, step, worktree, deferrals(review), "", 0, '
            "complete_remaining=everything))  # REC-5"
        ),
    ),
)
