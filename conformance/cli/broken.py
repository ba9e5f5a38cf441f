"""What a command prints when the implementation that it asks, or its adapter, breaks."""

from conformance.adapters.connections import Broken
from conformance.cli.opening import print_broken
from conformance.cli.printing import print_document
from conformance.protocol.documents.validation import BrokenDocument
from conformance.reports.exit_codes import BROKEN


def report_broken(broken: Broken, as_json: bool) -> int:
    """Print what broke, as a document too if that is wanted, and return the exit code."""
    if as_json:
        print_document(
            BrokenDocument(kind=broken.kind, problem=str(broken), last_words=broken.last_words)
        )
    print_broken(broken)
    return BROKEN
