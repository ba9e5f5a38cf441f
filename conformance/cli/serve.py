"""The `serve` command: the model or the reference implementation speaks the protocol."""

import argparse
import sys

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve as answer_requests
from conformance.adapters.stores import StoreSystem
from conformance.cli.explore import named_edition
from conformance.cli.main import AGREES, UsageError


def serve(options: argparse.Namespace) -> int:
    """Answer requests on standard input until `bye`."""
    edition = named_edition(options.edition)
    if options.side == "impl" and options.edition != "2026.1":
        raise UsageError(f"--edition {options.edition}: impl knows 2026.1 only; serve the model")
    served = ModelSystem(edition) if options.side == "model" else StoreSystem()
    # Bytes that are no text make a line that cannot be read, which is answered like any other.
    with open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as requests:
        answer_requests(served, requests, sys.stdout)
    return AGREES
