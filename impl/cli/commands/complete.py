"""`planstate state complete`: complete a held step (CMP)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer, Issue, warning
from impl.cli.session import opened
from spec.vocabulary.completion import Complete, StepCompleted
from spec.vocabulary.rejections import Code

DESCRIPTION = """
Complete a held step. Every item must be completed or deferred and every substep completed;
--force completes them instead, deferred items too. Completed is final.
"""
EXAMPLES = """
  planstate state complete plans/bridge.md step-1 --worktree ann
  planstate state complete plans/bridge.md step-1 --worktree ann \\
      --force --reason "by hand"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    arguments.add_worktree(parser)
    parser.add_argument("--force", action="store_true", help="complete what is open below it too")
    parser.add_argument(
        "--reason", type=arguments.text, metavar="TEXT", help="with --force, why (kept)"
    )
    arguments.add_allow_drift(parser)


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
        answer = session.ask(complete, StepCompleted)
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
    """Say that a reason without force is lost."""
    if options.reason is None or options.force:
        return []
    message = "--reason was not kept: only a completion by --force has one"
    return [warning(Code.INVALID_REQUEST, message)]
