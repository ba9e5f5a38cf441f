"""`planspec doctor`: whether an implementation speaks the protocol at all."""

from collections.abc import Iterator

from conformance.adapters.remote import SAMPLE, RemoteSystem
from conformance.adapters.sut import RequestFailed
from conformance.cli.common.opening import opened
from conformance.cli.common.output import Output
from conformance.cli.options.validation import DoctorOptions
from conformance.differential.comparator import Comparator
from conformance.protocol.documents.validation import DoctorDocument
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.exit_codes import SUCCESS
from conformance.reports.words.differences import render_differences
from conformance.vectors.playing import KnownStep, Player, beginning, stored
from model.apply import apply
from spec.formats.messages import Message
from spec.vocabulary.state import State


def run(options: DoctorOptions) -> Output:
    """Send every request but operations. Raises `Broken`."""
    with opened(options, restarts=False) as system:
        require_reset(system)
        send_ahead(system)
        system.bye()
    identity, edition = system.identity, system.edition.name
    document = DoctorDocument(implementation=identity, edition=edition)
    return Output(SUCCESS, lambda: document, identity_as_text(identity, edition))


def require_reset(system: RemoteSystem) -> None:
    """Store a plan and empty the store. Raises `Broken` unless `observe` shows that each time."""
    comparator = Comparator(system.identity, system.edition)
    if system.fill():
        filled = apply(State(), SAMPLE, system.edition).state
        if found := comparator.state_differences(filled, observed(system)):
            lines = "; ".join(render_differences(found))
            problem = f"'reset' with a plan must register it: {lines}"
            raise system.broken("reset", problem)
    system.reset()
    if left := comparator.state_differences(State(), observed(system)):
        raise system.bad_reset([each.path for each in left])


def observed(system: RemoteSystem) -> Message:
    """Return what is stored. Raises `Broken` if that is answered with an error."""
    try:
        return system.observe()
    except RequestFailed as error:
        problem = f"'observe' was answered with an error: {error}"
        raise system.broken("refused", problem) from error


def send_ahead(system: RemoteSystem) -> None:
    """Fill the window, if one is offered. Raises `Broken` unless all requests are answered."""
    if system.pipeline is None:
        return
    player = Player(system, Comparator(system.identity, system.edition))
    emptied = [*beginning(None), stored(State())]
    # As many as the window has requests; two for a system that is asked none ahead.
    steps = range(player.window if player.window > len(emptied) else min(2, player.window))
    for played in player.play(KnownStep(number, emptied) for number in steps):
        if lines := [
            line
            for each in played.unexpected
            for line in (*render_differences(each.differences), each.error)
        ]:
            problem = f"requests sent ahead are not answered one after the other: {lines[0]}"
            raise system.broken("refused", f"{problem}; offer no window, or answer in order")


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
