"""Running vectors on a system under test."""

from dataclasses import dataclass
from enum import StrEnum

from conformance.adapters.connections import Broken
from conformance.adapters.features import why_not_plain
from conformance.adapters.remote import reset_to
from conformance.adapters.sut import EndedBadly, SystemUnderTest, UnsupportedRequest
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.resetting import emptied
from conformance.protocol.messages import AreaName, Clock, Identity
from conformance.vectors.vector import Vector, operations_of
from spec.editions import CURRENT, Edition
from spec.vocabulary.plans import Register


class VectorOutcome(StrEnum):
    """How a vector ended."""

    PASS = "pass"
    FAIL = "fail"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class VectorResult:
    """A vector that was run.

    `differences` are those of the reply to the operation with the number `at`, from 0, or of the
    last state if that is `None`; `problem` is an error in the place of a reply. `why` says what
    cannot be asked, `broken` what broke the system.
    """

    vector: Vector
    outcome: VectorOutcome
    at: int | None = None
    differences: tuple[Difference, ...] = ()
    problem: str = ""
    why: str = ""
    broken: Broken | None = None

    @property
    def length(self) -> int:
        """How many operations were asked."""
        return len(self.vector.operations) if self.at is None else self.at + 1

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it shows something of.

        A vector that fails before its end shows nothing of those that it is about, but of those
        that decide where it fails.
        """
        vector, last = self.vector, len(self.vector.operations) - 1
        if self.at is None or self.at == last:
            return vector.rules
        return vector.operations[self.at].rules


def cannot_run(vector: Vector, identity: Identity, edition: Edition = CURRENT) -> str | None:
    """Return why a vector cannot be run on a system in an edition, or `None` if it can."""
    if lacking := sorted(vector.areas - set(identity.areas)):
        return f"the areas {', '.join(lacking)} are not supported"
    if faults := sorted(vector.faults - set(identity.faults)):
        return f"the faults {', '.join(faults)} are not supported"
    if identity.clock is not Clock.VIRTUAL and vector.needs_virtual_clock:
        return f"the clock is {identity.clock}, and a lease expires too near a request"
    operations = operations_of(vector)
    return why_not_plain(operations, identity.without, edition)


def run(system: SystemUnderTest, comparator: Comparator, vector: Vector) -> VectorResult:
    """Run one vector. Raises `Broken` if the connection to the system breaks."""
    if why := cannot_run(vector, system.identity, comparator.edition):
        return VectorResult(vector, VectorOutcome.UNSUPPORTED, why=why)
    number: int | None = None
    try:
        for number in range(begin(system, comparator, vector), len(vector.operations)):
            asked = vector.operations[number]
            observed = system.apply(asked.operation)
            if differences := comparator.reply_differences(asked.reply, observed):
                return VectorResult(vector, VectorOutcome.FAIL, number, tuple(differences))
        number = None
        stored = system.observe()
    except UnsupportedRequest as error:
        return VectorResult(vector, VectorOutcome.UNSUPPORTED, number, why=str(error))
    except Broken:
        raise
    except Exception as error:
        expected = "a state" if number is None else vector.operations[number].reply["reply"]
        where = "observe" if number is None else "the answer"
        problem = f"{where}: {expected} -> error: {error}"
        broken = error.broken if isinstance(error, EndedBadly) else None
        return VectorResult(vector, VectorOutcome.FAIL, number, problem=problem, broken=broken)
    differences = comparator.stored_differences(vector.state, stored)
    outcome = VectorOutcome.FAIL if differences else VectorOutcome.PASS
    return VectorResult(vector, outcome, None, tuple(differences))


def begin(system: SystemUnderTest, comparator: Comparator, vector: Vector) -> int:
    """Empty the store and return how many operations are done by that: 1 if it registers."""
    register = vector.operations[0].operation
    by_reset = AreaName.PLANS not in system.identity.areas and vector.registers
    emptied(system, comparator)
    if not by_reset or not isinstance(register, Register):
        return 0
    reset_to(system, register)
    return 1
