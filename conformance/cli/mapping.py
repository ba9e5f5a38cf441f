"""`planspec mapping`: a template for the mapping of a log."""

import argparse

from conformance.histories.logs.files import template
from conformance.reports.exit_codes import SUCCESS


def run(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the template, and return the exit code."""
    print(template(), end="")
    return SUCCESS
