"""Runs of the orchestrator as JSON: what was given, and the events between its calls in order."""

from dataclasses import dataclass, fields
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from conformance.generators.circumstances import (
    Assignment,
    CallFault,
    DocumentEdited,
    OrchestratedRun,
    RunEvent,
)
from conformance.protocol.operations import OperationObject


class EventObject(BaseModel):
    """An event of a run, and the position of the call that it precedes."""

    model_config = ConfigDict(extra="forbid")

    before: int
    operation: OperationObject | None = None
    document_hash: str | None = None
    fault: CallFault | None = None

    @model_validator(mode="after")
    def require_one_event(self) -> "EventObject":
        """Raise `ValueError` unless exactly one event is given."""
        if (self.operation, self.document_hash, self.fault).count(None) != 2:
            raise ValueError("an event has operation, document_hash or fault")
        return self

    @property
    def event(self) -> RunEvent:
        """The event itself."""
        if self.document_hash is not None:
            return DocumentEdited(self.document_hash)
        event = self.operation or self.fault
        assert event is not None
        return event


@dataclass(frozen=True)
class RunObject(Assignment):
    """A run as an object: the fields of what was given, then the events."""

    events: tuple[EventObject, ...] = ()


RUN: TypeAdapter[RunObject] = TypeAdapter(RunObject)


def run_to_json(run: OrchestratedRun) -> dict[str, Any]:
    """Return a run as an object."""
    given = {field.name: getattr(run.assignment, field.name) for field in fields(Assignment)}
    events = tuple(event_object(*event) for event in run.events)
    written = RUN.dump_python(RunObject(**given, events=events), mode="json", exclude_defaults=True)
    return {**written, "events": written.get("events", [])}


def event_object(position: int, event: RunEvent) -> EventObject:
    """Return an event of a run as an object."""
    if isinstance(event, DocumentEdited):
        return EventObject(before=position, document_hash=event.document_hash)
    if isinstance(event, CallFault):
        return EventObject(before=position, fault=event)
    return EventObject(before=position, operation=event)


def run_from_json(data: object) -> OrchestratedRun:
    """Return an object as a run; raise `ValidationError` if it is none."""
    read = RUN.validate_python(data)
    given = {field.name: getattr(read, field.name) for field in fields(Assignment)}
    return OrchestratedRun(
        Assignment(**given), tuple((each.before, each.event) for each in read.events)
    )
