"""`planstate state ready`: list the top-level steps that are ready, expired, blocked or completed.

Steps are ready if they can be claimed, expired if they can be claimed because their lease has
expired, and blocked if they are held or wait for other steps (CLM-17).
"""

import argparse
from collections.abc import Sequence
from typing import TypedDict

from impl.cli.answers import Answer, Count, PlanData
from impl.cli.command import PLAN, Command
from impl.cli.session import CommandSession, open_session
from impl.store.readiness import ready
from impl.times import until
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Step, StepStatus

EXAMPLES = """
  planstate state ready plans/bridge.md
"""

LISTS = ("ready", "expired_claim", "blocked", "completed")


class ListedStep(TypedDict):
    """A top-level step in a list."""

    anchor: str
    title: str
    step_index: Count
    release_reason: str | None


class ReadyData(PlanData):
    """The top-level steps by what can be done with them."""

    ready: Sequence[ListedStep]
    expired_claim: Sequence[ListedStep]
    blocked: Sequence[ListedStep]
    completed: Sequence[ListedStep]


def run(options: argparse.Namespace) -> Answer:
    """List the steps."""
    with open_session(options) as session:
        lists = read_lists(session)
    lines = []
    for word, steps in lists.items():
        lines.append(f"{word.replace('_', ' ')}: {len(steps)}")
        lines += [f"  {step.anchor}  {step.title}{note(step, session.now)}" for step in steps]
    data = {"plan_path": session.plan} | {
        word: [
            ListedStep(
                anchor=each.anchor,
                title=each.title,
                step_index=each.index,
                release_reason=each.release_reason,
            )
            for each in steps
        ]
        for word, steps in lists.items()
    }
    return Answer(data, lines)


def note(step: Step, now: int) -> str:
    """Return who holds a step, and until when, or why it was released, as the end of its line."""
    if step.status not in (StepStatus.CLAIMED, StepStatus.IN_PROGRESS):
        is_told = step.release_reason and step.status is StepStatus.PENDING
        return f" (released: {step.release_reason})" if is_told else ""
    end = step.lease_expires_at
    return f" (held by {step.claimed_by}{'' if end is None else f', {until(end, now)}'})"


def read_lists(session: CommandSession) -> dict[str, list[Step]]:
    """Return the steps in each list."""
    while True:
        readiness = session.query(ready, Ready(session.plan, session.now))
        plan = session.store.snapshot(session.plan)
        steps = {step.anchor: step for step in plan.steps} if plan else {}
        lists = {word: getattr(readiness, word) for word in LISTS}
        # Unless the plan was registered with another document between the two reads.
        if all(anchor in steps for anchors in lists.values() for anchor in anchors):
            return {word: [steps[anchor] for anchor in lists[word]] for word in LISTS}


COMMAND = Command(__doc__, EXAMPLES, (PLAN,), run, ReadyData)
