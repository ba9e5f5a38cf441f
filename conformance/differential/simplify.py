"""Simplifying the operations of a failing trace: smaller documents and shorter requests."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

Trace = Sequence[Operation]
Part = TypeVar("Part")


def simplified(trace: Trace, still_fails: Callable[[Trace], bool]) -> Trace:
    """Replace operations by simpler ones as long as the trace still fails."""
    position = 0
    while position < len(trace):
        for simpler in simpler_operations(trace[position]):
            candidate = [*trace[:position], simpler, *trace[position + 1 :]]
            if still_fails(candidate):
                trace = candidate
                break
        else:
            position += 1
    return trace


def simpler_operations(operation: Operation) -> Iterator[Operation]:
    """List the operations that ask for one thing less."""
    match operation:
        case Register():
            for steps in smaller_steps(operation.definition.steps):
                yield replace(operation, definition=with_steps(operation.definition, steps))
        case Batch():
            for entries in each_left_out(operation.entries):
                yield replace(operation, entries=entries)
        case Update():
            for changes in each_left_out(operation.changes):
                yield replace(operation, changes=changes)
        case Reconcile():
            for history in each_left_out(operation.history):
                yield replace(operation, history=history)


def with_steps(definition: PlanDefinition, steps: tuple[StepDefinition, ...]) -> PlanDefinition:
    """Give a document other steps. Its hash stays, as other operations refer to it."""
    return replace(definition, steps=steps)


def smaller_steps(steps: tuple[StepDefinition, ...]) -> Iterator[tuple[StepDefinition, ...]]:
    """List what remains of a plan's steps when one thing is left out: a step, or part of one."""
    yield from each_left_out(steps)
    for position, step in enumerate(steps):
        for smaller in smaller_step(step):
            yield (*steps[:position], smaller, *steps[position + 1 :])


def smaller_step(step: StepDefinition) -> Iterator[StepDefinition]:
    """List what remains of a step when one thing is left out, the largest first."""
    if len(step.items) > 1:
        yield replace(step, items=())
    for substeps in smaller_steps(step.substeps):
        yield replace(step, substeps=substeps)
    for items in each_left_out(step.items):
        yield replace(step, items=items)
    for dependencies in each_left_out(step.dependencies):
        yield replace(step, dependencies=dependencies)


def each_left_out(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """List what remains when one part is left out."""
    for position in range(len(parts)):
        yield (*parts[:position], *parts[position + 1 :])
