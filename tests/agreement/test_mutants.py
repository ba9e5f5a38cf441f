"""The checks find deliberate faults: a dropped check, a wrong comparison, a forgotten effect."""

import pytest

from conformance.agreement import Disagreement, SideBySide, Tally
from conformance.mutants import MUTANTS, mutant_named
from conformance.mutants.mutant import Mutant, StaleMutant
from conformance.mutants.source import ChangedStore
from conformance.search import Limits, replay, search
from conformance.strategies import worlds
from impl.store import Store
from spec.vocabulary import CheckCommand

LONGEST_TRACE = 8
LIMITS = Limits(examples=2000, steps=40, seed=0, shrink=False)


WELL_HIDDEN = {
    "any-word-changes-folder",
    "backslashes-not-counted",
    "folder-changed-anywhere",
    "limit-before-stuck",
    "pattern-taken-for-a-file",
    "prefix-that-asks-runs",
    "store-before-root",
    "stuck-agent-sent-round",
    "work-read-before-the-summary",
}
"""Those that take thousands of operations to be found."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_every_mutant_is_found_with_a_short_trace(mutant: Mutant, profile: str) -> None:
    if mutant.id in WELL_HIDDEN and profile != "nightly":
        pytest.skip("is found after many operations: set PLANSPEC_PROFILE=nightly to see it")
    # Given an implementation with one deliberate fault,
    broken = mutant.opener()
    # when random operations are tried on it,
    finding = search(broken, worlds(), LIMITS, Tally())
    # then a disagreement is found, reduced to a few operations,
    assert finding is not None
    assert len(finding.operations) <= LONGEST_TRACE
    # which show it again on the broken implementation, and nothing on the real one.
    assert replay(broken, finding.operations) is not None
    assert replay(Store.in_memory, finding.operations) is None


def test_a_mutant_whose_text_is_gone_is_reported() -> None:
    # Given a mutant that replaces a text which its file does not contain,
    stale = ChangedStore(
        id="stale", rule="CLM-1", file="claims.py", original="no such text", replacement=""
    )
    # when it is loaded, then that is an error and not a fault that nobody finds.
    with pytest.raises(StaleMutant, match="found 0 times"):
        stale.opener()


def test_loading_a_mutant_leaves_the_real_implementation_alone() -> None:
    # Given a broken implementation that was loaded,
    mutant_named("drift-not-noticed").opener()
    # when the real one is imported again,
    from impl import store

    # then it is the one that was there before.
    assert store.Store is Store


def test_a_fault_in_a_module_that_is_imported_late_stays_in_its_mutant() -> None:
    # Given a fault in a module that the store imports only when it is asked about a command,
    mutant = mutant_named("background-allowed")
    question = CheckCommand("plan.md", "make & make", 0)
    # when both implementations are asked in turn,
    broken, real = mutant.opener()(), Store.in_memory()
    answers = [store.apply(question) for store in (broken, real, broken)]
    # then only the broken one allows it.
    assert [answer.allowed for answer in answers] == [True, False, True]  # type: ignore[union-attr]


def test_a_disagreement_says_what_each_side_answers() -> None:
    # Given an implementation that takes any word of the owner for granted,
    mutant = mutant_named("drift-not-noticed")
    finding = search(mutant.opener(), worlds(), LIMITS, Tally())
    assert finding is not None
    # when its counterexample is run once more up to the last operation,
    pair = SideBySide(mutant.opener()())
    for operation in finding.operations[:-1]:
        pair.apply(operation)
    # then that one disagrees, and names the rule by which the model decided.
    with pytest.raises(Disagreement) as caught:
        pair.apply(finding.operations[-1])
    assert caught.value.model is not None
    assert "PLN-6" in caught.value.model.rules
