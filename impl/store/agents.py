"""The check of a command that an agent wants to run, as an operation (AGT)."""

import sqlite3

from spec.vocabulary.agents import CheckCommand, CommandChecked


def check(_connection: sqlite3.Connection, operation: CheckCommand) -> CommandChecked:
    """Say whether a command may run, and all that was found in it. Looks at no plan (AGT-6)."""
    from impl.shell.command_findings import check_command  # few processes that open a store ask

    return check_command(operation.command)
