"""The layers that look for mutants: what each of them sees, and what it says about that."""

from conformance.mutants.registry import mutant_named
from conformance.protocol.codec import operation_request
from conformance.protocol.documents.vectors import LayerResult
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.search import by_vectors
from conformance.vectors.vector import ExpectedReply, Kind, Length, Vector
from model.apply import apply
from spec.editions import CURRENT
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State

PLAN, HASH, WORKTREE = "plan.md", "a" * 64, "one"
STEP = StepDefinition("build", "Build", items=(ItemDefinition(ItemKind.CHECKPOINT, "It runs"),))
REGISTER = Register(PLAN, PlanDefinition("A plan", HASH, (STEP,)), 0)
CLAIM = Claim(PLAN, WORKTREE, HASH, 0, lease=10)
AT_ITS_END = Ready(PLAN, 10)


def vector_of(*operations: Operation) -> Vector:
    """Make a vector of what the model answers."""
    state, expectations = State(), []
    for operation in operations:
        transition = apply(state, operation)
        state = transition.state
        request, reply = operation_request(operation), outcome_to_json(transition.outcome)
        expectations.append(ExpectedReply(request, reply, transition.rules))
    return Vector(
        id="some-vector",
        title="Some operations",
        kind=Kind.RULE,
        edition=CURRENT.name,
        rules=("CLM-4",),
        length=Length.REDUCED,
        operations=tuple(expectations),
        state=state_to_json(state),
    )


def test_a_vector_kills_the_store_that_answers_it_otherwise() -> None:
    # Given a store whose leases expire early, when a vector asks it just before they do,
    mutant = mutant_named("lease-expires-a-millisecond-early")
    found = by_vectors(mutant, [vector_of(REGISTER), vector_of(REGISTER, CLAIM, AT_ITS_END)])
    # then that vector kills it, at its third operation, the fourth of all that were asked.
    assert found == LayerResult(Layer.VECTORS, True, 4, "some-vector", 3)


def test_a_vector_kills_the_store_that_holds_something_else_at_its_end() -> None:
    # Given a store that counts ordinals over all kinds, when a document with one item is stored,
    mutant = mutant_named("last-claimable-first")
    found = by_vectors(mutant, [vector_of(REGISTER, CLAIM)])
    # then this cannot show it, because there is one step alone.
    assert not found.killed
    # But what a store forgets to store shows in the state after the last operation.
    forgetful = mutant_named("claims-claim-effect-1-dropped")
    assert by_vectors(forgetful, [vector_of(REGISTER, CLAIM)]).length == 2
