"""Silent steps: what happened without a line, in a log that says what it leaves out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from conformance.histories.calls import Call
from conformance.protocol.times import TIMES
from spec.formats.histories import History
from spec.vocabulary.checklists import Batch, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import Plan, State, Step

LONGEST = 10**12
"""A lease that is never over, in milliseconds."""

TIMELESS = frozenset({"release", "reset"})
"""The operations whose effects have no time in them, so that all of them can be tried."""


@dataclass(frozen=True, slots=True)
class Held:
    """A step with its plan, and when something may have been done with it."""

    plan: Plan
    step: Step
    worktree: str
    now: int
    ends: tuple[int, ...]

    @property
    def leases(self) -> Iterator[int]:
        """The leases that may have been asked for."""
        yield from (0, LONGEST)
        yield from (end - self.now for end in self.ends if end > self.now)


def _start(held: Held) -> Iterator[Operation]:
    yield Start(held.plan.path, held.step.anchor, held.worktree, held.now)


def _heartbeat(held: Held) -> Iterator[Operation]:
    for lease in held.leases:
        yield Heartbeat(held.plan.path, held.step.anchor, held.worktree, held.now, lease)


def _release(held: Held) -> Iterator[Operation]:
    yield Release(held.plan.path, held.step.anchor, held.now, force=True)


def _reset(held: Held) -> Iterator[Operation]:
    yield Reset(held.plan.path, held.step.anchor, held.now)


def _update(held: Held) -> Iterator[Operation]:
    for item in held.step.items:
        for status in (ItemStatus.COMPLETED, ItemStatus.OPEN):
            if item.status != status:
                change = StatusChange(status, item.kind, item.ordinal)
                named = (held.plan.path, held.step.anchor, held.worktree)
                yield Update(*named, (change,), held.plan.document_hash, held.now, True)


def _batch(held: Held) -> Iterator[Operation]:
    if any(item.status == ItemStatus.OPEN for item in held.step.items):
        named = (held.plan.path, held.step.anchor, held.worktree)
        yield Batch(*named, (), held.plan.document_hash, held.now, complete_remaining=True)


def _complete(held: Held) -> Iterator[Operation]:
    named = (held.plan.path, held.step.anchor, held.worktree)
    for force in (False, True):
        yield Complete(*named, held.plan.document_hash, held.now, force)


OF_A_STEP: dict[str, Callable[[Held], Iterator[Operation]]] = {
    "start": _start,
    "heartbeat": _heartbeat,
    "release": _release,
    "reset": _reset,
    "update": _update,
    "batch": _batch,
    "complete": _complete,
}
KINDS = ("claim", *OF_A_STEP)
"""The operations that can be silent.

Of a batch, that is one that completes all open items; the reasons of others cannot be guessed, nor
the texts of artifacts and the hashes of commits, which are stored.
"""


@dataclass(frozen=True, slots=True)
class SilentSteps:
    """What a history says that it leaves out. `workers` are all who are known to work."""

    operations: tuple[str, ...]
    clients: tuple[str, ...]
    workers: tuple[str, ...]

    @property
    def are_all(self) -> bool:
        """Whether all that may have happened is tried, not just what looks likely."""
        return not self.clients and TIMELESS.issuperset(self.operations)

    def __call__(self, state: State, call: Call) -> Iterator[Operation]:
        """Yield what may have happened in a state, before a call was answered."""
        shown = tuple(sorted(set(times_shown(call)))) or (0,)
        for plan in state.plans:
            for now in dict.fromkeys((*shown, *(each - 1 for each in shown if each))):
                yield from self.claims(plan, now, shown)
                for step in plan.steps:
                    if step.claimed_by is not None:
                        yield from self.of(Held(plan, step, step.claimed_by, now, shown))

    def claims(self, plan: Plan, now: int, ends: tuple[int, ...]) -> Iterator[Operation]:
        """Yield the claims that may have been made."""
        for worktree in self.workers if "claim" in self.operations else self.clients:
            for lease in Held(plan, plan.steps[0], worktree, now, ends).leases:
                claim = Claim(plan.path, worktree, plan.document_hash, now, lease)
                yield from (claim, replace(claim, force=True))

    def of(self, held: Held) -> Iterator[Operation]:
        """Yield what may have been done with a step that is held."""
        for name, operations in OF_A_STEP.items():
            is_clients = held.worktree in self.clients or (self.clients and name in TIMELESS)
            if name in self.operations or is_clients:
                for operation in operations(held):
                    yield with_claim(operation, held.step.claim_id)


def with_claim(operation: Operation, claim_id: int | None) -> Operation:
    """Return an operation under the claim that a step is under."""
    assert isinstance(operation, Start | Heartbeat | Release | Reset | Update | Batch | Complete)
    return replace(operation, claim_id=claim_id)


def silent_steps(history: History, calls: Iterable[Call]) -> SilentSteps | None:
    """Return what a history says that it leaves out, or `None` if it is whole."""
    if not history.unlogged and not history.unlogged_clients:
        return None
    plans = history.state.plans
    stored = (step.claimed_by for plan in plans for step in plan.steps if step.claimed_by)
    named = (getattr(call.operation, "worktree", None) for call in calls)
    workers = dict.fromkeys(chain(history.unlogged_clients, filter(None, named), stored))
    return SilentSteps(history.unlogged, history.unlogged_clients, tuple(workers))


def times_shown(call: Call) -> Iterator[int]:
    """Yield the times that a call shows, in milliseconds."""
    if call.operation is not None:
        yield call.operation.now
    yield from _times(call.reply)


def _times(value: object) -> Iterator[int]:
    if isinstance(value, dict):
        for name, member in value.items():
            if name in TIMES and isinstance(member, int):
                yield member
            yield from _times(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _times(member)
