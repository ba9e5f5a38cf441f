"""Tables and colours: plain text in a pipe, drawn by rich on a terminal."""

import io
import sys

import pytest

from conformance.reports.console import aligned, coloured

ROWS = [("rule", "times", "note"), ("CLM-5", "1,000", "word " * 20)]


class Terminal(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard output a terminal of 40 columns."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys, "stdout", Terminal())


def test_a_table_in_a_pipe_is_plain_and_wraps_nothing() -> None:
    # Given a table with a long cell, when it is printed to a pipe,
    lines = list(aligned(ROWS, right=(1,)))
    # then each row is one line, with aligned columns and nothing at its end.
    assert lines == ["rule   times  note", f"CLM-5  1,000  {'word ' * 20}".rstrip()]
    assert coloured("fine", "green") == "fine"


def test_a_table_on_a_terminal_fits_and_keeps_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a table with a coloured and a long cell, when it is printed on a terminal,
    on_a_terminal(monkeypatch)
    red = coloured("fail", "red")
    lines = list(aligned([*ROWS, (red, "2", "")], right=(1,)))
    # then the long cell is wrapped, and the colour is there.
    assert red != "fail"
    assert red in lines[-1]
    assert len(lines) > 3
    assert max(map(len, lines[:-1])) <= 40
