"""Reports of iterations, with real summary files, and the loops that are shown.

A program keeps a copy of the summary, and shows where: that path is the context of the loop. Here
it stands for the path that the operation has given.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.adapters.command_line.answers import accepted, printed
from conformance.adapters.command_line.arguments import PLAN, Argument, Words
from conformance.adapters.command_line.envelopes import Envelope, Fields, rejection
from conformance.adapters.command_line.words import option, positional
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import Message
from spec.vocabulary.iterations import IterationDecided, ReportIteration

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

MOST_BYTES = 1_000_000
"""The largest summary that is written."""
DECIDED: Fields = {
    **printed(str, "status"),
    **printed(int, "iteration"),
    "violation": ("violation", (dict, type(None))),
}


@dataclass
class Summaries:
    """The summary files of a run in a folder, and the given paths by the contexts shown."""

    folder: Path
    given: dict[str, str | None] = field(default_factory=dict)

    def write(self, size: int | None) -> Path:
        """Return the path of a summary of so many bytes, or of one that does not exist."""
        self.folder.mkdir(exist_ok=True)
        path = self.folder / "summary.md"
        path.unlink(missing_ok=True)
        if size is not None:
            if size > MOST_BYTES:
                raise UnsupportedRequest(f"no summary of more than {MOST_BYTES} bytes is written")
            path.write_bytes(b"s" * size)
        return path

    def in_given_words(self, loop: Message | None) -> Message | None:
        """Return a loop that is shown, with its context as it was given."""
        context = loop.get("context") if loop else None
        if loop is None or not isinstance(context, str):
            return loop
        return loop | {"context": self.given.get(context, context)}


def report(operation: ReportIteration, line: "CommandLine") -> Message:
    """Report an iteration by the program."""
    envelope = line.ask(report_words(operation, line.summaries))
    if envelope.failed:
        return rejection(envelope)
    remember(operation, envelope, line.summaries)
    return accepted(IterationDecided, envelope.taken(envelope.data, DECIDED))


def report_words(operation: ReportIteration, summaries: Summaries) -> Words:
    """Return a report in words: the report itself is read from standard input."""
    path, size = operation.report.summary_path, operation.summary_bytes
    named = None if path is None and size is None else str(summaries.write(size))
    given = json.dumps(asdict(operation.report) | {"summary_path": named})
    least = operation.least_summary_bytes
    smallest = [] if least is None else option("--least-summary-bytes", str(least))
    plan = Argument(PLAN, positional(operation.plan))
    return Words("iterations report", (plan, *smallest), given)


def remember(operation: ReportIteration, envelope: Envelope, summaries: Summaries) -> None:
    """Remember for which given path the context stands that is answered."""
    context = envelope.data.get("context")
    if isinstance(context, str):
        summaries.given[context] = operation.report.summary_path
