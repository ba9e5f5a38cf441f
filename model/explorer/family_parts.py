"""The parts of the fast space: numbered families, their faces, and what is remembered of them."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from model.explorer.judging import Problem
from spec.vocabulary.state import Plan, PlanStatus, Step

Entry = TypeVar("Entry", bound=Hashable)
Node = tuple[int, ...]
"""The document's version, the number of the head, and the numbers of the families in order."""

Family = tuple[Step, ...]


class Numbers(Generic[Entry]):
    """Gives every entry a number, the same one for equal entries."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.numbers: dict[Entry, int] = {}

    def of(self, entry: Entry) -> int:
        """Give the number of an entry."""
        number = self.numbers.get(entry)
        if number is None:
            number = self.numbers[entry] = len(self.entries)
            self.entries.append(entry)
        return number


@dataclass(frozen=True, slots=True)
class Head:
    """What a plan has besides its steps."""

    document_hash: str
    title: str
    status: PlanStatus
    last_artifact_id: int


@dataclass(frozen=True, slots=True)
class Face:
    """What a claim sees of a family."""

    status: str
    holder: str | None
    lease: int | None
    completed: tuple[str, ...]


@dataclass(slots=True)
class Shared:
    """What is the same in all nodes with the same faces: who may claim which family, and so on.

    `local` are the events that name a step of each family, `claims` those that give a step with
    the position of its family, and `whole` those that may change several families.
    """

    stakes: tuple[int, int]
    local: list[list[int]]
    claims: list[tuple[int, int]] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    count: int = 0
    broken: list[tuple[int | None, Problem]] = field(default_factory=list)


@dataclass(slots=True)
class Local:
    """What can happen to one family: the event, the plan's new head, the new family.

    The last part of a move says whether other worktrees hold its steps than before.
    """

    moves: list[tuple[int, int, int, bool]] = field(default_factory=list)
    count: int = 0
    broken: list[tuple[int | None, Problem]] = field(default_factory=list)


UNREGISTERED = Head("", "", PlanStatus.ACTIVE, 0)


def families_of(plan: Plan) -> Iterator[Family]:
    """Split the steps of a plan into families, in document order."""
    family: list[Step] = []
    for step in plan.steps:
        if step.parent is None and family:
            yield tuple(family)
            family = []
        family.append(step)
    yield tuple(family)
