"""`planspec dialect`: a template for the dialect of a command line."""

import argparse

from conformance.adapters.command_line.dialects.files import template
from conformance.reports.exit_codes import SUCCESS


def run(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the template, and return the exit code."""
    print(template(), end="")
    return SUCCESS
