"""`planspec dialect`: a template for the dialect of a command line."""

from conformance.adapters.command_line.dialects.dialect import template
from conformance.cli.common.output import Output
from conformance.cli.options.validation import DialectOptions


def run(_options: DialectOptions) -> Output:
    """Return the template."""
    return Output(lines=template().splitlines())
