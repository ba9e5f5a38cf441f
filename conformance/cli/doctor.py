"""`planspec doctor`: whether an implementation speaks the protocol at all."""

from collections.abc import Iterator

from conformance.adapters.connections import describe_request
from conformance.adapters.remote import SAMPLE, RemoteSystem
from conformance.cli.common.opening import opened
from conformance.cli.common.output import Output
from conformance.cli.options.validation import DoctorOptions
from conformance.differential.comparator import Comparator
from conformance.protocol.documents.validation import DoctorDocument
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.exit_codes import SUCCESS
from conformance.reports.words.differences import render_differences
from conformance.vectors.playing import KnownStep, Player, beginning


def run(options: DoctorOptions) -> Output:
    """Send every request but operations. Raises `Broken`."""
    with opened(options, restarts=False) as system:
        require_resets(system)
        system.bye()
    identity, edition = system.identity, system.edition.name
    document = DoctorDocument(implementation=identity, edition=edition)
    return Output(SUCCESS, lambda: document, identity_as_text(identity, edition))


def require_resets(system: RemoteSystem) -> None:
    """Store a plan, then empty the store again and again, so that the window is full.

    Raises `Broken` unless `observe` shows each time what is stored, a plan that a reset brings too.
    """
    plan = SAMPLE if system.fill() else None
    player = Player(system, Comparator(system.identity, system.edition))
    asked = beginning(plan, system.edition)
    for played in player.play(KnownStep(number, asked) for number in range(player.window)):
        for each in played.unexpected:
            lines = "; ".join(render_differences(each.differences))
            problem = f"'reset' with a plan must register it: {lines}"
            if each.error:
                problem = (
                    f"{describe_request(each.request)} was answered with an error: {each.error}"
                )
            in_order = "; answer in order, or offer no window" if player.pipeline else ""
            raise system.broken("refused", problem + in_order)


def identity_as_text(identity: Identity, edition: str) -> Iterator[str]:
    """Yield the identity of an implementation, and the edition that it is validated against."""
    rows = (
        ("implementation", f"{identity.name} {identity.version}, {identity.language}"),
        ("protocol", identity.protocol),
        ("areas", ", ".join(identity.areas) or "none"),
        ("clock", identity.clock),
        ("observe", identity.observe),
        ("faults", ", ".join(identity.faults) or "none"),
        ("without", ", ".join(identity.without) or "nothing"),
        ("window", str(identity.window)),
        ("editions", ", ".join(identity.editions) or "none declared"),
        ("judged by", f"edition {edition}"),
    )
    yield from aligned(rows)
    answered = "it speaks the protocol: hello, reset, observe and bye were answered"
    yield coloured(answered, "green")
