"""Commands of agents, as a program checks them."""

from typing import TYPE_CHECKING

from conformance.adapters.command_line.answers import accepted, printed
from conformance.adapters.command_line.arguments import Words
from conformance.adapters.command_line.envelopes import Fields, rejection
from conformance.protocol.codec import Message
from spec.vocabulary.agents import CheckCommand, CommandChecked

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

CHECKED = printed(bool, "allowed", "not_judged")
FINDING: Fields = {
    **printed(str, "rule", "words"),
    "instead": ("instead", (str, type(None))),
    **printed(bool, "advice"),
}


def check(operation: CheckCommand, line: "CommandLine") -> Message:
    """Return whether an agent may run a command, and what was found."""
    envelope = line.ask(Words("check-command", (), operation.command))
    if envelope.failed:
        return rejection(envelope)
    fields = envelope.taken(envelope.data, CHECKED)
    if "findings" in envelope.data:
        records = envelope.records(envelope.data, "findings")
        fields["findings"] = [envelope.taken(each, FINDING) for each in records]
    return accepted(CommandChecked, fields)
