"""Leaving notes on a step (CHK-10)."""

from dataclasses import replace

from model.guards import held_step
from model.steps import with_steps
from model.transition import Decision, accept, refuse
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Artifact, Plan

LONGEST_SUMMARY = 500
"""Characters that are kept of an artifact's summary."""


def record_artifact(plan: Plan, operation: RecordArtifact, artifact_id: int) -> Decision:
    """Leave a note on a held step, under an id that the store has never given before."""
    step = held_step(plan, operation.step, operation.worktree)
    if isinstance(step, Rejected):
        return refuse(step, "CHK-1")
    summary = operation.summary[:LONGEST_SUMMARY]
    artifact = Artifact(artifact_id, operation.kind, summary, operation.now)
    noted = replace(step, artifacts=(*step.artifacts, artifact))
    return accept(ArtifactRecorded(artifact_id), "CHK-10", plan=with_steps(plan, [noted]))
