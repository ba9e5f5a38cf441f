"""`planstate review continue`: show how to continue with a plan after a crash (REV-11).

The phases in the `state.json` of a plan determine it; nothing is changed. The plan is the most
recently changed folder under `.taskie/plans/`.
"""

import argparse
import os
from pathlib import Path

from impl.cli.answers import Answer, Failure, about
from impl.cli.command import Command, name, option
from impl.hooks import plan_folders
from impl.hooks.review_files import ReviewFolder
from impl.hooks.review_papers import quoted
from impl.hooks.state_file import MalformedState
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import Continuation, Route

EXAMPLES = """
  planstate review continue
  planstate review continue --root ~/bridge --json
"""

SENTENCES = {
    Continuation.POST_REVIEW: "address the findings of the last review: do {phase}",
    Continuation.STOP: "the findings are addressed: stop, and the next review will run",
    Continuation.CONTINUE_TASK: "continue the task {task}",
    Continuation.WORK: "do {phase}",
    Continuation.FINISHED: "everything is complete: report this to the user",
    Continuation.ASK: "ask the user what to do: phase {given_phase}, next_phase {given_next_phase}",
}

ARGUMENTS = (
    option(
        "--root",
        type=name,
        metavar="DIR",
        help="the folder that contains `.taskie/plans/` (default: the current folder)",
    ),
)


def run(options: argparse.Namespace) -> Answer:
    """Read the state and return the route."""
    root = Path(os.path.abspath(options.root or os.getcwd()))
    folder = plan_folders.newest(root)
    if folder is None:
        plans = str(root / plan_folders.PLANS)
        message = f"there is no plan folder under {plans}; give another --root"
        raise Failure.of(rejections.unknown_plan(plans), message)
    options.known["plan_folder"] = str(folder)
    reviews = ReviewFolder(folder)
    try:
        cycle, route = reviews.cycle(), reviews.route()
    except MalformedState as error:
        raise Failure.of(rejections.store_unavailable(), str(error)) from error
    except Refused as refusal:
        message = f"the reviews of {folder} have not started: it has no state.json"
        raise Failure.of(refusal.rejected, message) from refusal
    assert cycle is not None  # a plan without reviews has no route
    instruction = _instruction(cycle, route)
    return about(
        options,
        f"{folder.name}: {instruction}",
        route=route.continuation,
        phase=route.phase,
        current_task=cycle.current_task,
        instruction=instruction,
    )


def _instruction(cycle: ReviewCycle, route: Route) -> str:
    return SENTENCES[route.continuation].format(
        phase=route.phase,
        task="that is not named" if cycle.current_task is None else quoted(cycle.current_task),
        given_phase=quoted(cycle.phase),
        given_next_phase="null" if cycle.next_phase is None else quoted(cycle.next_phase),
    )


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run)
