"""Validating a system in this process, by some stages or by all."""

from collections.abc import Sequence
from typing import Any

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import SystemUnderTest
from conformance.kit.limits import RunLimits
from conformance.kit.run import Validation, validate
from conformance.kit.session import Session
from conformance.kit.stages.stage import Stage
from conformance.kit.vector_runs import vectors_for
from conformance.protocol.messages import AreaName


class Patient(PythonConnection):
    """A connection that waits for as long as a request takes, on a busy machine too."""

    interrupts = False


def session_of(
    system: SystemUnderTest | RemoteSystem, areas: Sequence[AreaName] = (), **parts: Any
) -> Session:
    """Return a session with a system, whose other parts are these; else with all its vectors."""
    served = system if isinstance(system, RemoteSystem) else RemoteSystem(Patient(system))
    capabilities = capabilities_of(served.identity, frozenset(areas))
    return Session(served, capabilities, **(parts or {"vectors": vectors_for(capabilities)}))


def validated(session: Session, *stages: Stage, operations: int | None = None) -> Validation:
    """Run some stages of a validation, with at most so many operations."""
    return validate(session, RunLimits(0, None, operations), stages=stages)
