"""Fault localization for a system in this process, as `conform` does it."""

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import InProcessSystem
from conformance.differential.reducer import Counterexample
from conformance.kit.finding import found
from conformance.kit.limits import RunLimits
from conformance.kit.run import validate
from conformance.kit.session import session_of
from spec.catalog import rule_id


def suspected_rule(system: InProcessSystem, shown: Counterexample) -> str:
    """Return the rule that a counterexample is attributed to."""
    session = session_of(system, capabilities_of(system.identity))
    first = found(shown, "random", session.edition)
    validation = validate(session, RunLimits(0, None, None), stages=[lambda *_: iter((first,))])
    return rule_id(validation.findings[0].clause)
