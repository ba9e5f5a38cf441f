"""The check of a command that an agent wants to run, as an operation (AGT)."""

from impl.shell.command_findings import check_command
from impl.store.connection import Connection
from spec.vocabulary.agents import CheckCommand, CommandChecked


def check(_connection: Connection, operation: CheckCommand) -> CommandChecked:
    """Return whether a command may run, and all findings. Reads no plan (AGT-6.11)."""
    return check_command(operation.command)
