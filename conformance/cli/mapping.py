"""`planspec mapping`: a template for the mapping of a log."""

from conformance.cli.common.output import Output
from conformance.cli.options.validation import MappingOptions
from conformance.histories.logs.files import template
from conformance.reports.exit_codes import SUCCESS


def run(_options: MappingOptions) -> Output:
    """Return the template."""
    return Output(SUCCESS, lines=template().splitlines())
