"""Envelopes as answers to operations, in the words of the operations."""

from collections.abc import Callable

from conformance.adapters.command_line.envelopes import TIME, Envelope, Fields, rejection
from conformance.protocol.codec import Message
from conformance.protocol.unions import ANSWER_NAMES
from spec.vocabulary.checklists import ArtifactRecorded, Batch, ItemsUpdated, RecordArtifact, Update
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.completion import (
    AlreadyCompleted,
    Complete,
    Reconcile,
    Reconciled,
    StepCompleted,
)
from spec.vocabulary.holding import (
    AlreadyStarted,
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    ResetResult,
    Start,
    Started,
)
from spec.vocabulary.iterations import IterationsStarted, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.readiness import Readiness, Ready


def printed(kind: type, *names: str) -> Fields:
    """Return fields of one kind that are printed under their own names."""
    return {name: (name, (kind,)) for name in names}


COUNTS = ("step_count", "substep_count", "dep_count", "checklist_count", "kept", "dropped")
LEASE: Fields = {"lease_expires_at": ("lease_expires", (TIME,))}
FIELDS: dict[type[Operation], tuple[type, Fields]] = {
    Register: (
        Registered,
        {
            **printed(bool, "already_initialized", "resynced"),
            **printed(int, *COUNTS),
            **printed(list, "kept_steps", "changed_steps", "removed_steps"),
        },
    ),
    Heartbeat: (LeaseRenewed, LEASE),
    Release: (Released, printed(str, "was_claimed_by")),
    Reset: (ResetResult, printed(str, "anchor")),
    Update: (ItemsUpdated, printed(int, "items_updated")),
    Batch: (ItemsUpdated, printed(int, "items_updated")),
    RecordArtifact: (ArtifactRecorded, printed(int, "artifact_id")),
    StartIterations: (IterationsStarted, printed(int, "max_iterations")),
}
"""Answers that are fields of `data`."""
DONE: dict[type[Operation], str] = {
    Start: "started",
    Release: "released",
    Reset: "reset",
    Complete: "completed",
}
"""What an answer must say that it did."""
CLAIMED: Fields = {
    **printed(str, "anchor", "title"),
    "index": ("step_index", (int,)),
    **printed(bool, "reclaimed"),
    **printed(int, "remaining_ready", "total_remaining", "claim_id"),
    **LEASE,
}
NOT_CLAIMED: Fields = {
    **printed(bool, "all_completed"),
    "blocked": ("total_remaining", (int,)),
}
MISMATCH: Fields = {
    "step": ("step_anchor", (object,)),
    "stored_hash": ("db_hash", (object,)),
    "history_hash": ("git_hash", (object,)),
}

NAME_OF = {kind: name for name, kind in ANSWER_NAMES.items()}


def answer(operation: Operation, envelope: Envelope) -> Message:
    """Return the answer to an operation other than a commit or a question for a plan."""
    if envelope.failed:
        return rejection(envelope)
    if type(operation) in DONE:
        envelope.require_done(DONE[type(operation)])
    if type(operation) in FIELDS:
        kind, fields = FIELDS[type(operation)]
        return accepted(kind, envelope.taken(envelope.data, fields))
    return WHOLE[type(operation)](envelope)


def accepted(kind: type, fields: Message) -> Message:
    """Make an answer, of which parts may be missing."""
    return {"reply": "ok", "answer": NAME_OF[kind], **fields}


def _completed(envelope: Envelope) -> Message:
    before = envelope.data.get("already_completed") is True
    kind, names = (AlreadyCompleted, ()) if before else (StepCompleted, ("forced",))
    fields = printed(bool, *names, "all_steps_completed")
    return accepted(kind, envelope.taken(envelope.data, fields))


def _claimed(envelope: Envelope) -> Message:
    claimed = envelope.required("claimed", bool)
    kind, fields = (Claimed, CLAIMED) if claimed else (NothingClaimable, NOT_CLAIMED)
    return accepted(kind, envelope.taken(envelope.data, fields))


def _started(envelope: Envelope) -> Message:
    repeated = envelope.data.get("already_started") is True
    kind = AlreadyStarted if repeated else Started
    return accepted(kind, envelope.taken(envelope.data, printed(str, "anchor")))


def _readiness(envelope: Envelope) -> Message:
    lists = ("completed", "expired_claim", "ready", "blocked")
    return accepted(
        Readiness,
        {
            name: [
                envelope.field(step, "anchor", str) if "anchor" in step else None
                for step in envelope.records(envelope.data, name)
            ]
            for name in lists
            if name in envelope.data
        },
    )


def _reconciled(envelope: Envelope) -> Message:
    fields = envelope.taken(envelope.data, printed(int, "reconciled_count"))
    if "skipped_mismatches" in envelope.data:
        fields["skipped_mismatches"] = [
            dict.fromkeys(MISMATCH) | envelope.taken(found, MISMATCH)
            for found in envelope.records(envelope.data, "skipped_mismatches")
        ]
    return accepted(Reconciled, fields)


WHOLE: dict[type[Operation], Callable[[Envelope], Message]] = {
    Claim: _claimed,
    Start: _started,
    Complete: _completed,
    Ready: _readiness,
    Reconcile: _reconciled,
}
"""Answers that are more than fields of `data`."""
