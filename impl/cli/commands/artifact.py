"""`planstate state artifact`: record a note on a held step (CHK-10)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import PLAN, STEP, WORKTREE, name, option, text
from impl.cli.command import Command
from impl.cli.session import opened
from impl.store import checklists
from spec.vocabulary.checklists import RecordArtifact

DESCRIPTION = "Record a note on a held step. The summary is cut to 500 characters."
EXAMPLES = """
  planstate state artifact plans/bridge.md step-1 --worktree ann --kind review \\
      --summary "approved, two remarks"
"""
ARGUMENTS = (
    PLAN,
    STEP,
    WORKTREE,
    option("--kind", required=True, type=name, help="a word of your choice"),
    option("--summary", required=True, type=text, help="the text of the note"),
)


def run(options: argparse.Namespace) -> Answer:
    """Record the note."""
    with opened(options) as session:
        note = RecordArtifact(
            session.plan,
            options.step,
            options.worktree,
            options.kind,
            options.summary,
            session.now,
        )
        number = session.run(checklists.record, note).artifact_id
    data = {
        "plan_path": session.plan,
        "anchor": options.step,
        "artifact_id": number,
        "kind": options.kind,
    }
    return Answer(data, [f"recorded {options.kind} {number} on {options.step}"])


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
