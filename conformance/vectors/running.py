"""Running the vectors on an implementation."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from conformance.adapters.subject import Subject
from conformance.differential.comparing import Judging
from conformance.protocol.messages import AreaName, Clock, Failed, Identity, Unsupported
from conformance.vectors.vector import DecidedBy, Expectation, Vector
from spec.vocabulary.plans import Register


class Outcome(StrEnum):
    """What came of a vector."""

    PASS = "pass"
    FAIL = "fail"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Ran:
    """A vector that was run.

    `differences` are those of the reply to the operation with the number `at`, from 0, or of the
    last state if that is none; `why` says what cannot be asked.
    """

    vector: Vector
    outcome: Outcome
    at: int | None = None
    differences: tuple[str, ...] = ()
    why: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Give the rules of which it shows something.

        A vector that fails before its end shows nothing of those that it is about, but of those
        that decide where it fails; and no store can show that it follows the orchestrator's.
        """
        vector = self.vector
        of_store = vector.decided_by is DecidedBy.STORE
        if self.at is None or (of_store and self.at == len(vector.operations) - 1):
            return vector.rules if of_store else ()
        return vector.operations[self.at].rules


def cannot_run(vector: Vector, identity: Identity) -> str | None:
    """Say why a vector cannot be run on an implementation; none if it can."""
    if lacking := sorted(vector.areas - set(identity.areas)):
        return f"the areas {', '.join(lacking)} are not supported"
    if faults := sorted(vector.faults - set(identity.faults)):
        return f"the faults {', '.join(faults)} are not supported"
    if identity.clock is not Clock.VIRTUAL and vector.needs_virtual_clock:
        return f"the clock is {identity.clock}, and a lease ends within milliseconds"
    return None


def run(subject: Subject, judging: Judging, vector: Vector) -> Ran:
    """Run one vector; raise `Broken` if the implementation breaks."""
    if why := cannot_run(vector, subject.identity):
        return Ran(vector, Outcome.UNSUPPORTED, why=why)
    start = begin(subject, vector)
    for number, expectation in list(enumerate(vector.operations))[start:]:
        reply = subject.apply(expectation.operation)
        if isinstance(reply, Unsupported):
            return Ran(vector, Outcome.UNSUPPORTED, number, why=reply.why)
        if differences := tuple(differences_of(judging, expectation, reply)):
            return Ran(vector, Outcome.FAIL, number, differences)
    stored = subject.observe()
    if isinstance(stored, Failed):
        return Ran(vector, Outcome.FAIL, None, (f"observe: a state -> error: {stored.message}",))
    differences = tuple(judging.state_differences(vector.state, stored))
    return Ran(vector, Outcome.FAIL if differences else Outcome.PASS, None, differences)


def begin(subject: Subject, vector: Vector) -> int:
    """Empty the store; tell how many operations are done by that: 1 where it registers the plan."""
    register = vector.operations[0].operation
    if AreaName.PLANS in subject.identity.areas or not vector.registers:
        subject.reset()
        return 0
    assert isinstance(register, Register)
    subject.reset(register.plan, register.definition)
    return 1


def differences_of(
    judging: Judging, expectation: Expectation, reply: dict[str, object] | Failed
) -> Iterator[str]:
    """List how a reply differs from the one that is expected."""
    if isinstance(reply, Failed):
        yield f"the answer: {expectation.reply['reply']} -> error: {reply.message}"
    else:
        yield from judging.answer_differences(expectation.reply, reply)
