"""What the seed documents change in the rules that were before them."""

from spec.amendments.amendment import Amendment

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

SEED_AMENDMENTS: tuple[Amendment, ...] = (
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
