"""Envelopes as answers to operations, in the words of the operations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.adapters.command_line.envelopes import Envelope, rejection
from conformance.protocol.codec import Message
from conformance.protocol.unions import ANSWER_NAMES
from spec.vocabulary.checklists import ArtifactRecorded, Batch, ItemsUpdated, RecordArtifact, Update
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable, Readiness, Ready
from spec.vocabulary.completion import Complete, Reconcile, Reconciled, StepCompleted
from spec.vocabulary.holding import (
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    Reset,
    Start,
    Started,
    WasReset,
)
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered

NOTHING = type(None)
TEXT = (str, NOTHING)


@dataclass(frozen=True, slots=True)
class Translation:
    """From the program's words back to those of the operations.

    `invented` are the invented words by the real ones; `beginning` and `unit` are those of the
    program's clock; `times` are the times that follow it, and others are left out.
    """

    invented: Mapping[str, str]
    beginning: int
    unit: int
    times: frozenset[str]

    def word(self, real: Any) -> Any:
        """Return the invented word for a real one, where there is one."""
        return self.invented.get(real, real) if isinstance(real, str) else real

    def time(self, envelope: Envelope, value: Any) -> int:
        """Return a time in milliseconds from the beginning."""
        return (envelope.milliseconds(value) - self.beginning) // self.unit


FIELDS: dict[type[Operation], tuple[type, dict[str, tuple[str, type]]]] = {
    Register: (
        Registered,
        {"already_initialized": ("already_initialized", bool), "resynced": ("resynced", bool)}
        | {
            name: (name, int)
            for name in (
                *("step_count", "substep_count", "dep_count", "checklist_count"),
                *("kept", "dropped"),
            )
        },
    ),
    Start: (Started, {"anchor": ("anchor", str)}),
    Release: (Released, {"was_claimed_by": ("was_claimed_by", str)}),
    Reset: (WasReset, {"anchor": ("anchor", str)}),
    Update: (ItemsUpdated, {"items_updated": ("items_updated", int)}),
    Batch: (ItemsUpdated, {"items_updated": ("items_updated", int)}),
    RecordArtifact: (ArtifactRecorded, {"artifact_id": ("artifact_id", int)}),
    Complete: (
        StepCompleted,
        {"forced": ("forced", bool), "all_steps_completed": ("all_steps_completed", bool)},
    ),
}
"""Answers that are fields of `data`: by the name of each, its name there and its type."""
DONE: dict[type[Operation], str] = {
    Start: "started",
    Release: "released",
    Reset: "reset",
    Complete: "completed",
}
"""What an answer must say that it did."""
CLAIMED = {
    "anchor": ("anchor", str),
    "title": ("title", str),
    "index": ("step_index", int),
    "reclaimed": ("reclaimed", bool),
    "remaining_ready": ("remaining_ready", int),
    "total_remaining": ("total_remaining", int),
}
NOT_CLAIMED = {"all_completed": ("all_completed", bool), "blocked": ("total_remaining", int)}

NAME_OF = {kind: name for name, kind in ANSWER_NAMES.items()}


def answer(operation: Operation, envelope: Envelope, translation: Translation) -> Message:
    """Return the answer to an operation other than a commit or a question for a plan."""
    if envelope.failed:
        return rejection(envelope)
    if type(operation) in DONE:
        require_done(envelope, DONE[type(operation)])
    if type(operation) in FIELDS:
        kind, fields = FIELDS[type(operation)]
        return accepted(kind, taken(envelope, fields, translation))
    return WHOLE[type(operation)](envelope, translation)


def accepted(kind: type, fields: Message) -> Message:
    """Make an answer, of which parts may be missing."""
    return {"reply": "ok", "answer": NAME_OF[kind], **fields}


def taken(
    envelope: Envelope, fields: Mapping[str, tuple[str, type]], translation: Translation
) -> Message:
    """Take fields out of `data` as far as they are there."""
    return {
        name: translation.word(envelope.field(envelope.data, there, kind))
        for name, (there, kind) in fields.items()
        if there in envelope.data
    }


def require_done(envelope: Envelope, word: str) -> None:
    """Raise `BrokenProgram` if an answer does not say that something was done."""
    if envelope.required(word, bool) is not True:
        raise envelope.ended.broken(f"the status is 'ok', but {word!r} is false")


def _claimed(envelope: Envelope, translation: Translation) -> Message:
    if not envelope.required("claimed", bool):
        return accepted(NothingClaimable, taken(envelope, NOT_CLAIMED, translation))
    fields = taken(envelope, CLAIMED, translation)
    return accepted(Claimed, {**fields, **_lease(envelope, translation)})


def _renewed(envelope: Envelope, translation: Translation) -> Message:
    return accepted(LeaseRenewed, _lease(envelope, translation))


def _lease(envelope: Envelope, translation: Translation) -> Message:
    if "lease_expires" not in envelope.data:
        return {}
    return {"lease_expires_at": translation.time(envelope, envelope.data["lease_expires"])}


def _readiness(envelope: Envelope, _: Translation) -> Message:
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


def _reconciled(envelope: Envelope, translation: Translation) -> Message:
    names = {"step": "step_anchor", "stored_hash": "db_hash", "history_hash": "git_hash"}
    fields = taken(envelope, {"reconciled_count": ("reconciled_count", int)}, translation)
    if "skipped_mismatches" in envelope.data:
        fields["skipped_mismatches"] = [
            {name: translation.word(found.get(there)) for name, there in names.items()}
            for found in envelope.records(envelope.data, "skipped_mismatches")
        ]
    return accepted(Reconciled, fields)


WHOLE: dict[type[Operation], Callable[[Envelope, Translation], Message]] = {
    Claim: _claimed,
    Heartbeat: _renewed,
    Ready: _readiness,
    Reconcile: _reconciled,
}
"""Answers that are more than fields of `data`."""
