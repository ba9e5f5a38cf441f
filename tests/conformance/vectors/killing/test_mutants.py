"""The checks find deliberate faults: a dropped check, a wrong comparison, a forgotten effect."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.catalog.words import CLAUSE_OF_WORD
from conformance.mutants.faults.mutant import Component, Mutant, MutantKind, StaleMutant
from conformance.mutants.faults.operators import generated
from conformance.mutants.faults.source import ChangedOrchestrator, ChangedStore
from conformance.mutants.registry import all_mutants, mutant_named
from conformance.mutants.rows import mutants_in
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.runner import Search, run_mutant
from impl.store.store import Store
from spec.catalog import FORMAT_RULES, OBSERVABLE_AMENDMENTS, RULES
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.rejections import REASON_WORDS
from tests.profiles import mostly_in_ci, mostly_nightly, requires_ci_profile

SERVER_MUTANTS = mutants_in("postgresql")

LIMITS = Limits(examples=2000, steps=40, seed=0)

TO_BE_KILLED = [mutant for mutant in all_mutants() if not mutant.equivalent]
KILLED_ALONE = [
    each
    for each in TO_BE_KILLED
    if each.subject is not Component.SHARED_STORE and each not in SERVER_MUTANTS
]
"""All but the races, tested in `tests/conformance/vectors/killing/races`, and those of servers."""
AMENDMENTS = [each for each in KILLED_ALONE if each.kind is MutantKind.AMENDMENT_OFF]
EQUIVALENT = [mutant for mutant in all_mutants() if mutant.equivalent]
LATER_FIRST = KILLED_ALONE[::-1]
IN_DEV = [
    *{mutant.kind: mutant for mutant in LATER_FIRST}.values(),
    *{mutant.rule[:3]: mutant for mutant in LATER_FIRST if mutant not in AMENDMENTS}.values(),
]
"""The first mutant of each kind, and of each area the first that is more than an amendment."""

UNCHANGED_STORE = ChangedStore(
    id="nothing",
    clause="CLM-1.2",
    file="store/claims.py",
    original="SELECT min(first)",
    replacement="SELECT min(first)",
)
UNCHANGED_ORCHESTRATOR = ChangedOrchestrator(
    id="nothing",
    clause="REC-1.1",
    file="orchestrator/recovery.py",
    original="MOST_ATTEMPTS = 3",
    replacement="MOST_ATTEMPTS = 3",
)

GENERATED = (
    MutantKind.GUARD_DROPPED,
    MutantKind.GUARD_NEGATED,
    MutantKind.GUARDS_REORDERED,
    MutantKind.EFFECT_DROPPED,
)
"""The kinds that are generated from the source, of which none is the only one of its clause."""
WRITTEN = [each for each in KILLED_ALONE if each.kind not in GENERATED]

named = pytest.mark.parametrize


@named("mutant", mostly_nightly(KILLED_ALONE, WRITTEN, IN_DEV), ids=lambda mutant: mutant.id)
def test_every_mutant_is_killed(mutant: Mutant) -> None:
    # Given a store or an orchestrator with one deliberate fault, when the layers of the checks are
    # tried on it, the cheapest first,
    killing = run_mutant(mutant, Search()).killing
    # then one of them tells it from the real thing.
    assert killing is not None


@named("mutant", mostly_in_ci(EQUIVALENT, EQUIVALENT[:1]), ids=lambda mutant: mutant.id)
def test_an_equivalent_mutant_survives_and_says_why(mutant: Mutant) -> None:
    # Given a mutant that is called equivalent, then it says why in a sentence,
    assert mutant.equivalent.endswith(".")
    # and when the layers are tried on it, then none kills it.
    assert run_mutant(mutant, Search(budget=300)).killing is None


@requires_ci_profile
@named("real", [UNCHANGED_STORE, UNCHANGED_ORCHESTRATOR], ids=["store", "orchestrator"])
def test_the_real_thing_survives_every_layer(real: Mutant) -> None:
    # Given a mutant that changes nothing, when every layer is tried on it,
    attempts = run_mutant(real, Search(budget=300, all_layers=True)).layers
    # then none of them kills it; clients are for a race and a test is for a program only.
    assert [(attempt.layer, attempt.killed) for attempt in attempts] == [
        (layer, False) for layer in Layer if layer not in (Layer.CLIENTS, Layer.TEST)
    ]


@requires_ci_profile
@named(
    "changed",
    [
        replace(UNCHANGED_STORE, replacement="SELECT max(first)"),
        replace(UNCHANGED_ORCHESTRATOR, replacement="MOST_ATTEMPTS = 1"),
    ],
    ids=["store", "orchestrator"],
)
def test_a_mutant_is_killed_at_the_same_operation_each_time(changed: Mutant) -> None:
    # Given a mutant that one layer kills at random,
    limits = Search(layers=(Layer.RANDOM,))
    # when it is looked for twice, then both take as many operations.
    first, second = run_mutant(changed, limits).killing, run_mutant(changed, limits).killing
    assert first is not None
    assert second is not None
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_every_rule_amendment_and_word_has_a_mutant() -> None:
    # Given the mutants that have to be killed, when their rules are collected,
    covered = {mutant.rule for mutant in TO_BE_KILLED}
    # then no rule is missing, and no other one is named.
    formats = {rule.id for rule in FORMAT_RULES}
    assert covered - formats == {rule.id for rule in RULES}
    # And there is one for each amendment and each reason word.
    kinds = [mutant.kind for mutant in all_mutants()]
    assert kinds.count(MutantKind.AMENDMENT_OFF) == len(OBSERVABLE_AMENDMENTS)
    words = {word for words in REASON_WORDS.values() for word in words}
    assert kinds.count(MutantKind.WRONG_WORD) == len(words)
    assert words == CLAUSE_OF_WORD.keys()


def test_no_clause_depends_on_a_generated_mutant() -> None:
    # Given what is generated from the source, and changes with it, when its clauses are collected,
    generated_for = {each.clause for each in TO_BE_KILLED if each.kind in GENERATED}
    # then something else breaks each of them too.
    assert generated_for - {each.clause for each in WRITTEN} == set()


def test_mutants_have_ids_of_their_own() -> None:
    # Given all mutants, when their ids are collected, then none is there twice.
    assert len({mutant.id for mutant in all_mutants()}) == len(all_mutants())


def test_every_way_to_generate_mutants_generates_some() -> None:
    # Given all mutants, when their kinds are collected, then no kind is missing.
    assert {mutant.kind for mutant in all_mutants()} == set(MutantKind)


@named(
    "load",
    [
        ChangedStore(
            id="stale",
            clause="CLM-1.2",
            file="store/claims.py",
            original="no such text",
            replacement="",
        ).opener,
        ChangedOrchestrator(
            id="stale",
            clause="REC-1.1",
            file="orchestrator/recovery.py",
            original="no such text",
            replacement="",
        ).orchestrator,
    ],
    ids=["store", "orchestrator"],
)
def test_a_mutant_whose_text_is_gone_is_reported(load: Callable[[], object]) -> None:
    # Given a mutant that replaces a text which its file does not contain, when it is loaded, then
    # that is an error and not a fault that nobody finds.
    with pytest.raises(StaleMutant, match="found 0 times"):
        load()


def test_an_excuse_for_a_mutant_that_is_not_generated_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given an excuse for a mutant that there is no more, when mutants are generated,
    monkeypatch.setitem(generated.__globals__["EQUIVALENT"], "gone", "It is the same.")
    # then that is an error.
    with pytest.raises(StaleMutant, match="not generated: gone"):
        generated(())


def test_loading_a_mutant_leaves_the_real_implementation_alone() -> None:
    # Given a broken implementation that was loaded,
    mutant_named("drift-not-noticed").opener()
    # when the real one is imported again,
    from impl.store import store

    # then it is the one that was there before.
    assert store.Store is Store


def test_a_fault_in_a_module_that_is_imported_late_stays_in_its_mutant() -> None:
    # Given a fault in a module that the store imports only when it is asked about a command,
    mutant = mutant_named("background-allowed")
    question = CheckCommand("plan.md", "make & make", 0)
    # when both implementations are asked in turn,
    broken, real = mutant.opener()(), StoreSystem()
    answers = [store.apply(question) for store in (broken, real, broken)]
    # then only the broken one allows it.
    assert [answer.allowed for answer in answers] == [True, False, True]  # type: ignore[union-attr]


def test_a_disagreement_says_what_each_side_answers() -> None:
    # Given an implementation that takes any word of the owner for granted,
    mutant = mutant_named("drift-not-noticed")
    finding = search(mutant.opener(), workspaces(), LIMITS, Tally())
    assert finding is not None
    # when its counterexample is run once more up to the last operation,
    pair = DifferentialRunner(mutant.opener()())
    for operation in finding.operations[:-1]:
        pair.apply(operation)
    # then that one disagrees, and names the rule by which the model decided.
    with pytest.raises(Divergence) as caught:
        pair.apply(finding.operations[-1])
    assert caught.value.model is not None
    assert "PLN-6" in caught.value.model.rules
