"""Mutants of the choice of a step by a claim (CLM-1 to CLM-7)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_claims = partial(ChangedStore, file="store/claims.py")

_FIRST = "ORDER BY step.step_index  -- CLM-1.2"
_DEPENDENCIES = "    AND {DEPENDENCIES_COMPLETED}  -- CLM-2.1\n"
_PENDING = "        step.status = 'pending'  -- CLM-3.1\n"
_EXPIRED = "        OR step.lease_expires_at < :now  -- CLM-4.4\n"
_OWN = "        OR step.claimed_by IS NOT DISTINCT FROM :worktree  -- CLM-5.2\n"
_FORCED = "        OR :force  -- CLM-6.2\n"

CHOICE_MUTANTS = (
    _claims(
        id="last-claimable-first",
        clause="CLM-1.2",
        broken="a claim takes the claimable step with the highest index",
        original=_FIRST,
        replacement="ORDER BY step.step_index DESC",
    ),
    _claims(
        id="steps-in-the-order-of-their-anchors",
        clause="CLM-1.2",
        broken="a claim takes the claimable step whose anchor is first in the alphabet",
        original=_FIRST,
        replacement="ORDER BY step.anchor",
    ),
    _claims(
        id="pending-steps-before-expired-ones",
        clause="CLM-1.2",
        broken="a claim prefers a pending step to an earlier one whose lease is over",
        original=_FIRST,
        replacement="ORDER BY step.status <> 'pending', step.step_index",
    ),
    _claims(
        id="expired-steps-before-pending-ones",
        clause="CLM-1.2",
        broken="a claim prefers a step whose lease is over to an earlier pending one",
        original=_FIRST,
        replacement="ORDER BY coalesce(step.lease_expires_at >= :now, true), step.step_index",
    ),
    _claims(
        id="substeps-claimed-alone",
        clause="CLM-1.3",
        broken="a claim takes a substep by itself",
        original="    step.parent IS NULL  -- CLM-1.3\n    AND step.status",
        replacement="    step.status",
    ),
    _claims(
        id="completed-steps-claimed-by-force",
        clause="CLM-1.4",
        broken="a claim with `force` takes a completed step",
        original="    AND step.status <> 'completed'  -- CMP-8.2\n",
        replacement="    AND (step.status <> 'completed' OR :force)\n",
    ),
    _claims(
        id="own-step-preferred",
        clause="CLM-1.5",
        broken="a claim prefers the step that the caller holds already",
        original=_FIRST,
        replacement="ORDER BY step.claimed_by IS NOT :worktree, step.step_index",
    ),
    _claims(
        id="dependency-check-dropped",
        clause="CLM-2.1",
        broken="a claim takes a step whose dependencies are not completed",
        original=_DEPENDENCIES,
        replacement="",
    ),
    _claims(
        id="held-dependencies-count-as-completed",
        clause="CLM-2.1",
        broken="a claim takes a step that depends on a held step",
        original="        AND needed.status <> 'completed'\n",
        replacement="        AND needed.status = 'pending'\n",
    ),
    _claims(
        id="dependencies-on-substeps-ignored",
        clause="CLM-2.1",
        broken="a claim takes a step that depends on a substep that is not completed",
        original="        AND needed.status <> 'completed'\n",
        replacement="        AND needed.status <> 'completed'\n        AND needed.parent IS NULL\n",
    ),
    _claims(
        id="dependencies-of-substeps-considered",
        clause="CLM-2.2",
        broken="a claim passes over a step because of the dependencies of its substeps",
        original="        AND dependencies.step = step.anchor\n",
        replacement=(
            "        AND dependencies.step IN (\n"
            "            SELECT anchor FROM steps AS part\n"
            "            WHERE part.plan = step.plan\n"
            "                AND step.anchor IN (part.anchor, part.parent)\n"
            "        )\n"
        ),
    ),
    _claims(
        id="force-waives-dependencies",
        clause="CLM-2.3",
        broken="a claim with `force` takes a step whose dependencies are not completed",
        original=_DEPENDENCIES,
        replacement="    AND ({DEPENDENCIES_COMPLETED} OR :force)\n",
    ),
    _claims(
        id="pending-only-by-force",
        clause="CLM-3.1",
        broken="a claim takes a pending step only with `force`",
        original=f"{_PENDING}        OR step.lease",
        replacement="        step.lease",
    ),
    _claims(
        id="one-step-for-each-worktree",
        clause="CLM-3.1",
        broken="a worktree that holds a step of the plan cannot claim a pending one",
        original=_PENDING,
        replacement=(
            "        step.status = 'pending' AND NOT EXISTS (\n"
            "            SELECT 1 FROM steps AS mine\n"
            "            WHERE mine.plan = step.plan\n"
            "                AND mine.claimed_by = :worktree\n"
            "                AND mine.lease_expires_at IS NOT NULL\n"
            "        )\n"
        ),
    ),
    _claims(
        id="lease-expires-a-millisecond-late",
        clause="CLM-4.4",
        broken="a step is still protected one millisecond after the end of its lease",
        original="step.lease_expires_at < :now",
        replacement="step.lease_expires_at + 1 < :now",
    ),
    _claims(
        id="started-step-protected-for-ever",
        clause="CLM-4.4",
        broken="a started step stays with its holder after the end of its lease",
        original=_EXPIRED,
        replacement="        OR step.lease_expires_at < :now AND step.status = 'claimed'\n",
    ),
    _claims(
        id="lease-expires-a-millisecond-early",
        clause="CLM-4.5",
        broken="a lease that ends exactly `now` excludes nobody",
        original="step.lease_expires_at < :now",
        replacement="step.lease_expires_at <= :now",
    ),
    _claims(
        id="holders-compared-without-case",
        clause="CLM-4.5",
        broken="a worktree whose name differs from the holder's only in case claims a held step",
        original=_OWN,
        replacement="        OR step.claimed_by IS :worktree COLLATE NOCASE\n",
    ),
    _claims(
        id="own-step-not-claimable",
        clause="CLM-5.2",
        broken="a live lease excludes its own holder",
        original=_OWN,
        replacement="",
    ),
    _claims(
        id="own-started-step-not-claimable",
        clause="CLM-5.2",
        broken="the holder cannot claim again a step that it has started",
        original=_OWN,
        replacement="        OR step.claimed_by IS :worktree AND step.status = 'claimed'\n",
    ),
    _claims(
        id="force-not-looked-at",
        clause="CLM-6.2",
        broken="a claim with `force` is treated as one without it",
        original=_FORCED,
        replacement="        OR false\n",
    ),
    _claims(
        id="started-step-safe-from-force",
        clause="CLM-6.2",
        broken="a claim with `force` does not take a step that is in progress",
        original=_FORCED,
        replacement="        OR :force AND step.status = 'claimed'\n",
    ),
    _claims(
        id="force-prefers-held-steps",
        clause="CLM-6.3",
        broken="a claim with `force` prefers a held step to an earlier pending one",
        original=_FIRST,
        replacement="ORDER BY :force AND step.status = 'pending', step.step_index",
    ),
    _claims(
        id="drift-only-where-something-is-claimable",
        clause="CLM-7.1",
        broken="a claim on a drifted plan is answered where nothing is claimable",
        original=(
            "    guards.require_same_document(stored_hash, operation.document_hash)  # CLM-7.1\n"
        ),
        replacement=(
            "    unfinished = {'plan': operation.plan}\n"
            "    if connection.execute(COUNT_UNFINISHED, unfinished).fetchone()[0]:\n"
            "        guards.require_same_document(stored_hash, operation.document_hash)\n"
        ),
    ),
)
