"""What a command prints when the implementation that it asks, or its adapter, breaks."""

from conformance.adapters.connections import Broken
from conformance.adapters.opening import tell_broken
from conformance.cli.options import print_document
from conformance.protocol.documents.validation import BrokenDocument
from conformance.usage import BROKEN


def report_broken(broken: Broken, as_json: bool) -> int:
    """Print what broke, as a document too if that is wanted, and return the exit code."""
    if as_json:
        print_document(
            BrokenDocument(kind=broken.kind, problem=str(broken), last_words=broken.last_words)
        )
    tell_broken(broken)
    return BROKEN
