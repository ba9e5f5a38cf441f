"""`planstate state artifact`: record a note on a held step (CHK-10).

The summary is cut to 500 characters.
"""

import argparse

from impl.cli.answers import Answer, Count, StepData
from impl.cli.command import HELD_STEP, Command, option, text
from impl.cli.session import claim_id, open_session
from impl.store import checklists
from spec.vocabulary.checklists import RecordArtifact

EXAMPLES = """
  planstate state artifact plans/bridge.md step-1 --worktree ann --kind review \\
      --summary "approved, two remarks"
"""
ARGUMENTS = (
    *HELD_STEP,
    option("--kind", required=True, type=text, help="a word of your choice"),
    option("--summary", required=True, type=text, help="the text of the note"),
)


class ArtifactData(StepData):
    """The id of the recorded note."""

    artifact_id: Count
    kind: str


def run(options: argparse.Namespace) -> Answer:
    """Record the note."""
    step, kind = options.step, options.kind
    with open_session(options) as session:
        held = (session.plan, step, options.worktree)
        note = RecordArtifact(*held, kind, options.summary, session.now, claim_id(options))
        number = session.run(checklists.record, note).artifact_id
    data = ArtifactData(plan_path=session.plan, anchor=step, artifact_id=number, kind=kind)
    return Answer(data, [f"recorded {kind} {number} on {step}"])


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ArtifactData)
