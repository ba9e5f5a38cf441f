"""Two small histories: a race that breaks the rules, and a killed client that does not.

The model gives all replies but the one that is wrong. `planspec audit` judges them when the site is
built.
"""

from collections.abc import Iterator
from pathlib import Path

from conformance.histories.format import write_history
from model.apply import apply
from spec.formats.histories import Dead, Event, History, Invoke, Ok
from spec.formats.messages import Message, outcome_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

PLAN, HASH = "plans/bridge.md", "5e" * 32
MILLISECOND = 1_000_000
"""A millisecond, in nanoseconds."""
FIRST = History("2026.2")
REGISTER = Register(PLAN, PlanDefinition("A bridge", HASH, (StepDefinition("piers", "Piers"),)), 0)


def claim(worktree: str, now: int) -> Claim:
    """Return a claim for a minute."""
    return Claim(PLAN, worktree, HASH, now, 60_000)


def replies(*operations: Operation) -> Iterator[Message]:
    """Yield what the model answers to operations, one after the other."""
    state = State()
    for operation in operations:
        transition = apply(state, operation)
        state = transition.state
        yield outcome_to_json(transition.outcome)


def race() -> Iterator[Event]:
    """Yield a race: two clients are given the same step at the same time."""
    registered, to_ann = replies(REGISTER, claim("ann", 2))
    _, to_bob = replies(REGISTER, claim("bob", 2))
    yield Invoke("setup", 0, REGISTER)
    yield Ok("setup", MILLISECOND, registered)
    yield Invoke("ann", 2 * MILLISECOND, claim("ann", 2))
    yield Invoke("bob", 2 * MILLISECOND + 300_000, claim("bob", 2))
    yield Ok("ann", 4 * MILLISECOND, to_ann)
    yield Ok("bob", 5 * MILLISECOND, to_bob)


def killed() -> Iterator[Event]:
    """Yield that a client is killed after it asked; the next one sees that it was served."""
    registered, _, to_bob = replies(REGISTER, claim("ann", 2), claim("bob", 4))
    yield Invoke("setup", 0, REGISTER)
    yield Ok("setup", MILLISECOND, registered)
    yield Invoke("ann", 2 * MILLISECOND, claim("ann", 2))
    yield Dead("ann", 3 * MILLISECOND)
    yield Invoke("bob", 4 * MILLISECOND, claim("bob", 4))
    yield Ok("bob", 5 * MILLISECOND, to_bob)


def write_histories(folder: Path) -> None:
    """Write both histories as files."""
    write_history(folder / "race.jsonl", FIRST, race())
    write_history(folder / "killed.jsonl", FIRST, killed())
