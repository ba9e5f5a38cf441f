"""Mutants of how a recovery ends: in success, in another attempt or escalated (REC-2, REC-4)."""

from conformance.mutants.faults.source import ChangedOrchestrator

ENDING_MUTANTS = (
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
        id="accepted-completion-doubted",
        clause="REC-4.5",
        broken="another query follows an accepted completion",
        original="send(completion)  # REC-4\n    return True\n",
        replacement=(
            "send(completion)\n    step = yield from store.look()\n    return step.is_completed\n"
        ),
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
