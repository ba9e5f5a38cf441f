"""What the tests of the adapter for command lines are given."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from conformance.adapters.command_line.dialects.dialect import PLAIN, Dialect
from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.command_line.program import program_named
from conformance.protocol.messages import Identity

Opened = Callable[..., CommandLineSystem]
PATIENCE = 86_400.0
"""Seconds that no program of these tests takes."""


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Return what opens a program by its name; all are closed at the end."""
    with ExitStack() as stack:

        def open_line(
            program: str,
            store: str | None = None,
            timeout: float = PATIENCE,
            dialect: Dialect = PLAIN,
        ) -> CommandLineSystem:
            line = CommandLineSystem(program_named(program, timeout, dialect), store)
            return stack.enter_context(closing(line))

        yield open_line


@pytest.fixture(scope="session")
def identity(planstate: str) -> Identity:
    """Probe `planstate` once for all tests, which takes seconds."""
    with closing(CommandLineSystem(program_named(planstate, PATIENCE))) as line:
        return line.identity


@pytest.fixture
def known(opened: Opened, planstate: str, identity: Identity) -> CommandLineSystem:
    """Return `planstate`, already probed."""
    line = opened(planstate)
    line.identity = identity
    return line


@pytest.fixture(scope="session")
def planstate() -> str:
    """Name the program `planstate` of this project."""
    found = shutil.which("planstate", path=str(Path(sys.executable).parent))
    assert found is not None
    return found
