"""Holding a step: starting it, renewing its lease, giving it back, and what others can see."""

from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE, NEVER_EARLIER, RELEASE_REASONS
from spec.amendments.corrections import RELEASE_NAMES_AUTHORITY, RELEASE_NAMES_STATUS
from spec.amendments.seed import RELEASE
from spec.rules.rule import Clause, Rule

START = Rule(
    id="CLM-12",
    title="The holder of a claimed step may start it",
    clauses=(
        Clause(
            "CLM-12.1",
            "The store MUST accept a start by the step's or substep's own `claimed_by` when its "
            "own status is `claimed`.",
        ),
        Clause(
            "CLM-12.2",
            "A start MUST set the step or substep to `in_progress` and its `started_at` to `now`.",
        ),
        Clause("CLM-12.3", "A start MUST NOT change anything else."),
        Clause("CLM-12.4", "The answer MUST name the `anchor` of the step or substep."),
        Clause("CLM-12.5", "The store MUST reject every start that CLM-12.1 does not accept."),
        Clause(
            "CLM-12.6",
            "The holder of a step is its `claimed_by`; the holder of a substep is the `claimed_by` "
            "of its parent.",
        ),
        Clause(
            "CLM-12.7",
            "The store MUST treat a `claimed_by` that stays on a completed step as its holder.",
        ),
        Clause(
            "CLM-12.8",
            "The store MUST reject a start of an unknown step with E050 `not_claimed`, whose "
            "status is `unknown`.",
        ),
        Clause(
            "CLM-12.9",
            "The store MUST reject a start of a step or substep without a holder with E050 "
            "`not_claimed`.",
        ),
        Clause(
            "CLM-12.10",
            "The store MUST reject a start by a worktree other than the holder with E049 "
            "`ownership_violation`.",
        ),
        Clause(
            "CLM-12.11",
            "The store MUST reject a start by the holder of a step or substep that is not "
            "`claimed` with E050 `not_claimed`.",
        ),
        Clause(
            "CLM-12.12",
            "E049 `ownership_violation` MUST name the step of the request, the holder found and "
            "the caller.",
        ),
        Clause(
            "CLM-12.13",
            "E050 `not_claimed` MUST name the status of the very step or substep of the request.",
            source="seeds 002, line 186",
        ),
        Clause(
            "CLM-12.14",
            "A repeated start is one by the own `claimed_by` of a step or substep that is "
            "`in_progress`; CLM-12.1 to CLM-12.13 do not concern it.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "CLM-12.15",
            "The store MUST answer a repeated start with `AlreadyStarted`, which names the "
            "`anchor` of the step or substep.",
            since=CONTINUING_EVERYWHERE,
        ),
        Clause(
            "CLM-12.16",
            "A repeated start MUST NOT change anything, `started_at` included.",
            since=CONTINUING_EVERYWHERE,
        ),
    ),
    operations=("Start",),
    source="A27; decided here: the seeds know the status `in_progress` (002, line 94) but no start",
    why="An interrupted worktree repeats its last request, because it cannot know whether it took "
    "effect.",
)

HEARTBEAT = Rule(
    id="CLM-13",
    title="The holder may renew its lease unless the step was taken over",
    clauses=(
        Clause(
            "CLM-13.1",
            "The store MUST accept a heartbeat by the step's or substep's own `claimed_by` while "
            "it is held (CLM-4.1).",
        ),
        Clause("CLM-13.2", "A heartbeat MUST set `heartbeat_at` to `now`."),
        Clause(
            "CLM-13.3",
            "A heartbeat MUST set `lease_expires_at` to `now` plus the lease.",
            until=NEVER_EARLIER,
        ),
        Clause("CLM-13.4", "The answer MUST give the new `lease_expires_at`."),
        Clause(
            "CLM-13.5",
            "The store MUST accept a heartbeat by the holder even after its lease has expired.",
        ),
        Clause(
            "CLM-13.6",
            "A heartbeat MUST NOT change any other step or substep, parent and substeps included.",
        ),
        Clause(
            "CLM-13.7",
            "The store MUST reject a heartbeat for an unknown step with E050 `not_claimed`, whose "
            "status is `unknown`.",
        ),
        Clause(
            "CLM-13.8",
            "The store MUST reject a heartbeat for a step or substep without a holder (CLM-12.6) "
            "with E050 `not_claimed`.",
        ),
        Clause(
            "CLM-13.9",
            "The store MUST reject a heartbeat by a worktree other than the holder with E049 "
            "`ownership_violation`.",
        ),
        Clause(
            "CLM-13.10",
            "The store MUST reject a heartbeat by the holder with E050 `not_claimed` when the step "
            "or substep is not held.",
        ),
        Clause(
            "CLM-13.11",
            "A heartbeat with `shorten` MUST set `lease_expires_at` to `now` plus the lease.",
            since=NEVER_EARLIER,
            source="A51",
        ),
        Clause(
            "CLM-13.12",
            "A heartbeat without `shorten` MUST set `lease_expires_at` to the later of its old "
            "value and `now` plus the lease.",
            since=NEVER_EARLIER,
            source="A51",
        ),
    ),
    operations=("Heartbeat",),
    source=(
        "A51; decided here: the seeds name heartbeats (002, lines 44, 62) but do not say what they "
        "do"
    ),
    why="A holder renews to keep the step. A short `lease` and a forgotten one look alike, so only "
    "`shorten` gives time back.",
)

GIVING_BACK = Rule(
    id="CLM-14",
    title="A held step can be released before its lease expires",
    clauses=(
        Clause(
            "CLM-14.1",
            "The store MUST reject every release with E047 `invalid_request`, given `release`.",
            until=RELEASE,
            source="decided here: an operation that an edition does not know is refused there",
        ),
        Clause(
            "CLM-14.2",
            "The store MUST reject a release of an unknown step with E047 `unknown_step`.",
            since=RELEASE,
            source="decided here: the seeds do not say which error an unknown step is",
        ),
        Clause(
            "CLM-14.3",
            "The store MUST reject a release of a completed step or substep with E050 "
            "`not_claimed`.",
            since=RELEASE,
            source="seeds 002, lines 33, 47, 86, 121, 184",
        ),
        Clause(
            "CLM-14.4",
            "The store MUST reject a release of a `pending` step or substep with E050 "
            "`not_claimed`.",
            since=RELEASE,
            source="seeds 002, lines 33, 86, 186; decided here: line 281 has another word",
        ),
        Clause(
            "CLM-14.5",
            "The store MUST reject a release without `force` by a worktree other than the step's "
            "or substep's own `claimed_by` with E049 `ownership_violation`.",
            since=RELEASE,
            source="seeds 002, lines 33, 117, 118, 119, 185",
        ),
        Clause(
            "CLM-14.6",
            "A release MUST set the step or substep to `pending`.",
            since=RELEASE,
        ),
        Clause(
            "CLM-14.7",
            "A release MUST clear `claimed_by`, `claimed_at`, `lease_expires_at`, `heartbeat_at` "
            "and `started_at`.",
            since=RELEASE,
        ),
        Clause(
            "CLM-14.8",
            "A release MUST set the items of the step or substep that are not `completed` to "
            "`open` (CHK-8).",
            since=RELEASE,
        ),
        Clause("CLM-14.9", "A release MUST NOT change completed items.", since=RELEASE),
        Clause(
            "CLM-14.10",
            "A release of a step MUST change each of its substeps that is not completed, and their "
            "items, in the same way.",
            since=RELEASE,
        ),
        Clause(
            "CLM-14.11",
            "A release MUST NOT change completed substeps and their items.",
            since=RELEASE,
        ),
        Clause(
            "CLM-14.12",
            "A release of a substep MUST NOT change its parent.",
            since=RELEASE,
            source="decided here: the seeds do not release substeps by themselves",
        ),
        Clause(
            "CLM-14.13",
            "The answer's `was_claimed_by` MUST name the worktree in the old `claimed_by`.",
            since=RELEASE,
            source="seeds 002, lines 147, 164",
        ),
        Clause(
            "CLM-14.14",
            "E050 for a release of a completed step or substep MUST give the words `cannot release "
            "completed step` as `status`.",
            since=RELEASE,
            until=RELEASE_NAMES_STATUS,
            source="seeds 002, line 184",
        ),
        Clause(
            "CLM-14.15",
            "E050 for a release of a completed step or substep MUST give `completed` as `status`.",
            since=RELEASE_NAMES_STATUS,
        ),
        Clause(
            "CLM-14.16",
            "The store MUST reject a release whose `reason` has more than 500 bytes in UTF-8 with "
            "E047 `oversized_reason`, which names the size and the limit.",
            since=RELEASE_REASONS,
            source="A52",
        ),
        Clause(
            "CLM-14.17",
            "A release MUST set the `release_reason` of every step and substep that it changes to "
            "its `reason`, an empty text too, or clear it without one.",
            since=RELEASE_REASONS,
            source="A52",
        ),
        Clause(
            "CLM-14.18",
            "Resets and completions MUST NOT change `release_reason`.",
            since=RELEASE_REASONS,
            source="A52",
        ),
        Clause(
            "CLM-14.19",
            "A resynchronisation MUST keep `release_reason` of the steps and substeps that it "
            "keeps.",
            since=RELEASE_REASONS,
            source="A52",
        ),
        Clause(
            "CLM-14.20",
            "A resynchronisation MUST clear `release_reason` of each step or substep with a "
            "counterpart that it does not keep.",
            since=RELEASE_REASONS,
            source="A52",
        ),
    ),
    operations=("Release", "Reset", "Complete", "Commit", "Reconcile", "Register"),
    source="A02; A52; seeds 002, lines 45, 107-121, 276-288",
    why=(
        "A release keeps completed items, while a reclaim (CLM-9) opens those of unfinished "
        "substeps. This is intended: a holder that releases a step leaves it in order; a step that "
        "is taken over was interrupted. The next worker learns from the answer to its claim why "
        "the step was released (CLM-10.5), so the claim ends the reason."
    ),
)

RELEASE_AUTHORITY = Rule(
    id="CLM-15",
    title="A release is made by the holder or by force",
    clauses=(
        Clause(
            "CLM-15.1",
            "The store MUST NOT check ownership for a release that gives no worktree.",
            since=RELEASE,
            until=RELEASE_NAMES_AUTHORITY,
        ),
        Clause(
            "CLM-15.2",
            "The store MUST reject a release that gives both a worktree and `force` with E047 "
            "`invalid_request`, whose `given` is `both`.",
            since=RELEASE,
            source="seeds 002, lines 120, 170, 188",
        ),
        Clause(
            "CLM-15.3",
            "The store MUST reject a release without a worktree and without `force` with E047 "
            "`invalid_request`, whose `given` is `neither`.",
            since=RELEASE_NAMES_AUTHORITY,
        ),
        Clause(
            "CLM-15.4",
            "A command line MUST treat a release that CLM-15.2 or CLM-15.3 rejects as a usage "
            "error with exit code 2.",
            since=RELEASE,
            source="seeds 002, line 188",
            kept_outside="a command line decides how it exits",
        ),
    ),
    operations=("Release",),
    source="A02; A19; seeds 002, lines 118-120",
    why="A request without a caller must not end a live claim.",
)

RESET = Rule(
    id="CLM-16",
    title="A reset makes any uncompleted step pending, whoever holds it",
    clauses=(
        Clause(
            "CLM-16.1",
            "The store MUST reject a reset of an unknown step with E047 `unknown_step`.",
        ),
        Clause(
            "CLM-16.2",
            "The store MUST reject a reset of a completed step or substep with E050 `not_claimed`.",
        ),
        Clause("CLM-16.3", "A reset MUST set the step or substep to `pending`."),
        Clause(
            "CLM-16.4",
            "A reset MUST clear `claimed_by`, `claimed_at`, `lease_expires_at`, `heartbeat_at` and "
            "`started_at`.",
        ),
        Clause(
            "CLM-16.5",
            "A reset MUST set the items of the step or substep that are not `completed` to `open` "
            "(CHK-8).",
        ),
        Clause("CLM-16.6", "A reset MUST NOT change completed items."),
        Clause(
            "CLM-16.7",
            "A reset of a step MUST change each of its substeps that is not completed, and their "
            "items, in the same way.",
        ),
        Clause("CLM-16.8", "A reset MUST NOT change completed substeps and their items."),
        Clause("CLM-16.9", "A reset of a substep MUST NOT change its parent."),
        Clause("CLM-16.10", "The store MUST NOT check who holds the step or substep of a reset."),
        Clause(
            "CLM-16.11",
            "The store MUST accept a reset of a `pending` step or substep, and open its deferred "
            "items.",
        ),
        Clause("CLM-16.12", "The answer MUST name the `anchor` of the step or substep."),
    ),
    operations=("Reset",),
    source=(
        "seeds 002, lines 109-114, 284-286; decided here: the seeds do not list the rejections of "
        "a reset"
    ),
)

READY = Rule(
    id="CLM-17",
    title="Ready lists the top-level steps by whether they can be claimed",
    clauses=(
        Clause(
            "CLM-17.1",
            "The answer to `Ready` MUST list every top-level step in exactly one of its four "
            "lists.",
        ),
        Clause("CLM-17.2", "The answer to `Ready` MUST keep document order in each list."),
        Clause("CLM-17.3", "`completed` MUST list the completed steps."),
        Clause("CLM-17.4", "`expired_claim` MUST list the steps that CLM-4.4 makes claimable."),
        Clause(
            "CLM-17.5",
            "`ready` MUST list the `pending` steps that have all their dependencies completed.",
        ),
        Clause("CLM-17.6", "`blocked` MUST list every other top-level step."),
        Clause("CLM-17.7", "`Ready` MUST NOT change anything."),
        Clause(
            "CLM-17.8",
            "Without drift, `ready` or `expired_claim` MUST have an entry exactly when a claim "
            "without `force` by a worktree that holds nothing would get a step.",
        ),
    ),
    operations=("Ready", "Claim"),
    source="decided here: the seeds answer which steps are ready only by a claim (002, line 187)",
    why=(
        "An orchestrator queries which steps are ready and then sends a worker to claim. If the "
        "two used different predicates, a worker could be sent in vain, or a plan could stall with "
        "work left. So both use the same one."
    ),
)

LONE_SUBSTEP = Rule(
    id="CLM-18",
    title="A released substep is claimed again with its parent",
    clauses=(
        Clause(
            "CLM-18.1",
            "A substep released or reset while its parent is held MUST stay `pending` until a "
            "claim of the parent, a forced completion or a reconciliation.",
        ),
        Clause(
            "CLM-18.2",
            "The next claim of the parent MUST also claim a substep that was released or reset "
            "while the parent was held (CLM-8.5).",
        ),
        Clause(
            "CLM-18.3",
            "The store MUST reject a start or heartbeat of a released or reset substep by the "
            "holder of its parent with E050 `not_claimed`.",
        ),
    ),
    operations=("Release", "Reset", "Claim", "Start", "Heartbeat"),
    source="decided here: the seeds do not release or reset substeps by themselves",
)

RULES = (
    START,
    HEARTBEAT,
    GIVING_BACK,
    RELEASE_AUTHORITY,
    RESET,
    READY,
    LONE_SUBSTEP,
)
"""The rules CLM-12 to CLM-18, in the order of their ids."""
