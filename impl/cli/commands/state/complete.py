"""`planstate state complete`: complete a held step (CMP).

Every item must be completed or deferred, and every substep completed; --force completes them
instead, deferred items too. A completed step stays completed.
"""

import argparse
from typing import Literal

from impl.cli.answers import Answer, StepData, warning
from impl.cli.command import ALLOW_DRIFT, HELD_STEP, Command, flag, option, text
from impl.cli.output.recorded import unrecorded
from impl.cli.session import claim_id, open_session
from impl.store import completion
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted
from spec.vocabulary.rejections import Code

EXAMPLES = """
  planstate state complete plans/bridge.md step-1 --worktree ann
  planstate state complete plans/bridge.md step-1 --worktree ann \\
      --force --reason "by hand"
"""
ARGUMENTS = (
    *HELD_STEP,
    flag("--force", help="complete its open items and substeps too"),
    option("--reason", type=text, metavar="TEXT", help="the reason, stored with --force only"),
    ALLOW_DRIFT,
)

IGNORED = warning(
    Code.INVALID_REQUEST, "--reason was ignored: a reason is stored with --force only"
)


class CompleteData(StepData):
    """The step is completed; `already_completed` if it was so before, and nothing has changed."""

    completed: Literal[True]
    already_completed: bool
    forced: bool
    all_steps_completed: bool


def run(options: argparse.Namespace) -> Answer:
    """Complete the step."""
    with open_session(options) as session:
        complete = Complete(
            session.plan,
            options.step,
            options.worktree,
            session.document_hash(needed=not options.allow_drift),
            session.now,
            options.force,
            options.reason,
            options.allow_drift,
            claim_id(options),
        )
        done = session.run(completion.complete, complete)
        place = (session.location, session.store, options.worktree)
        warnings = unrecorded(*place, complete.claim_id, options.step)
    repeated = isinstance(done, AlreadyCompleted)
    forced = isinstance(done, StepCompleted) and done.forced
    lines = [f"completed {options.step}" + (" by force" if forced else "")]
    if repeated:
        lines = [f"{options.step} was completed before; nothing has changed"]
    elif done.all_steps_completed:
        lines.append(f"all steps of {session.plan} are completed")
    if options.reason is not None and not options.force and not repeated:
        warnings.append(IGNORED)
    data = CompleteData(
        plan_path=session.plan,
        anchor=options.step,
        completed=True,
        already_completed=repeated,
        forced=forced,
        all_steps_completed=done.all_steps_completed,
    )
    return Answer(data, lines, warnings)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, CompleteData)
