"""`planstate state ready`: list the steps by what can be done with them (CLM-17)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import Session, opened
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.state import Step

DESCRIPTION = """
List the top-level steps: those that are ready to be claimed, those whose lease is over and that
may be claimed too, those that are held or wait for others, and the completed ones.
"""
EXAMPLES = """
  planstate state ready plans/bridge.md
"""

LISTS = ("ready", "expired_claim", "blocked", "completed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)


def run(options: argparse.Namespace) -> Answer:
    """List the steps."""
    with opened(options) as session:
        lists = read_lists(session)
    data = {
        "plan_path": session.plan,
        **{word: [_step(step) for step in lists[word]] for word in LISTS},
    }
    lines = []
    for word in LISTS:
        lines.append(f"{word.replace('_', ' ')}: {len(lists[word])}")
        lines += [f"  {step.anchor}  {step.title}" for step in lists[word]]
    return Answer(data, lines)


def read_lists(session: Session) -> dict[str, list[Step]]:
    """Ask which step is in which list, and for the steps themselves."""
    while True:
        readiness = session.ask(Ready(session.plan, session.now), Readiness)
        plan = session.store.snapshot(session.plan)
        steps = {step.anchor: step for step in plan.steps} if plan else {}
        lists = {word: getattr(readiness, word) for word in LISTS}
        # Unless the plan was registered with another document between the two questions.
        if all(anchor in steps for anchors in lists.values() for anchor in anchors):
            return {word: [steps[anchor] for anchor in lists[word]] for word in LISTS}


def _step(step: Step) -> dict[str, object]:
    return {"anchor": step.anchor, "title": step.title, "step_index": step.index}
