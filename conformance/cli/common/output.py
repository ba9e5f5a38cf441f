"""What a command prints: one JSON document, or the lines of a report; and its exit code."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from conformance.adapters.connections import Broken
from conformance.cli.options.fields import Options
from conformance.protocol.documents.validation import BrokenDocument
from conformance.protocol.operations import adapter
from conformance.protocol.visible import visible
from conformance.reports.exit_codes import BROKEN, SUCCESS
from impl.cli.output.printing import print_to_nobody, writes_unicode


@dataclass(frozen=True)
class Output:
    """The exit code of a command, and its result as `lines`, made one by one, or as a document.

    `broken` is what broke on the way, which is printed too and decides the exit code.
    """

    code: int = SUCCESS
    document: Callable[[], object] | None = None
    lines: Iterable[str] = ()
    broken: Broken | None = None


def run_command(name: str, options: Options) -> int:
    """Import the command with a name, run it, print its output, and return the exit code."""
    try:
        output = import_module(f"conformance.cli.{name}").run(options)
    except Broken as broken:
        kind, last_words = broken.kind, broken.last_words
        document = BrokenDocument(kind=kind, problem=str(broken), last_words=last_words)
        output = Output(document=lambda: document, broken=broken)
    return print_output(output, options.json)


def print_output(output: Output, as_json: bool) -> int:
    """Print the output of a command, line by line as it is made, and return the exit code.

    That is the same if a reader, such as `head`, has seen enough and quit.
    """
    try:
        if as_json and output.document is not None:
            document = output.document()
            fields = adapter(type(document)).dump_python(document, mode="json")
            print(json.dumps(fields, indent=2, ensure_ascii=not writes_unicode()))
        else:
            for line in output.lines:
                print(line)
        sys.stdout.flush()
    except BrokenPipeError:
        print_to_nobody()
    if output.broken is None:
        return output.code
    # Its standard error was shown as it came.
    kind, sentence = output.broken.kind, visible(str(output.broken))
    print(f"planspec: the implementation broke ({kind}): {sentence}", file=sys.stderr)
    return BROKEN
