"""Mutants of the choice of a step by a claim (CLM-1 to CLM-7)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_claims = partial(ChangedStore, file="store/claims.py")

_CHOSEN = "    chosen = connection.execute(CHOOSE, wanted).fetchone()\n"
_TOP_LEVEL = "step.parent IS NULL"
_DEPENDENCIES = "step.open_dependencies = 0  -- CLM-2.1"
_PENDING = """    ("ready_steps", "step.status = 'pending'"),  # CLM-3.1\n"""
_EXPIRED = '    ("steps_by_lease", f"{HELD} AND {EXPIRED}"),\n'
_OWN = '    ("steps_by_holder", f"{HELD} AND step.claimed_by = :worktree"),  # CLM-5.2\n'
_FORCED = '    ("steps_by_lease", f"{HELD} AND :force"),  # CLM-6.2\n'


def _preferring(claimable: str, condition: str = "True") -> str:
    """Return the source that takes the first step of some kinds before any other."""
    return (
        f"    preferred = _choose(CLAIMABLE[{claimable}]) if {condition} else CHOOSE\n"
        "    chosen = connection.execute(preferred, wanted).fetchone()\n"
        '    if chosen is None or chosen["anchor"] is None:\n'
        "        chosen = connection.execute(CHOOSE, wanted).fetchone()\n"
    )


def _choosing(part: str, changed: str) -> str:
    """Return the source that chooses by another condition, which the indexes do not fit."""
    return (
        f"    choose = CHOOSE.replace({part!r}, {changed!r})\n"
        "    for index, _ in CLAIMABLE:\n"
        '        choose = choose.replace(f" INDEXED BY {index}", "")\n'
        "    chosen = connection.execute(choose, wanted).fetchone()\n"
    )


def _needing(condition: str) -> str:
    """Return the source of a claim that takes a step unless it depends on one of some kind."""
    return _choosing(
        _DEPENDENCIES,
        "NOT EXISTS (SELECT 1 FROM dependencies JOIN steps AS needed"
        " ON needed.plan = dependencies.plan AND needed.anchor = dependencies.depends_on"
        f" WHERE dependencies.plan = step.plan AND {condition})",
    )


CHOICE_MUTANTS = (
    _claims(
        id="last-claimable-first",
        clause="CLM-1.2",
        broken="a claim takes the claimable step with the highest index",
        original=_CHOSEN,
        replacement=_choosing("min(", "max("),
    ),
    _claims(
        id="steps-in-the-order-of-their-anchors",
        clause="CLM-1.2",
        broken="a claim takes the pending step whose anchor is first in the alphabet",
        original=_CHOSEN,
        replacement=(
            '    first = "step.step_index AS first, min(step.anchor) AS least"\n'
            '    by_anchor = CHOOSE.replace("min(step.step_index) AS first", first)\n'
            "    chosen = connection.execute(by_anchor, wanted).fetchone()\n"
        ),
    ),
    _claims(
        id="pending-steps-before-expired-ones",
        clause="CLM-1.2",
        broken="a claim prefers a pending step to an earlier one whose lease is over",
        original=_CHOSEN,
        replacement=_preferring(":1"),
    ),
    _claims(
        id="expired-steps-before-pending-ones",
        clause="CLM-1.2",
        broken="a claim prefers a step whose lease is over to an earlier pending one",
        original=_CHOSEN,
        replacement=_preferring("1:2"),
    ),
    _claims(
        id="substeps-claimed-alone",
        clause="CLM-1.3",
        broken="a claim takes a substep by itself",
        original=_CHOSEN,
        replacement=_choosing(_TOP_LEVEL, "true"),
    ),
    _claims(
        id="completed-steps-claimed-by-force",
        clause="CLM-1.4",
        broken="a claim with `force` takes a completed step",
        original=_CHOSEN,
        replacement=_choosing(
            "step.lease_expires_at IS NOT NULL AND :force", ":force AND step.status <> 'pending'"
        ),
    ),
    _claims(
        id="own-step-preferred",
        clause="CLM-1.5",
        broken="a claim prefers the step that the caller holds already",
        original=_CHOSEN,
        replacement=_preferring("2:3"),
    ),
    _claims(
        id="dependency-check-dropped",
        clause="CLM-2.1",
        broken="a claim takes a step whose dependencies are not completed",
        original=_CHOSEN,
        replacement=_choosing(_DEPENDENCIES, "true"),
    ),
    _claims(
        id="held-dependencies-count-as-completed",
        clause="CLM-2.1",
        broken="a claim takes a step that depends on a held step",
        original=_CHOSEN,
        replacement=_needing("dependencies.step = step.anchor AND needed.status = 'pending'"),
    ),
    _claims(
        id="dependencies-on-substeps-ignored",
        clause="CLM-2.1",
        broken="a claim takes a step that depends on a substep that is not completed",
        original=_CHOSEN,
        replacement=_needing(
            "dependencies.step = step.anchor AND needed.status <> 'completed'"
            " AND needed.parent IS NULL"
        ),
    ),
    _claims(
        id="dependencies-of-substeps-considered",
        clause="CLM-2.2",
        broken="a claim passes over a step because of the dependencies of its substeps",
        original=_CHOSEN,
        replacement=_needing(
            "needed.status <> 'completed' AND dependencies.step IN ("
            "SELECT anchor FROM steps AS part WHERE part.plan = step.plan"
            " AND step.anchor IN (part.anchor, part.parent))"
        ),
    ),
    _claims(
        id="force-waives-dependencies",
        clause="CLM-2.3",
        broken="a claim with `force` takes a step whose dependencies are not completed",
        original=_CHOSEN,
        replacement=_choosing(_DEPENDENCIES, "(step.open_dependencies = 0 OR :force)"),
    ),
    _claims(
        id="pending-only-by-force",
        clause="CLM-3.1",
        broken="a claim takes a pending step only with `force`",
        original=_PENDING,
        replacement=_PENDING.replace("'pending'", "'pending' AND :force"),
    ),
    _claims(
        id="one-step-for-each-worktree",
        clause="CLM-3.1",
        broken="a worktree that holds a step of the plan cannot claim a pending one",
        original=_PENDING,
        replacement=(
            "    (\n"
            '        "ready_steps",\n'
            "        \"step.status = 'pending' AND NOT EXISTS (\"\n"
            '        "SELECT 1 FROM steps AS mine WHERE mine.plan = step.plan "\n'
            '        "AND mine.claimed_by = :worktree AND mine.lease_expires_at IS NOT NULL)",\n'
            "    ),\n"
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
        replacement=_EXPIRED.replace("{EXPIRED}", "{EXPIRED} AND step.status = 'claimed'"),
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
        replacement=_OWN.replace(":worktree", ":worktree COLLATE NOCASE"),
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
        replacement=_OWN.replace(":worktree", ":worktree AND step.status = 'claimed'"),
    ),
    _claims(
        id="force-not-looked-at",
        clause="CLM-6.2",
        broken="a claim with `force` is treated as one without it",
        original=_FORCED,
        replacement="",
    ),
    _claims(
        id="started-step-safe-from-force",
        clause="CLM-6.2",
        broken="a claim with `force` does not take a step that is in progress",
        original=_FORCED,
        replacement=_FORCED.replace(":force", ":force AND step.status = 'claimed'"),
    ),
    _claims(
        id="force-prefers-held-steps",
        clause="CLM-6.3",
        broken="a claim with `force` prefers a held step to an earlier pending one",
        original=_CHOSEN,
        replacement=_preferring("3:", "operation.force"),
    ),
    _claims(
        id="drift-only-where-something-is-claimable",
        clause="CLM-7.1",
        broken="a claim on a drifted plan is answered where nothing is claimable",
        original=(
            "    guards.require_same_document(stored_hash, operation.document_hash)  # CLM-7.1\n"
        ),
        replacement=(
            "    if unfinished:\n"
            "        guards.require_same_document(stored_hash, operation.document_hash)\n"
        ),
    ),
)
