"""Nothing masks a deep fault: shallow ones are established, and the search goes on behind them."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unicodedata import normalize

import pytest

from conformance.adapters.model import ModelSystem
from conformance.differential.adopting import adopted_state
from conformance.differential.comparator import Comparator
from conformance.kit.attribution import amendment_of
from conformance.kit.references import reference_behind, with_toggled
from conformance.kit.validation import Validation
from conformance.protocol.codec import state_to_json
from conformance.protocol.messages import Observed
from conformance.protocol.operations import adapter
from conformance.vectors.vector import Kind
from model.apply import apply
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.amendments.corrections import FORCE_CASCADE, OWNERSHIP_FIRST, RECOVERY_VERIFIES_STEP
from spec.catalog import rules_of
from spec.editions import CURRENT, edition_named, toggled
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State
from tests.conformance.kit.layered_model import LAYERS, OTHERS, STACKS
from tests.conformance.kit.layered_programs import Layered
from tests.profiles import mostly_nightly, requires_nightly_profile

BURIED = [
    each for each in AMENDMENTS if "A12" <= each.id <= "A23" and each is not RECOVERY_VERIFIES_STEP
]
"""The amendments that are buried under layers; A13 binds orchestrators, which no store is."""
HASH = "a" * 64
STEPS = (StepDefinition("build", "Build"), StepDefinition("test", "Test"))
REGISTER = Register("plan.md", PlanDefinition("Plan", HASH, STEPS), 0)
CLAIM = Claim("plan.md", "one", HASH, 1)
ITEM = {"kind": "task", "ordinal": 0, "text": "Build it", "status": "open", "reason": None}
NOTE = {"id": 1, "kind": "log", "summary": "built", "recorded_at": 1}


def state_after(*operations: Operation) -> State:
    state = State()
    for operation in operations:
        state = apply(state, operation).state
    return state


@pytest.mark.parametrize(
    "amendment",
    mostly_nightly(BURIED, (), ()),
    ids=lambda each: each.id,
)
def test_an_amendment_is_named_under_ten_layers(validate: Any, amendment: Amendment) -> None:
    # Given a program with ten shallow faults that lacks an amendment, when it is validated
    served = Layered(toggled(amendment), LAYERS)
    validation, laid = validate(served, 1_000, kinds=[Kind.AMENDMENT])
    # then a finding names the amendment, and a rule that it changed.
    brought = {rule.id for rule in rules_of(amendment)}
    named = {rule for rule, finding in laid if amendment_of(finding) == amendment}
    assert named
    assert named <= brought
    # It is still judged by the whole edition.
    assert validation.edition == CURRENT


@pytest.mark.parametrize("amendment", mostly_nightly(BURIED, (), ()), ids=lambda each: each.id)
def test_an_amendment_is_named_under_other_layers(validate: Any, amendment: Amendment) -> None:
    # Given a program that refuses whole operations, and answers others wrongly
    served = Layered(toggled(amendment), OTHERS)
    _, laid = validate(served, 1_000, kinds=[Kind.AMENDMENT])
    # then a finding names the amendment that it lacks.
    assert amendment in {amendment_of(finding) for _, finding in laid}


@pytest.mark.parametrize("lacked", mostly_nightly(STACKS, (), ()))
def test_only_what_is_lacking_is_named(validate: Any, lacked: str) -> None:
    # Given a program with other shallow faults that lacks an amendment of another area
    served = Layered(edition_named(f"2026.2-{lacked}"), STACKS[lacked])
    _, laid = validate(served, 1_000, kinds=[Kind.AMENDMENT])
    # then findings name that amendment, and no other.
    assert {each.id for _, finding in laid if (each := amendment_of(finding))} == {lacked}


@requires_nightly_profile
def test_vectors_are_not_played_first_where_most_of_them_fail(
    validate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a program that is asked vectors only, one request after the other, and fails most
    monkeypatch.setattr(Validation, "run_at_random", lambda _: None)
    validation, _ = validate(Layered(CURRENT, ["one code"]), 1_000, kinds=[Kind.GUARDS])
    # then hardly any of them is run twice, reducing a few included.
    assert validation.vectors_failed > 100
    assert validation.resets < 1.5 * validation.vectors_run


@requires_nightly_profile
def test_layers_alone_are_laid_to_no_deep_amendment(validate: Any) -> None:
    # Given a program with shallow faults only, when it is validated
    validation, laid = validate(Layered(CURRENT, LAYERS), 1_000, kinds=[Kind.AMENDMENT])
    # then none of the buried amendments is said to be lacking.
    assert laid
    assert not {amendment_of(finding) for _, finding in laid} & set(BURIED)
    # and the reference has them all.
    assert all(map(validation.reference.has, BURIED))


@requires_nightly_profile
def test_what_is_wrong_everywhere_is_not_found_for_every_rule(validate: Any) -> None:
    # Given a program that rejects everything for one code, when it is validated
    _, laid = validate(Layered(CURRENT, ["one code"]), 1_000, kinds=[Kind.GUARDS])
    # then a few findings show it, though many rules reject.
    found = [each for _, finding in laid for each in (finding, *finding.also)]
    assert 3 <= len([each for each in found if each.general]) <= 6
    assert sum(each.met for each in found) > 50


class ForgetsOwners(ModelSystem):
    """Stores another owner with every claim, and completes steps only for the right one."""

    def apply(self, operation: Operation) -> Any:
        if isinstance(operation, Claim):
            operation = replace(operation, worktree=operation.worktree + "-2")
        return super().apply(operation)


@requires_nightly_profile
def test_a_finding_behind_an_adopted_state_says_so(validate: Any) -> None:
    # Given a program that stores another owner of each claim, when vectors are run on it
    _, laid = validate(ForgetsOwners(), 1_500, kinds=[Kind.RULE], rules="C")
    # then what the owner may do is compared with what is stored, and nothing else differs.
    operations = {finding.divergence.decision.operation for _, finding in laid}
    assert operations == {"claim"}


def composed(document: Any) -> Any:
    """Return a document with each letter and its accent in one character."""
    return json.loads(normalize("NFC", json.dumps(document, ensure_ascii=False)))


class Composing(ModelSystem):
    """Composes the letters of all that it answers and shows, and knows names as they were given."""

    def apply(self, operation: Operation) -> Any:
        outcome = super().apply(operation)
        kind = adapter(type(outcome))
        return kind.validate_python(composed(kind.dump_python(outcome, mode="json")))

    def observe(self) -> State:
        state: State = adapter(State).validate_python(
            composed(adapter(State).dump_python(super().observe(), mode="json"))
        )
        return state


@requires_nightly_profile
def test_names_that_nobody_gave_lead_to_no_further_findings(validate: Any) -> None:
    # Given a program that shows names otherwise than they were given, when vectors with such names
    # are run on it,
    _, laid = validate(Composing(), 1_500, kinds=[Kind.BOUNDARY], rules="C")
    # then it is found,
    assert laid
    # and nothing is that differs in more than that.
    for _, finding in laid:
        expected, observed = finding.divergence.expected, finding.divergence.observed
        assert Comparator().reply_differences(composed(expected), composed(observed)) == []


@pytest.mark.parametrize("change", [{"heartbeat_at": 7}, {"commit_hash": "c" * 40}])
def test_a_legal_state_is_adopted(change: dict[str, Any]) -> None:
    # Given a state that differs from the expected one and is legal, when it is observed
    expected = state_after(REGISTER, CLAIM, Complete("plan.md", "build", "one", HASH, 2))
    [plan] = expected.plans
    first, *others = plan.steps
    other = replace(expected, plans=(replace(plan, steps=(replace(first, **change), *others)),))
    # then it is adopted as it is.
    assert adopted_state(Comparator(), expected, state_to_json(other)) == other


class Lowering(ModelSystem):
    """Takes the names of worktrees in small letters, wherever they are given."""

    def apply(self, operation: Operation) -> Any:
        worktree = getattr(operation, "worktree", None)
        lowered: Any = replace(operation, worktree=worktree.lower()) if worktree else operation
        return super().apply(lowered)


@requires_nightly_profile
def test_a_name_in_another_form_is_not_found_again_after_each_operation(validate: Any) -> None:
    # Given a program that stores names in small letters, when it is asked with unusual names,
    _, laid = validate(Lowering(), 1_500, kinds=[Kind.BOUNDARY], rules="CLM")
    # then it is found where a name is given,
    operations = {finding.divergence.decision.operation for _, finding in laid}
    assert "claim" in operations
    # and not where none is, though the name is still stored.
    assert not operations & {"register", "ready", "reconcile", "reset", "new_plan", "stop"}


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("e\u0301", "\u00e9"),
        ("Ann", "ann"),
        ("ann ", "ann"),
        ("the worktree of Ann", "the worktree of A"),
    ],
    ids=["composed", "in small letters", "without its space", "cut off"],
)
def test_an_owner_in_another_form_is_the_one_that_was_given(given: str, shown: str) -> None:
    # Given a state with an owner,
    expected = state_after(REGISTER, replace(CLAIM, worktree=given))
    observed = state_to_json(expected)
    # when it is observed with another lease and the name of the owner in another form,
    observed["plans"][0]["steps"][0].update(claimed_by=shown, lease_expires_at=9)
    # then all is taken over but that.
    adopted = adopted_state(Comparator(), expected, observed, {given, shown})
    assert adopted is not None
    [plan] = adopted.plans
    assert (plan.steps[0].claimed_by, plan.steps[0].lease_expires_at) == (given, 9)


def test_a_state_in_which_less_is_held_is_adopted() -> None:
    # Given a state in which every step is held,
    expected = state_after(REGISTER, CLAIM, replace(CLAIM, now=2))
    # when one is observed in which one of them is not, then it is adopted.
    other = state_after(REGISTER, CLAIM)
    assert adopted_state(Comparator(), expected, state_to_json(other)) == other


@pytest.mark.parametrize(
    "damage",
    [
        lambda plans: plans[0]["steps"][0].update(claimed_by=None),
        lambda plans: plans[0]["steps"][0].update(parent="nowhere"),
        lambda plans: plans[0].update(status="elsewhere"),
        lambda plans: plans.append(plans[0]),
        lambda plans: plans[0]["steps"].append(plans[0]["steps"][0]),
        lambda plans: plans[0]["steps"][0].update(items=[ITEM, ITEM]),
        lambda plans: plans[0]["steps"][0].update(artifacts=[NOTE, NOTE]),
        lambda plans: plans[0].update(path="Plan.md"),
        lambda plans: plans[0]["steps"][1].update(anchor="Test"),
        lambda plans: plans[0]["steps"][0].update(claimed_by="somebody"),
    ],
    ids=[
        *("no owner", "no parent", "no status", "a plan twice", "a step twice", "an item twice"),
        *(
            "a note twice",
            "a plan of another name",
            "a step of another name",
            "an owner of another name",
        ),
    ],
)
def test_an_illegal_state_is_not_adopted(damage: Callable[[Any], None]) -> None:
    # Given a state with damage, of which nobody can say what it means,
    expected = state_after(REGISTER, CLAIM)
    observed = state_to_json(expected)
    damage(observed["plans"])
    # when it is observed, then the reference does not take it over.
    assert adopted_state(Comparator(), expected, observed) is None


def test_what_a_partial_system_does_not_show_stays_as_expected() -> None:
    # Given a system that shows no titles, when it shows another owner
    expected = state_after(REGISTER, CLAIM)
    comparator = Comparator(replace(ModelSystem().identity, observe=Observed.PARTIAL))
    observed = state_to_json(expected)
    del observed["plans"][0]["title"]
    observed["plans"][0]["steps"][0]["claimed_by"] = "two"
    # then the owner is adopted, and the title is kept.
    adopted = adopted_state(comparator, expected, observed, given={"two"})
    assert adopted == state_after(REGISTER, replace(CLAIM, worktree="two"))


@requires_nightly_profile
def test_an_edition_that_most_vectors_contradict_is_no_reference(validate: Any) -> None:
    # Given findings that an edition explains
    served = Layered(toggled(OWNERSHIP_FIRST), ())
    validation, _ = validate(served, 1_000, kinds=[Kind.AMENDMENT])
    failed = validation.failed
    without = toggled(OWNERSHIP_FIRST)
    assert reference_behind(CURRENT, validation.findings, [], failed) == without
    # when as many vectors pass that it would fail, then the reference stays.
    assert reference_behind(CURRENT, validation.findings, failed, failed) == CURRENT


def test_a_changed_edition_has_a_name() -> None:
    without = edition_named(with_toggled(CURRENT, FORCE_CASCADE))
    assert not without.has(FORCE_CASCADE)
    assert with_toggled(without, FORCE_CASCADE) == CURRENT.name
