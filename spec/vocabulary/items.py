"""Checklist items: the lines of a step's checklist, and their status."""

from dataclasses import dataclass
from enum import StrEnum


class ItemKind(StrEnum):
    """The three kinds of checklist item, in the order in which they are listed."""

    TASK = "task"
    TEST = "test"
    CHECKPOINT = "checkpoint"


class ItemStatus(StrEnum):
    """The status of a checklist item."""

    OPEN = "open"
    COMPLETED = "completed"
    DEFERRED = "deferred"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a step's checklist. `ordinal` counts from 0 within its kind.

    `status` is an `ItemStatus`, except that before amendment A17 an update of a whole kind
    stored any word it was given.
    """

    kind: ItemKind
    ordinal: int
    text: str
    status: str = ItemStatus.OPEN
    reason: str | None = None
