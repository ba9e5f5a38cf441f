"""Traces: a sequence of operations as a JSON file that can be kept, read and run again."""

import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from conformance.generators.circumstances import (
    Assignment,
    DocumentEdited,
    Fault,
    OrchestratedRun,
    RunEvent,
)
from spec.editions import CURRENT
from spec.vocabulary.operations import OPERATIONS, Operation

FORMAT = "planspec trace 1"


class TraceError(Exception):
    """A file that cannot be read as a trace: what was found, what was expected, what to do."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Operations in order, and what they showed when they were saved.

    `broken` is the id of the property that the last of them breaks, if that is what it shows.
    `run` is the run of the orchestrator that follows them, if one does.
    """

    operations: tuple[Operation, ...]
    shows: str = ""
    edition: str = CURRENT.name
    broken: str | None = None
    run: OrchestratedRun | None = None


def operation_name(operation: type) -> str:
    """Give the name of an operation or answer in files and messages, as `record_artifact`."""
    name = operation.__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


OPERATION_NAMES: dict[str, type[Operation]] = {operation_name(kind): kind for kind in OPERATIONS}


@cache
def adapters() -> dict[str, TypeAdapter[Any]]:
    """Make what reads and writes the operations, by name."""
    return {name: TypeAdapter(kind) for name, kind in OPERATION_NAMES.items()}


def operation_to_json(operation: Operation) -> dict[str, Any]:
    """Write an operation as a flat object that names it."""
    name = operation_name(type(operation))
    fields = adapters()[name].dump_python(operation, mode="json", exclude_defaults=True)
    return {"operation": name, **fields}


def operation_from_json(data: object) -> Operation:
    """Read an operation from a flat object; raise `TraceError` if it is none."""
    if not isinstance(data, dict):
        raise TraceError(f"an operation is an object, found {data!r}")
    fields = dict(data)
    name = str(fields.pop("operation", None))
    kind = OPERATION_NAMES.get(name)
    if kind is None:
        known = ", ".join(OPERATION_NAMES)
        raise TraceError(f"{name!r} is no operation; give one of: {known}")
    if unknown := fields.keys() - kind.__dataclass_fields__.keys():
        raise TraceError(f"{name} has no field {', '.join(sorted(unknown))}")
    try:
        operation: Operation = adapters()[name].validate_python(fields)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"]) or "its fields"
        raise TraceError(f"{name}, {place}: {problem['msg']}") from error
    return operation


def run_to_json(run: OrchestratedRun) -> dict[str, Any]:
    """Return a run of the orchestrator as an object: what was given, and the events in order."""
    given = TypeAdapter(Assignment).dump_python(run.assignment, mode="json", exclude_defaults=True)
    return {**given, "events": [event_to_json(*event) for event in run.events]}


def event_to_json(position: int, event: RunEvent) -> dict[str, Any]:
    """Return an event of a run as an object, with the position of the call it precedes."""
    if isinstance(event, DocumentEdited):
        return {"before": position, "document_hash": event.document_hash}
    if isinstance(event, Fault):
        fault = TypeAdapter(Fault).dump_python(event, exclude_defaults=True)
        return {"before": position, "fault": fault}
    return {"before": position, "operation": operation_to_json(event)}


def run_from_json(data: object) -> OrchestratedRun:
    """Read what `run_to_json` writes. Raises `TraceError` for anything else."""
    if not isinstance(data, dict):
        raise TraceError(f"a run is an object, found {data!r}")
    fields = dict(data)
    events = fields.pop("events", [])
    if not isinstance(events, list):
        raise TraceError(f"events is a list, found {events!r}")
    try:
        given = TypeAdapter(Assignment).validate_python(fields)
        return OrchestratedRun(given, tuple(map(event_from_json, events)))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise TraceError(f"{place}: {problem['msg']}") from error


def event_from_json(data: object) -> tuple[int, RunEvent]:
    """Read what `event_to_json` writes."""
    if not isinstance(data, dict):
        raise TraceError(f"an event of a run is an object, found {data!r}")
    fields = dict(data)
    position = TypeAdapter(int).validate_python(fields.pop("before", None))
    match fields:
        case {"document_hash": str(document_hash)}:
            return position, DocumentEdited(document_hash)
        case {"fault": fault}:
            return position, TypeAdapter(Fault).validate_python(fault)
        case {"operation": operation}:
            return position, operation_from_json(operation)
    raise TraceError(f"an event has operation, document_hash or fault, found {data!r}")


def write_trace(path: Path, trace: Trace) -> None:
    """Save a trace, one operation a line, making its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "    " + json.dumps(operation_to_json(operation), ensure_ascii=False)
        for operation in trace.operations
    ]
    head = {"format": FORMAT, "edition": trace.edition, "shows": trace.shows}
    if trace.broken is not None:
        head["broken"] = trace.broken
    start = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    end = f',\n  "run": {json.dumps(run_to_json(trace.run))}' if trace.run else ""
    text = f'{start},\n  "operations": [\n' + ",\n".join(lines) + f"\n  ]{end}\n}}\n"
    path.write_text(text, encoding="utf-8")


def saved(path: Path, trace: Trace) -> Path | None:
    """Save a trace; if that cannot be, say so and give none, so that what was found is not lost."""
    try:
        write_trace(path, trace)
    except OSError as error:
        reason = error.strerror or str(error)
        print(f"planspec: {path}: {reason}; the trace is shown but not saved", file=sys.stderr)
        return None
    return path


def read_trace(path: Path) -> Trace:
    """Read a saved trace; raise `TraceError` that names the file and the place if it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise TraceError(f"{path}: {reason}; expected a saved trace; check the path") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise TraceError(f"{path}: cannot be read as a JSON trace: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TraceError(f'{path}: expected an object with "format": "{FORMAT}"')
    operations = []
    for number, operation in enumerate(data.get("operations") or [], start=1):
        try:
            operations.append(operation_from_json(operation))
        except TraceError as error:
            raise TraceError(f"{path}: operation {number}: {error}") from error
    run = data.get("run")
    if not operations and run is None:
        raise TraceError(f'{path}: expected at least one operation under "operations"')
    try:
        orchestrated = None if run is None else run_from_json(run)
    except TraceError as error:
        raise TraceError(f"{path}: run: {error}") from error
    return Trace(
        tuple(operations),
        str(data.get("shows", "")),
        str(data.get("edition", CURRENT.name)),
        data.get("broken"),
        orchestrated,
    )
