"""Agent commands: what keeps a command from being run (AGT)."""

from model.transition import Decision, accept
from spec.vocabulary import CheckCommand, CommandChecked


def check_command(_: CheckCommand) -> Decision:
    """Answer whether a command may be run."""
    return accept(CommandChecked(True), "AGT-6")
