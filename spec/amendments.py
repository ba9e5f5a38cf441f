"""Amendments: the changes that lead from one edition to the next."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of rules: what went wrong before it, and what it changes."""

    id: str
    name: str
    title: str
    source: str
    failure: str


AUTO_RECLAIM = Amendment(
    id="A01",
    name="auto-reclaim",
    title="The worktree that holds a step may claim it again at once",
    source="seeds 002, lines 92-105",
    failure="A session that was interrupted cannot go on with its own step until its lease ends.",
)
RELEASE = Amendment(
    id="A02",
    name="release",
    title="A claim can be given back before its lease ends",
    source="seeds 002, lines 107-121, 138-148",
    failure="Nobody can give a step back, so others wait for the end of a lease nobody needs.",
)
FORCE_CLAIM = Amendment(
    id="A03",
    name="force-claim",
    title="A forced claim ignores the holder and the lease, never the dependencies",
    source="seeds 002, lines 123-136",
    failure="A step whose holder is gone cannot be taken over until its lease ends.",
)
COMPLETE_REMAINING = Amendment(
    id="A04",
    name="complete-remaining",
    title="A batch may be empty and may complete every item that is still open",
    source="seeds 000, lines 114-140, 222-268",
    failure="An item that nobody counted stays open, and the step cannot be completed strictly.",
)
FAILURE_REASON = Amendment(
    id="A05",
    name="failure-reason",
    title="A commit whose state update failed says why, in one of four words",
    source="seeds 000, lines 185-203, 270-346",
    failure="Nobody can tell a failure that a retry may cure from one that none can.",
)
RECOVERY_LOOP = Amendment(
    id="A06",
    name="recovery-loop",
    title="Recoverable failures are retried, at most three times, then escalated",
    source="seeds 000, lines 142-156, 348-409",
    failure="One item that nobody reported halts all work, although it could be closed at once.",
)
DEFERRED_ONLY_BATCH = Amendment(
    id="A07",
    name="deferred-only-batch",
    title="The orchestrator sends deferrals and complete-remaining, never counted lists",
    source="seeds 000, lines 158-183, 411-432",
    failure="What a coder counts is not what the plan lists, and every miscount leaves items open.",
)
REVIEWS_OFF = Amendment(
    id="A08",
    name="reviews-off",
    title="Without reviews a stop advances the plan at once",
    source="seeds 003, lines 7-15",
    failure="With `max_reviews` 0 nothing is ever written, so the plan never advances.",
)
FULL_WRITE = Amendment(
    id="A09",
    name="full-write",
    title="Advancing writes every changed field",
    source="seeds 003, lines 66-83",
    failure="The counters of a plan that has advanced are those of the review before.",
)
CRASH_ROUTING = Amendment(
    id="A10",
    name="crash-routing",
    title="After a crash the phase tells whether to go on working or to stop for a review",
    source="seeds 003, lines 32-45",
    failure="Nobody can tell whether the work before a review is finished.",
)
CONTINUATION_OVERRIDE = Amendment(
    id="A11",
    name="continuation-override",
    title="Work that remains forces the loop to go on, whatever the agent says",
    source="seeds 004, lines 229-305, 400-428",
    failure="One wrong signal halts a plan with most of its work undone.",
)
RESYNC = Amendment(
    id="A12",
    name="resync",
    title="Registering a plan whose document changed brings it up to date",
    source="decided here: found by exploring the edition `seeds`",
    failure="Once a document has changed, no sequence of operations makes it workable again.",
)
RECOVERY_VERIFIES_STEP = Amendment(
    id="A13",
    name="recovery-verifies-step",
    title="A recovery succeeds only if the step is completed",
    source="decided here: found by exploring the edition `seeds`",
    failure="A recovery reports success because no item is open, and the step is never completed.",
)
OWNERSHIP_FIRST = Amendment(
    id="A14",
    name="ownership-first",
    title="Completing a step looks at its holder before its checklist",
    source="decided here: found by exploring the edition `seeds`",
    failure="A worktree that lost its step is told that items are open, which it cannot change.",
)
HALTING_WINS = Amendment(
    id="A15",
    name="halting-wins",
    title="Being stuck and the iteration limit are decided before the override",
    source="decided here: found by exploring the edition `seeds`",
    failure="A stuck agent with work remaining is sent round for ever.",
)
FORCE_CASCADE = Amendment(
    id="A16",
    name="force-cascade",
    title="Forced completion completes the items of the substeps that it completes",
    source="decided here: found by exploring the edition `seeds`",
    failure="A substep completed by force keeps open items for ever.",
)
REASON_WITH_DEFERRAL = Amendment(
    id="A17",
    name="reason-with-deferral",
    title="An item has a reason exactly while it is deferred",
    source="decided here: found by exploring the edition `seeds`",
    failure="Items keep the reason of a past deferral, or are deferred without any reason.",
)
FROZEN_WHEN_COMPLETED = Amendment(
    id="A18",
    name="frozen-when-completed",
    title="Items of a completed step or substep cannot change",
    source="decided here: found by exploring the edition `seeds`",
    failure="Items of a completed substep can be opened again while its parent is held.",
)
RELEASE_NAMES_AUTHORITY = Amendment(
    id="A19",
    name="release-names-authority",
    title="A release names the worktree or uses force, exactly one of the two",
    source="decided here: found by exploring the edition `seeds`",
    failure="A release that names neither takes a live claim away from its holder unnoticed.",
)
RECONCILE_NEWEST = Amendment(
    id="A20",
    name="reconcile-newest",
    title="The newest commit of a step counts, and reconciling reaches substeps and plan",
    source="decided here: found by exploring the edition `seeds`",
    failure=(
        "With force the oldest commit wins, a reconciled step keeps unfinished substeps, "
        "and the plan is never done."
    ),
)

COMMIT_RECORDS_HASH = Amendment(
    id="A21",
    name="commit-records-hash",
    title="A commit that completes a step records its hash",
    source="decided here: found by exploring the edition `seeds`",
    failure="A completed step does not say by which commit, and reconciling has to find it again.",
)
BOUNDED_REVIEW = Amendment(
    id="A22",
    name="bounded-review",
    title="A review without a verdict blocks, and every attempt counts",
    source="decided here: found by exploring the edition `seeds`",
    failure="A reviewer that crashes lets the stop through, and the review is silently skipped.",
)
STANDALONE_ITERATION = Amendment(
    id="A23",
    name="standalone-iteration",
    title="A review started by hand is not automated",
    source="decided here: found by exploring the edition `seeds`",
    failure="A review that a person asked for once starts a whole cycle of automatic ones.",
)

SEED_AMENDMENTS = (
    AUTO_RECLAIM,
    RELEASE,
    FORCE_CLAIM,
    COMPLETE_REMAINING,
    FAILURE_REASON,
    RECOVERY_LOOP,
    DEFERRED_ONLY_BATCH,
    REVIEWS_OFF,
    FULL_WRITE,
    CRASH_ROUTING,
    CONTINUATION_OVERRIDE,
)
CORRECTIONS = (
    RESYNC,
    RECOVERY_VERIFIES_STEP,
    OWNERSHIP_FIRST,
    HALTING_WINS,
    FORCE_CASCADE,
    REASON_WITH_DEFERRAL,
    FROZEN_WHEN_COMPLETED,
    RELEASE_NAMES_AUTHORITY,
    RECONCILE_NEWEST,
    COMMIT_RECORDS_HASH,
    BOUNDED_REVIEW,
    STANDALONE_ITERATION,
)

AMENDMENTS = (*SEED_AMENDMENTS, *CORRECTIONS)
"""All amendments, in the order of their ids."""
