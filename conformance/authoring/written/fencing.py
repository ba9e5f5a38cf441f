"""Traces of the ids of claims."""

from dataclasses import replace

from conformance.authoring.written.claims import HASH, ONE_STEP, PLAN, claim, registered
from conformance.authoring.written.commits import HELD, commit
from conformance.authoring.written.plans import FAMILY, PART_COMPLETED, note
from model.explorer.scopes.scope import definition, step
from spec.vocabulary.checklists import Batch
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show

CHANGED = definition("b", step("build"), step("ship"))
RESYNCED = (Register(PLAN, CHANGED, 0), Show(PLAN, CHANGED.document_hash, 0))

OPEN = registered(step("build", tasks=1))
START = Start(PLAN, "build", "one", 0)
DONE = Complete(PLAN, "build", "one", HASH, 0)


def committed(anchor: str, claim_id: int | None = None) -> Reconcile:
    """Return a reconcile with one commit of a step, perhaps under a claim."""
    return Reconcile(PLAN, (CommitLogEntry(PLAN, anchor, "c" * 40, claim_id),), 0)


def batch(anchor: str, claim_id: int) -> Batch:
    """Return a batch that completes what is open, under a claim."""
    request = Batch(PLAN, anchor, "one", (), HASH, 0, complete_remaining=True)
    return replace(request, claim_id=claim_id)


FENCING_TRACES: dict[str, tuple[Operation, ...]] = {
    "claims-counted-anew-in-a-new-document": (*HELD, *RESYNCED),
    "claim-lost-in-a-new-document": (
        *HELD,
        DONE,
        *RESYNCED,
    ),
    "fence-lost-in-a-new-document": (
        ONE_STEP,
        replace(claim("one"), fenced=True),
        replace(DONE, claim_id=1),
        *RESYNCED,
    ),
    "later-claims-accepted": (OPEN, claim("one"), batch("build", 2)),
    "claim-0-taken-for-none": (OPEN, claim("one"), batch("build", 0)),
    "items-changed-under-any-claim": (OPEN, claim("one"), claim("one"), batch("build", 1)),
    "claim-of-the-substep-compared": (
        registered(step("build", step("build-1", tasks=1))),
        claim("one"),
        Release(PLAN, "build-1", 0, "one"),
        batch("build-1", 1),
    ),
    "former-claim-of-a-completed-substep-compared": (
        *PART_COMPLETED,
        Release(PLAN, "build", 0, "one"),
        claim("one"),
        replace(note("build-1"), claim_id=1),
    ),
    "reset-under-the-claim-of-the-parent": (
        FAMILY,
        claim("one"),
        Release(PLAN, "build-1", 0, "one"),
        Reset(PLAN, "build-1", 0, claim_id=1),
    ),
    "stale-claim-misnamed": (*HELD, replace(START, claim_id=2)),
    "later-entries-listed": (
        *HELD,
        Reconcile(
            PLAN,
            (CommitLogEntry(PLAN, "build", "c" * 40), CommitLogEntry(PLAN, "build", "d" * 40)),
            0,
        ),
    ),
    "started-again-under-any-claim": (*HELD, START, replace(START, claim_id=2)),
    "claim-of-the-callers-own-step-compared": (
        registered(step("build"), step("ship")),
        claim("two"),
        claim("one"),
        Release(PLAN, "build", 0, "two"),
        replace(claim("one"), claim_id=2),
    ),
    "claim-compared-with-nothing": (*HELD, replace(claim("two"), claim_id=1)),
    "completed-by-the-history-not-completed-again": (ONE_STEP, committed("build"), DONE),
    "commits-of-ended-claims-ignored": (ONE_STEP, committed("build", 1)),
    "commits-compared-with-the-claim-of-the-parent": (
        *PART_COMPLETED,
        claim("one"),
        committed("build-1", 1),
    ),
    "commits-of-later-claims-ignored": (*HELD, committed("build", 2)),
    "commits-of-earlier-claims-ignored-of-held-steps-only": (
        *HELD,
        claim("one"),
        DONE,
        committed("build", 1),
    ),
    "claim-compared-after-git-has-failed": (*HELD, commit(git_succeeds=False, claim_id=2)),
    "trailer-of-an-earlier-claim-kept": (
        *HELD,
        commit(message="Build\n\nTug-Claim: 7\ntug-claim: 8", claim_id=1),
    ),
    "older-commits-hidden-by-an-ignored-one": (
        *HELD,
        claim("one"),
        Reconcile(
            PLAN,
            (
                CommitLogEntry(PLAN, "build", "c" * 40, 1),
                CommitLogEntry(PLAN, "build", "d" * 40, 2),
            ),
            0,
        ),
    ),
}
