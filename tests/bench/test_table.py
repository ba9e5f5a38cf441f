"""The table of speed has a line for each peer, and what is missing is said."""

import json
from collections.abc import Sequence

import pytest

from bench import __main__ as bench
from bench.measuring import Measurement, Spent, Unavailable, in_turns
from tests.profiles import mostly_nightly

ROW = Measurement("cycles", "per second", 1234.5, {"raw": 2469.0, "queue": 123.45}, 1200)


def test_what_is_measured_in_turns_is_the_median() -> None:
    # Given two measures, one of which is slow once,
    asked: list[str] = []
    seconds = {"a": iter([1.0, 9.0, 2.0]), "b": iter([3.0, 3.0, 3.0])}

    def measure(name: str) -> Spent:
        asked.append(name)
        return Spent(next(seconds[name]), 0.5)

    # when they are measured three times,
    found = in_turns({"a": lambda: measure("a"), "b": lambda: measure("b")}, 3)
    # then they take turns, and the slow one does not count.
    assert asked == ["a", "b"] * 3
    assert found == {"a": Spent(2.0, 0.5), "b": Spent(3.0, 0.5)}


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: Sequence[str]
) -> tuple[str, str]:
    """Print the table with parts that need no time; return what was printed, and said."""

    def missing(_: bool) -> list[Measurement]:
        raise Unavailable("no cargo here")

    monkeypatch.setattr(bench, "PARTS", {"store": lambda _: [ROW], "explorer": missing})
    assert bench.main(words) == 0
    printed = capsys.readouterr()
    return printed.out, printed.err


def test_the_table_has_a_line_for_each_peer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a part with two peers, and one that cannot be measured, when the table is printed,
    printed, said = run(monkeypatch, capsys, [])
    lines = [line.split() for line in printed.splitlines()]
    # then there is a line for each peer,
    assert lines[1] == ["cycles", "1,230.0", "per", "second", "raw", "2,470.0", "0.5"]
    assert lines[2] == ["queue", "123.0", "10.0"]
    # and what is left out is said.
    assert "explorer: left out: no cargo here" in said


def test_the_document_has_rows_and_what_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(run(monkeypatch, capsys, ["--json"])[0])
    assert found["rows"][0] == {
        "part": "store",
        "what": "cycles",
        "unit": "per second",
        "ours": 1230.0,
        "wall": 1200.0,
        "peers": {"raw": 2470.0, "queue": 123.0},
        "ratios": {"raw": 0.5, "queue": 10.0},
    }
    assert found["left_out"] == {"explorer": "no cargo here"}


@pytest.mark.parametrize(
    "part",
    mostly_nightly([part for part in bench.PARTS if part not in ("diff", "explorer")], (), ()),
)
def test_a_part_is_measured_on_next_to_nothing(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a part that takes seconds, when it is measured on next to nothing,
    assert bench.main([part, "--small", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # then each of its rows has numbers, or what it needs is not here.
    if part in found["left_out"]:
        pytest.skip(found["left_out"][part])
    assert found["rows"]
    assert all(row["part"] == part and row["ours"] > 0 for row in found["rows"])
