"""Logs that several processes write at once."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from impl.files import append_line
from tests.profiles import AT_NIGHT

WRITERS, LINES = 4, 5_000 if AT_NIGHT else 1_000


def write_often(path: Path, name: str) -> list[str]:
    """Append lines, of which many are in two pages of the file, and return them."""
    lines = [f"{name}{number}{name * (300 + number % 700)}" for number in range(LINES)]
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    for line in lines:
        append_line(descriptor, line)
    os.close(descriptor)
    return lines


def test_no_line_is_inside_another_and_all_are_there(tmp_path: Path) -> None:
    # Given processes that append to one log at the same time,
    path = tmp_path / "log.jsonl"
    with ProcessPoolExecutor(WRITERS, mp_context=get_context("spawn")) as pool:
        written = [*pool.map(write_often, [path] * WRITERS, "abcd")]
    # when it is read, then every line is there once, and nothing else but empty lines.
    found = [line for line in path.read_text().split("\n") if line]
    assert sorted(found) == sorted(line for lines in written for line in lines)


def test_a_line_follows_half_a_line_on_one_of_its_own(tmp_path: Path) -> None:
    # Given a log whose last writer was killed, when another goes on, then its line is whole.
    path = tmp_path / "log.jsonl"
    path.write_text("whole\nhal")
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    append_line(descriptor, "next")
    os.close(descriptor)
    assert path.read_text() == "whole\nhal\nnext\n"
