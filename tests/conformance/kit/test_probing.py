"""Probes show that an amendment is lacking where known alterations hide its own vectors."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import WHOLE
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence, is_same_fault
from conformance.kit.attribution import amendment_of
from conformance.kit.probing import Hidden, Probe, Probing
from conformance.kit.vector_runs import vectors_for
from conformance.protocol.messages import Observed
from conformance.vectors.vector import Kind
from model.apply import apply
from spec.amendments.corrections import OWNERSHIP_FIRST
from spec.editions import CURRENT, toggled
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import Show, State
from tests.conformance.kit.layered_programs import Layered
from tests.profiles import requires_nightly_profile

ONE_CODE = Hidden({("rejected", "code")}, {"rejected.reason", "rejected.details"})
ABOUT_COMMITS = ("COM-2", "CMP-1")


def probes(hidden: Hidden, passed: Set[str] = frozenset()) -> Sequence[Probe]:
    vectors = [
        vector
        for vector in vectors_for(capabilities_of(WHOLE))
        if vector.kind in (Kind.AMENDMENT, Kind.GUARDS) and set(ABOUT_COMMITS) & set(vector.rules)
    ]
    return [*Probing(CURRENT, vectors, hidden).probes(OWNERSHIP_FIRST, passed)]


def test_the_first_probe_is_the_vector_of_the_amendment_if_all_is_seen() -> None:
    assert probes(Hidden(frozenset(), frozenset()))[0].vector.id == "amendment-A14"


def test_another_operation_shows_what_one_code_hides() -> None:
    # Given a program with one code for all rejections and no reasons,
    found = probes(ONE_CODE)
    # then only the reason of a commit tells which check came first, and nothing follows it.
    assert [type(each.operations[-1]) for each in found] == [Commit]
    assert len(found[0].operations) <= 3


def test_an_amendment_that_a_vector_has_shown_is_not_looked_for() -> None:
    [probe] = probes(ONE_CODE)
    assert probes(ONE_CODE, {probe.vector.id}) == []


class Silent(Layered):
    """Rejects without details, as many command lines do."""

    def apply(self, operation: Operation) -> Any:
        return {name: each for name, each in super().apply(operation).items() if name != "details"}


@requires_nightly_profile
def test_an_amendment_is_named_by_a_probe(validate: Any) -> None:
    # Given a program that shows which check came first in the reason of a commit only
    served = Silent(toggled(OWNERSHIP_FIRST), ["one code"])
    served.identity = replace(served.identity, observe=Observed.PARTIAL)
    # when the vectors about commits and completion are run on it,
    kinds = (Kind.AMENDMENT, Kind.GUARDS)
    _, laid = validate(served, 1_000, kinds=kinds, rules="C")
    # then the amendment is named.
    assert OWNERSHIP_FIRST in {amendment_of(finding) for _, finding in laid}


@pytest.mark.parametrize("fields", [["drifted"], ["drifted", "plan"]])
def test_reducing_keeps_every_field_that_differs(fields: list[str]) -> None:
    # Given a divergence in two fields
    show = Show("plan.md", "a" * 64, 0)
    model = apply(State(), show)

    def divergence(names: Sequence[str]) -> Divergence:
        return Divergence(
            "answer",
            show,
            model,
            model.outcome,
            tuple(Difference((each,), 1, 2) for each in names),
        )

    # then only one in both is the same fault.
    same = is_same_fault(divergence(["plan", "drifted"]), divergence(fields))
    assert same == (len(fields) == 2)
