"""The model as implementations whose faults hide behind numbers, likeness, time and products."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.generators.places import places_in, with_value
from spec.properties.conditions import row
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from spec.vocabulary.holding import Heartbeat, Release
from spec.vocabulary.operations import QUERIES, Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State, Step
from tests.conformance.changed import Changed, with_steps

DAY = 86_400_000
Fault = Callable[[], ModelSystem]


def reading(change: Callable[..., Operation], *more: Any) -> Fault:
    """Return what makes a store that takes an operation for another one."""
    return partial(Changed, partial(change, *more))


def keeping(change: Callable[..., State], *more: Any) -> Fault:
    """Return what makes a store that changes what it holds after an operation."""
    return partial(Changed, held=partial(change, *more))


# What is read


def cut(kind: type[Operation], most: int, _: State, operation: Operation) -> Operation:
    """Read no more than so many elements of each list of some operations."""
    for place in [*places_in(operation)] if isinstance(operation, kind) else ():
        if isinstance(place.value, tuple) and len(place.value) > most:
            operation = with_value(operation, place.way, place.value[:most])
    return operation


def fifty_lines(_: State, operation: Operation) -> Operation:
    """Read no more than 50 lines of the message of a commit."""
    if not isinstance(operation, Commit):
        return operation
    return replace(operation, message="\n".join(operation.message.split("\n")[:50]))


def two_hundred_dependencies(_: State, operation: Operation) -> Operation:
    """Find no cycle of more than 200 dependencies."""
    if not isinstance(operation, Register) or len(operation.definition.steps) <= 200:
        return operation
    first, *others = steps = operation.definition.steps
    needed = {each for step in steps for each in step.dependencies}
    if not first.dependencies or len(steps) != len(needed):
        return operation
    definition = replace(operation.definition, steps=(replace(first, dependencies=()), *others))
    return replace(operation, definition=definition)


def claim_id_in_32_bits(kind: type[Any], _: State, operation: Any) -> Operation:
    """Compare the claim ids of some operations in 32 bits."""
    changed: Operation = operation
    if isinstance(operation, kind) and getattr(operation, "claim_id", None) is not None:
        changed = replace(operation, claim_id=operation.claim_id % 2**32)
    return changed


def earlier_by(key: Callable[[int], Any], state: State, operation: Operation) -> Operation:
    """Find out by a key of claim ids which of two was earlier, in a reconciliation."""

    def is_mistaken(entry: CommitLogEntry) -> bool:
        step = row(state, operation.plan, entry.step)
        if step is None or step.claim_id is None or entry.claim_id is None:
            return False
        return entry.claim_id < step.claim_id and bool(key(entry.claim_id) >= key(step.claim_id))

    if not isinstance(operation, Reconcile):
        return operation
    history = (
        replace(each, claim_id=None) if is_mistaken(each) else each for each in operation.history
    )
    return replace(operation, history=tuple(history))


def stored_texts(state: State, field: str) -> list[str]:
    """Return the texts that are stored for a field of operations."""
    steps = [each for plan in state.plans for each in plan.steps]
    found: dict[str, list[str | None]] = {
        "plan": [each.path for each in state.plans],
        "step": [each.anchor for each in steps],
        "worktree": [each.claimed_by for each in steps],
        "document_hash": [each.document_hash for each in state.plans],
    }
    return [each for each in found[field] if each]


def taken_for_stored(
    field: str, alike: Callable[[str], object], state: State, operation: Any
) -> Operation:
    """Take a text of a field for the one that is stored if both are alike."""
    changed: Operation = operation
    given = getattr(operation, field, None)
    if given and not isinstance(operation, Register):
        near = [each for each in stored_texts(state, field) if alike(each) == alike(given)]
        if given not in near and near:
            changed = replace(operation, **{field: near[0]})
    return changed


def resuming_for_stored(
    field: str, alike: Callable[[str], object], state: State, operation: Operation
) -> Operation:
    """Do so where a claim resumes alone."""
    resumes = isinstance(operation, Claim) and operation.resume
    return taken_for_stored(field, alike, state, operation) if resumes else operation


def in_seconds(state: State, operation: Operation) -> Operation:
    """Compare the times of requests with the ends of leases as seconds, in floating point."""
    for step in (each for plan in state.plans for each in plan.steps):
        end = step.lease_expires_at
        if end is not None and end < operation.now and end / 1_000 == operation.now / 1_000:
            operation = replace(operation, now=end)
    return operation


def refused_late(state: State, operation: Operation) -> Operation:
    """Take no heartbeat that comes more than 30 days after the lease has expired."""
    ends = (step.lease_expires_at for plan in state.plans for step in plan.steps)
    is_late = any(end is not None and operation.now > end + 30 * DAY for end in ends)
    if isinstance(operation, Heartbeat) and is_late:
        return replace(operation, worktree=f"not {operation.worktree}")
    return operation


def forgiving(state: State, operation: Operation) -> Operation:
    """Check no drift in a plan that was registered again after a review began and a step ended."""
    plan = state.plan(operation.plan)
    if plan is None or plan.review_cycle is None or not isinstance(operation, Claim):
        return operation
    is_worked_on = any(each.completed_at for each in plan.steps)
    return replace(operation, document_hash=plan.document_hash) if is_worked_on else operation


# What is held


def eight_released(before: State, operation: Operation, after: State) -> State:
    """Release no more than 8 substeps."""
    if not isinstance(operation, Release):
        return after
    old = {each.anchor: each for plan in before.plans for each in plan.steps}
    kept = [each.anchor for each in old.values() if each.parent == operation.step][8:]
    return with_steps(after, lambda _, each: old[each.anchor] if each.anchor in kept else each)


def twenty_opened(before: State, operation: Operation, after: State) -> State:
    """Open the first 20 items of each step that is released."""
    if not isinstance(operation, Release):
        return after
    old = {each.anchor: each.items for plan in before.plans for each in plan.steps}
    return with_steps(
        after, lambda _, step: replace(step, items=(*step.items[:20], *old[step.anchor][20:]))
    )


def sixteen_plans(_: State, __: Operation, after: State) -> State:
    """Forget the 17th plan, and those after it."""
    return replace(after, plans=after.plans[:16])


def newest(_: State, __: Operation, after: State) -> State:
    """Keep the newest 100 artifacts of each step."""
    return with_steps(after, lambda _, step: replace(step, artifacts=step.artifacts[-100:]))


def eight_workers(_: State, __: Operation, after: State) -> State:
    """Take the ninth worker and the first for one."""
    holders = [each.claimed_by for plan in after.plans for each in plan.steps]
    first, *others = dict.fromkeys(filter(None, holders)) or [None]
    late = others[7:]
    return with_steps(
        after, lambda _, each: replace(each, claimed_by=first) if each.claimed_by in late else each
    )


def held_by_nobody(word: str, _: State, __: Operation, after: State) -> State:
    """Take whoever is called by a word for nobody."""
    return with_steps(
        after, lambda _, each: replace(each, claimed_by=None) if each.claimed_by == word else each
    )


def lists_joined(before: State, operation: Operation, after: State) -> State:
    """Take a changed document for unchanged if the dependencies are alike when joined."""
    kept = {
        (plan.path, step.anchor): step.dependencies for plan in before.plans for step in plan.steps
    }

    def change(plan: Any, step: Step) -> Step:
        old = kept.get((plan.path, step.anchor), step.dependencies)
        is_alike = ",".join(old) == ",".join(step.dependencies)
        return replace(step, dependencies=old) if is_alike else step

    return with_steps(after, change) if isinstance(operation, Register) else after


def fencing_forgotten(before: State, operation: Operation, after: State) -> State:
    """Lose the fencing when a plan with a fenced step and substeps is registered again."""
    plan = before.plan(operation.plan)
    steps = plan.steps if plan is not None else ()
    is_product = any(each.fenced for each in steps) and any(each.parent for each in steps)
    if not isinstance(operation, Register) or not is_product or after.plan(operation.plan) == plan:
        return after
    return with_steps(after, lambda _, each: replace(each, fenced=False))


def reasons_forgotten(_: State, operation: Operation, after: State) -> State:
    """Remove the reasons with which substeps were released when a plan is registered again."""

    def change(_: Any, step: Step) -> Step:
        return replace(step, release_reason=None) if step.parent is not None else step

    return with_steps(after, change) if isinstance(operation, Register) else after


# What is kept from one operation to the next


class JoinsNames(ModelSystem):
    """Finds steps by a key that joins the names of plan and step."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.kept: dict[str, dict[str, Any]] = {}

    def reset(self) -> None:
        super().reset()
        self.kept = {}

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Register):
            for step in operation.definition.steps:
                where = {"plan": operation.plan, "step": step.anchor}
                self.kept.setdefault(self.key.format(**where), where)
        elif step_asked := getattr(operation, "step", None):
            key = self.key.format(plan=operation.plan, step=step_asked)
            operation = replace(operation, **self.kept.get(key, {}))
        return super().apply(operation)


class ReadyUntilTheLast(ModelSystem):
    """Answers `ready` as before until something is changed, or the last lease has expired."""

    def reset(self) -> None:
        super().reset()
        self.kept: dict[str, tuple[State, int, Outcome]] = {}

    def apply(self, operation: Operation) -> Outcome:
        before, last, kept = self.kept.get(operation.plan, (None, 0, None))
        if not isinstance(operation, Ready):
            return super().apply(operation)
        if before is self.state and operation.now <= last and kept is not None:
            return kept
        plan = self.state.plan(operation.plan)
        ends = [step.lease_expires_at or 0 for step in plan.steps] if plan else []
        outcome = super().apply(operation)
        self.kept[operation.plan] = self.state, max(ends, default=0), outcome
        return outcome


class Repeating(ModelSystem):
    """Takes a request that is repeated at once for a duplicate, and answers as before."""

    def reset(self) -> None:
        super().reset()
        self.last: tuple[Operation, Outcome] | None = None

    def apply(self, operation: Operation) -> Outcome:
        if self.last is not None and self.last[0] == operation:
            return self.last[1]
        self.last = (operation, super().apply(operation))
        return self.last[1]


class Caching(ModelSystem):
    """Keeps the answers to queries until another operation than a release changes the plan."""

    def reset(self) -> None:
        super().reset()
        self.cache: dict[object, Outcome] = {}

    def apply(self, operation: Operation) -> Outcome:
        if not isinstance(operation, QUERIES):
            if not isinstance(operation, Release):
                self.cache.clear()
            return super().apply(operation)
        key = (type(operation), operation.plan)
        if key not in self.cache:
            self.cache[key] = super().apply(operation)
        return self.cache[key]


class Tiring(ModelSystem):
    """Forgets leases after so many operations without a reset, or so long after its beginning."""

    def __init__(self, operations: float, milliseconds: float) -> None:
        super().__init__()
        self.most, self.longest = operations, milliseconds

    def reset(self) -> None:
        super().reset()
        self.asked, self.began = 0, -1

    def apply(self, operation: Operation) -> Outcome:
        self.asked += 1
        self.began = operation.now if self.began < 0 else self.began
        is_tired = self.asked > self.most or operation.now - self.began > self.longest
        if is_tired and isinstance(operation, Claim):
            operation = replace(operation, lease=0)
        return super().apply(operation)


def hash_code(text: str) -> int:
    """Return the 32 bits by which Java compares texts in a hurry."""
    code = 0
    for each in text:
        code = (31 * code + ord(each)) % 2**32
    return code


def as_number(text: str) -> object:
    """Return a text as it is compared where texts that are numbers are numbers."""
    try:
        return float(text)
    except ValueError:
        return text


def alike(field: str, key: Callable[[str], object]) -> Fault:
    """Return what makes a store that takes texts of a field for the same by a key."""
    return reading(taken_for_stored, field, key)


LIMITS: dict[str, Fault] = {
    "only 100 commits are read": reading(cut, Reconcile, 100),
    "a batch has 16 entries": reading(cut, Batch, 16),
    "a document has 255 of each": reading(cut, Register, 255),
    "release reaches 8 substeps": keeping(eight_released),
    "release opens 20 items": keeping(twenty_opened),
    "the 17th plan is forgotten": keeping(sixteen_plans),
    "a step keeps 100 artifacts": keeping(newest),
    "a message of 50 lines": reading(fifty_lines),
    "a cycle of 200 dependencies is found": reading(two_hundred_dependencies),
    "the ninth worker shares a slot": keeping(eight_workers),
    "which claim was earlier in 32 bits": reading(
        earlier_by, lambda number: (number + 2**31) % 2**32
    ),
    "which claim was earlier as texts": reading(earlier_by, str),
}

LIKENESS: dict[str, Fault] = {
    "claim ids wrap": reading(claim_id_in_32_bits, object),
    "claim ids of commits wrap": reading(claim_id_in_32_bits, Commit),
    "whoever resumes is known in any case": reading(resuming_for_stored, "worktree", str.casefold),
    "paths by their last part": alike("plan", lambda path: path.split("/")[-1]),
    "doubled slashes": alike("worktree", lambda path: path.replace("//", "/")),
    "backslashes": alike("plan", lambda path: path.replace("\\", "/")),
    "a number sign": alike("step", lambda anchor: anchor.lstrip("#")),
    "texts that are the same number": alike("worktree", as_number),
    "folded case": alike("worktree", str.casefold),
    "dotless i": alike("step", lambda text: text.replace("\u0131", "i")),
    "names joined": partial(JoinsNames, "{plan}{step}"),
    "names joined by a number sign": partial(JoinsNames, "{plan}#{step}"),
    "the other name first": partial(JoinsNames, "{step}:{plan}"),
    "lists joined by a comma": keeping(lists_joined),
    "a word for no holder": keeping(held_by_nobody, "undefined"),
    "texts by their hash code": alike("worktree", hash_code),
    "abbreviated hashes": alike("document_hash", lambda text: text[:16]),
}

TIME: dict[str, Fault] = {
    "a repeated request is a duplicate": Repeating,
    "a cache outlives a release": Caching,
    "leases end by seconds in floating point": reading(in_seconds),
    "a heartbeat after a month": reading(refused_late),
    "a cache outlives the first lease that expires": ReadyUntilTheLast,
    "after 200 operations": partial(Tiring, 200, float("inf")),
    "after 30 days": partial(Tiring, float("inf"), 30 * DAY),
}

PRODUCTS: dict[str, Fault] = {
    "reviewed, completed and drifted": reading(forgiving),
    "resync, fencing and substeps": keeping(fencing_forgotten),
    "a resync and the reason of a released substep": keeping(reasons_forgotten),
}
