"""A session: the system that is validated, by what, and what all stages compare with."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.differential.comparator import Comparator
from conformance.differential.tally import Tally
from conformance.kit.deviations import Witnessed
from conformance.kit.real_time.clock import LeaseClock
from conformance.vectors.vector import Vector
from model.explorer.scopes.scope import Scope
from spec.editions import Edition


@dataclass(frozen=True)
class Session:
    """The system that is validated, by what, and what all stages compare with."""

    system: RemoteSystem
    capabilities: Capabilities
    comparator: Comparator
    vectors: Sequence[Vector] = ()
    scopes: Sequence[Scope] = ()
    witnesses: Sequence[Witnessed] = ()
    clock: LeaseClock = field(default_factory=LeaseClock)

    @property
    def edition(self) -> Edition:
        """The edition that the system is judged by."""
        return self.capabilities.edition

    def tally(self) -> Tally:
        """Return an empty tally."""
        return Tally(edition=self.edition)


def session_of(system: RemoteSystem, capabilities: Capabilities, **more: object) -> Session:
    """Return a session with a system."""
    comparator = Comparator(system.identity, capabilities.edition, tolerance=capabilities.tolerance)
    return Session(system, capabilities, comparator, **more)  # type: ignore[arg-type]
