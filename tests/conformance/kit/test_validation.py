"""What a validation finds out about implementations that are right, old or broken."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.model import ModelSystem
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import UnsupportedRequest
from conformance.kit.attribution import amendment_of
from conformance.kit.grading import Grading
from conformance.kit.run import Validation
from conformance.protocol.documents.record import Grade, RuleResult
from conformance.protocol.messages import AreaName, Clock, Observed
from conformance.vectors.vector import Kind
from spec.amendments.corrections import RECOVERY_VERIFIES_STEP
from spec.amendments.seed import DEFERRED_ONLY_BATCH, RECOVERY_LOOP
from spec.catalog import CLAUSES, OBSERVABLE_AMENDMENTS, rule_id
from spec.editions import toggled
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show, State
from tests.conformance.changed import Changed, Noting
from tests.profiles import (
    AT_NIGHT,
    by_day_the_first,
    requires_ci_profile,
    requires_nightly_profile,
)

ENOUGH = 400
"""Operations in which the vectors of all rules can be asked."""
BY_WITNESSES_ALONE = {
    *("PLN-8", "CLM-2", "CLM-18", "CLM-21", "CHK-2", "CHK-3"),
    *("CHK-5", "CHK-6", "CHK-8", "CMP-5", "ITR-8"),
}
"""Rules that say what an accepted request spares or reaches, by which the model seldom decides."""
ORCHESTRATORS = (RECOVERY_LOOP, DEFERRED_ONLY_BATCH, RECOVERY_VERIFIES_STEP)
"""Amendments that bind whoever asks a store, and that no store can be seen to lack."""

LACKED = [each for each in OBSERVABLE_AMENDMENTS if each not in ORCHESTRATORS]


def graded(validation: Validation) -> dict[str, RuleResult]:
    grading = Grading(validation.session.capabilities, validation.tally, (), frozenset())
    return {result.rule: result for result in grading.results()}


@pytest.mark.parametrize("served", by_day_the_first([ModelSystem, StoreSystem]))
def test_every_rule_of_what_conforms_passes(validate: Any, served: Callable[[], Any]) -> None:
    # Given the model or the store, when enough is asked,
    validation, laid = validate(served(), ENOUGH, kinds=[Kind.RULE])
    # then nothing differs and every rule was exercised,
    assert laid == []
    # but those that only the vectors of mutants show, which were not run, and those of
    # orchestrators, as no program is validated as one.
    grades = graded(validation)
    others = [each for each in grades.values() if each.area != "recovery"]
    assert {each.grade for each in others} == {Grade.PASS, Grade.INCONCLUSIVE}
    assert {each.rule for each in others if each.grade is not Grade.PASS} <= BY_WITNESSES_ALONE
    of_recovery = {result.grade for result in grades.values() if result.area == "recovery"}
    assert of_recovery == {Grade.NOT_EXERCISED}


@requires_ci_profile
def test_whoever_lacks_an_amendment_is_told_which(validate: Any, model: Any) -> None:
    wrong = {}
    kinds = [Kind.AMENDMENT, Kind.MUTANT]
    for amendment in LACKED[:: 1 if AT_NIGHT else 21]:
        # Given a model without one amendment, when it is validated by what tells that,
        brought = {rule_id(each.id) for each in CLAUSES if each.since == amendment}
        served = model(toggled(amendment).name)
        _, laid = validate(served, 60, kinds=kinds, rules=tuple(brought))
        # then each finding is laid to a rule of that amendment, and says so.
        found = {(rule in brought, amendment_of(finding)) for rule, finding in laid}
        if found != {(True, amendment)}:
            wrong[amendment.id] = [(rule, amendment_of(finding)) for rule, finding in laid]
    assert wrong == {}


@requires_nightly_profile
def test_no_store_is_blamed_for_its_orchestrator(validate: Any, model: Any) -> None:
    for amendment in ORCHESTRATORS:
        # Given a store without an amendment that binds the orchestrator, then nothing is found.
        _, laid = validate(model(toggled(amendment).name), 20)
        assert laid == []


class Careless(ModelSystem):
    """Stores a lease although it rejects the claim."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Claim):
            plan = self.state.plan(operation.plan)
            if plan and plan.document_hash != operation.document_hash:
                before = super().apply(operation)
                super().apply(replace(operation, document_hash=plan.document_hash))
                return before
        return super().apply(operation)


def test_a_rejection_that_changes_something_breaks_atomicity(validate: Any) -> None:
    # Given an implementation that rejects a drifted claim and stores it all the same,
    validation, laid = validate(Careless(), 100, kinds=[Kind.RULE], rules="CLM-7")
    # then the answer is right and the one finding is of atomicity, with whatever id it stores.
    assert [finding.divergence.kind for _, finding in laid] == ["atomicity"]
    assert [rule for rule, _ in laid] in (["CLM-7"], ["PLN-6"])
    assert validation.operations >= 100


def broken_at_a_show(_: State, operation: Operation) -> Operation:
    if isinstance(operation, Show):
        raise RuntimeError("no such table: steps")
    return operation


def test_an_error_is_told_and_the_run_goes_on(validate: Any) -> None:
    # Given an implementation that answers one operation with an error,
    validation, laid = validate(Changed(broken_at_a_show), 250)
    # then that is told as what broke, and all else is validated.
    assert {finding.divergence.kind for _, finding in laid} == {"error"}
    assert validation.operations >= 100
    assert graded(validation)["CLM-1"].grade is Grade.PASS


def without_force(_: State, operation: Operation) -> Operation:
    if isinstance(operation, Claim) and operation.force:
        raise UnsupportedRequest("there is no force here")
    return operation


def test_rules_that_only_unsupported_operations_show_are_unsupported(validate: Any) -> None:
    # Given an implementation that cannot force a claim,
    _, laid = found = validate(Changed(without_force), 60, kinds=[Kind.RULE], rules="CLM")
    # then that is no finding, and the rule about it is unsupported for the reason given.
    assert laid == []
    result = graded(found[0])["CLM-6"]
    assert (result.grade, result.why) == (Grade.UNSUPPORTED, "there is no force here")


def test_areas_that_are_not_offered_are_never_asked(validate: Any, model: Any) -> None:
    # Given an implementation of claims and checklists that registers no plans,
    served = Noting(model(areas=(AreaName.CLAIMS, AreaName.CHECKLISTS)).identity)
    validation, laid = validate(served, 600)
    # then nothing else is asked but to hold a plan, once for every empty store,
    kinds = {type(each).__name__ for each in served.asked if type(each) is not Register}
    assert kinds == {
        *("Claim", "Start", "Heartbeat", "Release", "Reset", "Ready"),
        *("Update", "Batch", "RecordArtifact"),
    }
    registered = sum(isinstance(operation, Register) for operation in served.asked)
    # which is looked at too before it holds the plan.
    assert validation.session.system.resets == 2 * registered
    # nothing differs, and the other rules are unsupported.
    assert laid == []
    grades = graded(validation)
    assert grades["CLM-4"].grade is Grade.PASS
    assert grades["PLN-7"].why == "it does not offer plans"
    assert grades["REC-1"].grade is grades["REV-1"].grade is Grade.UNSUPPORTED


def test_a_chosen_area_is_asked_with_what_it_needs(validate: Any, model: Any) -> None:
    # Given that only reviews are chosen, then plans are registered and nothing else is asked.
    validation, laid = validate(model(), 150, areas=(AreaName.REVIEWS,))
    assert laid == []
    assert validation.session.capabilities.areas == {AreaName.PLANS, AreaName.REVIEWS}
    assert graded(validation)["REV-1"].grade is Grade.PASS


def test_faults_that_are_not_offered_are_never_asked_for(validate: Any, model: Any) -> None:
    # Given an implementation that cannot let anything fail,
    served = Noting(model(faults=()).identity)
    _, laid = validate(served, 200)
    # then every commit finds git, root, store and document.
    assert laid == []
    commits = [each for each in served.asked if isinstance(each, Commit)]
    assert commits
    assert all(
        each.git_succeeds and each.root_found and each.store_reachable and each.document_hash
        for each in commits
    )


@requires_ci_profile
def test_a_clock_that_is_a_little_off_makes_no_finding(validate: Any, model: Any) -> None:
    # Given a clock that is off by up to three seconds, always another way, and that says so,
    def wandering(_: State, operation: Any) -> Operation:
        off = -3000 if operation.now % 2 else 3000
        asked: Operation = replace(operation, now=operation.now + off)
        return asked

    served = Changed(wandering, identity=model(clock=Clock.OFFSET).identity)
    validation, laid = validate(served, 200, areas=[AreaName.CLAIMS])
    # then nothing that is asked depends on it,
    assert laid == []
    # and leases are seen to end.
    assert validation.tally.clauses["CLM-4.4"]


def test_rules_of_time_do_not_pass_where_no_clock_can_be_set(validate: Any, model: Any) -> None:
    # Given a program whose clock cannot be set, and of whose leases none was waited for,
    validation, _ = validate(model(clock=Clock.NONE), 1, areas=[AreaName.CHECKLISTS])
    # then rules about times and about the ends of leases are not exercised.
    grades = graded(validation)
    for rule in ("CLM-4", "CLM-8", "CLM-12", "CLM-13", "CHK-1", "CHK-10"):
        assert grades[rule].grade is Grade.NOT_EXERCISED
        assert "cannot be set" in grades[rule].why


class Partial(ModelSystem):
    """Never gives a title nor what remains after a claim, nor every owner of a claim."""

    def apply(self, operation: Operation) -> Any:
        answer = outcome_to_json(super().apply(operation))
        return {k: v for k, v in answer.items() if k not in ("total_remaining", "details")}

    def observe(self) -> Any:
        state = state_to_json(super().observe())
        for plan in state["plans"]:
            del plan["title"]
            for step in plan["steps"][1:]:
                del step["claimed_by"]
        return state


def test_what_is_left_out_is_not_judged_where_that_is_said(validate: Any, model: Any) -> None:
    # Given an implementation that says that its answers are partial,
    served = Partial()
    served.identity = model(observe=Observed.PARTIAL).identity
    validation, laid = validate(served, 120)
    # then nothing differs, and what was never given is known.
    assert laid == []
    judging = validation.session.comparator
    assert judging.left_out - judging.given == {"claimed.total_remaining", "plans.title"}
    # and so is what was given now and then.
    assert judging.left_out & judging.given == {"steps.claimed_by"}


@requires_ci_profile
def test_a_run_is_the_same_under_its_seed(validate: Any, model: Any) -> None:
    # Given the same seed, then the same is asked, found and shortened to the same traces.
    runs = [validate(model("2026.2-A14"), 100, seed=5) for _ in range(2)]
    first, second = (
        (validation.tally.agreed, [finding.operations for _, finding in laid])
        for validation, laid in runs
    )
    assert first == second
    # Another seed asks something else.
    other, _ = validate(model("2026.2-A14"), 100, seed=6)
    assert other.tally.agreed != first[0]
