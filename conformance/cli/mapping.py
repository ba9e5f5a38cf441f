"""`planspec mapping`: a template for the mapping of a log."""

from conformance.cli.common.output import Output
from conformance.cli.options.validation import MappingOptions
from conformance.histories.logs.mapping import template


def run(_options: MappingOptions) -> Output:
    """Return the template."""
    return Output(lines=template().splitlines())
