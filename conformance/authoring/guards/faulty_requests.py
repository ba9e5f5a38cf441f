"""Spoiling: an operation with one thing wrong in it, in every way that some guard looks for."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import product
from typing import Any

from model.explorer.scopes.scope import definition, step
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.commits import Commit
from spec.vocabulary.holding import Release
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.reviews import NewPlan

UNKNOWN_PLAN, UNKNOWN_STEP = "unknown.md", "nowhere"
ANOTHER, ANOTHER_DOCUMENT, ANOTHER_CLAIM = "two", "e" * 64, 7

ENTRIES = tuple(
    BatchEntry(kind, ordinal, status)
    for kind, ordinal, status in product(
        (ItemKind.TASK, "chore"), (0, 9), (ItemStatus.COMPLETED, ItemStatus.DEFERRED, "done")
    )
)
"""A valid line of a batch, and then those with one or more faults."""

CHANGES = (
    StatusChange(ItemStatus.COMPLETED, ItemKind.TASK, 9),
    StatusChange(ItemStatus.OPEN),
    StatusChange(ItemStatus.OPEN, ItemKind.TASK, 9),
    StatusChange(ItemStatus.DEFERRED),
    StatusChange(ItemStatus.DEFERRED, ItemKind.TASK, 9),
    StatusChange("done"),
    StatusChange("done", ItemKind.TASK, 9),
)

DOCUMENTS = (
    definition("e"),
    definition("e", step("build"), step("build")),
    definition("e", step("build", after=("nowhere",))),
    definition("e", step("build", after=("build",))),
    definition("e", step("build", after=("nowhere", "build"))),
    definition("e", step("build"), step("build", after=("nowhere",))),
    definition("e", step("build", after=("nowhere",)), step("build")),
    definition("e", step("build", after=("build",)), step("build")),
    definition("e", step("build"), step("build", after=("build",))),
    definition("e", step("build", after=("build",)), step("ship", after=("nowhere",))),
)


@cache
def with_faults(operation: Operation, most_wrong: int) -> tuple[Operation, ...]:
    """Return an operation with something wrong in one of its fields, and then in two if wanted."""
    names = [field.name for field in fields(operation) if field.name in WRONG_VALUES]
    once = [(faulty, name) for name in names for faulty in with_wrong(operation, name)]
    twice = [
        again
        for faulty, first in (once if most_wrong > 1 else ())
        for name in names[names.index(first) + 1 :]
        for again in with_wrong(faulty, name)
    ]
    return tuple(dict.fromkeys([*(faulty for faulty, _ in once), *twice]))


def with_wrong(operation: Operation, name: str) -> Iterator[Operation]:
    """Yield an operation with each wrong value in one field."""
    for value in WRONG_VALUES[name](operation):
        changes: dict[str, Any] = {name: value}
        yield replace(operation, **changes)


def wrong_document_hashes(operation: Any) -> tuple[str | None, ...]:
    """Return the hash of another document, and for a commit also `None`."""
    return (ANOTHER_DOCUMENT, None) if isinstance(operation, Commit) else (ANOTHER_DOCUMENT,)


def wrong_entries(operation: Batch) -> tuple[tuple[BatchEntry, ...], ...]:
    """Return no entry, a wrong one, or two of which the second may be wrong."""
    if operation.complete_remaining:
        return ()
    lines = [replace(entry, ordinal=entry.ordinal or number) for number, entry in pairs()]
    one = [(entry,) for entry in ENTRIES[1:]]
    two = [(first, second) for first, second in product(ENTRIES, lines)]
    return ((), *one, *two)


def pairs() -> Iterator[tuple[int, BatchEntry]]:
    """Yield every line on the same item as the first of a batch, and on another."""
    return ((number, entry) for entry in ENTRIES for number in (0, 1))


def wrong_changes(operation: Update) -> tuple[tuple[StatusChange, ...], ...]:
    """Return no change, a wrong one, or two wrong ones."""
    if operation.allow_reopen:
        return ()
    one = [(change,) for change in CHANGES]
    return ((), *one, *product(CHANGES, CHANGES))


WRONG_VALUES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "plan": lambda _: (UNKNOWN_PLAN,),
    "step": lambda _: (UNKNOWN_STEP,),
    "worktree": lambda asked: (ANOTHER,) if asked.worktree else (),
    "claim_id": lambda _: (ANOTHER_CLAIM,),
    "document_hash": wrong_document_hashes,
    "entries": wrong_entries,
    "changes": wrong_changes,
    "definition": lambda asked: DOCUMENTS if isinstance(asked, Register) else (),
    "force": lambda asked: (not asked.force,) if isinstance(asked, Release) else (),
    "git_succeeds": lambda _: (False,),
    "root_found": lambda _: (False,),
    "store_reachable": lambda _: (False,),
    "max_reviews": lambda asked: (-1,) if isinstance(asked, NewPlan) else (),
    "max_iterations": lambda asked: (0,) if isinstance(asked, StartIterations) else (),
    "summary_bytes": lambda asked: (None, 99) if isinstance(asked, ReportIteration) else (),
    "report": lambda asked: (replace(asked.report, work_remaining="[broken"),),
}
"""What can be wrong with each field of an operation."""
