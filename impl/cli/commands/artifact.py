"""`planstate state artifact`: leave a note on a held step (CHK-10)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import opened
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact

DESCRIPTION = "Leave a note on a held step. A summary is cut to 500 characters."
EXAMPLES = """
  planstate state artifact plans/bridge.md step-1 --worktree ann --kind review \\
      --summary "approved, two remarks"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    arguments.add_worktree(parser)
    parser.add_argument("--kind", required=True, type=arguments.name, help="a word of your own")
    parser.add_argument("--summary", required=True, type=arguments.text, help="what to remember")


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
        number = session.ask(note, ArtifactRecorded).artifact_id
    data = {
        "plan_path": session.plan,
        "anchor": options.step,
        "artifact_id": number,
        "kind": options.kind,
    }
    return Answer(data, [f"noted on {options.step}, as {options.kind} {number}"])
