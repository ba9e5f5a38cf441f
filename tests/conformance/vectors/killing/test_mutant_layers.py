"""The layers that look for mutants: what each of them sees, and what it says about that."""

from functools import partial

from conformance.mutants.registry import mutant_named
from conformance.protocol.documents.vectors import LayerResult
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.search import by_vectors
from spec.vocabulary.claims import Claim
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from tests.conformance.vectors.played import vector_of

PLAN, HASH, WORKTREE = "plan.md", "a" * 64, "one"
STEP = StepDefinition("build", "Build", items=(ItemDefinition(ItemKind.CHECKPOINT, "It runs"),))
REGISTER = Register(PLAN, PlanDefinition("A plan", HASH, (STEP,)), 0)
CLAIM = Claim(PLAN, WORKTREE, HASH, 0, lease=10)
AT_ITS_END = Ready(PLAN, 10)
some_vector = partial(vector_of, "some-vector", "CLM-4")


def test_a_vector_kills_the_store_that_answers_it_otherwise() -> None:
    # Given a store whose leases expire early, when a vector asks it just before they do,
    mutant = mutant_named("lease-expires-a-millisecond-early")
    found = by_vectors(mutant, [some_vector(REGISTER), some_vector(REGISTER, CLAIM, AT_ITS_END)])
    # then that vector kills it, at its third operation, the fourth of all that were asked.
    assert found == LayerResult(Layer.VECTORS, True, 4, "some-vector", 3)


def test_a_vector_kills_the_store_that_holds_something_else_at_its_end() -> None:
    # Given a store that counts ordinals over all kinds, when a document with one item is stored,
    mutant = mutant_named("last-claimable-first")
    found = by_vectors(mutant, [some_vector(REGISTER, CLAIM)])
    # then this cannot show it, because there is one step alone.
    assert not found.killed
    # But what a store forgets to store shows in the state after the last operation.
    forgetful = mutant_named("claims-claim-effect-1-dropped")
    assert by_vectors(forgetful, [some_vector(REGISTER, CLAIM)]).length == 2
