"""Artifacts: the notes that a holder leaves on a step (CHK-10)."""

from dataclasses import replace

from model.checklists import BY_HOLDER, ignoring_claim
from model.steps import held_step, is_completed, with_steps
from model.transition import Decision, accept, decided_by
from spec.amendments import FROZEN_WHEN_COMPLETED
from spec.editions import Edition
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact
from spec.vocabulary.state import Artifact, Plan

LONGEST_SUMMARY = 500
"""Characters that are kept of an artifact's summary."""

NOTING = ("CHK-10.1", "CHK-10.3")
"""The clauses on every recorded artifact."""


def record_artifact(
    plan: Plan, operation: RecordArtifact, artifact_id: int, edition: Edition
) -> Decision:
    """Leave a note on a held step, under an id that the store has never given before."""
    step = held_step(plan, operation.step, operation.worktree, BY_HOLDER)
    if isinstance(step, Decision):
        return step
    summary = operation.summary[:LONGEST_SUMMARY]
    artifact = Artifact(artifact_id, operation.kind, summary, operation.now)
    noted = replace(step, artifacts=(*step.artifacts, artifact))
    clauses = decided_by(
        {
            "CHK-9.4": is_completed(step) and edition.has(FROZEN_WHEN_COMPLETED),
            "CHK-10.2": summary != operation.summary,
            "CHK-10.4": artifact_id > 1,
            "CHK-10.5": artifact_id > 1,
            "CHK-10.6": step.artifacts,
        }
    )
    holding = ignoring_claim(plan, step, operation.now)
    after = with_steps(plan, [noted])
    return accept(ArtifactRecorded(artifact_id), *NOTING, *clauses, *holding, plan=after)
