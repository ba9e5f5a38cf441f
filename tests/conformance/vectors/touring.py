"""Validating a system by tours alone."""

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.limits import RunLimits
from conformance.kit.validation import Validation
from model.explorer.scopes.scope import Scope
from tests.conformance.vectors.ahead import remote


def validated(system: SystemUnderTest, *scopes: Scope, operations: int = 100_000) -> Validation:
    """Validate a system, with requests sent ahead, by tours alone."""
    served = remote(system)
    limits = RunLimits(0, None, operations)
    validation = Validation(served, capabilities_of(served.identity), limits, lambda *_: None)
    validation.run_at_random = lambda: None  # type: ignore[method-assign]
    validation.run((), (), scopes)
    return validation
