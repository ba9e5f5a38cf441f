"""Plans: registering a document (PLN)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from impl.store import counts, cycles, guards, resync
from impl.store.connection import Connection
from impl.store.database.rows import WRITE_DEPENDENCY
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.plans import PlanDefinition, Register, Registered, StepDefinition

INSERT_PLAN = """
INSERT INTO plans (path, document_hash, title, created_at) VALUES (?, ?, ?, ?)
"""

INSERT_STEP = """
INSERT INTO steps (plan, anchor, parent, step_index, title) VALUES (?, ?, ?, ?, ?)
"""

INSERT_ITEM = """
INSERT INTO checklist_items (plan, step, kind, ordinal, text) VALUES (?, ?, ?, ?, ?)
"""


def register(connection: Connection, operation: Register) -> Registered:
    """Store a plan's document, or update a registered plan from it (PLN-1, PLN-2, PLN-7).

    Refuses a document without steps, with a duplicate anchor, with a dependency on an unknown
    anchor, or with a dependency cycle.
    """
    plan, definition = operation.plan, operation.definition
    known = connection.execute(guards.STORED_HASH, {"plan": plan}).fetchone()
    if known is not None and known["document_hash"] == definition.document_hash:  # PLN-2.1
        return Registered(already_initialized=True)
    if not definition.steps:  # PLN-4.1
        raise Refused(rejections.plan_without_steps())
    _require_distinct_anchors(definition)
    _require_known_dependencies(definition)
    _require_no_cycle(cycles.on_cycles(definition))
    if known is None:
        head = (plan, definition.document_hash, definition.title, operation.now)
        connection.execute(INSERT_PLAN, head)  # PLN-1.3
        stored = _store_steps(connection, plan, definition)
        counts.recount(connection, plan)
        return Registered(False, *stored)
    resync.set_aside(connection, plan)
    stored = _store_steps(connection, plan, definition)
    report = resync.restore(connection, plan, definition)
    kept, dropped = len(report.kept), len(report.changed) + len(report.removed)  # PLN-7.38, 7.39
    return Registered(False, *stored, True, kept, dropped, *report)


def _in_document_order(
    definition: PlanDefinition,
) -> Iterator[tuple[StepDefinition, StepDefinition | None]]:
    """Yield every step followed by its substeps, each with its parent."""
    for step in definition.steps:
        yield step, None
        for substep in step.substeps:
            yield substep, step


def _require_distinct_anchors(definition: PlanDefinition) -> None:
    """Refuse the first anchor that occurs a second time (PLN-5.2)."""
    seen: set[str] = set()
    for step, _ in _in_document_order(definition):
        if step.anchor in seen:  # PLN-5.1: E006
            raise Refused(rejections.duplicate_anchor(step.anchor))
        seen.add(step.anchor)


def _require_known_dependencies(definition: PlanDefinition) -> None:
    """Refuse the first dependency on an anchor that the document lacks (PLN-5.4, PLN-5.5)."""
    anchors = {step.anchor for step, _ in _in_document_order(definition)}
    for step, _ in _in_document_order(definition):
        for dependency in step.dependencies:
            if dependency not in anchors:  # PLN-5.3: E010
                raise Refused(rejections.unknown_dependency(step.anchor, dependency))


def _require_no_cycle(circular: Sequence[str]) -> None:
    """Refuse a document by its first step or substep on a cycle (PLN-5.7)."""
    if circular:  # PLN-5.6: E011
        raise Refused(rejections.circular_dependency(circular[0]))


def _store_steps(
    connection: Connection, plan: str, definition: PlanDefinition
) -> tuple[int, int, int, int]:
    """Store everything as pending and open (PLN-1); count steps, substeps, dependencies, items."""
    steps: list[tuple[str, str, str | None, int, str]] = []
    dependencies: list[tuple[str, str, str, int]] = []
    items: list[tuple[str, str, str, int, str]] = []
    for index, (step, parent) in enumerate(_in_document_order(definition)):
        parent_anchor = None if parent is None else parent.anchor
        steps.append((plan, step.anchor, parent_anchor, index, step.title))
        for position, dependency in enumerate(dict.fromkeys(step.dependencies)):
            dependencies.append((plan, step.anchor, dependency, position))
        ordinals: Counter[str] = Counter()
        for item in step.items:
            kind = item.kind.value
            items.append((plan, step.anchor, kind, ordinals[kind], item.text))
            ordinals[kind] += 1
    connection.executemany(INSERT_STEP, steps)
    connection.executemany(WRITE_DEPENDENCY, dependencies)
    connection.executemany(INSERT_ITEM, items)
    top_level = len(definition.steps)
    return top_level, len(steps) - top_level, len(dependencies), len(items)
