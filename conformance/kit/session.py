"""A session: the system that is validated, by what, and what all stages compare with."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.differential.comparator import Comparator
from conformance.differential.tally import Tally
from conformance.kit.deviations import Witnessed
from conformance.kit.real_time.times import LeaseClock
from conformance.protocol.messages import Identity
from conformance.protocol.usage import UsageError
from conformance.vectors.vector import Vector
from model.explorer.scopes.scope import Scope
from spec.editions import EDITION_2026_1, EDITIONS, Edition, UnknownEdition, base_of, edition_named

UNDECLARED = EDITION_2026_1
"""The edition of programs that declare none: the current one when none could be declared."""


@dataclass(frozen=True)
class Session:
    """The system that is validated, by what, and what all stages compare with."""

    system: RemoteSystem
    capabilities: Capabilities
    vectors: Sequence[Vector] = ()
    scopes: Sequence[Scope] = ()
    witnesses: Sequence[Witnessed] = ()
    clock: LeaseClock = field(default_factory=LeaseClock)

    @property
    def edition(self) -> Edition:
        """The edition that the system is judged by."""
        return self.capabilities.edition

    @cached_property
    def comparator(self) -> Comparator:
        """What compares, and knows what of the state was ever shown."""
        return Comparator(self.system.identity, self.edition, tolerance=self.capabilities.tolerance)

    def tally(self) -> Tally:
        """Return an empty tally."""
        return Tally(edition=self.edition)


def edition_for(identity: Identity, chosen: str | None = None) -> Edition:
    """Return the edition chosen, or the newest known. Raises `UnknownEdition` or `UsageError`."""
    if chosen is not None:
        return edition_named(chosen)
    if not identity.editions:
        return UNDECLARED
    known = []
    for name in identity.editions:
        with suppress(UnknownEdition):
            known.append(edition_named(name))
    if not known:
        declared, here = ", ".join(identity.editions), ", ".join(each.name for each in EDITIONS)
        raise UsageError(
            f"{identity.name} follows {declared}, and planspec knows {here}; "
            "choose one with --edition, or use a newer planspec"
        )
    return max(known, key=lambda edition: EDITIONS.index(base_of(edition)))
