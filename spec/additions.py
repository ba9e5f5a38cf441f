"""Additions: the operations, answers and fields that an amendment brought.

Editions without the amendment do not know them: they are left out of messages, and an operation
that needs one cannot be asked.
"""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any

from spec.amendments.amendment import Amendment
from spec.amendments.changes_2026_2 import (
    ARTIFACT_IDS_PER_PLAN,
    COMMIT_ONCE,
    COMMITS_OF_A_TEXT,
    COMPLETION_IS_IDEMPOTENT,
    CONTINUING_EVERYWHERE,
    DECLARED_SHELL_SUBSET,
    FENCED_CLAIMS,
    HONEST_RESYNC,
    IDS_OF_ONE_PLACE,
    NEVER_EARLIER,
    RELEASE_REASONS,
    RESUMED_CLAIMS,
)
from spec.editions import Edition

HAVING_CLAIM_IDS = (
    *("Claim", "Claimed", "Start", "Heartbeat", "Release", "Reset", "Update", "Batch"),
    *("RecordArtifact", "Complete", "Commit", "CommitLogEntry", "Step"),
)

ADDITIONS: dict[str, Amendment] = {
    **{f"{each}.claim_id": FENCED_CLAIMS for each in HAVING_CLAIM_IDS},
    "Claim.fenced": FENCED_CLAIMS,
    "Step.fenced": FENCED_CLAIMS,
    "Plan.last_claim_id": FENCED_CLAIMS,
    "AlreadyStarted": CONTINUING_EVERYWHERE,
    "AlreadyCompleted": COMPLETION_IS_IDEMPOTENT,
    "Committed.kept_hash": COMPLETION_IS_IDEMPOTENT,
    "Commit.found_commit": COMMIT_ONCE,
    "Commit.clean": COMMIT_ONCE,
    "Commit.text": COMMITS_OF_A_TEXT,
    "CommitLogEntry.earlier_text": COMMITS_OF_A_TEXT,
    "Heartbeat.shorten": NEVER_EARLIER,
    "Release.reason": RELEASE_REASONS,
    "Claimed.release_reason": RELEASE_REASONS,
    "Step.release_reason": RELEASE_REASONS,
    "Claim.resume": RESUMED_CLAIMS,
    "Claim.lowest_id": IDS_OF_ONE_PLACE,
    "Registered.kept_steps": HONEST_RESYNC,
    "Registered.changed_steps": HONEST_RESYNC,
    "Registered.removed_steps": HONEST_RESYNC,
    "Plan.last_artifact_id": ARTIFACT_IDS_PER_PLAN,
    "CommandChecked.not_judged": DECLARED_SHELL_SUBSET,
}
"""The amendment that brought a class, such as `Renew`, or a field, such as `Claim.fenced`."""


@cache
def lacking(edition: Edition) -> frozenset[str]:
    """Return the additions that an edition does not have."""
    return frozenset(name for name, since in ADDITIONS.items() if not edition.has(since))


def is_known(value: object, edition: Edition) -> bool:
    """Return whether an edition has the class of a value, and the fields that it makes use of."""
    unknown = lacking(edition)
    if not unknown:
        return True
    return type(value).__name__ not in unknown and not any(used_of(value, unknown))


def used_of(value: object, names: frozenset[str]) -> Iterator[str]:
    """Yield the fields of these names that are not at their default, also in parts of a value."""
    if isinstance(value, tuple):
        for part in value:
            yield from used_of(part, names)
    else:
        kind: Any = type(value)
        for each, name in named_fields(kind):
            part = getattr(value, each.name)
            if name not in names:
                yield from used_of(part, names)
            elif part != default_of(each):
                yield name


@cache
def named_fields(kind: Any) -> tuple[tuple[Field[Any], str], ...]:
    """Return the fields of a class, each with its name such as `Claim.fenced`; none of others."""
    found = fields(kind) if is_dataclass(kind) else ()
    return tuple((each, f"{kind.__name__}.{each.name}") for each in found)


def default_of(field: Field[Any]) -> object:
    """Return the default of a field, or `MISSING`."""
    return field.default if field.default_factory is MISSING else field.default_factory()
