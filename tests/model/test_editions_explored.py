"""What exploring finds out about the editions, with states and depths as numbers.

A number changes only if a rule, a property or a scope does.
"""

import pytest

from model.apply import apply
from model.explorer.graphs.labels import LABELLED, labels_of
from model.explorer.scopes.document_themes import DRIFTED
from model.explorer.search.exploring import HOLDS, Exploration
from model.explorer.situations import Situation
from model.transition import Transition
from spec.catalog import RULES
from spec.editions import CURRENT, Edition
from spec.properties.reachability import EVENTUALITIES
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import plan_without_steps
from spec.vocabulary.state import State
from tests.model.explored import explored, sizes, violations
from tests.profiles import AT_NIGHT, mostly_nightly, requires_nightly_profile

CURRENT_SCOPES = {
    "deferrals": (45, 2_250, 6),
    "resuming": (137, 4_110, 9),
    "single": (173, 8_651, 9),
    "order": (207, 5_382, 11),
    "recommits": (270, 5_130, 10),
    "rewritten": (1_740, 26_100, 21),
    "earlier": (84, 1_680, 9),
    "undone": (888, 11_544, 15),
    "waiting": (294, 5_880, 11),
    "two-plans": (4_213, 139_082, 13),
    "history": (1_305, 37_845, 12),
    "claim-ids": (487, 41_398, 10),
    "family": (1_397, 58_674, 10),
    "iterations": (244, 8_784, 7),
    "commits": (226, 8_588, 10),
    "reviews": (8_089, 242_670, 15),
    "drift": (10_476, 303_804, 17),
    "recovery": (4_580, 4_579, 17),
}
BY_DAY = (
    *("deferrals", "resuming", "waiting", "single", "order", "iterations", "commits"),
    *("rewritten", "undone", "earlier"),
)
TRIED = tuple(CURRENT_SCOPES) if AT_NIGHT else BY_DAY
EXPLORED = {name: CURRENT_SCOPES[name] for name in TRIED}


@pytest.fixture(scope="module")
def current() -> dict[str, Exploration]:
    """Explore every quick scope in the current edition, nightly the large ones too."""
    return {name: explored(name, CURRENT.name) for name in EXPLORED}


@pytest.mark.xdist_group("current")
def test_the_current_edition_holds_everything(current: dict[str, Exploration]) -> None:
    # Given these scopes, when each is explored to its end,
    # then there is exactly this much to be seen, all of it was seen,
    assert {name: sizes(found) for name, found in current.items()} == EXPLORED
    assert all(found.closed for found in current.values())
    # and nothing is violated.
    assert {name: violations(found) for name, found in current.items() if violations(found)} == {}


@requires_nightly_profile
@pytest.mark.xdist_group("current")
def test_every_property_is_put_to_the_test_in_some_scope(current: dict[str, Exploration]) -> None:
    # Given these explorations, when the verdicts on a property are collected,
    tested = {
        verdict.id: any(
            other.tested and other.verdict == HOLDS
            for found in current.values()
            for other in found.verdicts
            if other.id == verdict.id
        )
        for verdict in current["single"].verdicts
    }
    # then it was tested, and holds, in at least one scope.
    assert [identifier for identifier, once in tested.items() if not once] == []


@requires_nightly_profile
@pytest.mark.xdist_group("current")
def test_every_rule_fires_in_some_scope(current: dict[str, Exploration]) -> None:
    # Given these explorations, when their rules are put together,
    fired = {rule for found in current.values() for rule in found.rules}
    # then only those are missing whose clauses decide nothing, which their witnesses show.
    assert {rule.id for rule in RULES} - fired == SHOWN_BY_WITNESSES


SHOWN_BY_WITNESSES = {"CHK-5", "CHK-8", "CLM-2", "CLM-18", "CMP-5", "ITR-8", "PLN-8"}
SEEDS_BREAK = [
    (
        "single",
        881,
        11,
        {
            "INV-6": 3,  # A17: a reason without a deferral
            "INV-7": 3,  # A17: any word is a status
            "INV-11": 2,  # A29: claims have no ids
            "STP-5": 3,  # A19: a live lease changes hands in nobody's name
            "STP-6": 4,  # A17: an update of all items opens them unasked
            "STP-10": 2,  # A14: who holds nothing is told that items are open
            "STP-35": 4,  # A28: who repeats a completion is told that the step is not held
            "STP-38": 4,  # A38: a batch counts items that it does not change
            "STP-39": 4,  # A39: a refused release names no status
            "STP-43": 1,  # A29: claims are not counted
            "STP-55": 4,  # A27: who starts again is refused
        },
    ),
    (
        "history",
        2_467,
        13,
        {
            "INV-5": 2,  # A20: a reconciled step keeps unfinished substeps
            "INV-6": 4,
            "INV-9": 2,  # A20: the plan is never done
            "INV-11": 2,
            "STP-5": 3,
            "STP-10": 2,
            "STP-12": 2,  # A20: the oldest commit wins
            "STP-35": 3,
            "STP-38": 4,
            "STP-39": 3,
            "STP-43": 1,
            "STP-55": 4,
        },
    ),
    (
        "drift",
        12_015,
        14,
        {
            "INV-4": 3,  # A16: substeps completed by force keep open items
            "INV-6": 4,
            "INV-11": 2,
            "STP-5": 3,
            "STP-10": 2,
            "STP-11": 4,  # A18: items of a completed substep change
            "STP-35": 4,
            "STP-38": 4,
            "STP-39": 4,
            "STP-43": 1,
            "STP-55": 4,
            "STP-56": 3,  # A12: no remedy settles drift
            "STP-72": 4,  # A16: substeps completed by force keep deferred items
            "RCH-5": 2,  # A12: drift is a dead end
            "RCH-6": 2,
        },
    ),
]


@pytest.mark.parametrize(
    ("name", "states", "depth", "expected"),
    mostly_nightly(SEEDS_BREAK, SEEDS_BREAK[:1], ()),
)
def test_the_seeds_cure_those_failures_and_have_their_own(
    name: str, states: int, depth: int, expected: dict[str, int]
) -> None:
    # Given the rules as the seeds ask for them, when a scope is explored,
    found = explored(name, "seeds")
    # then what the origin lacked is possible, and the seeds' own mistakes are found.
    assert violations(found) == expected
    assert (found.states, found.depth, found.closed) == (states, depth, True)


def test_a_document_is_valid_where_the_edition_that_is_explored_accepts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given an edition that refuses every document, and a plan whose document has changed,
    strict = Edition("strict", CURRENT.amendments)
    (path, (first, *_)), *_ = DRIFTED.documents.versions
    registered = apply(State(), Register(path, first, 0), CURRENT).state
    situation = Situation(registered, documents=(1,))

    def refusing(state: State, operation: Operation, edition: Edition) -> Transition:
        if edition is strict:
            return Transition(state, plan_without_steps(), ())
        return apply(state, operation, edition)

    monkeypatch.setattr("model.explorer.graphs.labels.apply", refusing)
    # when it is asked whether the plan can be updated to it (RCH-6), then only elsewhere.
    updated = LABELLED.index(next(rule for rule in EVENTUALITIES if rule.id == "RCH-6"))
    assert labels_of(DRIFTED, CURRENT, situation)[0] >> updated & 1
    assert not labels_of(DRIFTED, strict, situation)[0] >> updated & 1
