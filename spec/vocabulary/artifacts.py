"""Artifacts: leaving a note on a held step, and the answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordArtifact:
    """Leave a note on a held step."""

    plan: str
    step: str
    worktree: str
    kind: str
    summary: str
    now: int


@dataclass(frozen=True, slots=True)
class ArtifactRecorded:
    """The id of the note."""

    artifact_id: int
