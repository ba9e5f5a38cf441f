"""Implementations that end badly: each end is a finding, and what is behind it is found too."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.protocol.traces import Trace, read_trace, write_trace
from conformance.reports.exit_codes import BROKEN, NOT_CONFORMING, SUCCESS
from spec.vocabulary.domains import DEFAULT_LEASE
from tests.conformance.calling import PATIENTLY, Ended, Planspec
from tests.profiles import requires_ci_profile
from tests.rules.builders import OTHER_PLAN, claim, document, register, step

FACTORIES = """
import signal
from conformance.adapters.model import ModelSystem
from spec.editions import edition_named
from spec.vocabulary.claims import Claim
from spec.vocabulary.rejections import Rejected

class Ending(ModelSystem):
    def apply(self, operation):
        outcome = super().apply(operation)
        if isinstance(operation, Claim) and isinstance(outcome, Rejected):
            return self.end(outcome)
        return outcome

class Leaving(Ending):
    def end(self, outcome):
        raise SystemExit(3)

class Hanging(Ending):
    def end(self, outcome):
        # Its time is up at once.
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        while True:
            pass

class Erring(Ending):
    def end(self, outcome):
        raise RuntimeError("Cannot mix numbers")

class Ignorant(ModelSystem):
    def apply(self, operation):
        if isinstance(operation, Claim):
            raise RuntimeError("claim is unknown here")
        return super().apply(operation)

class Mistyping(Ending):
    def end(self, outcome):
        return {"reply": "rejected", "code": outcome.code, "details": list(outcome.details)}

class Forgetful(ModelSystem):
    claims = 0
    def apply(self, operation):
        self.claims += isinstance(operation, Claim)
        return super().apply(operation)
    def reset(self):
        if self.claims:
            raise SystemExit(3)
        super().reset()

def leaving():
    return Leaving(edition_named("2026.2-A04"))
"""
PROGRAM = """
import os, sys
from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer
from conformance.protocol.codec import written

answerer = Answerer(ModelSystem())
for line in sys.stdin:
    reply = written(answerer.answer_line(line))
    if '"claim"' in line and "rejected" in reply:
        print("the \\x1b[31mbridge\\rcreaks", file=sys.stderr, flush=True)
        reply = "Load\\x1b[1m"
    print(reply, flush=True)
"""

REGISTER = register(document(step("a")))
CLAIM = claim(plan=OTHER_PLAN, lease=DEFAULT_LEASE)


Conform = Callable[..., Ended]


def test_whoever_breaks_and_answers_wrongly_does_not_conform(conform: Conform) -> None:
    # Given an implementation that ends at rejected claims, and completes the rest wrongly,
    named = ("--area", "checklists", "--area", "claims", "--python", "mine.py:leaving")
    ended = conform(60, *named)
    # when it is validated, then what it answers wrongly decides, and that it breaks is said too.
    assert (ended.code, ended.document["verdict"]) == (NOT_CONFORMING, "fail")
    assert ended.document["rules"]["CHK-6"] == "fail"
    assert "it breaks, or answers with an error, at claim" in ended.document["problem"]


@pytest.mark.parametrize(
    ("factory", "told"), [("Erring", (NOT_CONFORMING, "fail")), ("Ignorant", (BROKEN, "broken"))]
)
def test_an_error_is_a_wrong_reply_where_the_operation_is_answered_elsewhere(
    factory: str, told: tuple[int, str], conform: Conform
) -> None:
    # Given one that answers rejected claims with an error, and one that so answers all of them,
    # when it is validated,
    ended = conform(60, "--area", "claims", "--python", f"mine.py:{factory}")
    # then the first answers wrongly; what the other would answer is not known.
    assert (ended.code, ended.document["verdict"]) == told
    assert {each["kind"] for each in ended.document["findings"]} == {"error"}


@pytest.fixture(autouse=True)
def implementations(place: Path) -> None:
    """Work in a folder with implementations."""
    (place / "mine.py").write_text(FACTORIES)


@pytest.fixture
def conform(planspec: Planspec) -> Conform:
    """Validate something by a few vectors, and return how that ended."""

    def run(operations: int, *named: str) -> Ended:
        return planspec("conform", "--json", "--operations", str(operations), *named)

    return run


@pytest.mark.parametrize(
    ("factory", "observed"),
    [
        ("Leaving", "crash: it ended with exit code 3 at the operation claim"),
        ("Hanging", "hang: no reply to the operation claim within 86400 s"),
        ("Mistyping", "`details` must be an object, got an array"),
    ],
)
def test_a_bad_end_is_shown_beside_what_was_expected(
    factory: str, observed: str, planspec: Planspec
) -> None:
    # Given an implementation that ends badly where it should reject, when it is asked that,
    write_trace(Path("trace.json"), Trace((REGISTER, CLAIM)))
    named = ("--timeout", "86400", "--python", f"mine.py:{factory}")
    ended = planspec("replay", "trace.json", *named)
    # then it broke, and how is said below what was expected.
    assert ended.code == BROKEN
    place = next(number for number, line in enumerate(ended.lines) if observed in line)
    assert ended.lines[place - 1].startswith("  expected  rejected, E047 ")


@requires_ci_profile
def test_a_bad_end_of_a_real_program_shows_nothing_that_acts_on_a_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    # Given a program that prints escapes on both outputs, when it is validated,
    Path("program.py").write_text(PROGRAM)
    named = ["--", sys.executable, "program.py"]
    assert main(["conform", *PATIENTLY, "--operations", "40", *named]) == BROKEN
    out, err = capfd.readouterr()
    # then the line that could not be read is shown escaped, and so are its last words.
    assert r"'Load\x1b[1m' is not JSON" in out
    assert r"| the \x1b[31mbridge\rcreaks" in out
    assert r"| the \x1b[31mbridge\rcreaks" in err
    assert "\x1b" not in out + err
    assert "\r" not in out + err


def test_a_bad_end_at_a_reset_is_replayed_too(conform: Conform, planspec: Planspec) -> None:
    # Given an implementation that cannot forget what it was asked, when it is validated,
    ended = conform(20, "--area", "claims", "--python", "mine.py:Forgetful")
    # then no operation is to blame, but those that were asked before are saved,
    assert (ended.code, ended.document["findings"]) == (BROKEN, [])
    sentence, _, command = ended.document["problem"].partition("; replay it: ")
    assert sentence == "crash: it ended with exit code 3 at 'reset'"
    # and show the same when they are replayed.
    again = planspec(*shlex.split(command)[1:])
    assert (again.code, "it ended with exit code 3 at 'reset'" in again.err) == (BROKEN, True)


def test_a_trace_is_reduced_later(planspec: Planspec) -> None:
    # Given a trace that is longer than it has to be, when it is replayed to reduce it,
    write_trace(Path("long.json"), Trace((REGISTER, CLAIM)))
    named = ("--python", "mine.py:Leaving")
    ended = planspec("replay", "long.json", "--reduce", *named)
    # then what is left is saved beside it,
    assert ended.code == BROKEN
    said = "reduced from 2 to 1 operations (no operation can be left out): long-reduced.json"
    assert said in ended.out
    assert read_trace(Path("long-reduced.json")).operations == (CLAIM,)
    # and shows the same.
    assert main(["replay", "long-reduced.json", *named]) == BROKEN
    # Where it shows nothing, nothing is reduced.
    assert main(["replay", "long.json", "--reduce", "--python", "mine.py:ModelSystem"]) == SUCCESS
