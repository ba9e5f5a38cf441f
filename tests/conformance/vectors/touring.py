"""Validating a system by tours alone."""

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation, validate
from conformance.kit.session import Session
from conformance.kit.stages.shortening import shorten
from conformance.kit.stages.tours import play_tours
from model.explorer.scopes.scope import Scope
from tests.conformance.vectors.ahead import remote


def validated(system: SystemUnderTest, *scopes: Scope, operations: int = 100_000) -> Validation:
    """Validate a system, with requests sent ahead, by tours alone."""
    served = remote(system)
    session = Session(served, capabilities_of(served.identity), scopes=scopes)
    limits = RunLimits(0, None, operations)
    return validate(session, limits, stages=[play_tours, shorten])
