"""Claims and leases: who may work on which step, until when, and how a step is given back."""

from spec.amendments import AUTO_RECLAIM, FORCE_CLAIM, RELEASE, RELEASE_NAMES_AUTHORITY
from spec.rules.rule import Area, Rule

CHOICE = Rule(
    id="CLM-1",
    title="A claim takes the first claimable top-level step",
    sentences=(
        "A claim does not name a step: it MUST be given the claimable step with the lowest index.",
        "Only top-level steps are claimable; substeps are held through their parent.",
        "A completed step is never claimable.",
        "A step that the caller holds already has no preference over an earlier claimable one.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

DEPENDENCIES = Rule(
    id="CLM-2",
    title="Dependencies come first, always",
    sentences=(
        "A step MUST NOT be claimable while one of the steps it depends on is not completed.",
        "Only the top-level step's own dependencies count, not those of its substeps.",
        "Nothing waives this: not force, not the end of a lease, not being the holder.",
    ),
    operations=("Claim",),
    source="ISR D03",
    why="Force takes a step from a worktree that is gone. It is no way to change the plan's order.",
)

PENDING = Rule(
    id="CLM-3",
    title="A pending step is free",
    sentences=("A `pending` step that fulfils CLM-2 MUST be claimable by every worktree.",),
    operations=("Claim",),
    source="behaviour, section 4",
)

EXPIRED_LEASE = Rule(
    id="CLM-4",
    title="A lease protects its holder until it is over",
    sentences=(
        "A `claimed` or `in_progress` step that fulfils CLM-2 MUST be claimable by every worktree "
        "once `lease_expires_at` is less than `now`.",
        "A lease that ends exactly `now` is not over yet.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

OWN_STEP = Rule(
    id="CLM-5",
    title="The holder may claim its own step again at once",
    sentences=(
        "A `claimed` or `in_progress` step that fulfils CLM-2 MUST be claimable by the worktree in "
        "its `claimed_by`, whether or not its lease is over.",
    ),
    operations=("Claim",),
    source="ISR D01",
    why=(
        "A session that was interrupted comes back under the same worktree name. There is nobody "
        "to protect the step from, so making it wait for its own lease helps no one."
    ),
    amendment=AUTO_RECLAIM,
    before=(
        "The worktree in `claimed_by` MUST wait for the end of the lease like any other worktree.",
    ),
)

FORCED_CLAIM = Rule(
    id="CLM-6",
    title="Force ignores holder and lease",
    sentences=(
        "A `claimed` or `in_progress` step that fulfils CLM-2 MUST be claimable by every worktree "
        "that claims with `force`, whoever holds it and however long its lease still runs.",
        "Force does not change which claimable step is taken: the lowest index, as in CLM-1.",
    ),
    operations=("Claim",),
    source="ISR D03",
    amendment=FORCE_CLAIM,
    before=("A claim with `force` is treated as one without it.",),
)

CLAIM_CHECKS = Rule(
    id="CLM-7",
    title="A claim looks for the plan, then for drift, then for a step",
    sentences=(
        "A claim MUST be checked in this order: an unknown plan is E047 `unknown_plan` (PLN-3); "
        "drift is E048 `plan_drift` (PLN-6); then the step is chosen (CLM-1).",
        "Drift is therefore answered even if no step is claimable.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

CLAIM_EFFECT = Rule(
    id="CLM-8",
    title="A claim gives the step and its unfinished substeps to the caller",
    sentences=(
        "The chosen step MUST become `claimed`; its `claimed_by` becomes the caller, its "
        "`claimed_at` and `heartbeat_at` become `now`, its `lease_expires_at` becomes `now` plus "
        "the lease, and its `started_at` is cleared.",
        "The same MUST happen to each of its substeps that is not completed, with the same lease.",
        "This is so for every claim, also for one of a step that the caller holds already.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

RECLAIM = Rule(
    id="CLM-9",
    title="A claim of a held step is a reclaim and opens the items of unfinished substeps",
    sentences=(
        "A claim is a reclaim if the chosen step was not `pending`; the answer's `reclaimed` MUST "
        "say so.",
        "On a reclaim every item of every substep that is not completed MUST become `open`, "
        "completed and deferred items too; CHK-8 says what becomes of its reason.",
        "The items of the step itself keep their status and their reason.",
        "Completed substeps and their items are not changed.",
    ),
    operations=("Claim",),
    source="ISR D01; behaviour, section 4",
    why=(
        "Work on an unfinished substep may have stopped anywhere, and perhaps in another "
        "worktree. Whoever takes over cannot trust what was ticked there and has to look again."
    ),
)

CLAIM_ANSWER = Rule(
    id="CLM-10",
    title="A claim answers with the step and with what is left",
    sentences=(
        "The answer MUST give the step's `anchor`, `title` and `index`, the new "
        "`lease_expires_at`, and `reclaimed`.",
        "`remaining_ready` counts the top-level steps that are `pending` after the claim and have "
        "all their dependencies completed.",
        "`total_remaining` counts the top-level steps that are not completed, without the claimed "
        "one.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

NOTHING_CLAIMABLE = Rule(
    id="CLM-11",
    title="Having nothing to claim is an answer, not a rejection",
    sentences=(
        "A claim that finds no claimable step MUST be accepted and change nothing.",
        "If every top-level step is completed, the answer says `all_completed` and `blocked` is 0.",
        "Otherwise there are no ready steps: `all_completed` is false, and `blocked` counts the "
        "top-level steps that are not completed.",
    ),
    operations=("Claim",),
    source="behaviour, section 4",
)

START = Rule(
    id="CLM-12",
    title="The holder of a claimed step may start it",
    sentences=(
        "Starting a step or substep whose own `claimed_by` is the caller and whose own status is "
        "`claimed` MUST make it `in_progress` and set its `started_at` to `now`; nothing else "
        "changes.",
        "Every other start MUST be rejected by the first of these that applies.",
        "The plan has no such step: E050 `not_claimed`, with the status word `unknown`.",
        "Nobody holds it: E050 `not_claimed`.",
        "Another worktree holds it: E049 `ownership_violation`, naming the step of the request, "
        "the holder found and the caller.",
        "It is held by the caller, but not `claimed`: E050 `not_claimed`.",
        "For these rejections the holder of a substep is the `claimed_by` of its parent, and the "
        "holder of a step is its own.",
        "E050 names the status of the very step or substep of the request.",
        "A `claimed_by` that stays on a completed step counts as its holder here.",
    ),
    operations=("Start",),
    source="behaviour, section 4",
)

HEARTBEAT = Rule(
    id="CLM-13",
    title="The holder may renew a lease that nobody took over",
    sentences=(
        "A heartbeat for a step or substep whose own `claimed_by` is the caller and whose own "
        "status is `claimed` or `in_progress` MUST set its `heartbeat_at` to `now` and its "
        "`lease_expires_at` to `now` plus the lease, and answer the new `lease_expires_at`.",
        "This MUST also work after the lease is over, as long as nobody else has claimed the step.",
        "A heartbeat for a step does not change the leases of its substeps, nor one for a substep "
        "that of its parent.",
        "Every other heartbeat MUST be rejected by the first of these that applies, as in CLM-12: "
        "the plan has no such step, E050 `not_claimed`; nobody holds it, E050; another worktree "
        "holds it, E049 `ownership_violation`; it is neither `claimed` nor `in_progress`, E050.",
    ),
    operations=("Heartbeat",),
    source="behaviour, section 4",
)

GIVING_BACK = Rule(
    id="CLM-14",
    title="A held step can be given back before its lease ends",
    sentences=(
        "After the checks of PLN-3 and CLM-15, a release MUST be rejected by the first of these "
        "that applies.",
        "The plan has no such step: E047 `unknown_step`.",
        "It is `completed`: E050 `not_claimed`.",
        "It is `pending`: E050 `not_claimed`.",
        "The release gives a worktree and no `force`, and that worktree is not the `claimed_by` of "
        "that very step or substep: E049 `ownership_violation`.",
        "Otherwise the step or substep MUST become `pending`; its `claimed_by`, `claimed_at`, "
        "`lease_expires_at`, `heartbeat_at` and `started_at` are cleared.",
        "Its items that are not `completed` become `open` (CHK-8 says what becomes of their "
        "reasons); its completed items stay completed.",
        "If it is a top-level step, the same happens to each of its substeps that is not "
        "completed, and to their items.",
        "Completed substeps and their items are not changed; neither is the parent of a released "
        "substep.",
        "The answer's `was_claimed_by` names the worktree that held it.",
    ),
    operations=("Release",),
    source="ISR D02, D04",
    why=(
        "Giving back keeps completed items while a reclaim (CLM-9) opens those of unfinished "
        "substeps. That is meant: who gives a step back leaves it in order; who takes one over "
        "finds it as an interruption left it."
    ),
    amendment=RELEASE,
    before=(
        "After the check of PLN-3, a release MUST be rejected with E047 `invalid_request`, which "
        "says `release`.",
    ),
)

RELEASE_AUTHORITY = Rule(
    id="CLM-15",
    title="A release names its authority",
    sentences=(
        "A release MUST give either a worktree or `force`.",
        "A release that gives both or neither MUST be rejected with E047 `invalid_request`, which "
        "says `both` or `neither`.",
        "This is checked right after PLN-3, before the step is looked for.",
        "On a command line it is a usage error with exit code 2.",
    ),
    operations=("Release",),
    source="ISR D02; decided here for a request that gives neither",
    why="A request that names nobody must not end a claim that is alive.",
    amendment=RELEASE_NAMES_AUTHORITY,
    before=(
        "Where release exists, one that gives a worktree and no `force` MUST be checked for "
        "ownership.",
        "One that gives `force`, or gives neither, is not checked for ownership.",
    ),
)

RESET = Rule(
    id="CLM-16",
    title="A reset makes any uncompleted step pending, whoever holds it",
    sentences=(
        "After the check of PLN-3, a reset MUST be rejected by the first of these that applies.",
        "The plan has no such step: E047 `unknown_step`.",
        "It is `completed`: E050 `not_claimed`.",
        "Otherwise the step or substep MUST become `pending`; its `claimed_by`, `claimed_at`, "
        "`lease_expires_at`, `heartbeat_at` and `started_at` are cleared.",
        "Its items that are not `completed` become `open` (CHK-8 says what becomes of their "
        "reasons); its completed items stay completed.",
        "If it is a top-level step, the same happens to each of its substeps that is not "
        "completed, and to their items; completed substeps and their items are not changed.",
        "Nobody's ownership is checked, and a step that is `pending` already is reset too: its "
        "deferred items become open.",
        "The answer gives the `anchor`.",
    ),
    operations=("Reset",),
    source="behaviour, section 4",
)

READY = Rule(
    id="CLM-17",
    title="Ready sorts the top-level steps by what a claim would find",
    sentences=(
        "Ready MUST list every top-level step exactly once, in document order, in the first of "
        "four lists that fits it, and change nothing.",
        "`completed`: the step is completed.",
        "`expired_claim`: it is `claimed` or `in_progress`, and CLM-2 and CLM-4 make it claimable.",
        "`ready`: it is `pending`, and all its dependencies are completed.",
        "`blocked`: every other step.",
        "On a plan that has not drifted, `ready` or `expired_claim` MUST have an entry exactly "
        "when a claim without force, at the same `now`, by a worktree that holds nothing, would be "
        "given a step.",
    ),
    operations=("Ready", "Claim"),
    source="behaviour, section 4",
    why=(
        "An orchestrator asks what is ready and then sends a worker to claim. If the two were "
        "decided by two predicates, a worker could be sent for nothing, or a plan could stand "
        "still with work left. So both use one."
    ),
)

LONE_SUBSTEP = Rule(
    id="CLM-18",
    title="A substep given back alone waits for the next claim of its parent",
    sentences=(
        "A substep that was released or reset while its parent is held MUST stay `pending` until "
        "the parent is claimed again or completed by another rule.",
        "No operation claims a substep alone.",
    ),
    operations=("Release", "Reset", "Claim", "Start", "Heartbeat"),
    source="behaviour, section 4",
)

AREA = Area(
    name="claims",
    prefix="CLM",
    title="Claims and leases",
    introduction=(
        "A worktree is the name a worker goes by. It claims a step, and a lease keeps the others "
        "away until it is over or given back. A step is claimable by a caller if it is a top-level "
        "step, not completed, with all dependencies completed (CLM-2), and CLM-3, CLM-4, CLM-5 or "
        "CLM-6 applies. All times are given with the operation, in milliseconds; `now` is the time "
        "of the operation."
    ),
    rules=(
        CHOICE,
        DEPENDENCIES,
        PENDING,
        EXPIRED_LEASE,
        OWN_STEP,
        FORCED_CLAIM,
        CLAIM_CHECKS,
        CLAIM_EFFECT,
        RECLAIM,
        CLAIM_ANSWER,
        NOTHING_CLAIMABLE,
        START,
        HEARTBEAT,
        GIVING_BACK,
        RELEASE_AUTHORITY,
        RESET,
        READY,
        LONE_SUBSTEP,
    ),
    vocabulary=("claims", "holding", "readiness"),
    properties=("INV-1", "INV-2", "INV-3", "INV-8", "INV-10", "STP-5", "RCH-1", "RCH-2", "RCH-3"),
)
