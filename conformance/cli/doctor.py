"""`planspec doctor`: whether an implementation speaks the protocol at all."""

import argparse
from collections.abc import Iterator

from conformance.adapters.connections import Broken
from conformance.adapters.sut import RequestFailed
from conformance.cli.broken import report_broken
from conformance.cli.opening import opened
from conformance.cli.printing import print_document, print_lines
from conformance.protocol.documents.validation import DoctorDocument
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.exit_codes import SUCCESS


def run(options: argparse.Namespace) -> int:
    """Send every request but operations, report, and return the exit code."""
    try:
        system = opened(options)
        try:
            system.reset()
            try:
                system.observe()
            except RequestFailed as error:
                problem = f"'observe' was answered with an error: {error}"
                raise system.broken("refused", problem) from error
            system.bye()
        finally:
            system.close()
    except Broken as broken:
        return report_broken(broken, options.json)
    if options.json:
        print_document(DoctorDocument(implementation=system.identity))
    else:
        print_lines(identity_as_text(system.identity))
        answered = "it speaks the protocol: hello, reset, observe and bye were answered"
        print(coloured(answered, "green"))
    return SUCCESS


def identity_as_text(identity: Identity) -> Iterator[str]:
    """Yield what an implementation says of itself."""
    rows = (
        ("implementation", f"{identity.name} {identity.version}, {identity.language}"),
        ("protocol", identity.protocol),
        ("areas", ", ".join(identity.areas) or "none"),
        ("clock", identity.clock),
        ("observe", identity.observe),
        ("faults", ", ".join(identity.faults) or "none"),
    )
    yield from aligned(rows)
