"""Mutants of completing what the commit log names (CMP-9, CMP-10)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_reconcile = partial(ChangedStore, file="store/reconcile.py")
_completion = partial(ChangedStore, file="store/completion.py")

_FIND_STEP = "commit_hash FROM steps WHERE plan = :plan AND anchor = :step"
_UNKNOWN = "        return False\n    status, stored_hash"
_COMPLETED_BELOW = "        completion.complete_below(connection, entry.plan"
_LOWER = "AND claim_id > :claim_id"
_HASH = ", commit_hash=entry.commit_hash\n        )\n"
_UNCHANGED = "        return False\n    if stored_hash is not None"
_OTHER_HASH = "stored_hash is not None and not operation.force:"
_MISMATCH = "        return HashMismatch(entry.step, stored_hash, entry.commit_hash)\n"
_EACH = "        answer = _reconcile_entry(connection, entry, operation)\n"
_LATER = "            continue\n        if not operation.force and"
_CHANGED = "        return True\n    if stored_hash =="
_STORED = """\
{0}stored = connection.execute(
{0}    FIND_STEP, {{"plan": entry.plan, "step": entry.step}}
{0}).fetchone()
"""
_LISTED = """\
mismatches.append(
                HashMismatch(entry.step, stored["commit_hash"], entry.commit_hash)
            )
"""

ENTRY_MUTANTS = (
    _reconcile(
        id="commits-of-earlier-claims-counted",
        clause="CMP-9.19",
        broken="an entry with a lower `claim_id` than that of its step completes the step",
        original="not operation.force and _is_outdated(connection, entry)",
        replacement="False",
    ),
    _reconcile(
        id="commits-of-the-current-claim-ignored",
        clause="CMP-9.19",
        broken="an entry with the `claim_id` of its step is ignored",
        original=_LOWER,
        replacement="AND claim_id >= :claim_id",
    ),
    _reconcile(
        id="commits-of-later-claims-ignored",
        clause="CMP-9.19",
        broken="an entry with a higher `claim_id` than that of its step is ignored",
        original=_LOWER,
        replacement="AND claim_id <> :claim_id",
    ),
    _reconcile(
        id="commits-of-earlier-claims-ignored-of-held-steps-only",
        clause="CMP-9.19",
        broken="an entry with a lower `claim_id` than that of its completed step is a mismatch",
        original=_LOWER,
        replacement=f"{_LOWER} AND status <> 'completed'",
    ),
    _reconcile(
        id="commits-without-a-claim-ignored",
        clause="CMP-9.19",
        broken="an entry without a `claim_id` is ignored when its step has one",
        original=_LOWER,
        replacement="AND claim_id > coalesce(:claim_id, 0)",
    ),
    _reconcile(
        id="commits-of-earlier-claims-ignored-with-force",
        clause="CMP-9.19",
        broken="an entry with a lower `claim_id` than that of its step is ignored with `force`",
        original="not operation.force and _is_outdated(connection, entry)",
        replacement="_is_outdated(connection, entry)",
    ),
    _reconcile(
        id="older-commits-hidden-by-an-ignored-one",
        clause="CMP-9.19",
        broken="an entry that is ignored for its claim hides the older entries of its step",
        original=("  # CMP-9.19\n            continue\n        seen.add(entry.step)\n"),
        replacement=(
            "\n            seen.add(entry.step)\n            continue\n"
            "        seen.add(entry.step)\n"
        ),
    ),
    _reconcile(
        id="commits-of-ended-claims-ignored",
        clause="CMP-9.4",
        broken="an entry with a `claim_id` does not complete a step without one",
        original=_LOWER,
        replacement="AND coalesce(claim_id > :claim_id, :claim_id)",
    ),
    _reconcile(
        id="commits-compared-with-the-claim-of-the-parent",
        clause="CMP-9.19",
        broken="the `claim_id` of a substep's entry is compared with that of its parent",
        original=_LOWER,
        replacement=(
            "AND (\n    SELECT holder.claim_id FROM steps AS holder WHERE holder.plan = :plan"
            " AND holder.anchor = coalesce(steps.parent, steps.anchor)\n) > :claim_id"
        ),
    ),
    _reconcile(
        id="oldest-entry-first",
        clause="CMP-9.2",
        broken="reconcile processes the oldest entry first",
        original="for entry in operation.history:",
        replacement="for entry in reversed(operation.history):",
    ),
    _reconcile(
        id="unknown-steps-of-the-history-rejected",
        clause="CMP-9.3",
        broken="reconcile is rejected when the commit log names a step that the plan lacks",
        original=_UNKNOWN,
        replacement=(
            "        from spec.vocabulary.rejections import unknown_step\n\n"
            "        raise guards.Refused(unknown_step(entry.step))\n"
            "    status, stored_hash"
        ),
    ),
    _reconcile(
        id="substeps-of-the-history-ignored",
        clause="CMP-9.4",
        broken="reconcile ignores an entry for a substep",
        original=_FIND_STEP,
        replacement=f"{_FIND_STEP} AND parent IS NULL",
    ),
    _reconcile(
        id="reconciled-without-the-hash",
        clause="CMP-9.5",
        broken="a step that reconcile completes gets no `commit_hash`",
        original=_HASH,
        replacement="\n        )\n",
    ),
    _completion(
        id="lease-left-after-reconciling",
        clause="CMP-9.6",
        broken="a step that reconcile completes keeps its lease",
        original=("    lease_expires_at = NULL,\n    complete_reason = :reason,\n    commit_hash"),
        replacement=(
            "    lease_expires_at = iif(:reason IS NULL, lease_expires_at, NULL),\n"
            "    complete_reason = :reason,\n    commit_hash"
        ),
    ),
    _completion(
        id="reconciled-steps-lose-their-holder",
        clause="CMP-9.7",
        broken="reconcile clears `claimed_by`",
        original="    commit_hash = :commit_hash\n",
        replacement=(
            "    commit_hash = :commit_hash,\n"
            "    claimed_by = iif(:reason IS NULL, NULL, claimed_by)\n"
        ),
    ),
    _reconcile(
        id="reconciled-with-an-empty-reason",
        clause="CMP-9.7",
        broken="reconcile stores an empty `complete_reason`",
        original=_HASH,
        replacement=', reason="", commit_hash=entry.commit_hash\n        )\n',
    ),
    _completion(
        id="deferred-items-survive-reconciling",
        clause="CMP-9.8",
        broken="reconcile leaves the deferred items of a step that it completes",
        original="connection.execute(COMPLETE_OWN_ITEMS, below)",
        replacement=(
            "connection.execute(\n"
            "        f\"{COMPLETE_OWN_ITEMS} AND (:reason IS NOT NULL OR status = 'open')\",\n"
            "        below,\n"
            "    )"
        ),
    ),
    _reconcile(
        id="missing-hash-taken-for-another",
        clause="CMP-9.9",
        broken="without `force`, a completed step without a hash gets none",
        original=_OTHER_HASH,
        replacement="stored_hash is None and not operation.force:\n        return False\n"
        f"    if {_OTHER_HASH}",
    ),
    _reconcile(
        id="same-hash-renews-the-time",
        clause="CMP-9.10",
        broken="reconcile renews `completed_at` of a step that has the entry's hash",
        original=_UNCHANGED,
        replacement=(
            '        renewed = "UPDATE steps SET completed_at = ? WHERE plan = ? AND anchor = ?"\n'
            "        connection.execute(renewed, (operation.now, entry.plan, entry.step))\n"
            f"{_UNCHANGED}"
        ),
    ),
    _reconcile(
        id="hashes-of-a-mismatch-swapped",
        clause="CMP-9.12",
        broken="`skipped_mismatches` names the entry's hash as the stored one",
        original=_MISMATCH,
        replacement="        return HashMismatch(entry.step, entry.commit_hash, stored_hash)\n",
    ),
    _reconcile(
        id="other-hash-kept-by-force",
        clause="CMP-9.13",
        broken="with `force`, reconcile keeps another hash",
        original=_MISMATCH,
        replacement=f"{_MISMATCH}    if stored_hash is not None:\n        return False\n",
    ),
    _reconcile(
        id="mismatches-listed-with-force",
        clause="CMP-9.14",
        broken="with `force`, `skipped_mismatches` lists the steps whose hash was replaced",
        original=_EACH,
        replacement=(
            f"{_STORED.format(8 * ' ')}{_EACH}"
            '        if stored and operation.force and stored["commit_hash"] not in (\n'
            "            None, entry.commit_hash\n        ):\n"
            f"            {_LISTED}"
        ),
    ),
    _reconcile(
        id="unchanged-entries-counted",
        clause="CMP-9.15",
        broken="`reconciled_count` includes entries that changed nothing",
        original="changed += answer",
        replacement="changed += 1",
    ),
    _reconcile(
        id="mismatches-by-anchor",
        clause="CMP-9.16",
        broken="`skipped_mismatches` is in the order of the anchors",
        original="tuple(mismatches)",
        replacement="tuple(sorted(mismatches, key=lambda one: one.step))",
    ),
    _reconcile(
        id="dependencies-asked-for-by-reconcile",
        clause="CMP-9.17",
        broken="reconcile ignores a step whose dependencies are not completed",
        original=_COMPLETED_BELOW,
        replacement=(
            "        waiting = (\n"
            '            "SELECT 1 FROM dependencies JOIN steps"\n'
            '            " ON steps.plan = dependencies.plan"\n'
            '            " AND steps.anchor = dependencies.depends_on"\n'
            '            " WHERE dependencies.plan = :plan AND dependencies.step = :step"\n'
            "            \" AND steps.status <> 'completed'\"\n"
            "        )\n"
            "        if connection.execute(waiting, named).fetchone():\n"
            "            return False\n"
            f"{_COMPLETED_BELOW}"
        ),
    ),
    _reconcile(
        id="held-steps-not-reconciled",
        clause="CMP-9.17",
        broken="reconcile ignores a step under a live lease",
        original=_COMPLETED_BELOW,
        replacement=(
            '        live = "SELECT 1 FROM steps WHERE plan = :plan AND anchor = :step"\n'
            '        live = f"{live} AND lease_expires_at >= :now"\n'
            '        if connection.execute(live, {**named, "now": operation.now}).fetchone():\n'
            "            return False\n"
            f"{_COMPLETED_BELOW}"
        ),
    ),
)

WHOLE_MUTANTS = (
    _reconcile(
        id="oldest-commit-wins",
        clause="CMP-10.4",
        broken="reconcile processes each of several entries for a step",
        original="        if entry.step in seen:  # CMP-10.4: the newest counts",
        replacement="        if False:",
    ),
    _reconcile(
        id="oldest-commit-wins-by-force",
        clause="CMP-10.4",
        broken="with `force`, reconcile processes each of several entries for a step",
        original="entry.step in seen:",
        replacement="entry.step in seen and not operation.force:",
    ),
    _reconcile(
        id="later-entries-listed",
        clause="CMP-10.5",
        broken="`skipped_mismatches` lists a later entry for a step",
        original=_LATER,
        replacement=(
            f"{_STORED.format(12 * ' ')}"
            '            if stored and stored["commit_hash"] != entry.commit_hash:\n'
            f"                {_LISTED}"
            f"{_LATER}"
        ),
    ),
    _completion(
        id="items-of-reconciled-substeps-left",
        clause="CMP-10.6",
        broken="reconcile leaves the items of the substeps that it completes with their step",
        original="    connection.execute(COMPLETE_SUBSTEP_ITEMS, below)  # CMP-5.2, CMP-10.6",
        replacement=(
            "    if reason is not None:\n        connection.execute(COMPLETE_SUBSTEP_ITEMS, below)"
        ),
    ),
    _completion(
        id="released-substeps-not-reconciled",
        clause="CMP-10.6",
        broken="reconcile leaves a released substep pending when it completes the step",
        original="    connection.execute(COMPLETE_SUBSTEPS, below)",
        replacement=(
            "    statement = COMPLETE_SUBSTEPS\n"
            "    if reason is None:\n"
            "        held = \"status IN ('claimed', 'in_progress')\"\n"
            "        statement = COMPLETE_SUBSTEPS.replace(\"status <> 'completed'\", held)\n"
            "    connection.execute(statement, below)"
        ),
    ),
    _reconcile(
        id="substeps-reconciled-with-the-hash",
        clause="CMP-10.7",
        broken="reconcile stores the step's hash for the substeps that it completes with it",
        original=_CHANGED,
        replacement=(
            '        below = "UPDATE steps SET commit_hash = :commit_hash WHERE plan = :plan"\n'
            '        below = f"{below} AND parent = :step AND commit_hash IS NULL"\n'
            "        connection.execute(below, named)\n"
            f"{_CHANGED}"
        ),
    ),
    _reconcile(
        id="reconciled-substeps-counted",
        clause="CMP-10.8",
        broken="`reconciled_count` includes the substeps that reconcile completes with their step",
        original=_CHANGED,
        replacement=(
            '        with_it = "SELECT count(*) FROM steps WHERE plan = ? AND parent = ?"\n'
            '        with_it = f"{with_it} AND completed_at = ? AND commit_hash IS NULL"\n'
            "        below = (entry.plan, entry.step, operation.now)\n"
            "        return 1 + connection.execute(with_it, below).fetchone()[0]\n"
            "    if stored_hash =="
        ),
    ),
)
