"""`planspec serve impl --mutant`: a store with a deliberate fault answers requests."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.protocol.codec import operation_request
from conformance.reports.exit_codes import USAGE
from spec.formats.messages import Message
from tests.conformance.calling import Planspec
from tests.profiles import requires_ci_profile
from tests.rules.builders import BOB, FAMILY, claim, register

PLANSPEC = str(Path(sys.executable).with_name("planspec"))
TAKES_LATER_STEPS = "last-claimable-first"
"""A fault that one claim shows."""


def served(*options: str) -> Message:
    """Serve something, register a plan, claim a step, and return the reply to the claim."""
    requests = [operation_request(each) for each in (register(FAMILY), claim(BOB))]
    done = subprocess.run(
        [PLANSPEC, "serve", *options],
        input="".join(f"{json.dumps(request)}\n" for request in requests),
        capture_output=True,
        text=True,
        check=True,
    )
    reply: Message = json.loads(done.stdout.splitlines()[1])
    return reply


@requires_ci_profile
def test_a_served_mutant_answers_with_its_fault(tmp_path: Path) -> None:
    # Given a store that claims the last step first, when a step is claimed,
    faulty = ("impl", "--mutant", TAKES_LATER_STEPS)
    # then it is another step than that of the store without the fault,
    assert served(*faulty)["anchor"] == "c"
    assert served("impl")["anchor"] == "a"
    # and in a file as well, which any store can read.
    path = ("--store", str(tmp_path / "plans.db"))
    assert served(*faulty, *path)["claim_id"] == 1
    assert served("impl", *path)["claim_id"] == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("impl", "--mutant", "last-claimable"), "such as last-claimable-first"),
        ((), "nobody is named who answers"),
        (("model", "--cli", "planstate"), "--cli: the program answers"),
        (("model", "--mutant", TAKES_LATER_STEPS), "--mutant: the model has none"),
        (
            ("impl", "--mutant", TAKES_LATER_STEPS, "--store", "/nowhere/plans.db"),
            "--store /nowhere/plans.db",
        ),
    ],
)
def test_a_mutant_that_cannot_be_served_is_a_usage_error(
    arguments: tuple[str, ...], expected: str, planspec: Planspec
) -> None:
    # Given a name that is no fault of a store, the model, or a file that is none, when it is to be
    # served, then the command says what is wrong.
    ended = planspec("serve", *arguments)
    assert (ended.code, expected in ended.err) == (USAGE, True)
