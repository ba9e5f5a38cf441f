"""Artifacts: the notes that a holder leaves on a step (CHK-10)."""

from dataclasses import replace

from model.checklists import BY_HOLDER
from model.steps import held_step, with_steps
from model.transition import Decision, accept
from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN
from spec.editions import Edition
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact
from spec.vocabulary.state import Artifact, Plan

LONGEST_SUMMARY = 500
"""Characters that are kept of an artifact's summary."""

NOTING = ("CHK-10.1", "CHK-10.3", "CHK-10.6")
"""The clauses on every recorded artifact."""


def record_artifact(
    plan: Plan, operation: RecordArtifact, last_of_store: int, edition: Edition
) -> Decision:
    """Leave a note on a held step, under an id that the plan has never given before.

    Before A32, the ids were counted in the store.
    """
    step = held_step(plan, operation, BY_HOLDER, edition)
    if isinstance(step, Decision):
        return step
    per_plan = edition.has(ARTIFACT_IDS_PER_PLAN)
    artifact_id = 1 + ((plan.last_artifact_id or 0) if per_plan else last_of_store)
    summary = operation.summary[:LONGEST_SUMMARY]
    artifact = Artifact(artifact_id, operation.kind, summary, operation.now)
    noted = replace(step, artifacts=(*step.artifacts, artifact))
    after = with_steps(plan, [noted])
    if not per_plan:
        return accept(ArtifactRecorded(artifact_id), *NOTING, plan=after)
    after = replace(after, last_artifact_id=artifact_id)
    return accept(ArtifactRecorded(artifact_id), *NOTING, "CHK-10.7", plan=after)
