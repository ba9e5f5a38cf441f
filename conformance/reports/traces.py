"""Narration: operations, outcomes and whole traces in words, changed fields only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from conformance.differential.comparator import describe_reply, plan_changes
from conformance.differential.divergence import Divergence
from conformance.protocol.codec import Message
from conformance.protocol.traces import operation_name
from model.explorer.events import PathStep
from model.explorer.situations import Edit, Event, Fault
from model.transition import Transition
from spec.vocabulary.checklists import BatchEntry, StatusChange
from spec.vocabulary.completion import HistoryEntry
from spec.vocabulary.iterations import IterationReport
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.plans import PlanDefinition
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State, Step


def told_operation(operation: Operation) -> str:
    """Tell an operation in one line, without what is left at its default."""
    parts = [
        told_field(field.name, getattr(operation, field.name))
        for field in fields(operation)
        if getattr(operation, field.name) != field.default and field.name not in ("plan", "now")
    ]
    told = ", ".join(filter(None, parts))
    return f"{operation_name(type(operation))} {operation.plan} at {operation.now}: {told}"


def told_field(name: str, value: object) -> str:
    """Tell one field: a flag by its name alone, a document by its size."""
    if value is True:
        return name
    if isinstance(value, PlanDefinition):
        return told_definition(value)
    if isinstance(value, IterationReport):
        return f"{name} [{told_report(value)}]"
    if name == "document_hash":
        return f"document {str(value)[:7]}"
    if isinstance(value, tuple):
        return f"{name} [{'; '.join(told_part(part) for part in value)}]"
    return f"{name} {value!r}" if name in ("reason", "summary") else f"{name} {value}"


def told_report(report: IterationReport) -> str:
    """Tell what a report says, without what it leaves out."""
    parts = ((field, getattr(report, field.name)) for field in fields(report))
    return ", ".join(f"{field.name} {told}" for field, told in parts if told != field.default)


def told_part(part: object) -> str:
    """Tell one entry of a request."""
    match part:
        case StatusChange(status, kind, ordinal):
            item = "every item" if kind is None else f"every {kind}" if ordinal is None else ""
            return f"{item or f'{kind} {ordinal}'} {status}"
        case BatchEntry(kind, ordinal, status, reason):
            return f"{kind} {ordinal} {status}" + (f" {reason!r}" if reason is not None else "")
        case HistoryEntry(plan, step, commit_hash):
            return f"{commit_hash[:7]} completes {step} of {plan}"
    return str(part)


def told_definition(definition: PlanDefinition) -> str:
    """Tell a document: its hash, and each step with what it depends on and has to do."""
    steps = []
    for step in definition.steps:
        for row in (step, *step.substeps):
            after = f" after {', '.join(row.dependencies)}" if row.dependencies else ""
            count = len(row.items)
            items = f" with {count} item{'s' * (count > 1)}" if count else ""
            level = "" if row is step else f" under {step.anchor}"
            steps.append(f"{row.anchor}{level}{after}{items}")
    return f"document {definition.document_hash[:7]} [{'; '.join(steps)}]"


def told_outcome(outcome: Outcome | Message | str | None) -> str:
    """Return an answer in one line."""
    if isinstance(outcome, dict):
        return describe_reply(outcome)
    if outcome is None or isinstance(outcome, str):
        return str(outcome)
    if isinstance(outcome, Rejected):
        return f"rejected {outcome}"
    return f"{type(outcome).__name__}({told_record(outcome)})"


def told_record(record: Any) -> str:
    """Tell the fields of a record that have a value."""
    values = ((field.name, getattr(record, field.name)) for field in fields(record))
    return ", ".join(f"{name} {told_value(value)}" for name, value in values if value is not None)


def told_answer(transition: Transition) -> str:
    """Tell an answer and the rules that decided it."""
    by = f"   by {' '.join(transition.rules)}" if transition.rules else ""
    return told_outcome(transition.outcome) + by


def told_value(value: object) -> str:
    """Tell a value of an answer: of a plan only what its steps, items and loops have become."""
    if isinstance(value, Plan):
        loops = (value.review_cycle, value.iteration_loop)
        around = [told_value(each) for each in loops if each is not None]
        return f"[{'; '.join((str(value.status), *map(told_step, value.steps), *around))}]"
    if is_dataclass(value) and not isinstance(value, Rejected):
        return f"{type(value).__name__}({told_record(value)})"
    return repr(value) if isinstance(value, str) and "\n" in value else str(value)


def told_step(step: Step) -> str:
    """Tell how far a step and its items are."""
    statuses = [str(item.status) for item in step.items]
    items = f" ({', '.join(statuses)})" if statuses else ""
    return f"{step.anchor} {step.status}{items}"


def told_trace(operations: Sequence[Operation], transitions: Sequence[Transition]) -> Iterator[str]:
    """Tell a trace: for each step its operation, outcome, rules, and what changed."""
    pairs = zip(operations, transitions, strict=False)
    yield from told_path([PathStep(asked, asked.now, asked, answered) for asked, answered in pairs])


def told_divergence(divergence: Divergence) -> Iterator[str]:
    """Tell what went wrong after the last operation of a trace."""
    rules = " ".join(divergence.model.rules) if divergence.model else ""
    match divergence.kind:
        case "answer":
            yield f"The answers differ (decided by {rules}):"
            if divergence.model:
                yield f"  model           {told_outcome(divergence.model.outcome)}"
            yield f"  implementation  {told_outcome(divergence.observed)}"
            return
        case "state":
            yield f"The stored states differ, model -> implementation (decided by {rules}):"
        case "crash":
            yield f"The implementation broke (the model decided by {rules}):"
        case "integrity":
            yield "The stored data is damaged:"
        case "run":
            yield "A run of the orchestrator, which these operations end, breaks a property:"
        case "orchestrator":
            yield "The orchestrators differ in a run that these operations end:"
        case _:
            yield "The specification breaks its own property:"
    yield from (f"  {line}" for line in divergence.differences)


@dataclass(frozen=True, slots=True)
class Narrated:
    """One event of a path in words.

    `event` is the name of an operation, or what else happens (`tick`, `edit`, `fault`); `by` the
    worktree that asks, if one does; `then` what somebody who made the operation does next;
    `changed` a line for every field that has another value now.
    """

    event: str
    by: str | None
    told: str
    answer: str = ""
    rules: tuple[str, ...] = ()
    then: str = ""
    changed: tuple[str, ...] = ()


def narrated(path: Sequence[PathStep]) -> Iterator[Narrated]:
    """Put a path into words, event by event."""
    before = State()
    for step in path:
        if step.operation is None or step.transition is None:
            yield Narrated(type(step.event).__name__.lower(), None, told_surrounding(step.event))
            continue
        after = step.transition.state
        old, new = before.plan(step.operation.plan), after.plan(step.operation.plan)
        yield Narrated(
            operation_name(type(step.operation)),
            getattr(step.operation, "worktree", None),
            told_operation(step.operation),
            told_outcome(step.transition.outcome),
            step.transition.rules,
            step.then,
            tuple(plan_changes(old, new)) if old and new and old is not new else (),
        )
        before = after


def told_path(path: Sequence[PathStep]) -> Iterator[str]:
    """Tell a path of the explorer: what happened, the answer, the rules, and what changed."""
    for number, step in enumerate(narrated(path), start=1):
        yield f"{number:3}  {step.told}"
        if step.answer:
            yield f"     {step.answer}" + (f"   by {' '.join(step.rules)}" if step.rules else "")
        if step.then:
            yield f"     {step.then}"
        yield from (f"       {line}" for line in step.changed)


def told_surrounding(event: Event) -> str:
    """Tell what happens around the store."""
    if isinstance(event, Fault):
        return f"{event.sentence}, at the next call"
    if isinstance(event, Edit):
        return f"somebody edits the document of {event.plan} (version {event.version})"
    return "a millisecond passes"
