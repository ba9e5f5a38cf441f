"""What exploring finds out about commits, recovery, reviews and iterations in older editions.

Each number is the length of a shortest counterexample.
"""

import pytest

from tests.profiles import THOROUGH

from .explored import explored, violations

FOUND = {
    ("commits", "origin"): {
        "STP-14": 1,  # A05: a failed update does not say why
    },
    ("commits", "seeds"): {
        "STP-15": 5,  # A21: a completed step does not know its commit
        "STP-16": 2,  # A14: who holds nothing is told that items are open
        "RCH-5": 2,  # A12: drift is a dead end
        "RCH-6": 2,
    },
    ("recovery", "origin"): {
        "RUN-1": 5,  # A06: every failed commit halts the work
        "RUN-4": 6,  # A07: what a coder counts overwrites a deferral
        "RUN-6": 5,  # A06: an item that nobody reported halts everything
        "RUN-7": 5,  # A07: a coder's counts are believed
    },
    ("recovery", "seeds"): {
        "RUN-2": 6,  # A13: success is reported, and the step is never completed
        "RUN-5": 7,  # A14: a lost step is taken for open items, and a recovery begins
        "RUN-9": 10,  # A13: told that the step is lost, it tries again, three times in all
    },
    ("reviews", "origin"): {
        "STP-17": 3,
        "STP-19": 3,  # A08, A09: what the hook decides is not written
        "STP-20": 3,
        "STP-21": 3,  # A08: without reviews every stop repeats
        "STP-22": 3,
        "STP-23": 4,
        "STP-25": 5,  # A09: the clean reviews of an advance are not counted
        "STP-24": 3,  # A10: after a crash nobody knows how to go on
        "RCH-7": 2,  # A08: without reviews the plan never advances
    },
    ("reviews", "seeds"): {
        "STP-17": 3,  # A22: a review that crashed is not counted
        "STP-20": 3,  # A22: a review is skipped when the reviewer crashes
        "STP-21": 3,
        "STP-22": 3,
        "STP-23": 4,  # A23: a review by hand is automated
    },
    ("iterations", "origin"): {
        "STP-27": 3,  # A11: a loop halts with work remaining below its limit
        "STP-28": 3,
        "STP-29": 3,
        "STP-30": 3,
        "STP-31": 3,
    },
    ("iterations", "seeds"): {
        "STP-28": 3,  # A15: a stuck agent is sent round for ever
        "STP-29": 3,  # A15: the limit is never reached
        "STP-30": 3,
        "STP-31": 3,
    },
}
"""What the area's own amendments cure, by scope and edition."""

ELSEWHERE = {"INV-6", "STP-5", "STP-11", "RCH-1", "RCH-2", "RCH-3"}
"""What these scopes find too, and what is shown with the steps."""

RECOVERY_MEETS = {
    "origin": {"STP-14", "STP-15"},
    "seeds": {"STP-15", "STP-16"},
}
"""What runs of the orchestrator find of commits."""


@pytest.mark.parametrize(
    ("name", "edition"), [key for key in FOUND if THOROUGH or key[0] != "reviews"]
)
def test_an_older_edition_breaks_what_later_amendments_cure(name: str, edition: str) -> None:
    # Given the rules of an older edition, when a scope is explored to its end,
    found = explored(name, edition)
    assert found.closed
    # then these properties are broken, and these are the shortest ways to break them.
    besides = ELSEWHERE | (RECOVERY_MEETS[edition] if name == "recovery" else set())
    if (name, edition) == ("commits", "origin"):
        besides |= {"RCH-5", "RCH-6"}
    own = {rule: length for rule, length in violations(found).items() if rule not in besides}
    assert own == FOUND[name, edition]


@pytest.mark.parametrize(
    ("without", "broken"),
    [
        ("A04", {"RUN-6": 7}),
        ("A05", {"RUN-5": 7, "STP-14": 5}),
        ("A06", {"RUN-1": 5, "RUN-6": 6}),
        ("A07", {"RUN-4": 6, "RUN-7": 5}),
        ("A13", {"RUN-2": 6, "RUN-5": 8, "RUN-9": 10}),
        ("A14", {"RUN-5": 8, "STP-16": 6}),
    ],
)
def test_each_amendment_of_recovery_is_needed(without: str, broken: dict[str, int]) -> None:
    # Given the current edition without one amendment, when every run of the orchestrator is seen,
    found = explored("recovery", f"2026.1-{without}")
    # then exactly what that amendment cures is broken.
    assert violations(found) == broken
