"""Fingerprints: situations of one plan as tuples of small integers.

A *subtree* is a top-level step with its substeps. Equal subtrees are interned: each is stored once
and has a number, so that a situation is the version of the document, the number of the plan's
header and the numbers of its subtrees, and two situations are equal if these numbers are.
"""

from collections.abc import Hashable
from operator import is_
from typing import Generic, NamedTuple, TypeVar

from model.explorer.canonicalization import rename_holder, tick_step
from model.explorer.claim_ids import LAST, families, ranked_family
from model.explorer.situations import Situation
from model.steps import is_completed
from spec.vocabulary.state import Plan, PlanStatus, State, Step

Value = TypeVar("Value", bound=Hashable)
Fingerprint = tuple[int, ...]
"""The document's version, the number of the header, and the numbers of the subtrees in order."""

PackedFingerprint = int
"""A fingerprint as one integer: a quarter of the memory, and a move is an addition."""

BITS = 20
"""What each number of a packed fingerprint takes: more than a million subtrees are not explored."""

MOST = (1 << BITS) - 1

Subtree = tuple[Step, ...]


def pack(fingerprint: Fingerprint) -> PackedFingerprint:
    """Return a fingerprint as one integer. Subtrees count from 1, so that 0 is the end of them."""
    packed = fingerprint[0] | fingerprint[1] << BITS
    for position, subtree in enumerate(fingerprint[2:]):
        packed |= subtree + 1 << place_of(position)
    return packed


def place_of(position: int) -> int:
    """Return by how many bits the number of the subtree at a position is shifted."""
    return (position + 2) * BITS


def unpack(packed: PackedFingerprint) -> Fingerprint:
    """Return the fingerprint that `pack` has packed."""
    numbers = [packed & MOST, packed >> BITS & MOST]
    packed >>= 2 * BITS
    while packed:
        numbers.append((packed & MOST) - 1)
        packed >>= BITS
    return tuple(numbers)


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
            if number == MOST:
                raise OverflowError(f"more than {MOST:,} parts of states; take a smaller scope")
            self.values.append(value)
        return number


class Header(NamedTuple):
    """What a situation has besides its steps."""

    document_hash: str
    title: str
    status: PlanStatus
    last_artifact_id: int | None
    last_artifact_id_of_store: int
    last_claim_id: int | None


class ClaimView(NamedTuple):
    """What a claim reads of a subtree."""

    status: str
    holder: str | None
    lease: int | None
    completed: tuple[str, ...]


UNREGISTERED = Header("", "", PlanStatus.ACTIVE, 0, 0, None)


class Fingerprints:
    """Encodes and decodes situations of one plan, and canonicalizes their fingerprints.

    `claim_view_of`, `completed_of` and `holders` hold for every subtree, by its number, the number
    of what a claim reads of it, the number of the set of its completed steps, and the number in
    `held` of who holds it.
    """

    def __init__(self, path: str, worktrees: tuple[str, ...], claims_carried: bool) -> None:
        self.path = path
        self.worktrees = worktrees
        self.claims_carried = claims_carried
        self.headers: Interner[Header] = Interner()
        self.subtrees: Interner[Subtree] = Interner()
        self.claim_views: Interner[ClaimView] = Interner()
        self.completed: Interner[tuple[str, ...]] = Interner()
        self.claim_view_of: list[int] = []
        self.completed_of: list[int] = []
        self.held: Interner[tuple[str, ...]] = Interner()
        self.holders: list[int] = []
        self.ranked: dict[Subtree, int] = {}
        self.ticked: dict[int, int] = {}
        self.names: dict[tuple[int, ...], dict[str, str] | None] = {}
        self.renamed: dict[tuple[int, tuple[str, ...]], int] = {}

    def initial(self) -> Fingerprint:
        """Return the fingerprint of the situation in which nothing is registered."""
        return (0, self.headers.intern(UNREGISTERED))

    def encode(self, state: State) -> tuple[int, Fingerprint]:
        """Return the numbers of a state's header and its subtrees, with canonical ids of claims."""
        plan = state.plan(self.path)
        if plan is None:
            return self.headers.intern(UNREGISTERED), ()
        fenced = plan.last_claim_id is not None
        subtrees = tuple(self.number_of(rows, fenced) for rows in families(plan.steps))
        return self.header_of(plan, state), subtrees

    def encode_after(
        self, node: Fingerprint, before: State, after: State
    ) -> tuple[int, Fingerprint]:
        """Return the same of the state after an operation in a node, whose state is `before`.

        The subtrees of which no step is another than before keep their numbers.
        """
        if after is before:
            return node[1], node[2:]
        old, new = before.plan(self.path), after.plan(self.path)
        if old is None or new is None or old.document_hash != new.document_hash:
            return self.encode(after)
        fenced = new.last_claim_id is not None
        subtrees, start = [], 0
        for number in node[2:]:
            end = start + len(self.subtrees.values[number])
            rows = new.steps[start:end]
            same = all(map(is_, rows, old.steps[start:end]))
            subtrees.append(number if same else self.number_of(rows, fenced))
            start = end
        return self.header_of(new, after), tuple(subtrees)

    def header_of(self, plan: Plan, state: State) -> int:
        """Return the number of the header of a plan, with the canonical id of its last claim."""
        return self.headers.intern(
            Header(
                plan.document_hash,
                plan.title,
                plan.status,
                plan.last_artifact_id,
                state.last_artifact_id,
                None if plan.last_claim_id is None else LAST,
            )
        )

    def number_of(self, subtree: Subtree, fenced: bool) -> int:
        """Return the number of a subtree as an operation has left it."""
        number = self.ranked.get(subtree)
        if number is None:
            ranked = ranked_family(subtree, self.claims_carried) if fenced else subtree
            number = self.ranked[subtree] = self.intern_subtree(ranked)
        return number

    def intern_subtree(self, subtree: Subtree) -> int:
        """Return the number of a subtree; index what is derived from it if it is new."""
        number = self.subtrees.intern(subtree)
        if number == len(self.claim_view_of):
            first = subtree[0]
            completed = tuple(step.anchor for step in subtree if is_completed(step))
            view = ClaimView(first.status, first.claimed_by, first.lease_expires_at, completed)
            self.claim_view_of.append(self.claim_views.intern(view))
            self.completed_of.append(self.completed.intern(completed))
            held = tuple(step.claimed_by for step in subtree if step.claimed_by)
            self.holders.append(self.held.intern(held))
        return number

    def decode(self, fingerprint: Fingerprint) -> Situation:
        """Return the situation of a fingerprint."""
        header = self.headers.values[fingerprint[1]]
        if header is UNREGISTERED:
            return Situation(State(), (fingerprint[0],))
        steps = tuple(step for number in fingerprint[2:] for step in self.subtrees.values[number])
        plan = Plan(
            self.path,
            header.document_hash,
            header.title,
            header.status,
            steps,
            last_artifact_id=header.last_artifact_id,
            last_claim_id=header.last_claim_id,
        )
        return Situation(State((plan,), header.last_artifact_id_of_store), (fingerprint[0],))

    def tick(self, subtree: int) -> int:
        """Return the number of a subtree after a millisecond has passed."""
        after = self.ticked.get(subtree)
        if after is None:
            steps = tuple(tick_step(step) for step in self.subtrees.values[subtree])
            after = self.ticked[subtree] = self.intern_subtree(steps)
        return after

    def canonical(self, fingerprint: Fingerprint) -> Fingerprint:
        """Return the fingerprint with its worktrees renamed in order of appearance."""
        names = self.names_for(tuple([self.holders[subtree] for subtree in fingerprint[2:]]))
        if names is None:
            return fingerprint
        order = tuple(names)
        return (*fingerprint[:2], *[self.rename(subtree, order) for subtree in fingerprint[2:]])

    def names_for(self, holders: tuple[int, ...]) -> dict[str, str] | None:
        """Return new names for worktrees that hold steps in this order, or `None` to keep them."""
        if holders not in self.names:
            held = (name for number in holders for name in self.held.values[number])
            appearing = dict.fromkeys((*held, *self.worktrees))
            names = dict(zip(appearing, self.worktrees, strict=True))
            same = all(old == new for old, new in names.items())
            self.names[holders] = None if same else names
        return self.names[holders]

    def rename(self, subtree: int, order: tuple[str, ...]) -> int:
        """Return the number of a subtree whose holders get the scope's names in this order."""
        key = subtree, order
        number = self.renamed.get(key)
        if number is None:
            names = dict(zip(order, self.worktrees, strict=True))
            steps = tuple(rename_holder(step, names) for step in self.subtrees.values[subtree])
            number = self.renamed[key] = self.intern_subtree(steps)
        return number
