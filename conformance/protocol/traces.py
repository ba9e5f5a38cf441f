"""Traces: a sequence of operations as a JSON file that can be kept, read and run again."""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from conformance.protocol.operations import adapter
from conformance.protocol.spellings import SPELLINGS
from conformance.protocol.tags import wording
from conformance.protocol.usage import UsageError
from impl.json_text import parse_json
from spec.editions import CURRENT
from spec.formats.messages import operation_from_json, stated
from spec.vocabulary.operations import Operation

FORMAT = "planspec trace 1"


class TraceError(UsageError):
    """A file that cannot be read as a trace: what was found, what was expected, what to do."""


@dataclass(frozen=True, slots=True)
class ShownDivergence:
    """The kind of a divergence, and the fields that differ."""

    kind: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Operations in order, and what they showed when they were saved.

    `broken` is the id of the property that the last of them breaks, if that is what it shows.
    In `real_time`, whoever asks a system whose clock cannot be set waits as long as the times say.
    Its requests have a `spelling`, if that is not the usual one.
    `expected` is what a known deviation shows; a trace from before 2026.2 may have none.
    """

    operations: tuple[Operation, ...]
    shows: str = ""
    edition: str = CURRENT.name
    broken: str | None = None
    real_time: bool = False
    expected: ShownDivergence | None = None
    spelling: str = ""


def write_trace(path: Path, trace: Trace) -> None:
    """Save a trace, one operation a line, making its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        "    " + json.dumps(stated(operation), ensure_ascii=False) for operation in trace.operations
    ]
    given = adapter(Trace).dump_python(trace, exclude={"operations"}, exclude_defaults=True)
    head = {"format": FORMAT, "edition": trace.edition, "shows": trace.shows, **given}
    start = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    text = f'{start},\n  "operations": [\n' + ",\n".join(lines) + "\n  ]\n}\n"
    path.write_text(text, encoding="utf-8")


def saved(path: Path, trace: Trace) -> Path | None:
    """Save a trace; return its path, or `None` after a warning if it cannot be written."""
    try:
        write_trace(path, trace)
    except OSError as error:
        reason = error.strerror or str(error)
        print(f"planspec: {path}: {reason}; the trace is shown but not saved", file=sys.stderr)
        return None
    return path


def read_trace(path: Path) -> Trace:
    """Return a saved trace; raise `TraceError` with the file and the place if it is malformed."""
    try:
        data = parse_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise TraceError(f"{path}: {reason}; expected a saved trace; check the path") from error
    except ValueError as error:
        raise TraceError(f"{path}: cannot be read as a JSON trace: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TraceError(f'{path}: expected an object with "format": "{FORMAT}"')
    if data.get("run") is not None:
        raise TraceError(
            f"{path}: ends with a run of the orchestrator, which is no longer replayed; run "
            "'planspec check', which compares the orchestrators itself"
        )
    listed = data.get("operations", [])
    if not isinstance(listed, list):
        raise TraceError(f'{path}: expected an array under "operations"')
    operations = []
    for number, operation in enumerate(listed, start=1):
        try:
            operations.append(operation_from_json(operation))
        except ValueError as error:
            raise TraceError(f"{path}: operation {number}: {error}") from error
    if not operations:
        raise TraceError(f'{path}: expected at least one operation under "operations"')
    try:
        kept = adapter(Trace).validate_python({**data, "operations": ()})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"]))
        raise TraceError(f"{path}: {place}: {wording(problem)}") from error
    if kept.spelling and kept.spelling not in SPELLINGS:
        known = ", ".join(SPELLINGS)
        raise TraceError(f"{path}: unknown spelling {kept.spelling!r}; expected one of: {known}")
    trace: Trace = replace(kept, operations=tuple(operations))
    return trace
