"""`planspec doctor`: whether an implementation speaks the protocol at all."""

import argparse
from collections.abc import Iterator

from conformance.adapters.connections import Broken
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed
from conformance.cli.common.opening import opened, report_broken
from conformance.cli.common.printing import print_result
from conformance.differential.comparator import Comparator
from conformance.protocol.documents.validation import DoctorDocument
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.exit_codes import SUCCESS
from conformance.vectors.playing import KnownReplies, KnownStep, Player
from spec.vocabulary.state import State


def run(options: argparse.Namespace) -> int:
    """Send every request but operations, report, and return the exit code."""
    try:
        with opened(options) as system:
            system.reset()
            try:
                system.observe()
            except RequestFailed as error:
                problem = f"'observe' was answered with an error: {error}"
                raise system.broken("refused", problem) from error
            send_ahead(system)
            system.bye()
    except Broken as broken:
        return report_broken(broken, options.json)
    identity = system.identity
    print_result(
        options.json, lambda: DoctorDocument(implementation=identity), identity_as_text(identity)
    )
    return SUCCESS


def send_ahead(system: RemoteSystem) -> None:
    """Fill the window with requests, if one is offered. Raises `Broken` unless all are answered."""
    if system.pipeline is None:
        return
    replies = KnownReplies()
    emptied = [*replies.beginning(None), replies.state(State())]
    steps = [KnownStep(number, emptied) for number in range(system.window)]
    for played in Player(system, Comparator(system.identity)).play(steps):
        if lines := [line for each in played.differences for line in (*each.lines, each.error)]:
            problem = f"requests sent ahead are not answered one after the other: {lines[0]}"
            raise system.broken("refused", f"{problem}; offer no window, or answer in order")


def identity_as_text(identity: Identity) -> Iterator[str]:
    """Yield what an implementation says of itself."""
    rows = (
        ("implementation", f"{identity.name} {identity.version}, {identity.language}"),
        ("protocol", identity.protocol),
        ("areas", ", ".join(identity.areas) or "none"),
        ("clock", identity.clock),
        ("observe", identity.observe),
        ("faults", ", ".join(identity.faults) or "none"),
        ("window", str(identity.window)),
    )
    yield from aligned(rows)
    answered = "it speaks the protocol: hello, reset, observe and bye were answered"
    yield coloured(answered, "green")
