"""Mutants of drift, and of what one plan is to another (PLN-6, PLN-8)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_guards = partial(ChangedStore, file="store/guards.py")
_shown = partial(ChangedStore, file="store/database/snapshots.py")
_completion = partial(ChangedStore, file="store/completion.py")

_SHOWN = "    return Shown(plan, drifted=stored_hash != operation.document_hash)"

DRIFT_MUTANTS = (
    _guards(
        id="drift-not-noticed",
        clause="PLN-6.2",
        broken="no operation is rejected for drift",
        original="    if stored_hash != document_hash:  # PLN-6.2",
        replacement="    if False:",
    ),
    ChangedStore(
        file="store/claims.py",
        id="drift-ignored-by-a-forced-claim",
        clause="PLN-6.2",
        broken="a claim with `force` is accepted on a drifted plan",
        original="    guards.require_same_document(stored_hash, operation.document_hash)",
        replacement=(
            "    if not operation.force:\n"
            "        guards.require_same_document(stored_hash, operation.document_hash)"
        ),
    ),
    ChangedStore(
        file="store/checklists.py",
        id="drift-never-allowed-in-a-batch",
        clause="PLN-6.3",
        broken="a batch with `allow_drift` is rejected on a drifted plan",
        original="not operation.allow_drift:  # PLN-6.3",
        replacement="isinstance(operation, Batch) or not operation.allow_drift:  # PLN-6.3",
    ),
    _completion(
        id="drift-never-allowed-in-a-completion",
        clause="PLN-6.3",
        broken="a completion with `allow_drift` is rejected on a drifted plan",
        original="not operation.allow_drift:  # PLN-6.3",
        replacement="True:  # PLN-6.3",
    ),
    _guards(
        id="hashes-of-drift-swapped",
        clause="PLN-6.4",
        broken="E048 names the hash of the document as the stored one",
        original="rejections.plan_drift(stored_hash, document_hash)",
        replacement="rejections.plan_drift(document_hash, stored_hash)",
    ),
    _shown(
        id="loop-not-shown",
        clause="PLN-6.5",
        broken="the answer to `Show` leaves out the iteration loop",
        original=_SHOWN,
        replacement=(
            "    from dataclasses import replace\n\n"
            "    plan = replace(plan, iteration_loop=None)\n"
            f"{_SHOWN}"
        ),
    ),
    _shown(
        id="artifacts-of-completed-steps-not-shown",
        clause="PLN-6.5",
        broken="the answer to `Show` leaves out the artifacts of completed steps",
        original=_SHOWN,
        replacement=(
            "    from dataclasses import replace\n\n"
            "    steps = [\n"
            '        replace(step, artifacts=()) if step.status == "completed" else step\n'
            "        for step in plan.steps\n"
            "    ]\n"
            "    plan = replace(plan, steps=tuple(steps))\n"
            f"{_SHOWN}"
        ),
    ),
    _shown(
        id="done-plans-shown-without-drift",
        clause="PLN-6.6",
        broken="the answer to `Show` never sets `drifted` for a plan that is done",
        original=_SHOWN,
        replacement=(
            "    drifted = stored_hash != operation.document_hash\n"
            '    return Shown(plan, drifted=drifted and plan.status == "active")'
        ),
    ),
    _shown(
        id="abbreviated-hashes-compared",
        clause="PLN-6.6",
        broken="the answer to `Show` compares the first eight digits of the hashes",
        original=_SHOWN,
        replacement=_SHOWN.replace(
            "stored_hash != operation.document_hash",
            "stored_hash[:8] != operation.document_hash[:8]",
        ),
    ),
    ChangedStore(
        file="store/commits.py",
        id="commit-completes-on-a-drifted-plan",
        clause="PLN-6.8",
        broken="a commit completes a step of a drifted plan",
        original="        claim_id=operation.claim_id,\n    )",
        replacement="        claim_id=operation.claim_id,\n        allow_drift=True,\n    )",
    ),
)

DOCUMENT_NEEDED_MUTANTS = (
    ChangedProgram(
        file="cli/commands/state/heartbeat.py",
        id="heartbeat-looks-for-drift",
        clause="PLN-6.7",
        broken="a heartbeat on a drifted plan is rejected",
        original="        heartbeat = Heartbeat(",
        replacement=(
            "        stored = session.store.snapshot(session.plan)\n"
            "        if stored is not None:\n"
            "            from impl.store import guards\n\n"
            "            guards.require_same_document(\n"
            "                stored.document_hash, session.document_hash()\n"
            "            )\n"
            "        heartbeat = Heartbeat("
        ),
        test="tests/impl/cli/test_rejections.py::test_pln_6_7_is_accepted_after_drift[heartbeat]",
    ),
)

INDEPENDENCE_MUTANTS = (
    ChangedStore(
        file="store/resync.py",
        id="resync-reaches-every-plan",
        clause="PLN-8.1",
        broken="a resynchronisation removes the steps of all plans",
        original='DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan"',
        replacement='DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan OR true"',
    ),
    ChangedStore(
        file="store/holding.py",
        id="reset-reaches-every-plan",
        clause="PLN-8.1",
        broken="a reset also resets the steps with the same anchor of other plans",
        original="    started_at = NULL\nWHERE plan = :plan AND status <> 'completed' AND anchor",
        replacement="    started_at = NULL\nWHERE status <> 'completed' AND anchor",
    ),
    _completion(
        id="force-reaches-items-of-every-plan",
        clause="PLN-8.1",
        broken="a completion with `force` also completes the items of the same step in other plans",
        original=(
            "WHERE plan = :plan AND step = :step AND status <> 'completed'\n"
            '"""\n\nCOMPLETE_SUBSTEP'
        ),
        replacement='WHERE step = :step AND status <> \'completed\'\n"""\n\nCOMPLETE_SUBSTEP',
    ),
    _completion(
        id="items-of-every-plan-counted",
        clause="PLN-8.4",
        broken="open items of the same step in another plan keep a step from completion",
        original="WHERE plan = :plan AND step = :step AND status = 'open'",
        replacement="WHERE step = :step AND status = 'open'",
    ),
)
