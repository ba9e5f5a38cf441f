"""Programs that differ from `planstate` are told apart: different, lacking something, or broken."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapters.command_line import processes
from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.command_line.program import DrivenProgram
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.adapters.command_line.bridge import (
    CLAIM,
    HASH,
    HOUR,
    PLAN,
    REGISTER,
    with_title,
)
from tests.conformance.adapters.command_line.conftest import Opened
from tests.conformance.adapters.command_line.driving import Driven
from tests.profiles import requires_ci_profile

READY = Ready(PLAN, 20)
HEARTBEAT = Heartbeat(PLAN, "piers", "ann", 20, HOUR)


def broken_by(line: CommandLineSystem, operation: Ready | Heartbeat) -> str:
    line.apply(REGISTER)
    with pytest.raises(BrokenProgram) as error:
        line.apply(operation)
    return str(error.value)


@requires_ci_profile
def test_a_wrong_answer_is_told_by_its_field(opened: Opened, tmp_path: Path) -> None:
    # Given a program that counts one step too much as ready, when it is asked
    driven = Driven(opened(wrappers.program(tmp_path, wrappers.ONE_MORE_READY)))
    found = driven.differences([REGISTER, CLAIM])
    # Then just that is told
    assert found[1:] == ["remaining_ready: 0 -> 1"]


@requires_ci_profile
def test_a_subcommand_that_takes_other_arguments_is_broken(opened: Opened, tmp_path: Path) -> None:
    line = opened(wrappers.program(tmp_path, wrappers.HEARTBEAT_MISUSED))
    told = broken_by(line, HEARTBEAT)
    assert "state heartbeat --json plans/bridge.md piers --worktree" in told
    assert "ended with exit code 2" in told
    assert told.endswith("mine: error: unrecognized arguments")


@requires_ci_profile
def test_what_cannot_be_read_is_broken(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "MOST_BYTES", 1 << 20)
    for difference, expected in (
        (wrappers.CHATTY, "exit code 0: its standard output is 'Looking at the plan...\\n{"),
        (wrappers.WRONG_ENVELOPE, "no envelope: `schema_version` is missing"),
        (wrappers.CRASHING, "exit code signal SIGABRT: its standard output is ''"),
        (
            wrappers.CRASHING,
            "no envelope: expected one JSON document and nothing else; "
            "the last lines of its standard error: thread 'main' panicked",
        ),
        (wrappers.FLOODING, "printed more than 1 MB"),
    ):
        told = broken_by(opened(wrappers.program(tmp_path, difference)), READY)
        assert "/mine state ready --json plans/bridge.md" in told
        assert expected in told


def test_a_program_that_hangs_is_ended(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a program that hangs once it has said something, when its time is up then,
    line = opened(wrappers.program(tmp_path, wrappers.HANGING))
    line.apply(REGISTER)
    os.mkfifo(tmp_path / "said")
    monkeypatch.setattr(DrivenProgram, "_started", lambda *_: (tmp_path / "said").read_text())
    line.program.timeout = 0.0
    with pytest.raises(BrokenProgram, match="within 0 s") as error:
        line.apply(READY)
    # then that is told.
    assert str(error.value).endswith("standard error: thinking")


@requires_ci_profile
def test_the_usage_error_of_a_release_is_its_rejection(known: CommandLineSystem) -> None:
    # Given a claimed step, when its release names no authority, or both, then the usage error
    # counts as the rejection that the model gives
    release = Release(PLAN, "piers", 20)
    both = replace(release, worktree="bob", force=True)
    Driven(known).agrees(REGISTER, CLAIM, release, both)


def test_what_cannot_be_said_is_unsupported(known: CommandLineSystem) -> None:
    known.apply(REGISTER)
    for operation in (
        Register(PLAN, with_title("two\nlines"), 0),
        Register("plans/other.md", with_title("Build others"), 0),
        replace(REGISTER, plan="../outside.md"),
        replace(CLAIM, lease=10**15),
        replace(CLAIM, now=2**50),
    ):
        with pytest.raises(UnsupportedRequest):
            known.apply(operation)


@requires_ci_profile
def test_odd_words_reach_the_program_as_they_are(known: CommandLineSystem) -> None:
    plan, odd = "-plans/a b.md", "-x 'ü' \"$HOME\"\n#"
    Driven(known).agrees(
        replace(REGISTER, plan=plan),
        Claim(plan, odd, HASH, 1, HOUR),
        Update(plan, "-piers", odd, (), HASH, 2),
        Batch(plan, "piers", odd, (), HASH, 3, complete_remaining=True),
        Complete(plan, "piers", odd, HASH, 4, force=True, reason=odd),
    )
