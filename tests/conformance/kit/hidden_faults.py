"""The model as implementations whose faults hide behind numbers, likeness, time and products."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.generators.places import places_in, with_value
from spec.properties.conditions import row
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import QUERIES, Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State, Step

DAY = 86_400_000


class Cutting(ModelSystem):
    """A store that reads no more than so many elements of each list of some operations."""

    def __init__(self, kind: type[Operation], most: int) -> None:
        super().__init__()
        self.kind, self.most = kind, most

    def apply(self, operation: Operation) -> Outcome:
        for place in [*places_in(operation)] if isinstance(operation, self.kind) else ():
            if isinstance(place.value, tuple) and len(place.value) > self.most:
                operation = with_value(operation, place.way, place.value[: self.most])
        return super().apply(operation)


class Changing(ModelSystem):
    """A store that changes what it holds after an operation."""

    def apply(self, operation: Operation) -> Outcome:
        before = self.state
        outcome = super().apply(operation)
        if self.state is not before:
            self.before = before
            self.state = self.changed(operation)
        return outcome

    def changed(self, operation: Operation) -> State:
        raise NotImplementedError

    def with_steps(self, change: Any) -> State:
        plans = (
            replace(plan, steps=tuple(change(plan, each) for each in plan.steps))
            for plan in self.state.plans
        )
        return replace(self.state, plans=tuple(plans))


class ReadsFiftyLines(ModelSystem):
    """Reads no more than 50 lines of the message of a commit."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Commit):
            lines = operation.message.split("\n")
            operation = replace(operation, message="\n".join(lines[:50]))
        return super().apply(operation)


class SearchesTwoHundred(ModelSystem):
    """Finds no cycle of more than 200 dependencies."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Register) and len(operation.definition.steps) > 200:
            definition = operation.definition
            first, *others = definition.steps
            if first.dependencies and len(definition.steps) == len(
                {each for step in definition.steps for each in step.dependencies}
            ):
                steps = (replace(first, dependencies=()), *others)
                operation = replace(operation, definition=replace(definition, steps=steps))
        return super().apply(operation)


class CompletesFifty(Changing):
    """Completing the rest stops at 50 items."""

    def changed(self, operation: Operation) -> State:
        def change(_: Any, step: Step) -> Step:
            if not isinstance(operation, Batch) or not operation.complete_remaining:
                return step
            opened = (replace(each, status=ItemStatus.OPEN) for each in step.items[50:])
            return replace(step, items=(*step.items[:50], *opened))

        return self.with_steps(change)


class ReleasesEight(Changing):
    """Release reaches 8 substeps."""

    def changed(self, operation: Operation) -> State:
        if not isinstance(operation, Release):
            return self.state
        old = {each.anchor: each for plan in self.before.plans for each in plan.steps}
        below = [each for each in old.values() if each.parent == operation.step][8:]
        kept = {each.anchor for each in below}
        return self.with_steps(lambda _, each: old[each.anchor] if each.anchor in kept else each)


class OpensTwenty(Changing):
    """Release opens the first 20 items of each step."""

    def changed(self, operation: Operation) -> State:
        if not isinstance(operation, Release):
            return self.state
        old = {each.anchor: each.items for plan in self.before.plans for each in plan.steps}
        return self.with_steps(
            lambda _, step: replace(step, items=(*step.items[:20], *old[step.anchor][20:]))
        )


class ForgetsPlans(Changing):
    """The 17th plan is forgotten, and those after it."""

    def changed(self, _: Operation) -> State:
        return replace(self.state, plans=self.state.plans[:16])


class KeepsNewest(Changing):
    """A list of each step keeps its newest elements."""

    def __init__(self, field: str, most: int) -> None:
        super().__init__()
        self.field, self.most = field, most

    def changed(self, _: Operation) -> State:
        def change(_: Any, step: Step) -> Step:
            changed: dict[str, Any] = {self.field: getattr(step, self.field)[-self.most :]}
            return replace(step, **changed)

        return self.with_steps(change)


class SharesSlots(Changing):
    """The ninth worker and the first are taken for one."""

    def changed(self, _: Operation) -> State:
        holders = [each.claimed_by for plan in self.state.plans for each in plan.steps]
        first, *others = [*dict.fromkeys(filter(None, holders)), None]
        late = others[7:]
        return self.with_steps(
            lambda _, each: (
                replace(each, claimed_by=first) if each.claimed_by in late[:-1] else each
            )
        )


class WrapsClaimIds(ModelSystem):
    """Claim ids are compared in 32 bits."""

    def apply(self, operation: Operation) -> Outcome:
        claim_id = getattr(operation, "claim_id", None)
        if claim_id is not None:
            changed: dict[str, Any] = {"claim_id": claim_id % 2**32}
            operation = replace(operation, **changed)
        return super().apply(operation)


class WrapsIdsOfCommits(WrapsClaimIds):
    """Commit alone compares claim ids in 32 bits."""

    def apply(self, operation: Operation) -> Outcome:
        is_one = isinstance(operation, Commit)
        return super().apply(operation) if is_one else ModelSystem.apply(self, operation)


class ComparesEarlierIds(ModelSystem):
    """A reconciliation finds out by a key of claim ids which of two was earlier."""

    def __init__(self, key: Any) -> None:
        super().__init__()
        self.key = key

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Reconcile):
            history = (
                replace(each, claim_id=None) if self.is_mistaken(operation.plan, each) else each
                for each in operation.history
            )
            operation = replace(operation, history=tuple(history))
        return super().apply(operation)

    def is_mistaken(self, plan: str, entry: CommitLogEntry) -> bool:
        step = row(self.state, plan, entry.step)
        if step is None or step.claim_id is None or entry.claim_id is None:
            return False
        is_later = self.key(entry.claim_id) >= self.key(step.claim_id)
        return entry.claim_id < step.claim_id and bool(is_later)


class NumbersItems(ModelSystem):
    """Finds an item by one number, in which those from 1,000 on are of the next kind."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Batch) and (
            step := row(self.state, operation.plan, operation.step)
        ):
            kinds = list(dict.fromkeys(each.kind for each in step.items))
            following = dict(pairwise(kinds))
            entries = (
                replace(each, kind=following[ItemKind(each.kind)], ordinal=each.ordinal - 1_000)
                if each.ordinal == 1_000 and each.kind in following
                else each
                for each in operation.entries
            )
            operation = replace(operation, entries=tuple(entries))
        return super().apply(operation)


class TakesForStored(ModelSystem):
    """Takes a text of a field for the one that is stored if both are alike."""

    def __init__(self, field: str, alike: Any) -> None:
        super().__init__()
        self.field, self.alike = field, alike

    def stored(self) -> list[str]:
        plans = self.state.plans
        found: dict[str, list[str | None]] = {
            "plan": [each.path for each in plans],
            "step": [each.anchor for plan in plans for each in plan.steps],
            "worktree": [each.claimed_by for plan in plans for each in plan.steps],
            "document_hash": [each.document_hash for each in plans],
        }
        return [each for each in found[self.field] if each]

    def apply(self, operation: Operation) -> Outcome:
        given = getattr(operation, self.field, None)
        if given and not isinstance(operation, Register):
            near = [each for each in self.stored() if self.alike(each) == self.alike(given)]
            if given not in near and near:
                changed: dict[str, Any] = {self.field: near[0]}
                operation = replace(operation, **changed)
        return super().apply(operation)


class ResumesForStored(TakesForStored):
    """Does so where a claim resumes alone."""

    def apply(self, operation: Operation) -> Outcome:
        resumes = isinstance(operation, Claim) and operation.resume
        return super().apply(operation) if resumes else ModelSystem.apply(self, operation)


class HeldByNobody(Changing):
    """A store in which a word stands for no holder, and takes whoever is called so for nobody."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def changed(self, operation: Operation) -> State:  # noqa: ARG002
        def change(_: Any, step: Step) -> Step:
            return replace(step, claimed_by=None) if step.claimed_by == self.word else step

        return self.with_steps(change)


class JoinsLists(Changing):
    """Takes a changed document for unchanged if the dependencies are alike when joined."""

    def changed(self, operation: Operation) -> State:
        kept = {
            (plan.path, step.anchor): step.dependencies
            for plan in self.before.plans
            for step in plan.steps
        }

        def change(plan: Any, step: Step) -> Step:
            old = kept.get((plan.path, step.anchor), step.dependencies)
            is_alike = ",".join(old) == ",".join(step.dependencies)
            return replace(step, dependencies=old) if is_alike else step

        return self.with_steps(change) if isinstance(operation, Register) else self.state


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


class InSeconds(ModelSystem):
    """Compares the times of requests with the ends of leases as seconds, in floating point."""

    def apply(self, operation: Operation) -> Outcome:
        for plan in self.state.plans:
            for step in plan.steps:
                end = step.lease_expires_at
                if end is not None and end < operation.now and end / 1_000 == operation.now / 1_000:
                    operation = replace(operation, now=end)
        return super().apply(operation)


class RefusesLate(ModelSystem):
    """Takes no heartbeat that comes more than 30 days after the lease has expired."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Heartbeat) and self.is_late(operation):
            operation = replace(operation, worktree=f"not {operation.worktree}")
        return super().apply(operation)

    def is_late(self, operation: Operation) -> bool:
        ends = (step.lease_expires_at for plan in self.state.plans for step in plan.steps)
        return any(end is not None and operation.now > end + 30 * DAY for end in ends)


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
    """Keeps the answers to queries until another operation than some changes the plan."""

    def __init__(self, forgetful: type[Operation]) -> None:
        super().__init__()
        self.forgetful = forgetful

    def reset(self) -> None:
        super().reset()
        self.cache: dict[object, Outcome] = {}

    def apply(self, operation: Operation) -> Outcome:
        if not isinstance(operation, QUERIES):
            if not isinstance(operation, self.forgetful):
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


class Forgiving(ModelSystem):
    """Checks no drift in a plan that was registered again after a review began and a step ended."""

    def apply(self, operation: Operation) -> Outcome:
        plan = self.state.plan(operation.plan)
        is_reviewed = plan is not None and plan.review_cycle is not None
        is_worked_on = plan is not None and any(each.completed_at for each in plan.steps)
        if plan and is_reviewed and is_worked_on and isinstance(operation, Claim):
            operation = replace(operation, document_hash=plan.document_hash)
        return super().apply(operation)


class ForgetsFencing(ModelSystem):
    """A resync of a plan with a fenced step and substeps lets go of the fencing."""

    def apply(self, operation: Operation) -> Outcome:
        before = self.state.plan(operation.plan)
        outcome = super().apply(operation)
        steps = before.steps if before is not None else ()
        is_product = any(each.fenced for each in steps) and any(each.parent for each in steps)
        if (
            isinstance(operation, Register)
            and is_product
            and self.state.plan(operation.plan) != before
        ):
            plans = (
                replace(plan, steps=tuple(replace(each, fenced=False) for each in plan.steps))
                for plan in self.state.plans
            )
            self.state = replace(self.state, plans=tuple(plans))
        return outcome


class ForgetsReasons(Changing):
    """A resync removes the reasons with which substeps were released."""

    def changed(self, operation: Operation) -> State:
        def change(_: Any, step: Step) -> Step:
            is_one = isinstance(operation, Register) and step.parent is not None
            return replace(step, release_reason=None) if is_one else step

        return self.with_steps(change)


LIMITS: dict[str, Any] = {
    "only 100 commits are read": lambda: Cutting(Reconcile, 100),
    "a batch has 16 entries": lambda: Cutting(Batch, 16),
    "a document has 255 of each": lambda: Cutting(Register, 255),
    "completing the rest stops at 50": CompletesFifty,
    "release reaches 8 substeps": ReleasesEight,
    "release opens 20 items": OpensTwenty,
    "the 17th plan is forgotten": ForgetsPlans,
    "a step keeps 100 artifacts": lambda: KeepsNewest("artifacts", 100),
    "a step keeps 10 dependencies": lambda: KeepsNewest("dependencies", 10),
    "a message of 50 lines": ReadsFiftyLines,
    "a cycle of 200 dependencies is found": SearchesTwoHundred,
    "a step keeps 1,000 items": lambda: KeepsNewest("items", 1_000),
    "the ninth worker shares a slot": SharesSlots,
    "items from 1,000 on are of the next kind": NumbersItems,
    "which claim was earlier in 32 bits": lambda: ComparesEarlierIds(
        lambda number: (number + 2**31) % 2**32
    ),
    "which claim was earlier as texts": lambda: ComparesEarlierIds(str),
}
LIKENESS: dict[str, Any] = {
    "claim ids wrap": WrapsClaimIds,
    "claim ids of commits wrap": WrapsIdsOfCommits,
    "whoever resumes is known in any case": lambda: ResumesForStored("worktree", str.casefold),
    "paths by their last part": lambda: TakesForStored("plan", lambda path: path.split("/")[-1]),
    "doubled slashes": lambda: TakesForStored("worktree", lambda path: path.replace("//", "/")),
    "backslashes": lambda: TakesForStored("plan", lambda path: path.replace("\\", "/")),
    "a number sign": lambda: TakesForStored("step", lambda anchor: anchor.lstrip("#")),
    "texts that are the same number": lambda: TakesForStored("worktree", as_number),
    "folded case": lambda: TakesForStored("worktree", str.casefold),
    "dotless i": lambda: TakesForStored("step", lambda text: text.replace("\u0131", "i")),
    "names joined": lambda: JoinsNames("{plan}{step}"),
    "names joined by a number sign": lambda: JoinsNames("{plan}#{step}"),
    "the other name first": lambda: JoinsNames("{step}:{plan}"),
    "lists joined by a comma": JoinsLists,
    "a word for no holder": lambda: HeldByNobody("undefined"),
    "texts by their hash code": lambda: TakesForStored("worktree", hash_code),
    "abbreviated hashes": lambda: TakesForStored("document_hash", lambda text: text[:16]),
}
TIME: dict[str, Any] = {
    "a repeated request is a duplicate": Repeating,
    "a cache outlives a release": lambda: Caching(Release),
    "a cache outlives a completion": lambda: Caching(Complete),
    "leases end by seconds in floating point": InSeconds,
    "a heartbeat after a month": RefusesLate,
    "a cache outlives the first lease that expires": ReadyUntilTheLast,
    "after 200 operations": lambda: Tiring(200, float("inf")),
    "after 30 days": lambda: Tiring(float("inf"), 30 * DAY),
}
PRODUCTS: dict[str, Any] = {
    "reviewed, completed and drifted": Forgiving,
    "resync, fencing and substeps": ForgetsFencing,
    "a resync and the reason of a released substep": ForgetsReasons,
}
