"""The work of every command grows no faster than what it works on: it is counted, never timed.

Counted are the lines of ours that run, and the instructions of SQLite's virtual machine.
"""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bench.growing.project import Curves, Project
from bench.growth import MEASURES
from tests.impl.cli.desk import Desk
from tests.profiles import by_day_the_first

ROOT = Path(__file__).parents[3]
SIZES = (50, 100, 200)
OURS = (str(ROOT / "impl"), str(ROOT / "spec"))
"""The code that is counted; how often others read from git, for instance, differs."""

INSTRUCTIONS = 10
"""How many instructions of SQLite count as one."""

FASTEST = 2.7
"""How much more the second doubling may add than the first: 2 if linear, 4 if quadratic."""

LEAST = 1_500
"""An amount of work that no growth can be told from."""


class Work:
    """Counts what runs while it is counting."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lines = 0
        self._ticks: list[None] = []
        patch.setattr(sqlite3, "connect", partial(self._connect, sqlite3.connect))

    @property
    def amount(self) -> int:
        """How much has been counted."""
        return self.lines + len(self._ticks)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count from zero until the block ends."""
        self.lines = 0
        self._ticks.clear()
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        self.lines += event == "line"
        return self._trace if frame.f_code.co_filename.startswith(OURS) else None

    def _connect(self, connect: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_progress_handler(partial(self._ticks.append, None), INSTRUCTIONS)
        return connection


class CountedProject(Project):
    """A project whose commands run in this process, where their work is counted."""

    def __init__(self, folder: Path, shape: str, curves: Curves, desk: Desk, work: Work) -> None:
        super().__init__(folder, shape, curves)
        desk.go(folder)
        self._desk = desk
        self._work = work

    def _run(self, command: Sequence[str], given: str, code: int | None) -> tuple[float, str]:
        with self._work.counting():
            reply = self._desk.text(*command[1:], given=given)
        assert reply.code in ((0, 1) if code is None else (code,)), (command, reply)
        return self._work.amount, reply.out


@pytest.mark.parametrize("shape", by_day_the_first([*MEASURES]))
def test_every_command_works_in_proportion_to_what_it_works_on(
    shape: str, tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given projects of one size, of twice that and of four times that,
    work, curves = Work(monkeypatch), Curves(list)
    # when every command works on them,
    for number, size in enumerate((SIZES[0], *SIZES)):
        (tmp_path / str(number)).mkdir()
        folder = tmp_path / str(number) / "main"
        MEASURES[shape](CountedProject(folder, shape, curves, desk, work), size)
    # then what the second doubling adds is about twice what the first adds.
    assert curves
    for (command, _), (_, small, double, fourfold) in curves.items():  # the first one imports
        assert fourfold - double <= FASTEST * (double - small) + LEAST, (command, curves)
