"""The tables of a store as rows of which classes: each field has a column of the same name."""

import json
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_args, get_origin

from impl.store.connection import Connection
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.iteration_loops import IterationLoop, Violation
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Artifact, Plan, Step

Kind = TypeVar("Kind")
Convert = Callable[[Any], Any]

COLUMNS = {"index": "step_index"}
"""The column of a field whose name is a word of SQL."""


class Table(Generic[Kind]):
    """How the objects of one class are rows: `key` has the columns that name the row.

    The fields that are `elsewhere` are rows of other tables. `words` are the enumerations of fields
    whose type allows other words too.
    """

    def __init__(
        self,
        name: str,
        kind: type[Kind],
        *key: str,
        elsewhere: tuple[str, ...] = (),
        **words: type[Enum],
    ) -> None:
        hints = {each.name: words.get(each.name, each.type) for each in fields(kind)}  # type: ignore[arg-type]
        self.kind = kind
        self.fields = tuple(field for field in hints if field not in elsewhere)
        columns = [COLUMNS.get(field, field) for field in self.fields]
        self.select = ", ".join(f"{name}.{column}" for column in columns)
        places = ", ".join("?" * (len(key) + len(columns)))
        self.write = f"INSERT INTO {name} ({', '.join((*key, *columns))}) VALUES ({places})"
        self._values = attrgetter(*self.fields)
        self._elsewhere = [(place, name) for place, name in enumerate(hints) if name in elsewhere]
        self._converted = [
            (place, *found)
            for place, field in enumerate(self.fields)
            if (found := _conversion(hints[field]))
        ]

    def read(self, row: Any, *, after: int = 0, **elsewhere: Any) -> Kind:
        """Return the object whose columns, those of `select`, are in a row after some others."""
        values = list(row[after : after + len(self.fields)])
        for place, read, _ in self._converted:
            values[place] = read(values[place])
        for place, field in self._elsewhere:
            values.insert(place, elsewhere[field])
        return self.kind(*values)

    def row_of(self, found: Kind, *key: str | int) -> list[str | int | None]:
        """Return the values for `write`."""
        values = list(self._values(found))
        for place, _, write in self._converted:
            values[place] = write(values[place])
        return [*key, *values]


def _conversion(hint: Any) -> tuple[Convert, Convert] | None:
    """Return how values of a type are read and written, or `None` if they are stored as they are.

    Names become a JSON array: they may contain whitespace, which separates names in a report.
    """
    if get_origin(hint) is tuple:
        return _names, json.dumps
    if hint is bool:
        return bool, bool
    for kind in get_args(hint) or (hint,):
        if isinstance(kind, type) and issubclass(kind, Enum):
            words = {None: None, **{member.value: member for member in kind}}
            return words.__getitem__, _word
    return None


def _names(text: str) -> tuple[str, ...]:
    return () if text == "[]" else tuple(json.loads(text))


def _word(member: str | None) -> str | None:
    return None if member is None else str(member)


PLANS = Table("plans", Plan, elsewhere=("steps", "review_cycle", "iteration_loop"))
STEPS = Table("steps", Step, "plan", elsewhere=("dependencies", "items", "artifacts"))
ITEMS = Table("checklist_items", Item, "plan", "step", status=ItemStatus)
ARTIFACTS = Table("artifacts", Artifact, "plan", "step")
REVIEWS = Table("review_cycles", ReviewCycle, "plan")
LOOPS = Table("iteration_loops", IterationLoop, "plan", elsewhere=("violations",))
VIOLATIONS = Table("iteration_violations", Violation, "plan", "position")

WRITE_DEPENDENCY = """
INSERT INTO dependencies (plan, step, depends_on, position) VALUES (?, ?, ?, ?)
"""


def write_loop(connection: Connection, plan: str, loop: IterationLoop) -> None:
    """Store the loop of a plan that has none, with its violations."""
    connection.execute(LOOPS.write, LOOPS.row_of(loop, plan))
    for position, violation in enumerate(loop.violations):
        write_violation(connection, plan, position, violation)


def write_violation(connection: Connection, plan: str, position: int, violation: Violation) -> None:
    """Store one violation; `position` counts from 0 in a plan's loop."""
    connection.execute(VIOLATIONS.write, VIOLATIONS.row_of(violation, plan, position))
