"""Parts of situations, each kept once and known by its number.

A situation has for each plan the version of its document, its *header*, its *work*, which is its
reviews and iterations, and its *subtrees*, which are top-level steps with their substeps. Two
situations are equal if the numbers of their parts are.
"""

from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from model.explorer.canonicalization import rename_holder, tick_step
from model.explorer.claim_ids import LAST, families, ranked_family
from model.explorer.scopes.scope import Scope
from model.steps import is_completed
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, PlanStatus, Step

Value = TypeVar("Value", bound=Hashable)
Numbers = tuple[int, ...]
"""The numbers of parts, in the order of a situation."""

Subtree = tuple[Step, ...]

BITS = 32
"""What each number takes."""

SCATTER = 2_654_435_761
"""An odd number, so that no two products with it are the same modulo a power of two."""

NOTHING = 0
"""The number of a part that a plan does not have."""

BEFORE_STEPS = 3
"""How many parts of a plan come before its subtrees: document, header and work."""


class Interner(Generic[Value]):
    """Numbers values: equal values have the same number."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.numbers: dict[Value, int] = {}

    def intern(self, value: Value) -> int:
        """Return the number of a value."""
        number = self.numbers.get(value)
        if number is None:
            number = self.numbers[value] = len(self.values)
            self.values.append(value)
        return number


class Version(NamedTuple):
    """The version of a plan's document."""

    number: int


class Header(NamedTuple):
    """What a registered plan has besides its steps and its work."""

    document_hash: str
    title: str
    status: PlanStatus
    last_artifact_id: int | None
    last_claim_id: int | None
    artifacts: int


class Work(NamedTuple):
    """The reviews and iterations of a plan."""

    review_cycle: ReviewCycle | None = None
    iteration_loop: IterationLoop | None = None


class Parts:
    """Numbers parts, and what others read of each, by its number.

    The numbers are scattered: nodes, which are sums of shifted ones, would have like hashes else.
    `claim_view` has what a claim reads of a part, `completed` what an operation on another subtree
    reads of it, and `held` the number in `holders` of who holds its steps. Where the rules are
    taken to be `local`, that is less than all of it.
    """

    def __init__(self, scope: Scope) -> None:
        self.values: dict[int, Any] = {}
        self.numbers: dict[Any, int] = {}
        self.worktrees = scope.worktrees
        self.claims_carried = scope.carries_claims
        self.local = scope.local
        self.views: Interner[object] = Interner()
        self.holders: Interner[tuple[str, ...]] = Interner()
        self.claim_view: dict[int, int] = {}
        self.completed: dict[int, int] = {}
        self.held: dict[int, int] = {}
        self.ranked: dict[Subtree, int] = {}
        self.ticked: dict[int, int] = {}
        self.renamings: dict[tuple[str, ...], Renaming] = {}
        self.names: dict[Numbers, tuple[str, ...]] = {}
        self.intern(None)

    def intern(self, value: Any) -> int:
        """Return the number of a part; note what others read of it if it is new."""
        number = self.numbers.get(value)
        if number is None:
            number = self.numbers[value] = len(self.numbers) * SCATTER % 2**BITS
            self.values[number] = value
            view, completed, holders = seen_by_others(value, self.local)
            self.claim_view[number] = self.views.intern(view)
            self.completed[number] = self.views.intern(completed)
            self.held[number] = self.holders.intern(holders)
        return number

    def of_plan(self, plan: Plan) -> Numbers:
        """Return the numbers of the header, the work and the subtrees of a plan."""
        return (
            self.intern(header_of(plan)),
            self.work_of(plan),
            *map(self.number_of, families(plan.steps)),
        )

    def work_of(self, plan: Plan) -> int:
        """Return the number of the reviews and iterations of a plan."""
        work = Work(plan.review_cycle, plan.iteration_loop)
        return NOTHING if work == Work() else self.intern(work)

    def number_of(self, subtree: Subtree) -> int:
        """Return the number of a subtree with canonical ids of claims."""
        number = self.ranked.get(subtree)
        if number is None:
            ranked = ranked_family(subtree, self.claims_carried)
            number = self.ranked[subtree] = self.intern(ranked)
        return number

    def plan_of(self, path: str, header: int, work: int, *subtrees: int) -> Plan | None:
        """Return the plan that parts stand for, or `None` if it is not registered."""
        if header == NOTHING:
            return None
        head, has = self.values[header], self.values[work] or Work()
        return Plan(
            path,
            head.document_hash,
            head.title,
            head.status,
            tuple(step for number in subtrees for step in self.values[number] or ()),
            has.review_cycle,
            has.iteration_loop,
            head.last_artifact_id,
            head.last_claim_id,
        )

    def later(self, number: int) -> int:
        """Return a subtree's number after a millisecond."""
        known = self.ticked.get(number)
        if known is None:
            known = self.ticked[number] = self.intern(tuple(map(tick_step, self.values[number])))
        return known

    def renamed(self, numbers: Numbers, order: tuple[str, ...]) -> Numbers:
        """Return the parts with worktrees renamed: each gets the name of its place in an order."""
        known = self.renamings.get(order)
        if known is None:
            known = self.renamings[order] = Renaming(self, order)
        return tuple(map(known.__getitem__, numbers))

    def canonical(self, numbers: Numbers) -> Numbers:
        """Return the parts with worktrees renamed in order of appearance."""
        order = self.order_of(tuple([self.held[number] for number in numbers]))
        return self.renamed(numbers, order) if order else numbers

    def order_of(self, held: Numbers) -> tuple[str, ...]:
        """Return the order of worktrees that hold parts; nothing if they have their names."""
        order = self.names.get(held)
        if order is None:
            names = (name for number in held for name in self.holders.values[number])
            order = tuple(dict.fromkeys((*names, *self.worktrees)))
            order = self.names[held] = () if order == self.worktrees else order
        return order

    def back(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Return the order by which what was renamed gets the names back that it had."""
        return tuple(self.worktrees[order.index(name)] for name in self.worktrees)


class Renaming(dict[int, int]):
    """The number of each part when worktrees have other names, found out when it is asked for."""

    def __init__(self, parts: Parts, order: tuple[str, ...]) -> None:
        super().__init__()
        self.parts = parts
        self.names = dict(zip(order, parts.worktrees, strict=True))

    def __missing__(self, number: int) -> int:
        parts, renamed = self.parts, number
        if parts.held[number]:
            steps = (rename_holder(step, self.names) for step in parts.values[number])
            renamed = parts.intern(tuple(steps))
        self[number] = renamed
        return renamed


def header_of(plan: Plan) -> Header:
    """Return the header of a plan, with the canonical id of its last claim."""
    claimed = None if plan.last_claim_id is None else LAST
    artifacts = sum(len(step.artifacts) for step in plan.steps)
    first = plan.document_hash, plan.title, plan.status
    return Header(*first, plan.last_artifact_id, claimed, artifacts)


def seen_by_others(part: Any, local: bool) -> tuple[object, object, tuple[str, ...]]:
    """Return what a claim reads of a part, what operations on others read, and who holds it.

    Of steps both read everything, unless the rules are taken to be local.
    """
    if part is None or isinstance(part, Work):
        return part is None, part is None, ()
    if isinstance(part, Version | Header):
        return part, part, ()
    holders = tuple(step.claimed_by for step in part if step.claimed_by)
    if not local:
        return part, part, holders
    first: Step = part[0]
    completed = tuple(step.anchor for step in part if is_completed(step))
    return (first.status, first.claimed_by, first.lease_expires_at, completed), completed, holders
