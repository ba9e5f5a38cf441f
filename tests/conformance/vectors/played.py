"""Vectors of what the model answers, made here and not read from files."""

from conformance.protocol.codec import operation_request
from conformance.vectors.vector import ExpectedReply, Kind, Length, Vector
from model.apply import apply
from spec.editions import CURRENT
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def vector_of(identifier: str, rule: str, *operations: Operation) -> Vector:
    """Return a vector about a rule, of these operations."""
    state, expected = State(), []
    for operation in operations:
        transition = apply(state, operation)
        state = transition.state
        request, reply = operation_request(operation), outcome_to_json(transition.outcome)
        expected.append(ExpectedReply(request, reply, transition.rules))
    return Vector(
        id=identifier,
        title="It shows a rule",
        kind=Kind.RULE,
        edition=CURRENT.name,
        rules=(rule,),
        length=Length.REDUCED,
        operations=tuple(expected),
        state=state_to_json(state),
    )
