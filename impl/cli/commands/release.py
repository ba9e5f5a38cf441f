"""`planstate state release`: give a held step back (CLM-14, CLM-15)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import opened
from spec.vocabulary.holding import Release, Released

DESCRIPTION = """
Give a held step back before its lease ends, as its holder or by force. Items of it and of its
unfinished substeps that are not completed become open.
"""
EXAMPLES = """
  planstate state release plans/bridge.md step-1 --worktree ann
  planstate state release plans/bridge.md step-1 --force
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    authority = parser.add_mutually_exclusive_group(required=True)
    authority.add_argument(
        "--worktree", type=arguments.name, metavar="PATH", help="the holder, named as it claimed"
    )
    authority.add_argument("--force", action="store_true", help="whoever holds it")


def run(options: argparse.Namespace) -> Answer:
    """Release the step."""
    with opened(options) as session:
        release = Release(session.plan, options.step, session.now, options.worktree, options.force)
        holder = session.ask(release, Released).was_claimed_by
    data = {
        "plan_path": session.plan,
        "anchor": options.step,
        "released": True,
        "was_claimed_by": holder,
    }
    return Answer(data, [f"released {options.step}, which {holder} held"])
