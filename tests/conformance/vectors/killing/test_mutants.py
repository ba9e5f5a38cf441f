"""The checks find deliberate faults: a dropped check, a wrong comparison, a forgotten effect."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.mutants.faults.mutant import Mutant, MutantKind, StaleMutant
from conformance.mutants.faults.operators import generated
from conformance.mutants.faults.races import SourceEdit
from conformance.mutants.faults.source import (
    ChangedOrchestrator,
    ChangedProgram,
    ChangedStore,
)
from conformance.mutants.races import RACES
from conformance.mutants.registry import all_mutants, mutant_named
from conformance.mutants.rows import CATALOG, read_rows
from conformance.vectors.building.gaps import about, needs_vector
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.runner import SearchLimits, run_mutant, run_mutants
from conformance.vectors.killing.search import by_vectors, vectors
from spec.catalog import FORMAT_RULES, OBSERVABLE_AMENDMENTS, RULES
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.rejections import REASON_WORDS
from tests.profiles import (
    AT_NIGHT,
    mostly_in_ci,
    requires_ci_profile,
)

SERVER_MUTANTS = read_rows(CATALOG / "postgresql.toml")
TO_BE_KILLED = [mutant for mutant in all_mutants() if not mutant.equivalent]
EQUIVALENT = [mutant for mutant in all_mutants() if mutant.equivalent]
ANSWERING = list(filter(needs_vector, all_mutants()))
AREAS = sorted({mutant.rule[:3] for mutant in ANSWERING})
PROGRAMS = [
    mutant
    for mutant in all_mutants()
    if isinstance(mutant, ChangedProgram) and mutant not in SERVER_MUTANTS
]
"""The mutants of programs; those of servers are tested in `tests/postgresql`."""
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

named = pytest.mark.parametrize


@named("area", mostly_in_ci(AREAS, ("REC",)))
def test_every_mutant_fails_its_own_vector(area: str) -> None:
    # Given the stores and orchestrators with one deliberate fault each, in the rules of an area,
    mutants = [mutant for mutant in ANSWERING if mutant.rule.startswith(area)]
    # when each is asked the vectors about it, its own first, they tell it from the real thing.
    survived = [each.id for each in mutants if not by_vectors(each, about(each, vectors())).killed]
    assert survived == []


@requires_ci_profile
def test_every_mutant_of_a_program_fails_the_test_that_it_names() -> None:
    # Given the programs with one deliberate fault each, when the layers are tried on each,
    tried = PROGRAMS if AT_NIGHT else PROGRAMS[::40]
    results = run_mutants(tried, SearchLimits(), lambda *_: None)
    # then the test that it names fails.
    assert [each.id for each in results if each.killed_by is None] == []


@requires_ci_profile
def test_an_equivalent_mutant_survives_and_says_why() -> None:
    # Given the mutants that are called equivalent, then each says why in a sentence,
    assert [mutant.id for mutant in EQUIVALENT if not mutant.equivalent.endswith(".")] == []
    # and when vectors of its area are asked and some operations are drawn, then none kills it.
    killed = []
    for mutant in EQUIVALENT:
        of_area = [each for each in vectors() if each.rules[0][:3] == mutant.rule[:3]]
        searched = run_mutant(mutant, SearchLimits((Layer.RANDOM,), budget=300 if AT_NIGHT else 60))
        if by_vectors(mutant, of_area).killed or searched.killed_by is not None:
            killed.append(mutant.id)
    assert killed == []


@requires_ci_profile
@named(
    ("real", "layers"),
    [
        (UNCHANGED_STORE, [Layer.VECTORS, Layer.RANDOM]),
        (UNCHANGED_ORCHESTRATOR, [Layer.SITUATIONS]),
    ],
    ids=["store", "orchestrator"],
)
def test_the_real_thing_survives_every_layer(
    real: Mutant, layers: list[Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a mutant that changes nothing, and some vectors,
    some = vectors()[::20]
    monkeypatch.setattr("conformance.vectors.killing.search.vectors", lambda: some)
    # when every layer is tried on it,
    attempts = run_mutant(real, SearchLimits(budget=300)).layers
    # then none of those that are for its kind kills it.
    assert [(attempt.layer, attempt.killed) for attempt in attempts] == [
        (layer, False) for layer in layers
    ]


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


@named(
    "load",
    [
        replace(UNCHANGED_STORE, original="no such text").opener,
        replace(UNCHANGED_ORCHESTRATOR, original="no such text").orchestrator,
        replace(RACES[0], also=(SourceEdit("no such text", ""),)).source,
    ],
    ids=["store", "orchestrator", "race"],
)
def test_a_mutant_whose_text_is_gone_is_reported(load: Callable[[], object]) -> None:
    # Given a mutant that replaces a text, or also another, which its file does not contain, when it
    # is loaded, then that is an error and not a fault that nobody finds.
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


def test_a_fault_in_a_module_that_is_imported_late_stays_in_its_mutant() -> None:
    # Given a fault in a module that the store imports only when it is asked about a command,
    mutant = mutant_named("background-allowed")
    question = CheckCommand("plan.md", "make & make", 0)
    # when both implementations are asked in turn,
    broken, real = mutant.opener()(), StoreSystem()
    answers = [store.apply(question) for store in (broken, real, broken)]
    # then only the broken one allows it.
    assert [answer.allowed for answer in answers] == [True, False, True]  # type: ignore[union-attr]
