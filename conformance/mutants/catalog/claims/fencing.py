"""Mutants of the ids of claims, and of the requests that carry one (CLM-19 to CLM-21, COM-1)."""

from functools import partial
from textwrap import indent

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_claims = partial(ChangedStore, file="store/claims.py")
_commits = partial(ChangedStore, file="store/commits.py")
_completion = partial(ChangedStore, file="store/completion.py")
_guards = partial(ChangedStore, file="store/guards.py")
_holding = partial(ChangedStore, file="store/holding.py")
_plans = partial(ChangedStore, file="store/plans.py")
_resync = partial(ChangedStore, file="store/resync.py")

_NEW_ID = "    new_id = last_id + 1  # CLM-19.2\n"
_STORED_ID = "    claim_id = :new_id,\n"
_STORED_FENCE = "    fenced = :fenced,\n"
_GIVEN_BACK = "    connection.execute(GIVE_BACK, named)\n"
_WHY_NOT_STARTED = "    raise _why_not(connection, operation)  # CLM-12.5\n"
_WHY_NOT_RENEWED = "        raise _why_not(connection, operation)\n"
_OF_A_SUBSTEP = """\
    part = "SELECT 1 FROM steps WHERE plan = :plan AND anchor = :step AND parent IS NOT NULL"
    if connection.execute(part, named).fetchone():
        guards.require_claim(connection, operation)
"""
_CURRENT = (
    "    -- CLM-20.2, CLM-21.2\n"
    "    AND (claim_id IS NOT DISTINCT FROM :claim_id OR (:claim_id IS NULL AND NOT fenced))"
)
_STARTING = f"AND status = 'claimed'\n{_CURRENT}"
_RENEWING = f"AND status IN ('claimed', 'in_progress')\n{_CURRENT}"
_RENEWED = "SET heartbeat_at = :now, lease_expires_at = :expiry"
_OF_THE_HOLDER = "    compare_claim(operation.claim_id, found)  # CLM-20.2, CLM-20.3\n"
_OF_A_COMPLETION = "    guards.compare_claim(operation.claim_id, found)  # CLM-20.4, CLM-21.3\n"
_OF_A_COMMIT = "        guards.require_claim(connection, operation)  # COM-1.8, COM-1.9\n"
_OF_A_RELEASE = (
    "    guards.require_claim(connection, operation, demanded=not operation.force)  # CLM-20.5\n"
)
_OF_A_RESET = "    guards.require_claim(connection, operation, demanded=False)  # CLM-20.5\n"
_NOTHING = "        return NothingClaimable(all_completed=unfinished == 0, blocked=unfinished)\n"
_OF_A_CLAIM = "    guards.compare_claim(operation.claim_id, chosen, demanded=False)  # CLM-20.6\n"

CLAIM_ID_MUTANTS = (
    _plans(
        id="claims-counted-from-one",
        clause="CLM-19.1",
        broken="a new plan has the `last_claim_id` 1",
        original="title, created_at) VALUES (?, ?, ?, ?)",
        replacement="title, created_at, last_claim_id) VALUES (?, ?, ?, ?, 1)",
    ),
    _claims(
        id="own-step-claimed-under-the-same-id",
        clause="CLM-19.2",
        broken="a claim of a held step by its holder does not raise `last_claim_id`",
        original=_NEW_ID,
        replacement=(
            "    new_id = next(\n"
            "        (row[0] for row in connection.execute(\n"
            '            "SELECT claim_id FROM steps WHERE plan = ? AND anchor = ? "\n'
            '            "AND claimed_by = ?",\n'
            "            (operation.plan, step, operation.worktree),\n"
            "        )),\n"
            "        None,\n"
            "    ) or last_id + 1\n"
        ),
    ),
    _claims(
        id="claims-counted-by-twos",
        clause="CLM-19.2",
        broken="a claim raises `last_claim_id` by 2",
        original="last_id + 1",
        replacement="last_id + 2",
    ),
    _holding(
        id="released-claims-counted-back",
        clause="CLM-19.3",
        broken="a release or reset of a step lowers `last_claim_id`",
        original=_GIVEN_BACK,
        replacement=(
            "    connection.execute(\n"
            '        "UPDATE plans SET last_claim_id = max(last_claim_id - 1, 0) "\n'
            '        "WHERE path = :plan",\n'
            "        named,\n"
            "    )\n"
            f"{_GIVEN_BACK}"
        ),
    ),
    _resync(
        id="claims-counted-anew-in-a-new-document",
        clause="CLM-19.3",
        broken="a resynchronisation sets `last_claim_id` to 0",
        original="SET document_hash = :hash, title = :title WHERE",
        replacement="SET document_hash = :hash, title = :title, last_claim_id = 0 WHERE",
    ),
    _claims(
        id="number-of-claims-before-answered",
        clause="CLM-19.4",
        broken="a claim answers the `last_claim_id` that was before it",
        original="        new_id,\n    )",
        replacement="        last_id,\n    )",
    ),
    _claims(
        id="takeover-keeps-the-claim",
        clause="CLM-19.5",
        broken="a claim of a held step leaves its `claim_id`",
        original=_STORED_ID,
        replacement="    claim_id = coalesce(claim_id, :new_id),\n",
    ),
    _claims(
        id="substeps-without-the-claim",
        clause="CLM-19.5",
        broken="a claim does not store its id in held substeps of the step",
        original=_STORED_ID,
        replacement=("    claim_id = iif(parent IS NULL, :new_id, coalesce(claim_id, :new_id)),\n"),
    ),
    _claims(
        id="substeps-not-fenced",
        clause="CLM-19.6",
        broken="a claim with `fenced` does not fence the substeps of the step",
        original=_STORED_FENCE,
        replacement="    fenced = iif(parent IS NULL, :fenced, 0),\n",
    ),
    _claims(
        id="once-fenced-always-fenced",
        clause="CLM-19.6",
        broken="a claim without `fenced` leaves a fenced step fenced",
        original=_STORED_FENCE,
        replacement="    fenced = max(fenced, :fenced),\n",
    ),
    _holding(
        id="claim-of-the-parent-given-back-with-a-substep",
        clause="CLM-19.7",
        broken="a release or reset of a substep clears `claim_id` and `fenced` of its parent",
        original=_GIVEN_BACK,
        replacement=(
            "    connection.execute(\n"
            '        "UPDATE steps SET claim_id = NULL, fenced = 0 WHERE plan = :plan "\n'
            '        "AND anchor = (SELECT parent FROM steps WHERE plan = :plan AND "\n'
            '        "anchor = :step)",\n'
            "        named,\n"
            "    )\n"
            f"{_GIVEN_BACK}"
        ),
    ),
    _holding(
        id="claims-of-completed-substeps-given-back",
        clause="CLM-19.7",
        broken="a release or reset of a step clears `claim_id` of its completed substeps",
        original=_GIVEN_BACK,
        replacement=(
            f"{_GIVEN_BACK}"
            "    connection.execute(\n"
            '        "UPDATE steps SET claim_id = NULL, fenced = 0 "\n'
            '        "WHERE plan = :plan AND parent = :step",\n'
            "        named,\n"
            "    )\n"
        ),
    ),
    _completion(
        id="claim-cleared-by-a-completion",
        clause="CLM-19.8",
        broken="a completion clears `claim_id` and `fenced`",
        original="    lease_expires_at = NULL,\n    complete_reason = :reason,\n",
        replacement=(
            "    lease_expires_at = NULL,\n    claim_id = NULL,\n    fenced = false,\n"
            "    complete_reason = :reason,\n"
        ),
    ),
    _completion(
        id="claims-of-forced-substeps-cleared",
        clause="CLM-19.8",
        broken="a completion by force clears `claim_id` and `fenced` of the substeps",
        original="    lease_expires_at = NULL,\n    complete_reason = :reason\n",
        replacement=(
            "    lease_expires_at = NULL,\n    claim_id = NULL,\n    fenced = false,\n"
            "    complete_reason = :reason\n"
        ),
    ),
    _resync(
        id="claim-lost-in-a-new-document",
        clause="CLM-19.9",
        broken="a resynchronisation clears `claim_id` and `fenced` of a kept step",
        original="    claim_id = former.claim_id,\n    fenced = former.fenced\n",
        replacement="    claim_id = NULL,\n    fenced = 0\n",
    ),
    _resync(
        id="fence-lost-in-a-new-document",
        clause="CLM-19.9",
        broken="a resynchronisation clears `fenced` of a kept step",
        original="    fenced = former.fenced\n",
        replacement="    fenced = 0\n",
    ),
    _holding(
        id="claim-ended-by-its-lease",
        clause="CLM-19.10",
        broken="a heartbeat after the end of the lease clears `claim_id` and `fenced`",
        original=_RENEWED,
        replacement=(
            f"{_RENEWED},\n"
            "    claim_id = iif(lease_expires_at < :now, NULL, claim_id),\n"
            "    fenced = iif(lease_expires_at < :now, 0, fenced)"
        ),
    ),
)

STALE_CLAIM_MUTANTS = (
    _holding(
        id="start-under-the-claim-of-the-substep",
        clause="CLM-18.3",
        broken="a start of a substep given back is compared with the substep's own claim",
        original=_WHY_NOT_STARTED,
        replacement=_OF_A_SUBSTEP + _WHY_NOT_STARTED,
    ),
    _holding(
        id="heartbeat-under-the-claim-of-the-substep",
        clause="CLM-18.3",
        broken="a heartbeat of a substep given back is compared with the substep's own claim",
        original=_WHY_NOT_RENEWED,
        replacement=indent(_OF_A_SUBSTEP, "    ") + _WHY_NOT_RENEWED,
    ),
    _holding(
        id="started-under-any-claim",
        clause="CLM-20.2",
        broken="a start under an earlier claim is accepted",
        original=_STARTING,
        replacement="AND status = 'claimed' AND (:claim_id IS NOT NULL OR NOT fenced)",
    ),
    _holding(
        id="renewed-under-any-claim",
        clause="CLM-20.2",
        broken="a heartbeat under an earlier claim is accepted",
        original=_RENEWING,
        replacement=(
            "AND status IN ('claimed', 'in_progress') AND (:claim_id IS NOT NULL OR NOT fenced)"
        ),
    ),
    _holding(
        id="started-again-under-any-claim",
        clause="CLM-20.2",
        broken="a repeated start under an earlier claim is accepted",
        original="        guards.require_claim(connection, operation)  # CLM-20.2, CLM-21.2\n",
        replacement="",
    ),
    _guards(
        id="items-changed-under-any-claim",
        clause="CLM-20.3",
        broken="an update, batch or artifact under an earlier claim is accepted",
        original=_OF_THE_HOLDER,
        replacement=(
            "    if operation.claim_id is None:\n        compare_claim(operation.claim_id, found)\n"
        ),
    ),
    _guards(
        id="claim-of-the-substep-compared",
        clause="CLM-20.3",
        broken="an update, batch or artifact of a substep is compared with the substep's own claim",
        original="holder.claim_id, holder.fenced",
        replacement="step.claim_id, step.fenced",
    ),
    _guards(
        id="former-claim-of-a-completed-substep-compared",
        clause="CLM-20.3",
        broken="an artifact of a substep is compared with the claim it was completed under",
        original="holder.claim_id, holder.fenced",
        replacement="coalesce(step.claim_id, holder.claim_id) AS claim_id, holder.fenced",
    ),
    _guards(
        id="later-claims-accepted",
        clause="CLM-20.3",
        broken="a batch is accepted under a `claim_id` that is higher than the current one",
        original="    elif given != current:  # CLM-20.3: another id",
        replacement="    elif current is None or given < current:",
    ),
    _guards(
        id="claim-0-taken-for-none",
        clause="CLM-20.3",
        broken="a batch under the `claim_id` 0 is accepted",
        original="    if given is None:\n",
        replacement="    if not given:\n",
    ),
    _completion(
        id="completed-under-any-claim",
        clause="CLM-20.4",
        broken="a completion under an earlier claim is accepted",
        original=_OF_A_COMPLETION,
        replacement=f"    if operation.claim_id is None:\n    {_OF_A_COMPLETION}",
    ),
    _completion(
        id="forced-completion-under-any-claim",
        clause="CLM-20.4",
        broken="a completion by force under an earlier claim is accepted",
        original=_OF_A_COMPLETION,
        replacement=f"    if not operation.force or operation.claim_id is None:\n"
        f"    {_OF_A_COMPLETION}",
    ),
    _holding(
        id="force-releases-any-claim",
        clause="CLM-20.5",
        broken="a release by force under an earlier claim is accepted",
        original=_OF_A_RELEASE,
        replacement=f"    if not operation.force:\n    {_OF_A_RELEASE}",
    ),
    _holding(
        id="released-under-any-claim",
        clause="CLM-20.5",
        broken="a release by its holder under an earlier claim is accepted",
        original=_OF_A_RELEASE,
        replacement=f"    if operation.force or operation.claim_id is None:\n    {_OF_A_RELEASE}",
    ),
    _holding(
        id="reset-of-any-claim",
        clause="CLM-20.5",
        broken="a reset under an earlier claim is accepted",
        original=_OF_A_RESET,
        replacement="",
    ),
    _holding(
        id="reset-under-the-claim-of-the-parent",
        clause="CLM-20.5",
        broken="a reset of a substep is compared with the claim of its parent",
        original=_OF_A_RESET,
        replacement="""\
    found = connection.execute(guards.STATUS_AND_HOLDER, guards.named(operation)).fetchone()
    guards.compare_claim(operation.claim_id, found, demanded=False)
""",
    ),
    _claims(
        id="any-claim-taken-over",
        clause="CLM-20.6",
        broken="a claim that names an earlier claim takes the step over",
        original=_OF_A_CLAIM,
        replacement="",
    ),
    _claims(
        id="any-claim-taken-over-by-force",
        clause="CLM-20.6",
        broken="a claim by force that names an earlier claim takes the step over",
        original=_OF_A_CLAIM,
        replacement=f"    if not operation.force:\n    {_OF_A_CLAIM}",
    ),
    _claims(
        id="claim-of-the-callers-own-step-compared",
        clause="CLM-20.6",
        broken="a claim by a worktree that holds a step is compared with the claim of that step",
        original=_OF_A_CLAIM,
        replacement=(
            "    own = connection.execute(\n"
            '        "SELECT claim_id, fenced FROM steps WHERE plan = :plan AND parent IS NULL "\n'
            "        \"AND claimed_by = :worktree AND status <> 'completed'\",\n"
            "        wanted,\n"
            "    ).fetchone()\n"
            "    guards.compare_claim(operation.claim_id, own or chosen, demanded=False)\n"
        ),
    ),
    _claims(
        id="claim-compared-with-nothing",
        clause="CLM-11.1",
        broken="a claim that carries an id is rejected when no step is claimable",
        original=_NOTHING,
        replacement=(
            '        guards.compare_claim(operation.claim_id, {"claim_id": None, "fenced": 0})\n'
            f"{_NOTHING}"
        ),
    ),
    _guards(
        id="given-and-current-claim-swapped",
        clause="CLM-20.7",
        broken="E049 `stale_claim` names the given id as the current one",
        original="rejections.stale_claim(given, current)",
        replacement="rejections.stale_claim(current, given)",
    ),
    _guards(
        id="current-claim-not-named",
        clause="CLM-20.7",
        broken="E049 `stale_claim` does not name the current id to who gives none",
        original="rejections.stale_claim(None, current)",
        replacement="rejections.stale_claim(None, None)",
    ),
    _guards(
        id="claim-replaces-the-name",
        clause="CLM-20.8",
        broken="a start, update or artifact of another worktree is accepted under the current id",
        original="holder != worktree:  # CLM-12.10: held by another",
        replacement="holder != worktree and operation.claim_id is None:",
    ),
    _completion(
        id="claim-replaces-the-name-in-a-completion",
        clause="CLM-20.8",
        broken="a completion by another worktree is accepted under the current id",
        original="holder != operation.worktree:  # CMP-1.3: by the caller",
        replacement="holder != operation.worktree and operation.claim_id is None:",
    ),
    _holding(
        id="claim-replaces-the-name-in-a-release",
        clause="CLM-20.8",
        broken="a release by another worktree is accepted under the current id",
        original="operation.worktree is not None and holder != operation.worktree:",
        replacement=(
            "operation.claim_id is None and operation.worktree is not None "
            "and holder != operation.worktree:"
        ),
    ),
)

FENCED_MUTANTS = (
    _holding(
        id="fenced-step-started-without-the-claim",
        clause="CLM-21.2",
        broken="a start of a fenced step is accepted without a `claim_id`",
        original=_STARTING,
        replacement=_STARTING.replace(" AND NOT fenced", ""),
    ),
    _holding(
        id="fenced-step-renewed-without-the-claim",
        clause="CLM-21.2",
        broken="a heartbeat of a fenced step is accepted without a `claim_id`",
        original=_RENEWING,
        replacement=_RENEWING.replace(" AND NOT fenced", ""),
    ),
    _guards(
        id="items-of-a-fenced-step-changed-without-the-claim",
        clause="CLM-21.2",
        broken="an update, batch or artifact of a fenced step is accepted without a `claim_id`",
        original=_OF_THE_HOLDER,
        replacement="    compare_claim(operation.claim_id, found, demanded=False)\n",
    ),
    _completion(
        id="fenced-step-completed-without-the-claim",
        clause="CLM-21.3",
        broken="a completion of a fenced step is accepted without a `claim_id`",
        original=_OF_A_COMPLETION,
        replacement="    guards.compare_claim(operation.claim_id, found, demanded=False)\n",
    ),
    _completion(
        id="fenced-step-forced-without-the-claim",
        clause="CLM-21.3",
        broken="a completion by force of a fenced step is accepted without a `claim_id`",
        original=_OF_A_COMPLETION,
        replacement=(
            "    demanded = not operation.force\n"
            "    guards.compare_claim(operation.claim_id, found, demanded=demanded)\n"
        ),
    ),
    _holding(
        id="fenced-step-released-without-the-claim",
        clause="CLM-21.4",
        broken="a release of a fenced step by its holder is accepted without a `claim_id`",
        original=_OF_A_RELEASE,
        replacement="    guards.require_claim(connection, operation, demanded=False)\n",
    ),
    _holding(
        id="claim-demanded-of-a-forced-release",
        clause="CLM-21.5",
        broken="a release by force of a fenced step is rejected without a `claim_id`",
        original=_OF_A_RELEASE,
        replacement="    guards.require_claim(connection, operation)\n",
    ),
    _holding(
        id="claim-demanded-of-a-reset",
        clause="CLM-21.5",
        broken="a reset of a fenced step is rejected without a `claim_id`",
        original=_OF_A_RESET,
        replacement="    guards.require_claim(connection, operation)\n",
    ),
    _claims(
        id="claim-demanded-of-a-takeover",
        clause="CLM-21.5",
        broken="a claim of a fenced step is rejected without a `claim_id`",
        original=_OF_A_CLAIM,
        replacement="    guards.compare_claim(operation.claim_id, chosen)\n",
    ),
    _commits(
        id="committed-under-any-claim",
        clause="COM-1.8",
        broken="a commit under an earlier claim is not rejected",
        original=_OF_A_COMMIT,
        replacement=f"        if operation.claim_id is None:\n    {_OF_A_COMMIT}",
    ),
    _commits(
        id="fenced-step-committed-without-the-claim",
        clause="COM-1.9",
        broken="a commit of a fenced step without a `claim_id` is not rejected",
        original=_OF_A_COMMIT,
        replacement="        guards.require_claim(connection, operation, demanded=False)\n",
    ),
    _commits(
        id="claim-compared-after-git-has-failed",
        clause="COM-1.8",
        broken="a commit under an earlier claim that git does not make is not rejected",
        original="    if operation.root_found and operation.store_reachable:\n",
        replacement=(
            "    asked = operation.root_found and operation.store_reachable\n"
            "    if asked and operation.git_succeeds:\n"
        ),
    ),
)

FENCED_PROGRAM_MUTANTS = (
    ChangedProgram(
        file="git/committing.py",
        id="git-commits-under-a-stale-claim",
        clause="COM-1.10",
        broken="git commits although the claim of the session is over",
        original="        require_current_claim(request, worktree.root)\n",
        replacement="",
        test="tests/impl/cli/test_claim_ids.py::test_a_stale_session_makes_no_commit",
    ),
)
