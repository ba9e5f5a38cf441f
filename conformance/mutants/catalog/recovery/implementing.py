"""Mutants of an orchestrator that brings a step to its commit (REC-1, REC-5 to REC-7)."""

from conformance.mutants.faults.source import ChangedOrchestrator

IMPLEMENTING_MUTANTS = (
    ChangedOrchestrator(
        id="refused-commit-recovered",
        clause="REC-1.1",
        broken="a recovery follows although git has not committed",
        original="            return Ending(Result.NOT_COMMITTED, step)  # REC-1\n",
        replacement="            return (yield from recover(work, None))\n",
    ),
    ChangedOrchestrator(
        id="completed-step-completed-again",
        clause="REC-1.2",
        broken="the orchestrator completes a step that its commit has completed",
        original="            return Ending(Result.COMPLETED, step)  # REC-1\n",
        replacement=(
            '            yield Call(Complete(plan, step, worktree, "", 0))\n'
            "            return Ending(Result.COMPLETED, step)\n"
        ),
    ),
    ChangedOrchestrator(
        id="recovery-decided-by-the-rejection",
        clause="REC-1.5",
        broken="the orchestrator escalates unfinished substeps by the rejection in the answer",
        original=(
            "        case Committed(state_update_failed=True, state_failure_reason=reason):\n"
            "            return (yield from recover(work, reason))\n"
        ),
        replacement=(
            "        case Committed(state_update_failed=True, "
            "state_failure_reason=reason, rejection=why):\n"
            "            if why is not None and why.code == Code.INCOMPLETE_SUBSTEPS:\n"
            "                return Ending(Result.ESCALATED, step, reason=reason)\n"
            "            return (yield from recover(work, reason))\n"
        ),
    ),
    ChangedOrchestrator(
        id="drift-tried-again",
        clause="REC-1.6",
        broken="a recovery begins although the reason is `drift`",
        original="    if reason in FOR_A_PERSON:  # REC-1",
        replacement="    if reason in FOR_A_PERSON - {FailureReason.DRIFT}:  # REC-1",
    ),
    ChangedOrchestrator(
        id="broken-store-tried-again",
        clause="REC-1.6",
        broken="a recovery begins although the reason is `db_error`",
        original="    if reason in FOR_A_PERSON:  # REC-1",
        replacement="    if reason in FOR_A_PERSON - {FailureReason.DB_ERROR}:  # REC-1",
    ),
    ChangedOrchestrator(
        id="open-items-escalated-at-once",
        clause="REC-1.7",
        broken="open items are escalated at once",
        original="    if reason in FOR_A_PERSON:  # REC-1",
        replacement="    if reason is not None:  # REC-1",
    ),
    ChangedOrchestrator(
        id="failed-update-taken-for-success",
        clause="REC-1.7",
        broken="a commit that did not complete its step is taken for one that did",
        original="        case Committed(state_update_failed=True, ",
        replacement="        case Committed(state_update_failed=None, ",
    ),
    ChangedOrchestrator(
        id="no-batch-without-deferrals",
        clause="REC-5.1",
        broken="no batch precedes the commit when the reviewer has passed everything",
        original="    yield Call(closing_batch(work), progress=progress(count))  # REC-5: ",
        replacement="    if deferrals(review):\n        yield Call(closing_batch(work))  # ",
    ),
    ChangedOrchestrator(
        id="deferred-without-the-reviewers-reason",
        clause="REC-5.4",
        broken="the reason of a deferral is the word of the judgement, whatever the reviewer says",
        original="checkpoint.reason or str(checkpoint.judgement)",
        replacement="str(checkpoint.judgement)",
    ),
    ChangedOrchestrator(
        id="deferred-without-any-reason",
        clause="REC-5.4",
        broken="a deferral has no reason when the reviewer gives none",
        original="checkpoint.reason or str(checkpoint.judgement)",
        replacement="checkpoint.reason",
    ),
    ChangedOrchestrator(
        id="blocked-checkpoints-completed",
        clause="REC-5.10",
        broken="checkpoints judged `BLOCKED` or `UNVERIFIED` are completed",
        original="if checkpoint.judgement is not Judgement.PASS:",
        replacement="if checkpoint.judgement is Judgement.FAIL:",
    ),
    ChangedOrchestrator(
        id="deferrals-as-the-reviewer-lists-them",
        clause="REC-5.10",
        broken="the deferrals are not in ascending order of their ordinals",
        original="tuple(sorted(entries, key=lambda entry: entry.ordinal))",
        replacement="tuple(entries)",
    ),
    ChangedOrchestrator(
        id="passed-checkpoints-listed",
        clause="REC-5.10",
        broken="the batch also lists the checkpoints judged `PASS`, as completed",
        original="            entries.append(entry)\n",
        replacement=(
            "            entries.append(entry)\n"
            "        else:\n"
            "            kind, done = ItemKind.CHECKPOINT, ItemStatus.COMPLETED\n"
            "            entries.append(BatchEntry(kind, checkpoint.ordinal, done))\n"
        ),
    ),
    ChangedOrchestrator(
        id="rest-completed-only-beside-deferrals",
        clause="REC-5.11",
        broken="a batch without entries does not set `complete_remaining`",
        original='entries, "", 0, complete_remaining=True)',
        replacement='entries, "", 0, complete_remaining=bool(entries))',
    ),
    ChangedOrchestrator(
        id="no-commit-after-a-refused-batch",
        clause="REC-5.12",
        broken="a rejected batch keeps the orchestrator from committing",
        original="    yield Call(closing_batch(work), progress=progress(count))  # REC-5",
        replacement=(
            "    if isinstance((yield Call(closing_batch(work))), Rejected):\n"
            "        return Ending(Result.NOT_COMMITTED, step)  # REC-5"
        ),
    ),
    ChangedOrchestrator(
        id="approval-not-waited-for",
        clause="REC-6.1",
        broken="the orchestrator commits a step that the reviewer has not approved",
        original="    if not review.approved:  # REC-6",
        replacement="    if False:  # REC-6",
    ),
    ChangedOrchestrator(
        id="unapproved-step-given-back",
        clause="REC-6.2",
        broken="the orchestrator resets a step that the reviewer has not approved",
        original="        return Ending(Result.NOT_APPROVED, step)\n",
        replacement=(
            "        from spec.vocabulary.holding import Reset\n"
            "        yield Call(Reset(plan, step, 0))\n"
            "        return Ending(Result.NOT_APPROVED, step)\n"
        ),
    ),
    ChangedOrchestrator(
        id="approval-only-if-all-passed",
        clause="REC-6.3",
        broken="an approval counts only when every checkpoint has passed",
        original="    if not review.approved:  # REC-6",
        replacement="    if not review.approved or deferrals(review):  # REC-6",
    ),
    ChangedOrchestrator(
        id="step-not-started",
        clause="REC-6.4",
        broken="the orchestrator does not start the step that it has claimed",
        original=(
            "    match (yield Call(Start(plan, step, worktree, 0, claim_id))):\n"
            "        case Rejected():\n"
            "            return Ending(Result.NOT_STARTED, step)\n"
        ),
        replacement="",
    ),
    ChangedOrchestrator(
        id="started-without-the-claim",
        clause="REC-6.6",
        broken="the orchestrator starts its step without the id of its claim",
        original="Start(plan, step, worktree, 0, claim_id)",
        replacement="Start(plan, step, worktree, 0)",
    ),
    ChangedOrchestrator(
        id="batch-without-the-claim",
        clause="REC-6.6",
        broken="the orchestrator sends its batch without the id of its claim",
        original="    return replace(batch, claim_id=work.claim_id)\n",
        replacement="    return batch\n",
    ),
    ChangedOrchestrator(
        id="committed-without-the-claim",
        clause="REC-6.6",
        broken="the orchestrator commits without the id of its claim",
        original='Commit(plan, step, worktree, "", 0, "", claim_id=claim_id)',
        replacement='Commit(plan, step, worktree, "", 0, "")',
    ),
    ChangedOrchestrator(
        id="recovered-without-the-claim",
        clause="REC-6.6",
        broken="the orchestrator completes its step without the id of its claim",
        original='work.worktree, "", 0, claim_id=work.claim_id)',
        replacement='work.worktree, "", 0)',
    ),
    ChangedOrchestrator(
        id="rejected-start-ignored",
        clause="REC-6.5",
        broken="the orchestrator goes on when the start of its step is rejected",
        original="            return Ending(Result.NOT_STARTED, step)\n",
        replacement="            pass\n",
    ),
    ChangedOrchestrator(
        id="counts-believed-though-all-is-listed",
        clause="REC-7.3",
        broken="the rest is completed only when the coder reports a completed task",
        original="    yield Call(closing_batch(work), progress=progress(count))  # REC-5",
        replacement=(
            "    everything = count.tasks > 0\n"
            '    yield Call(Batch(plan, step, worktree, deferrals(review), "", 0, '
            "complete_remaining=everything))  # REC-5"
        ),
    ),
    ChangedOrchestrator(
        id="step-of-another-taken-over",
        clause="REC-8.1",
        broken="the orchestrator claims by force when a claim gives it no step",
        original="            return Ending(Result.NOT_STARTED)\n",
        replacement=(
            '            yield Call(Claim(plan, worktree, "", 0, force=True))\n'
            "            return Ending(Result.NOT_STARTED)\n"
        ),
    ),
    ChangedOrchestrator(
        id="escalated-step-released",
        clause="REC-8.2",
        broken="the orchestrator releases a step whose commit has met drift",
        original="    if reason in FOR_A_PERSON:  # REC-1: at once, without another call\n",
        replacement=(
            "    if reason is FailureReason.DRIFT:\n"
            "        from spec.vocabulary.holding import Release\n"
            "        yield Call(Release(work.plan, work.step, 0, work.worktree))\n"
            "    if reason in FOR_A_PERSON:\n"
        ),
    ),
    ChangedOrchestrator(
        id="rejected-start-gives-the-step-back",
        clause="REC-8.2",
        broken="the orchestrator resets a step whose start was rejected",
        original="            return Ending(Result.NOT_STARTED, step)\n",
        replacement=(
            "            from spec.vocabulary.holding import Reset\n"
            "            yield Call(Reset(plan, step, 0))\n"
            "            return Ending(Result.NOT_STARTED, step)\n"
        ),
    ),
)
