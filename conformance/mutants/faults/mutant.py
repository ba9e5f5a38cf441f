"""What a mutant is: a store or an orchestrator with one deliberate fault."""

from abc import ABC
from dataclasses import dataclass
from enum import StrEnum

from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.differential.orchestrators import Orchestrator, implementation_orchestrator
from conformance.protocol.unfinished import Unfinished


class StaleMutant(Unfinished):
    """The text that a mutant replaces does not stand in its file exactly once."""


class Component(StrEnum):
    """What a mutant is a faulty variant of, and hence how it can be asked.

    A shared store is one that several processes have open.
    """

    STORE = "store"
    SHARED_STORE = "shared store"
    ORCHESTRATOR = "orchestrator"
    PROGRAM = "program"


class MutantKind(StrEnum):
    """How a mutant came about: written by hand, or generated in one of these ways."""

    BY_HAND = "by hand"
    AMENDMENT_OFF = "amendment off"
    GUARD_DROPPED = "guard dropped"
    GUARD_NEGATED = "guard negated"
    GUARDS_REORDERED = "guards reordered"
    EFFECT_DROPPED = "effect dropped"
    WRONG_WORD = "wrong reason word"
    RACE = "race"


@dataclass(frozen=True, kw_only=True)
class Mutant(ABC):
    """A deliberate fault of a `subject`, which breaks `clause`.

    `broken` says how, if the id does not say enough.
    `equivalent` is the reason why nobody can tell the mutant from the real implementation; it is
    empty for every mutant that the checks must kill.
    """

    id: str
    clause: str
    kind: MutantKind = MutantKind.BY_HAND
    subject: Component = Component.STORE
    broken: str = ""
    equivalent: str = ""

    @property
    def rule(self) -> str:
        """The rule of the clause that it breaks."""
        return self.clause.partition(".")[0]

    @property
    def fault(self) -> str:
        """What it does wrong, as a clause that fits after "Broken if"."""
        return self.broken or self.id.replace("-", " ")

    @property
    def description(self) -> str:
        """How it is faulty, and where if that is a place in the source."""
        return self.fault

    def opener(self) -> OpenSystem:
        """Load the mutant and return what opens empty stores of it. Raises `StaleMutant`."""
        return StoreSystem

    def orchestrator(self) -> Orchestrator:
        """Load the mutant and return its way to implement a step. Raises `StaleMutant`."""
        return implementation_orchestrator
