"""What a mutant is: a store or an orchestrator that is wrong in one known way."""

from abc import ABC
from dataclasses import dataclass
from enum import StrEnum

from conformance.differential.agreement import Opener
from conformance.differential.orchestrators import Orchestrator, implementation_orchestrator
from impl.store.store import Store

__all__ = ["Kind", "Mutant", "Orchestrator", "StaleMutant", "Subject"]


class StaleMutant(Exception):
    """The text that a mutant replaces does not stand in its file exactly once."""


class Subject(StrEnum):
    """What a mutant is a broken form of, and hence how it can be asked."""

    STORE = "store"
    ORCHESTRATOR = "orchestrator"


class Kind(StrEnum):
    """How a mutant came about: written by hand, or generated in one of these ways."""

    BY_HAND = "by hand"
    AMENDMENT_OFF = "amendment off"
    GUARD_DROPPED = "guard dropped"
    GUARD_NEGATED = "guard negated"
    GUARDS_REORDERED = "guards reordered"
    EFFECT_DROPPED = "effect dropped"
    WRONG_WORD = "wrong reason word"


@dataclass(frozen=True, kw_only=True)
class Mutant(ABC):
    """A deliberate fault, which breaks `rule`; `broken` says how, if the id does not say enough.

    `equivalent` is the reason why nobody can tell the mutant from the real thing; it is empty for
    every mutant that the checks must find.
    """

    id: str
    rule: str
    kind: Kind = Kind.BY_HAND
    broken: str = ""
    equivalent: str = ""

    @property
    def subject(self) -> Subject:
        """Say what is broken."""
        return Subject.STORE

    @property
    def description(self) -> str:
        """Say how it is broken."""
        return self.broken or self.id.replace("-", " ")

    def opener(self) -> Opener:
        """Load the mutant; give what opens empty stores of it. Raises `StaleMutant`."""
        return Store.in_memory

    def orchestrator(self) -> Orchestrator:
        """Load the mutant; give its way to implement a step. Raises `StaleMutant`."""
        return implementation_orchestrator
