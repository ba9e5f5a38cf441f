"""The report as text; tables and colours, plain in a pipe, and drawn by rich on a terminal."""

import io
import sys
from dataclasses import replace
from typing import Any

import pytest

from conformance.protocol.documents.record import Grade, Record, RunVerdict
from conformance.protocol.documents.validation import VectorCount
from conformance.reports.console import aligned, coloured
from conformance.reports.findings import report_as_text
from spec.catalog import RULES, clause
from tests.conformance.reports.samples import ENDED, FINDING, ending, whole

TOLD = (
    *(*FINDING.steps, *FINDING.differences, *FINDING.explanation, FINDING.snippet),
    "expected  rejected, E048 step_not_ready",
    "observed  claimed, anchor build",
    f"replay it: {FINDING.replay}",
    "found by random, reduced",
    "levels: leases fail",
    "unsupported: as it turned out: REV-1",
    "inconclusive: as it turned out: CLM-7",
    "never compared (never sent): step.claimed_at",
    "compared only when sent: claimed.title",
)
"""What is told of a finding with the way to it, and of what limits the grades."""
ASKED = sum(rule.id.startswith(("CLM-", "CMP-")) for rule in RULES)


def test_a_failing_run_is_told_with_the_important_line_last() -> None:
    # Given a run with a failing rule and four grades, when it is told,
    lines = list(report_as_text(whole()))
    # then it begins with who was validated and ends with the verdict,
    assert lines[0] == "bridge 0.3 (Go) against edition 2026.2"
    assert lines[-2:] == [
        "20,000 operations after 400 resets, 3 of 250 vectors failed, 60.1 s, seed 7",
        "bridge 0.3 (Go) does not conform to edition 2026.2: 1 rule fails, CLM-5",
    ]
    # a table has a column for each grade, and a line for each area,
    [claims] = [line.split() for line in lines if line.startswith("Claims")]
    count = sum(rule.id.startswith("CLM-") for rule in RULES)
    assert [int(cell) for cell in claims if cell.isdecimal()] == [count - 2, 1, 1]
    text = "\n".join(lines)
    assert "known deviation" not in text
    # before it stand the titles of the findings, each with its rule and traces,
    first = [
        "1 finding, the worst first",
        f"  finding 1: two holders: {FINDING.title}",
        f"    rule:     {clause(FINDING.clause).text} ({FINDING.clause})",
        f"    shortest: {FINDING.trace}",
    ]
    assert lines[2:6] == first
    # and all else is there.
    assert [line for line in TOLD if line not in text] == []


@pytest.mark.parametrize(
    ("ended", "grades", "last"),
    [
        (
            replace(ENDED, verdict=RunVerdict.PASS),
            {"REV-1": Grade.UNSUPPORTED},
            f"conforms to edition 2026.2: {len(RULES) - 1} of {len(RULES)} rules pass, "
            "1 unsupported",
        ),
        (
            replace(ENDED, verdict=RunVerdict.PASS, areas=("claims", "completion")),
            {"CLM-7": Grade.UNSUPPORTED, "REV-1": Grade.NOT_EXERCISED},
            f"conforms to edition 2026.2: {ASKED - 1} of {ASKED} rules of claims and completion "
            "pass, 1 unsupported, and no other area was asked",
        ),
        (
            replace(ENDED, problem="deviation CLM-5 is stale: its witness conforms now"),
            {},
            "does not conform to edition 2026.2; deviation CLM-5 is stale: its witness "
            "conforms now",
        ),
        (
            replace(ENDED, verdict=RunVerdict.UNKNOWN),
            {"CLM-7": Grade.INCONCLUSIVE},
            "inconclusive for bridge 0.3 (Go): 1 rule could not be decided, CLM-7",
        ),
        (
            replace(ENDED, verdict=RunVerdict.BROKEN, problem="it hung at 'observe'"),
            {},
            "bridge 0.3 (Go) broke; it hung at 'observe'",
        ),
    ],
)
def test_every_verdict_is_a_sentence(ended: Record, grades: dict[str, Grade], last: str) -> None:
    # Given runs that end differently, when they are told, then the last line says how.
    lines = list(report_as_text(ending(ended, grades)))
    assert lines[-1].endswith(last)


def test_the_last_words_of_what_broke_are_told() -> None:
    counts: dict[str, Any] = {"operations": 3, "resets": 1, "seconds": 0.1}
    said = ("panic: no bridge",)
    broken = replace(ENDED, vectors=VectorCount(0, 0), last_words=said, **counts)
    lines = list(report_as_text(ending(replace(broken, verdict=RunVerdict.BROKEN))))
    assert "| panic: no bridge" in lines
    assert lines[-2] == "3 operations after 1 reset, 0.1 s, seed 7"


@pytest.mark.parametrize(
    ("budget", "changes", "told"),
    [
        (60.0, {}, "; at 20 operations a second, --budget 1140 sends all vectors"),
        (0.0, {}, "; --operations 18200 sends all vectors"),
        (60.0, {"verdict": RunVerdict.BROKEN}, ""),
        (60.0, {"operations": 0}, ""),
        (60.0, {"seconds": 0.0}, ""),
        (60.0, {"vectors": VectorCount(1900, 0)}, ""),
    ],
)
def test_what_sends_all_vectors_is_told(budget: float, changes: dict[str, Any], told: str) -> None:
    # Given a run that sent 1,200 operations in a minute, and no vectors with 17,000 others,
    slow = replace(ENDED, operations=1200, seconds=60.0, vectors=VectorCount(150, 0, 1750, 17_000))
    # when it is told, then so is a limit that would be enough, as far as the pace is known.
    lines = report_as_text(ending(replace(slow, budget=budget, **changes)))
    [left] = [line for line in lines if line.startswith("left unrun")]
    assert left.partition(" clauses")[2] == told


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
