"""`planstate state complete`: complete a held step (CMP)."""

import argparse

from impl.cli.answers import Answer, Issue, warning
from impl.cli.arguments import ALLOW_DRIFT, PLAN, STEP, WORKTREE, flag, option, text
from impl.cli.command import Command
from impl.cli.session import opened
from impl.store import completion
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code

DESCRIPTION = """
Complete a held step. Every item must be completed or deferred, and every substep completed;
--force completes them instead, deferred items too. A completed step stays completed.
"""
EXAMPLES = """
  planstate state complete plans/bridge.md step-1 --worktree ann
  planstate state complete plans/bridge.md step-1 --worktree ann \\
      --force --reason "by hand"
"""
ARGUMENTS = (
    PLAN,
    STEP,
    WORKTREE,
    flag("--force", help="complete its open items and substeps too"),
    option("--reason", type=text, metavar="TEXT", help="the reason, stored with --force only"),
    ALLOW_DRIFT,
)


def run(options: argparse.Namespace) -> Answer:
    """Complete the step."""
    with opened(options) as session:
        complete = Complete(
            session.plan,
            options.step,
            options.worktree,
            session.document_hash(needed=not options.allow_drift),
            session.now,
            options.force,
            options.reason,
            options.allow_drift,
        )
        answer = session.run(completion.complete, complete)
    data = {
        "plan_path": session.plan,
        "anchor": options.step,
        "completed": True,
        "forced": answer.forced,
        "all_steps_completed": answer.all_steps_completed,
    }
    lines = [f"completed {options.step}" + (" by force" if answer.forced else "")]
    if answer.all_steps_completed:
        lines.append(f"all steps of {session.plan} are completed")
    return Answer(data, lines, warnings(options))


def warnings(options: argparse.Namespace) -> list[Issue]:
    """Return a warning if a reason was given without force."""
    if options.reason is None or options.force:
        return []
    message = "--reason was ignored: a reason is stored with --force only"
    return [warning(Code.INVALID_REQUEST, message)]


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
