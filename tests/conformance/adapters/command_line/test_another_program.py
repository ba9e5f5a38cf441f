"""A program that speaks differently is validated by its dialect."""

import os
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapters.command_line.dialects.dialect import Dialect
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from conformance.protocol.messages import AreaName, Identity
from impl.git.repository import git
from spec.vocabulary.checklists import Batch, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.adapters.command_line.bridge import (
    CLAIM,
    COMMIT,
    HASH,
    HOUR,
    PLAN,
    REGISTER,
)
from tests.conformance.adapters.command_line.conftest import Opened
from tests.conformance.adapters.command_line.driving import Driven
from tests.profiles import by_day_the_first, requires_ci_profile

AREAS = tuple(AreaName)[:5]
TUG = Path(__file__).parent / "programs" / "tug"
OTHER_HASH = "b" * 64
BY_ANOTHER = Release(PLAN, "piers", 15, "bob")
STORY: tuple[Operation, ...] = (
    Claim(PLAN, "ann", HASH, 1, HOUR),
    REGISTER,
    CLAIM,
    Start(PLAN, "piers", "bob", 11),
    Start(PLAN, "piers", "ann", 12),
    Heartbeat(PLAN, "piers", "ann", 13, HOUR),
    Ready(PLAN, 14),
    BY_ANOTHER,
    Complete(PLAN, "piers", "ann", HASH, 16),
    Show(PLAN, OTHER_HASH, 17),
    Claim(PLAN, "bob", OTHER_HASH, 18, HOUR),
    Show(PLAN, HASH, 19),
    RecordArtifact(PLAN, "piers", "ann", "log", "dug", 20),
    Release(PLAN, "piers", 21, "ann"),
    Claim(PLAN, "bob", HASH, 22, HOUR),
    Reset(PLAN, "piers", 23),
    Claim(PLAN, "ann", HASH, 24, HOUR),
    Batch(PLAN, "piers", "ann", (), HASH, 25, complete_remaining=True),
    COMMIT,
    Complete(PLAN, "piers", "ann", HASH, 27, force=True, reason="done"),
)
Speaking = Callable[..., Driven]


@pytest.fixture(autouse=True)
def python_is_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # The programs are run by the Python that is found first.
    folder = str(Path(sys.executable).parent)
    monkeypatch.setenv("PATH", os.pathsep.join((folder, os.environ["PATH"])))


@pytest.fixture
def speaking(opened: Opened, identity: Identity) -> Speaking:
    """Return what opens a program by its dialect, without probing it, which takes seconds."""

    def speak(option: str = "") -> Driven:
        line = opened(f"{TUG}.py {option}", dialect=dialect())
        line.identity = replace(identity, areas=AREAS)
        return Driven(line)

    return speak


def dialect(left_out: str = "") -> Dialect:
    text = TUG.with_suffix(".toml").read_text()
    assert left_out in text
    return Dialect.model_validate(tomllib.loads(text.replace(left_out, "")))


@requires_ci_profile
def test_a_program_is_understood_by_its_dialect(speaking: Speaking) -> None:
    # Given a program that speaks in its own way, when it does what the model does
    driven = speaking()
    # Then nothing differs, and what it does not have is unsupported
    driven.agrees(*STORY, every=7)
    unsupported = (count for seen, count in driven.seen.items() if seen.startswith("unsupported"))
    assert sum(unsupported) == 1


@requires_ci_profile
def test_a_defect_is_found_through_the_dialect(speaking: Speaking) -> None:
    # Given a program that lets anybody release what somebody else holds
    driven = speaking("--lenient")
    # When that is tried
    found = driven.differences([REGISTER, CLAIM, BY_ANOTHER])
    # Then it differs from the rules, in the words of the rules
    assert found[0] == str(BY_ANOTHER)
    assert "E049 ownership_violation" in found[1]
    assert found[1].endswith("-> released")


@pytest.mark.parametrize(
    ("left_out", "line"),
    by_day_the_first(
        [
            ('"state init" = "init"', '[commands]: "state init" = "ITS NAME"'),
            ('repository = ["{program} setup"]', '[setup]: repository = ["{program} init"]'),
            ('plan = "absolute"', '[paths]: plan = "absolute"'),
        ]
    ),
)
def test_without_a_line_the_first_words_name_it(opened: Opened, left_out: str, line: str) -> None:
    # Given a dialect without a line, and without codes for what is not understood
    plain = dialect(left_out).model_copy(update={"default_code": None})
    # When the program is probed, then the line is named
    with pytest.raises(BrokenProgram) as error:
        assert opened(f"{TUG}.py", dialect=plain).identity
    assert f" in {line}" in str(error.value)


def test_an_option_that_the_help_does_not_know_is_unsupported(
    opened: Opened, tmp_path: Path
) -> None:
    # Given a program that has no fenced claims, and does not say so in a dialect
    line = opened(wrappers.program(tmp_path, wrappers.WITHOUT_FENCED))
    line.apply(REGISTER)
    # When one is asked for, then that is unsupported, and a claim is made as ever
    with pytest.raises(UnsupportedRequest, match="the help on `state claim` knows no --fenced"):
        line.apply(replace(CLAIM, fenced=True))
    assert line.apply(CLAIM)["answer"] == "claimed"


def test_a_set_up_that_fails_is_told(opened: Opened, planstate: str) -> None:
    failing = Dialect.model_validate({"setup": {"repository": ["{program} no-such-thing"]}})
    with pytest.raises(BrokenProgram, match=r"a command of \[setup\] in the dialect failed"):
        opened(planstate, dialect=failing)


def test_what_is_set_up_in_a_worktree_is_in_no_commit(opened: Opened, planstate: str) -> None:
    # Given a program that leaves a file in each worktree
    marking = Dialect.model_validate({"setup": {"worktree": ["touch marked"]}})
    line = opened(planstate, dialect=marking)
    linked = line.sandbox.worktree("ann")
    # Then git does not see it
    assert (linked / "marked").is_file()
    assert git(linked, "status", "--porcelain") == ""
