"""Features that a system is without: it is never asked for them, and passes without them."""

from dataclasses import replace
from typing import Any

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.features import adapted, transition_of
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.model import WHOLE, ModelSystem, transitions_of
from conformance.adapters.remote import RemoteSystem
from conformance.differential.comparator import Comparator
from conformance.kit.grading import Grading
from conformance.kit.stages.tours import why_not_toured
from conformance.protocol.documents.record import Grade
from conformance.protocol.messages import AreaName, Feature, Observed
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, operations_of
from model.explorer.scopes.catalog import TOURED
from spec.editions import CURRENT
from spec.formats.messages import state_to_json
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State, StepStatus
from tests.conformance.changed import last_claimable
from tests.conformance.kit.conftest import Validate
from tests.profiles import requires_ci_profile
from tests.rules.builders import (
    NEW_HASH,
    TASK,
    claim,
    document,
    heartbeat,
    listed,
    register,
    step,
)

BRIDGE = document(
    step("piers", step("north"), items=listed(TASK)), step("deck", needs=("north", "piers"))
)
PLAIN = (step("piers"), step("deck", needs=("piers",)))
BOARD = (
    *(Feature.SUBSTEPS, Feature.ITEMS, Feature.DRIFT),
    *(Feature.CHOICE, Feature.TAKEOVER, Feature.FENCED),
)
STEPS = (AreaName.PLANS, AreaName.CLAIMS, AreaName.COMPLETION)


class Board(ModelSystem):
    """The model without anything that a board of tasks lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, areas=STEPS, without=BOARD, observe=Observed.PARTIAL)

    def apply(self, operation: Operation) -> Outcome:
        require_plain(operation, self.state)
        transition = transition_of(self.state, operation, self.edition, self.identity.without)
        self.state = transition.state
        return transition.outcome


class Unswept(Board):
    """Says that a sweep ends leases, and lets claims take steps over instead."""

    def apply(self, operation: Operation) -> Outcome:
        return ModelSystem.apply(self, operation)


def require_plain(operation: Operation, state: State) -> None:
    """Raise `AssertionError` if an operation needs what a board lacks."""
    if isinstance(operation, Register):
        assert not any(step.items or step.substeps for step in operation.definition.steps)
    assert not (isinstance(operation, Claim) and operation.fenced)
    plan, given = state.plan(operation.plan), getattr(operation, "document_hash", None)
    assert plan is None or given in (None, plan.document_hash)


def test_a_request_loses_what_a_system_is_without() -> None:
    # Given a document with a substep, an item, and a dependency on the substep
    asked = register(BRIDGE)
    # When it is adapted to a board, and to a system that has everything
    plain, same = adapted(asked, State(), BOARD), adapted(asked, State(), ())
    # Then only the board's is plain
    assert isinstance(plain, Register)
    assert plain.definition.steps == PLAIN
    assert same == asked
    # And a claim under another hash, which demands its id, is one like any other
    state = transitions_of([plain])[-1].state
    fenced = claim("one", now=1, document_hash=NEW_HASH, fenced=True)
    assert adapted(fenced, state, BOARD) == claim("one", now=1)


def test_a_sweep_ends_leases_before_a_claim() -> None:
    # Given two steps, each held under a lease of 10
    claims = [claim(worktree, lease=10) for worktree in ("one", "two")]
    held = transitions_of([register(document(step("piers"), step("deck"))), *claims])[-1]
    # When somebody claims in the last millisecond of the leases, and in the next
    again = claim("three", now=10)
    live = transition_of(held.state, again, CURRENT, (Feature.TAKEOVER,))
    over = transition_of(held.state, replace(again, now=11), CURRENT, (Feature.TAKEOVER,))
    # Then a sweep makes both steps pending when their leases are over, so nothing is reclaimed
    assert live.state == held.state
    [piers, deck] = over.state.plans[0].steps
    assert isinstance(over.outcome, Claimed)
    assert not over.outcome.reclaimed
    assert (piers.claimed_by, deck.status) == ("three", StepStatus.PENDING)


@requires_ci_profile
def test_a_board_is_asked_only_what_it_offers_and_passes(validate: Validate) -> None:
    # Given a board that breaks where it is asked for what it lacks
    # When it is validated
    validation, attributed = validate(Board(), 800, kinds=tuple(Kind), rules="CLM")
    grading = Grading(
        validation.session.capabilities,
        validation.tally,
        (),
        frozenset(),
        coverage=validation.coverage,
    )
    graded = {each.rule: each for each in grading.results()}
    # Then nothing differs, and what only its features show is not judged
    assert (validation.broken, attributed) == ([], [])
    assert graded["CLM-8"].grade is graded["CLM-1"].grade is Grade.PASS
    assert "CLM-8.5" in graded["CLM-8"].why
    assert "CLM-1.2" in graded["CLM-1"].why
    assert graded["CMP-2"].grade is Grade.UNSUPPORTED


@requires_ci_profile
def test_a_board_whose_sweep_does_nothing_is_found_out(validate: Validate) -> None:
    # Given a board that does not sweep
    # When it is validated
    _, attributed = validate(Unswept(), 400)
    # Then some claim differs
    assert {rule[:3] for rule, _ in attributed} == {"CLM"}


class LastFirst(ModelSystem):
    """Takes the last step that may be taken, and says that the order is free."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, areas=STEPS, without=(Feature.ORDER,))

    def apply(self, operation: Operation) -> Outcome:
        plan = self.state.plan(operation.plan)
        if not isinstance(operation, Claim) or plan is None:
            return super().apply(operation)
        transition = last_claimable(self.state, operation, plan, self.edition)
        self.state = transition.state
        return transition.outcome


def test_a_free_order_contradicts_nothing(validate: Validate) -> None:
    # Given a program that takes the last step where any may be taken, then nothing differs
    validation, attributed = validate(LastFirst(), 150)
    assert (validation.broken, attributed) == ([], [])
    assert validation.tally.clauses["CLM-8.1"]


class Refusing(ModelSystem):
    """Finds nothing claimable, and never shows who holds a step."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, areas=STEPS, observe=Observed.PARTIAL)

    def apply(self, operation: Operation) -> Any:
        if isinstance(operation, Claim) and self.state.plan(operation.plan):
            return {"reply": "ok", "answer": "nothing_claimable"}
        return super().apply(operation)

    def observe(self) -> Any:
        state = state_to_json(super().observe())
        for plan in state["plans"]:
            plan["steps"] = [{"anchor": each["anchor"]} for each in plan["steps"]]
        return state


def test_nobody_is_blamed_for_a_claim_that_was_not_granted(validate: Validate) -> None:
    # Given a program that grants no claim and shows no holder, when it is validated,
    _, attributed = validate(Refusing(), 150)
    # then only claims differ: what follows is not judged as if they had been granted.
    operations = {finding.divergence.decision.operation for _, finding in attributed}
    assert operations == {"claim"}


def test_a_board_is_toured_only_where_it_has_what_a_scope_needs() -> None:
    # Given a board, and one that only lacks substeps
    lacking_all = Capabilities(Board().identity, frozenset(STEPS))
    without = replace(Board().identity, without=(Feature.SUBSTEPS,))
    lacking_some = replace(lacking_all, identity=without)
    # When it is asked which scopes they can be toured in
    toured = [each.name for each in TOURED if why_not_toured(each, lacking_some) is None]
    whys = {why_not_toured(each, lacking_all) for each in TOURED}
    # Then a scope with substeps is none, and a board with sweeps is toured in none
    assert "single" in toured
    assert "substeps" not in toured
    assert None not in whys


def test_vectors_that_need_a_feature_are_not_run() -> None:
    # Given the vectors of one area
    vectors = [each for each in read_once(VECTORS) if each.areas <= set(STEPS)]
    # When it is asked which of them a board can run
    board = Board()
    can_be_asked = capabilities_of(board.identity).can_be_asked
    asked = [each for each in vectors if can_be_asked(operations_of(each)) is None]
    # Then there are some, not all, and a board takes each request as it is
    assert 0 < len(asked) < len(vectors)
    for vector in asked:
        board.reset()
        for operation in operations_of(vector):
            board.apply(operation)


def test_a_rejection_may_come_without_a_code() -> None:
    # Given the rejection of a heartbeat
    system = RemoteSystem(PythonConnection(ModelSystem()))
    rejected = system.apply(heartbeat("piers", "one"))
    # When it is compared with one that has a code, one that has none, and an answer
    comparator = Comparator()
    bare, wrong = {"reply": "rejected"}, {**rejected, "code": "E052"}
    # Then only what is given has to be right
    assert comparator.reply_differences(rejected, bare) == []
    assert comparator.reply_differences(rejected, wrong)
    assert comparator.reply_differences(rejected, {"reply": "ok", "answer": "lease_renewed"})
