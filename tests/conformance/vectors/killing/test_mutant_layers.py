"""The layers that look for mutants: what each of them sees, and what it says about that."""

from functools import partial

from conformance.mutants.registry import mutant_named
from conformance.protocol.documents.vectors import LayerResult
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.search import by_vectors
from spec.vocabulary.readiness import Ready
from tests.conformance.vectors.played import vector_of
from tests.rules.builders import CHECKPOINT, LEASE, PLAN, claim, document, listed, register, step

REGISTER = register(document(step("build", items=listed(CHECKPOINT))))
CLAIM = claim()
AT_ITS_END = Ready(PLAN, LEASE)
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
