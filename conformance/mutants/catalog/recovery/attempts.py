"""Mutants of the attempts of a recovery (REC-3, REC-4)."""

from conformance.mutants.faults.source import ChangedOrchestrator

_COMPLETION = 'Complete(work.plan, work.step, work.worktree, "", 0, claim_id=work.claim_id)'

ATTEMPT_MUTANTS = (
    ChangedOrchestrator(
        id="later-attempt-without-a-query",
        clause="REC-3.1",
        broken="a later attempt begins with what an earlier one was shown",
        original=(
            "    step = yield from store.look()\n    if step.is_completed:\n        return True  #"
        ),
        replacement=(
            "    step = store.seen or (yield from store.look())\n"
            "    if step.is_completed:\n        return True  #"
        ),
    ),
    ChangedOrchestrator(
        id="items-of-substeps-closed",
        clause="REC-3.2",
        broken="an open item of a substep counts as one of the step",
        original="            substeps.append(step.anchor)\n",
        replacement=(
            "            substeps.append(step.anchor)\n"
            "            still_open += [each for each in step.items if each.status == 'open']\n"
        ),
    ),
    ChangedOrchestrator(
        id="completion-by-somebody-else-not-noticed",
        clause="REC-3.4",
        broken="a recovery does not see that the step is completed",
        original="            completed = done\n",
        replacement="            completed = False\n",
    ),
    ChangedOrchestrator(
        id="batch-sent-though-nothing-is-open",
        clause="REC-3.5",
        broken="an attempt sends a batch although no item is open",
        original="    if step.open_items:\n        yield from store.send(",
        replacement="    if True:\n        yield from store.send(",
    ),
    ChangedOrchestrator(
        id="recovery-leaves-the-rest-open",
        clause="REC-3.6",
        broken="the batch of an attempt does not set `complete_remaining`",
        original="store.send(closing_batch(work))  # REC-3\n",
        replacement=(
            "store.send(\n"
            "            Batch(work.plan, work.step, work.worktree, deferrals(work.review), "
            '"", 0)\n'
            "        )\n"
        ),
    ),
    ChangedOrchestrator(
        id="recovery-completes-what-did-not-pass",
        clause="REC-3.7",
        broken="the batch of an attempt does not list the deferrals",
        original="store.send(closing_batch(work))  # REC-3\n",
        replacement=(
            "store.send(\n"
            "            Batch(work.plan, work.step, work.worktree, (), "
            '"", 0, complete_remaining=True)\n'
            "        )\n"
        ),
    ),
    ChangedOrchestrator(
        id="shown-drift-escalated",
        clause="REC-3.8",
        broken="an attempt ends because a query shows drift",
        original="        assert isinstance(shown, Shown)\n",
        replacement=(
            "        assert isinstance(shown, Shown)\n"
            "        if shown.drifted:\n"
            "            raise CallRejected(Code.PLAN_DRIFT)\n"
        ),
    ),
    ChangedOrchestrator(
        id="shown-holder-escalated",
        clause="REC-3.8",
        broken="an attempt ends because a query shows that somebody else holds the step",
        original="        assert isinstance(shown, Shown)\n",
        replacement=(
            "        assert isinstance(shown, Shown)\n"
            "        for step in shown.plan.steps:\n"
            "            if step.anchor == self.work.step and step.claimed_by not in (\n"
            "                None,\n"
            "                self.work.worktree,\n"
            "            ):\n"
            "                raise CallRejected(Code.OWNERSHIP_VIOLATION)\n"
        ),
    ),
    ChangedOrchestrator(
        id="rejected-batch-ignored",
        clause="REC-3.10",
        broken="an attempt goes on after a rejected batch",
        original="        yield from store.send(closing_batch(work))  # REC-3\n",
        replacement="        yield Call(closing_batch(work))\n",
    ),
    ChangedOrchestrator(
        id="not-looked-again-after-the-batch",
        clause="REC-4.1",
        broken="the completion follows the batch without another query",
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
        id="opened-again-not-noticed",
        clause="REC-4.2",
        broken="the completion follows although the query after the batch shows an open item",
        original=(
            "        if step.open_items:\n"
            "            return False  # REC-4: somebody has opened an item again\n"
        ),
        replacement="",
    ),
    ChangedOrchestrator(
        id="closed-taken-for-completed",
        clause="REC-4.3",
        broken="a recovery succeeds without a completion once no item is open",
        original=(
            "        if step.open_items:\n"
            "            return False  # REC-4: somebody has opened an item again\n"
        ),
        replacement="        return not step.open_items\n",
    ),
    ChangedOrchestrator(
        id="recovered-by-force",
        clause="REC-4.4",
        broken="a recovery completes the step by force",
        original=_COMPLETION,
        replacement=_COMPLETION.replace("claim_id", "force=True, claim_id", 1),
    ),
    ChangedOrchestrator(
        id="recovered-in-spite-of-drift",
        clause="REC-4.4",
        broken="a recovery completes the step with `allow_drift`",
        original=_COMPLETION,
        replacement=_COMPLETION.replace("claim_id", "allow_drift=True, claim_id", 1),
    ),
)
