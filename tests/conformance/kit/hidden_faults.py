"""The model as implementations whose faults hide behind likeness, time and products."""

from dataclasses import replace
from typing import Any

from conformance.adapters.model import ModelSystem
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import QUERIES, Operation, Outcome
from spec.vocabulary.plans import Register

DAY = 86_400_000


class WrapsClaimIds(ModelSystem):
    """Claim ids are compared in 32 bits."""

    def apply(self, operation: Operation) -> Outcome:
        claim_id = getattr(operation, "claim_id", None)
        if claim_id is not None:
            changed: dict[str, Any] = {"claim_id": claim_id % 2**32}
            operation = replace(operation, **changed)
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


LIKENESS: dict[str, Any] = {
    "claim ids wrap": WrapsClaimIds,
    "paths by their last part": lambda: TakesForStored("plan", lambda path: path.split("/")[-1]),
    "doubled slashes": lambda: TakesForStored("worktree", lambda path: path.replace("//", "/")),
    "backslashes": lambda: TakesForStored("plan", lambda path: path.replace("\\", "/")),
    "a number sign": lambda: TakesForStored("step", lambda anchor: anchor.lstrip("#")),
    "folded case": lambda: TakesForStored("worktree", str.casefold),
    "dotless i": lambda: TakesForStored("step", lambda text: text.replace("\u0131", "i")),
    "abbreviated hashes": lambda: TakesForStored("document_hash", lambda text: text[:16]),
}
TIME: dict[str, Any] = {
    "a repeated request is a duplicate": Repeating,
    "a cache outlives a release": lambda: Caching(Release),
    "a cache outlives a completion": lambda: Caching(Complete),
    "after 200 operations": lambda: Tiring(200, float("inf")),
    "after 30 days": lambda: Tiring(float("inf"), 30 * DAY),
}
