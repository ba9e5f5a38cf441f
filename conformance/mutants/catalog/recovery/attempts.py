"""Mutants of a recovery: its attempts, and how it ends (REC-2 to REC-4)."""

from conformance.mutants.source import ChangedOrchestrator

ATTEMPT_MUTANTS = (
    ChangedOrchestrator(
        id="escalated-step-reset",
        clause="REC-1.8",
        broken="the orchestrator resets a step that it has escalated",
        original="    return store.escalation(MOST_ATTEMPTS, FailureReason.OPEN_ITEMS)  # REC-2\n",
        replacement=(
            "    from spec.vocabulary.holding import Reset\n"
            "    escalated = store.escalation(MOST_ATTEMPTS, FailureReason.OPEN_ITEMS)\n"
            "    yield Call(Reset(work.plan, work.step, 0))\n"
            "    return escalated\n"
        ),
    ),
    ChangedOrchestrator(
        id="four-attempts",
        clause="REC-2.2",
        broken="a fourth attempt follows the third",
        original="MOST_ATTEMPTS = 3",
        replacement="MOST_ATTEMPTS = 4",
    ),
    ChangedOrchestrator(
        id="two-attempts",
        clause="REC-2.3",
        broken="the second attempt is the last",
        original="MOST_ATTEMPTS = 3",
        replacement="MOST_ATTEMPTS = 2",
    ),
    ChangedOrchestrator(
        id="escalated-for-open-items-always",
        clause="REC-2.5",
        broken="an escalation names `open_items` as its reason, whatever a call was rejected for",
        original="store.escalation(attempt, rejected.reason)",
        replacement="store.escalation(attempt, FailureReason.OPEN_ITEMS)",
    ),
    ChangedOrchestrator(
        id="first-open-item-named-alone",
        clause="REC-2.9",
        broken="an escalation names only the first open item",
        original="        items = self.seen.open_items if self.seen else None\n",
        replacement="        items = self.seen.open_items[:1] if self.seen else None\n",
    ),
    ChangedOrchestrator(
        id="unfinished-substeps-not-named",
        clause="REC-2.11",
        broken="an escalation names no substeps",
        original="        substeps = self.seen.open_substeps if self.seen else None\n",
        replacement="        substeps = () if self.seen else None\n",
    ),
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
        original='"", 0))  # REC-4',
        replacement='"", 0, force=True))  # REC-4',
    ),
    ChangedOrchestrator(
        id="recovered-in-spite-of-drift",
        clause="REC-4.4",
        broken="a recovery completes the step with `allow_drift`",
        original='"", 0))  # REC-4',
        replacement='"", 0, allow_drift=True))  # REC-4',
    ),
    ChangedOrchestrator(
        id="accepted-completion-doubted",
        clause="REC-4.5",
        broken="another query follows an accepted completion",
        original='"", 0))  # REC-4\n    return True\n',
        replacement=('"", 0))\n    step = yield from store.look()\n    return step.is_completed\n'),
    ),
    ChangedOrchestrator(
        id="lost-step-tried-again",
        clause="REC-4.7",
        broken="another attempt follows a rejection because somebody else holds the step",
        original="return self.reason in FOR_A_PERSON or",
        replacement="return self.reason in FOR_A_PERSON - {FailureReason.OWNERSHIP} or",
    ),
    ChangedOrchestrator(
        id="drift-in-an-attempt-tried-again",
        clause="REC-4.7",
        broken="another attempt follows a rejection because of drift",
        original="return self.reason in FOR_A_PERSON or",
        replacement="return self.reason in FOR_A_PERSON - {FailureReason.DRIFT} or",
    ),
    ChangedOrchestrator(
        id="substeps-tried-again",
        clause="REC-4.8",
        broken="another attempt follows a rejection because of unfinished substeps",
        original=" or self.code == Code.INCOMPLETE_SUBSTEPS",
        replacement="",
    ),
    ChangedOrchestrator(
        id="open-items-not-tried-again",
        clause="REC-4.9",
        broken="a recovery escalates when its completion is rejected because of open items",
        original="            if rejected.is_final:  # REC-4\n",
        replacement="            if True:\n",
    ),
)
