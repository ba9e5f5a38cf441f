"""What exploring finds out about commits, recovery, reviews and iterations in older editions.

Each number is the length of a shortest counterexample.
"""

import pytest

from tests.model.explored import explored, violations
from tests.profiles import mostly_nightly, requires_ci_profile

COMMANDS = {
    "STP-50": 1,  # A33: what was not judged is allowed
    "STP-51": 1,  # A46: a chain is taken for several commands
    "STP-52": 1,  # A47: a tool that reads is advised for writing
    "STP-53": 1,  # A48: nothing shows how to commit several lines
}
"""What is found of every check of commands before 2026.2."""

FOUND = {
    ("commits", "origin"): {
        "STP-14": 1,  # A05: a failed update does not say why
        "STP-36": 1,  # A30: what git has committed is committed again
        "STP-56": 3,  # A12: no remedy settles drift
    },
    ("commits", "seeds"): {
        "STP-15": 5,  # A21: a completed step does not know its commit
        "STP-16": 2,  # A14: who holds nothing is told that items are open
        "STP-36": 1,
        "STP-56": 3,  # A12: no remedy settles drift
        "RCH-5": 2,  # A12: drift is a dead end
        "RCH-6": 2,
    },
    ("commits", "2026.1"): {
        "STP-36": 1,
        "STP-47": 4,  # A31: what an update of the plan takes from a step is not listed
        "STP-48": 4,  # A31: a step that its document left alone loses something
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
        "STP-41": 3,  # A25: a review without a verdict sends the agent to its findings
        "STP-42": 4,  # A26: findings are forgotten
        "INV-12": 3,  # A27: a word that is no phase is stored
        "STP-54": 4,  # A27: a review by hand is left due
        "RCH-7": 2,  # A08: without reviews the plan never advances
        "RCH-8": 2,  # A27: nobody can continue the task that is not named
    },
    ("reviews", "seeds"): {
        "STP-17": 3,  # A22: a review that crashed is not counted
        "STP-20": 3,  # A22: a review is skipped when the reviewer crashes
        "STP-21": 3,
        "STP-22": 3,
        "STP-23": 4,  # A23: a review by hand is automated
        "STP-25": 5,  # A25: a review without a verdict ends the clean ones
        "STP-41": 3,
        "STP-42": 4,  # A26: findings are forgotten
        "INV-12": 3,
        "STP-54": 4,
        "RCH-8": 2,
    },
    ("reviews", "2026.1"): {
        "STP-20": 3,  # A24: after a block no stop is reviewed
        "STP-21": 3,
        "STP-25": 5,  # A25: a review without a verdict ends the clean ones
        "STP-40": 3,  # A41: `phase` names a review that never ran
        "STP-41": 3,
        "STP-42": 4,  # A26: findings are forgotten
        "INV-12": 3,
        "STP-54": 4,
        "RCH-8": 2,
    },
    ("iterations", "origin"): {
        "STP-27": 3,  # A11: a loop halts with work remaining below its limit
        "STP-28": 3,
        "STP-29": 3,
        "STP-30": 3,
        "STP-31": 3,
        "STP-32": 3,  # A34: a summary of ten bytes is accepted
        "STP-33": 3,  # A35: white space and brackets are taken for work
        "STP-34": 3,  # A36: what has one reading is not read
        **COMMANDS,
    },
    ("iterations", "seeds"): {
        "STP-28": 3,  # A15: a stuck agent is sent round for ever
        "STP-29": 3,  # A15: the limit is never reached
        "STP-30": 3,
        "STP-31": 3,
        "STP-32": 3,
        "STP-33": 3,
        "STP-34": 3,
        **COMMANDS,
    },
    ("iterations", "2026.1"): {"STP-34": 3, **COMMANDS},
}
"""What the area's own amendments cure, by scope and edition."""

SCOPES = ("commits", "recovery", "reviews", "iterations")

ELSEWHERE = {
    *("INV-6", "INV-11", "STP-5", "STP-11", "STP-35", "STP-38", "STP-39", "STP-43", "STP-55"),
    *("RCH-1", "RCH-2", "RCH-3"),
}
"""What these scopes find too, and what is shown with the steps."""

RECOVERY_MEETS = {
    "origin": {"STP-14", "STP-15", "STP-56"},
    "seeds": {"STP-15", "STP-16", "STP-56"},
}
"""What runs of the orchestrator find of commits."""


@pytest.mark.parametrize(
    "name", mostly_nightly(SCOPES, ("commits", "recovery", "iterations"), ("recovery",))
)
def test_an_older_edition_breaks_what_later_amendments_cure(name: str) -> None:
    expected = {edition: broken for (scope, edition), broken in FOUND.items() if scope == name}
    own = {}
    for edition in expected:
        # Given the rules of an older edition, when a scope is explored to its end,
        found = explored(name, edition)
        assert found.closed
        besides = ELSEWHERE | (RECOVERY_MEETS[edition] if name == "recovery" else set())
        if (name, edition) == ("commits", "origin"):
            besides |= {"RCH-5", "RCH-6"}
        broken = violations(found).items()
        own[edition] = {rule: length for rule, length in broken if rule not in besides}
    # then these properties are broken, and these are the shortest ways to break them.
    assert own == expected


NEEDED = {
    "A04": {"RUN-6": 7, "STP-75": 4},
    "A05": {"RUN-5": 8, "STP-14": 5},
    "A06": {"RUN-1": 5, "RUN-6": 6},
    "A07": {"RUN-4": 6, "RUN-7": 5},
    "A13": {"RUN-2": 6, "RUN-5": 8, "RUN-9": 10},
    # Where requests carry the ids of claims, a lost step is found without A14.
    "A14-A29": {"INV-11": 2, "RUN-5": 8, "STP-16": 6, "STP-43": 2},
}


@requires_ci_profile
def test_each_amendment_of_recovery_is_needed() -> None:
    # Given the current edition without an amendment, when every run of the orchestrator is seen,
    found = {without: violations(explored("recovery", f"2026.2-{without}")) for without in NEEDED}
    # then exactly what is cured by it is broken.
    assert found == NEEDED
