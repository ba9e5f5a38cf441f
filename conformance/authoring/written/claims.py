"""Traces of claims and leases."""

from model.explorer.scopes.scope import definition, step
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, StepDefinition
from spec.vocabulary.readiness import Ready

PLAN, HASH = "plan.md", "a" * 64
LATER = 1_000
"""A second after the first operation."""


def registered(*steps: StepDefinition) -> Register:
    """Return the registration of a plan of some steps."""
    return Register(PLAN, definition("a", *steps), 0)


def claim(worktree: str, now: int = 0, lease: int = 60_000, *, force: bool = False) -> Claim:
    """Return a claim, by default for a minute."""
    return Claim(PLAN, worktree, HASH, now, lease, force)


ONE_STEP = registered(step("build"))
TWO_STEPS = registered(step("build"), step("ship"))
FAMILY = registered(step("build", step("build-1"), step("build-2")))
WAITING = registered(step("build"), step("ship", after=("build",)))
FIRST_GIVEN_BACK = (TWO_STEPS, claim("one"), claim("two"), Reset(PLAN, "build", 0))
"""Two holds the second step, and the first is pending again."""

CLAIM_TRACES: dict[str, tuple[Operation, ...]] = {
    "steps-in-the-order-of-their-anchors": (registered(step("ship"), step("build")), claim("one")),
    "expired-steps-before-pending-ones": (
        TWO_STEPS,
        claim("one"),
        claim("two", lease=0),
        Reset(PLAN, "build", 0),
        claim("three", LATER),
    ),
    "own-step-preferred": (*FIRST_GIVEN_BACK, claim("two")),
    "dependency-check-dropped": (WAITING, claim("one"), claim("two")),
    "held-dependencies-count-as-completed": (WAITING, claim("one"), claim("two")),
    "dependencies-on-substeps-ignored": (
        registered(step("ship", after=("build-1",)), step("build", step("build-1"))),
        claim("one"),
    ),
    "dependencies-of-substeps-considered": (
        registered(step("build", step("build-1", after=("ship",))), step("ship")),
        claim("one"),
    ),
    "force-waives-dependencies": (
        registered(step("ship", after=("build",)), step("build")),
        claim("one", force=True),
    ),
    "one-step-for-each-worktree": (*FIRST_GIVEN_BACK, claim("two")),
    "holders-compared-without-case": (ONE_STEP, claim("one"), claim("ONE")),
    "force-prefers-held-steps": (*FIRST_GIVEN_BACK, claim("one", force=True)),
    "reclaim-keeps-the-time-of-the-claim": (ONE_STEP, claim("one"), claim("one", LATER)),
    "reclaim-never-shortens-the-lease": (ONE_STEP, claim("one"), claim("one", lease=LATER)),
    "reclaim-takes-completed-substeps": (
        FAMILY,
        claim("one"),
        Complete(PLAN, "build-1", "one", HASH, 0),
        claim("one"),
    ),
    "length-of-the-lease-answered-by-a-claim": (ONE_STEP, claim("one", LATER)),
    "expired-steps-counted-as-ready": (
        TWO_STEPS,
        claim("one"),
        claim("two", lease=0),
        Reset(PLAN, "build", 0),
        claim("one", LATER),
    ),
    "claims-claim-clm-11-negated": (ONE_STEP, claim("one"), claim("two")),
    "started-when-claimed": (ONE_STEP, claim("one"), Start(PLAN, "build", "one", LATER)),
    "status-of-the-parent-named": (
        FAMILY,
        claim("one"),
        Reset(PLAN, "build-1", 0),
        Start(PLAN, "build-1", "one", 0),
    ),
    "start-under-the-claim-of-the-substep": (
        FAMILY,
        claim("one"),
        Release(PLAN, "build-1", 0, "one"),
        Start(PLAN, "build-1", "one", 0, claim_id=1),
    ),
    "heartbeat-under-the-claim-of-the-substep": (
        FAMILY,
        claim("one"),
        Release(PLAN, "build-1", 0, "one"),
        Heartbeat(PLAN, "build-1", "one", 0, claim_id=1),
    ),
    "repeated-start-sets-its-time": (
        ONE_STEP,
        claim("one"),
        Start(PLAN, "build", "one", 0),
        Start(PLAN, "build", "one", LATER),
    ),
    "completed-step-already-started": (
        ONE_STEP,
        claim("one"),
        Complete(PLAN, "build", "one", HASH, 0),
        Start(PLAN, "build", "one", 0),
    ),
    "start-taken-for-a-heartbeat": (ONE_STEP, claim("one"), Start(PLAN, "build", "one", LATER)),
    "guards-require-holder-unknown-step-negated": (ONE_STEP, Start(PLAN, "ship", "one", 0)),
    "ownership-violation-misnamed": (ONE_STEP, claim("one"), Start(PLAN, "build", "two", 0)),
    "started-by-a-holder-compared-without-case": (
        ONE_STEP,
        claim("one"),
        Start(PLAN, "build", "ONE", 0),
    ),
    "heartbeat-leaves-no-time": (ONE_STEP, claim("one"), Heartbeat(PLAN, "build", "one", LATER)),
    "heartbeat-never-shortens-the-lease": (
        ONE_STEP,
        claim("one"),
        Heartbeat(PLAN, "build", "one", 0, LATER),
    ),
    "length-of-the-lease-answered-by-a-heartbeat": (
        ONE_STEP,
        claim("one"),
        Heartbeat(PLAN, "build", "one", LATER),
    ),
    "heartbeat-renews-the-parent": (
        FAMILY,
        claim("one"),
        Heartbeat(PLAN, "build-1", "one", LATER),
    ),
    "without-A02-release": (ONE_STEP, Release(PLAN, "ship", 0, "one")),
    "released-by-a-holder-compared-without-case": (
        ONE_STEP,
        claim("one"),
        Release(PLAN, "build", 0, "ONE"),
    ),
    "reconciled-steps-not-listed-as-completed": (
        ONE_STEP,
        Reconcile(PLAN, (CommitLogEntry(PLAN, "build", "c" * 40),), 0),
        Ready(PLAN, 0),
    ),
    "started-steps-never-expire-for-ready": (
        ONE_STEP,
        claim("one", lease=0),
        Start(PLAN, "build", "one", 0),
        Ready(PLAN, LATER),
    ),
    "heartbeat-claims-pending-substeps": (
        FAMILY,
        claim("one"),
        Release(PLAN, "build-1", 0, "one"),
        Heartbeat(PLAN, "build", "one", 0),
    ),
}
