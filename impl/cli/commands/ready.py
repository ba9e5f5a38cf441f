"""`planstate state ready`: list the steps by what can be done with them (CLM-17)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import PLAN
from impl.cli.command import Command
from impl.cli.session import Session, opened
from impl.store import claims
from spec.vocabulary.claims import Ready
from spec.vocabulary.state import Step

DESCRIPTION = """
List the top-level steps: those that are ready to be claimed, those whose lease has expired and
that can be claimed too, those that are held or wait for others, and the completed ones.
"""
EXAMPLES = """
  planstate state ready plans/bridge.md
"""
ARGUMENTS = (PLAN,)

LISTS = ("ready", "expired_claim", "blocked", "completed")


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
    """Return the steps in each list."""
    while True:
        readiness = session.query(claims.ready, Ready(session.plan, session.now))
        plan = session.store.snapshot(session.plan)
        steps = {step.anchor: step for step in plan.steps} if plan else {}
        lists = {word: getattr(readiness, word) for word in LISTS}
        # Unless the plan was registered with another document between the two reads.
        if all(anchor in steps for anchors in lists.values() for anchor in anchors):
            return {word: [steps[anchor] for anchor in lists[word]] for word in LISTS}


def _step(step: Step) -> dict[str, object]:
    return {"anchor": step.anchor, "title": step.title, "step_index": step.index}


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
