"""Claims and leases: who may work on which step, and until when.

For what a holder does with a claimed step, see `spec.rules.holding`.
"""

from spec.amendments.changes_2026_2 import RELEASE_REASONS
from spec.amendments.seed import AUTO_RECLAIM, FORCE_CLAIM
from spec.rules import fencing, holding
from spec.rules.rule import Area, Clause, Rule

CHOICE = Rule(
    id="CLM-1",
    title="A claim takes the first claimable top-level step",
    clauses=(
        Clause(
            "CLM-1.1",
            "A top-level step is claimable when CLM-2 allows the claim and one of CLM-3 to CLM-6 "
            "makes the step claimable.",
        ),
        Clause("CLM-1.2", "A claim MUST take the claimable step with the lowest index."),
        Clause("CLM-1.3", "A claim MUST NOT take a substep by itself."),
        Clause("CLM-1.4", "A claim MUST NOT take a completed step.", source="seeds 002, line 351"),
        Clause(
            "CLM-1.5",
            "A claim MUST NOT prefer a step that the caller already holds to an earlier claimable "
            "step.",
        ),
    ),
    operations=("Claim",),
    source="decided here: the seeds do not say which of several claimable steps a claim takes",
)

DEPENDENCIES = Rule(
    id="CLM-2",
    title="A claim respects dependencies, even with force",
    clauses=(
        Clause(
            "CLM-2.1",
            "A claim MUST NOT take a step that depends on a step or substep that is not completed.",
        ),
        Clause(
            "CLM-2.2",
            "A claim MUST NOT consider the dependencies of a step's substeps.",
            source="decided here: substeps are held through their parent",
        ),
        Clause(
            "CLM-2.3",
            "The store MUST apply CLM-2.1 also to a claim with `force`.",
        ),
    ),
    operations=("Claim",),
    source="seeds 002, lines 48, 125-129, 168",
    why="Force is for taking over a step from a worktree that is gone, not for changing the plan's "
    "order.",
)

PENDING = Rule(
    id="CLM-3",
    title="A pending step is free",
    clauses=(
        Clause(
            "CLM-3.1",
            "The store MUST treat a `pending` step as claimable by every worktree (CLM-2).",
        ),
    ),
    operations=("Claim",),
    source="seeds 002, lines 45, 350",
)

EXPIRED_LEASE = Rule(
    id="CLM-4",
    title="A live lease excludes other worktrees",
    clauses=(
        Clause(
            "CLM-4.1",
            "A step or substep is held when its status is `claimed` or `in_progress`.",
            source="seeds 002, line 94",
        ),
        Clause(
            "CLM-4.2",
            "A lease has expired when `lease_expires_at` is less than `now`.",
            source="decided here: the seeds do not say whether a lease includes its last moment",
        ),
        Clause(
            "CLM-4.3",
            "A lease that has not expired is live, even when `lease_expires_at` equals `now`.",
            source="decided here: the seeds do not say whether a lease includes its last moment",
        ),
        Clause(
            "CLM-4.4",
            "The store MUST treat a held step whose lease has expired as claimable by every "
            "worktree (CLM-2).",
        ),
        Clause(
            "CLM-4.5",
            "A live lease MUST exclude every worktree other than the one in `claimed_by`, except "
            "under CLM-6.",
        ),
    ),
    operations=("Claim",),
    source="seeds 002, lines 23, 44, 136, 244",
)

OWN_STEP = Rule(
    id="CLM-5",
    title="The holder may claim its own step again at any time",
    clauses=(
        Clause(
            "CLM-5.1",
            "A live lease MUST exclude the worktree in `claimed_by` like any other worktree.",
            until=AUTO_RECLAIM,
        ),
        Clause(
            "CLM-5.2",
            "The store MUST treat a held step as claimable by the worktree in its `claimed_by`, "
            "whether or not its lease has expired (CLM-2).",
            since=AUTO_RECLAIM,
        ),
    ),
    operations=("Claim",),
    source="A01; seeds 002, lines 23, 92-105",
    why=(
        "An interrupted session returns under the same worktree name. Making it wait for its own "
        "lease protects no one."
    ),
)

FORCED_CLAIM = Rule(
    id="CLM-6",
    title="Force ignores holder and lease",
    clauses=(
        Clause(
            "CLM-6.1",
            "The store MUST treat a claim with `force` as one without it.",
            until=FORCE_CLAIM,
            source="decided here: a flag that an edition does not know has no effect there",
        ),
        Clause(
            "CLM-6.2",
            "The store MUST treat a held step as claimable by every claim with `force`, whatever "
            "its holder and its lease (CLM-2).",
            since=FORCE_CLAIM,
        ),
        Clause(
            "CLM-6.3",
            "A claim with `force` MUST take the claimable step with the lowest index, as in "
            "CLM-1.2.",
            since=FORCE_CLAIM,
            source=(
                "decided here: force changes which steps are claimable, not which of them is taken"
            ),
        ),
    ),
    operations=("Claim",),
    source="A03; seeds 002, lines 123-136",
)

CLAIM_CHECKS = Rule(
    id="CLM-7",
    title="A claim checks the plan, then drift, before it looks for a step",
    clauses=(
        Clause(
            "CLM-7.1",
            "The store MUST reject a claim on a drifted plan with E048 `plan_drift` even when no "
            "step is claimable.",
        ),
    ),
    operations=("Claim",),
    source="decided here: on a drifted plan, having nothing to claim may be untrue",
)

CLAIM_EFFECT = Rule(
    id="CLM-8",
    title="A claim covers the step and its unfinished substeps",
    clauses=(
        Clause(
            "CLM-8.1",
            "A claim MUST set the step to `claimed`, with the caller as `claimed_by`.",
        ),
        Clause(
            "CLM-8.2",
            "A claim MUST set the step's `claimed_at` and `heartbeat_at` to `now`.",
        ),
        Clause(
            "CLM-8.3",
            "A claim MUST set the step's `lease_expires_at` to `now` plus the lease.",
        ),
        Clause("CLM-8.4", "A claim MUST clear the step's `started_at`."),
        Clause(
            "CLM-8.5",
            "A claim MUST change each substep of the step that is not completed in the same way.",
            source="decided here: substeps are held through their parent",
        ),
        Clause(
            "CLM-8.6",
            "A claim MUST make these changes also when the caller already holds the step.",
        ),
        Clause(
            "CLM-8.7",
            "A claim MUST clear the `release_reason` of the step and of these substeps (CLM-8.5).",
            since=RELEASE_REASONS,
        ),
    ),
    operations=("Claim",),
    source="seeds 002, lines 99, 239; decided here: the seeds do not list the fields of a claim",
)

RECLAIM = Rule(
    id="CLM-9",
    title="A claim of a held step is a reclaim and opens the items of unfinished substeps",
    clauses=(
        Clause("CLM-9.1", "A claim is a reclaim when the step was not `pending`."),
        Clause("CLM-9.2", "The answer's `reclaimed` MUST be true exactly for a reclaim."),
        Clause(
            "CLM-9.3",
            "A reclaim MUST set every item of every substep that is not completed to `open`, "
            "whatever its status (CHK-8).",
        ),
        Clause(
            "CLM-9.4",
            "A reclaim MUST NOT change status and reason of the step's own items.",
        ),
        Clause("CLM-9.5", "A reclaim MUST NOT change completed substeps and their items."),
    ),
    operations=("Claim",),
    source=(
        "seeds 002, lines 98, 103, 105, 245; decided here: every substep that is not completed "
        "counts, whatever its status"
    ),
    why=(
        "Work on an unfinished substep may have stopped anywhere, perhaps in another worktree. The "
        "new holder cannot trust its completed items and has to check them again."
    ),
)

CLAIM_ANSWER = Rule(
    id="CLM-10",
    title="A claim returns the step and the remaining counts",
    clauses=(
        Clause("CLM-10.1", "The answer MUST give the step's `anchor`, `title` and `index`."),
        Clause(
            "CLM-10.2",
            "The answer's `lease_expires_at` MUST be the one that the claim stored.",
        ),
        Clause(
            "CLM-10.3",
            "`remaining_ready` MUST be the number of top-level steps that are `pending` after the "
            "claim and have all their dependencies completed.",
        ),
        Clause(
            "CLM-10.4",
            "`total_remaining` MUST be the number of top-level steps that are not completed, "
            "without the claimed one.",
        ),
        Clause(
            "CLM-10.5",
            "The answer's `release_reason` MUST be that of the step before the claim.",
            since=RELEASE_REASONS,
        ),
    ),
    operations=("Claim",),
    source=(
        "seeds 002, lines 104, 163; decided here: the seeds keep the answer of "
        "a claim without listing it"
    ),
)

NOTHING_CLAIMABLE = Rule(
    id="CLM-11",
    title="Finding nothing to claim is an answer, not a rejection",
    clauses=(
        Clause(
            "CLM-11.1",
            "The store MUST accept a claim that finds no claimable step, and change nothing.",
        ),
        Clause(
            "CLM-11.2",
            "The answer's `all_completed` MUST be true exactly when every top-level step is "
            "completed.",
            source="decided here: a worker has to know whether waiting helps",
        ),
        Clause(
            "CLM-11.3",
            "The answer's `blocked` MUST be the number of top-level steps that are not completed.",
            source="seeds 002, line 386; decided here: the seed does not say what it counts",
        ),
    ),
    operations=("Claim",),
    source="seeds 002, lines 104, 187, 244, 352",
)

AREA = Area(
    name="claims",
    prefix="CLM",
    title="Claims and leases",
    introduction=(
        "A worktree is the name of a worker. It claims a step; a lease excludes other workers "
        "until it expires or is released. All times come with the operation, in milliseconds; "
        "`now` is the time of the operation."
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
        *holding.RULES,
        *fencing.RULES,
    ),
    vocabulary=("claims", "holding", "readiness"),
    properties=(
        *("STP-64", "STP-65", "STP-66", "STP-70", "STP-71", "STP-72", "STP-74"),
        *("INV-1", "INV-2", "INV-3", "INV-8", "INV-10", "INV-11"),
        *("STP-5", "STP-39", "STP-43", "STP-44", "STP-45", "STP-55", "STP-60", "STP-62", "STP-76"),
        *("RCH-1", "RCH-2", "RCH-3"),
    ),
)
