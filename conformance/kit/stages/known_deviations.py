"""The stage of deviations: whether what is known to differ still does, by its witness."""

from collections.abc import Iterator

from conformance.differential.divergence import Divergence, RaiseWanted
from conformance.differential.reducer import Counterexample, shown_by
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.kit.deviations import Witnessed, expects_divergence
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.real_time.leases import RealLeases
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known, Ran, Skipped
from conformance.protocol.messages import Clock


def replay_deviations(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:  # noqa: ARG001
    """Yield whether each deviation is still there, if its witness can be asked at all."""
    # One may be on the way to another, so the shortest comes first.
    for witness in sorted(session.witnesses, key=lambda each: len(each.trace.operations)):
        shown = replayed(session, witness)
        if shown is None:
            yield Ran(witness, session.tally())
        elif isinstance(shown, str):
            yield Skipped(witness)
        else:
            at_its_end = len(shown.operations) == len(witness.trace.operations)
            # It is known only if it is what the witness was kept for.
            expected = at_its_end and expects_divergence(witness, shown.divergence)
            if not expected:
                yield Skipped(witness)
            source = f"witness of {witness.deviation.rule}"
            kept_for = witness.deviation if expected else None
            yield found(shown, source, session.edition, witnessed=kept_for)


def replayed(session: Session, witness: Witnessed) -> Counterexample | str | None:
    """Return what a witness shows, `None` if nothing, or why it cannot be asked."""
    if witness.trace.real_time and session.system.identity.clock is not Clock.VIRTUAL:
        leases = RealLeases(session.system, session.capabilities, session.clock)
        play = leases.again(witness.trace.operations)
        return play.why or play.shown
    expected = len(witness.trace.operations)
    runner = DifferentialRunner(
        session.system,
        policy=RaiseWanted(lambda _: len(runner.operations) == expected),
        capabilities=session.capabilities,
    )
    try:
        runner.run(witness.trace.operations)
    except CannotBeAsked as error:
        return str(error)
    except Divergence as divergence:
        return shown_by(runner, divergence)
    return None
