"""What the seed documents change in the rules that were before them."""

from spec.amendments.amendment import Amendment, amendments_in

AUTO_RECLAIM = Amendment(
    id="A01",
    name="auto-reclaim",
    title="The worktree that holds a step may claim it again at any time",
    source="seeds 002, lines 92-105",
    failure="An interrupted session cannot continue with its own step until its lease expires.",
)
RELEASE = Amendment(
    id="A02",
    name="release",
    title="A claim can be released before its lease expires",
    source="seeds 002, lines 107-121, 138-148",
    failure="A step cannot be released, so others wait for the expiry of a lease that nobody "
    "needs.",
)
FORCE_CLAIM = Amendment(
    id="A03",
    name="force-claim",
    title="A forced claim ignores the holder and the lease, never the dependencies",
    source="seeds 002, lines 123-136",
    failure="A step whose holder is gone cannot be taken over until its lease expires.",
)
COMPLETE_REMAINING = Amendment(
    id="A04",
    name="complete-remaining",
    title="A batch may be empty and may complete every item that is still open",
    source="seeds 000, lines 114-140, 222-268",
    failure="An uncounted item stays open, and the step cannot be completed strictly.",
)
FAILURE_REASON = Amendment(
    id="A05",
    name="failure-reason",
    title="A commit whose state update failed has one of four reasons",
    source="seeds 000, lines 185-203, 270-346",
    failure="A failure that a retry may cure cannot be distinguished from one that no retry can "
    "cure.",
)
RECOVERY_LOOP = Amendment(
    id="A06",
    name="recovery-loop",
    title="Recoverable failures are retried, at most three times, then escalated",
    source="seeds 000, lines 142-156, 348-409",
    failure="One unreported item halts all work, although it could be closed at once.",
)
DEFERRED_ONLY_BATCH = Amendment(
    id="A07",
    name="deferred-only-batch",
    title="The orchestrator sends deferrals and complete-remaining, never counted lists",
    source="seeds 000, lines 158-183, 411-432",
    failure="The coder's counts differ from the plan's, and every miscount leaves items open.",
)
REVIEWS_OFF = Amendment(
    id="A08",
    name="reviews-off",
    title="With reviews off, a stop advances the plan at once",
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
    title="After a crash the phase determines whether to continue or to stop for a review",
    source="seeds 003, lines 32-45",
    failure="It is unknown whether the work before a review is finished.",
)
CONTINUATION_OVERRIDE = Amendment(
    id="A11",
    name="continuation-override",
    title="Remaining work forces the loop to continue, whatever the agent reports",
    source="seeds 004, lines 229-305, 400-428",
    failure="One wrong signal halts a plan with most of its work undone.",
)

SEED_AMENDMENTS = amendments_in(globals())
