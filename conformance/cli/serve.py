"""`planspec serve`: the model or the reference implementation speaks the protocol."""

import argparse
import sys

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from conformance.adapters.stores import StoreSystem
from conformance.cli.common.usage import UsageError
from conformance.cli.explore import named_edition
from conformance.reports.exit_codes import SUCCESS


def run(options: argparse.Namespace) -> int:
    """Answer requests on standard input until `bye`."""
    edition = named_edition(options.edition)
    if options.side == "impl" and options.edition != "2026.1":
        raise UsageError(f"--edition {options.edition}: impl knows 2026.1 only; serve the model")
    served = ModelSystem(edition) if options.side == "model" else StoreSystem()
    # Bytes that are no text make a line that cannot be read, which is answered like any other.
    with open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False) as requests:
        serve(served, requests, sys.stdout)
    return SUCCESS
