"""`planspec audit` judges a file, and says what is wrong with it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from conformance.histories.format import line_of, read_history
from conformance.histories.recording import moment_of
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS, USAGE
from spec.formats.histories import Event, History, Invoke, Ok
from tests.cases import for_each
from tests.conformance.calling import Ended, Planspec
from tests.conformance.histories.simulated import BEGINNING, claimed, histories
from tests.rules.builders import claim

FIRST = History("2026.2", state=BEGINNING)


def claims(*workers: str) -> list[Event]:
    """Return that every worker was given the same step, at the same time."""
    asked: list[Event] = [Invoke(each, 0, claim(each)) for each in workers]
    return [*asked, *(Ok(each, 1, claimed()) for each in workers)]


@pytest.fixture
def audit(tmp_path: Path, planspec: Planspec) -> Any:
    """Audit events, and return exit code and output."""

    def command(events: list[Event], *words: str) -> Ended:
        (tmp_path / "history.jsonl").write_text(
            "".join(map(line_of, (FIRST, *events))), encoding="utf-8"
        )
        return planspec("audit", str(tmp_path / "history.jsonl"), *words)

    return command


def test_a_history_that_follows_the_rules_is_explained(audit: Any) -> None:
    ended = audit(claims("one"))
    assert ended.code == SUCCESS
    assert ended.lines[-1] == (
        "explained: an order of the calls follows the rules of 2026.2 (1 operations, 2 events)"
    )


def test_a_history_that_breaks_them_is_contradicted_with_the_clause(audit: Any) -> None:
    ended = audit(claims("one", "two"))
    assert ended.code == NOT_CONFORMING
    assert "no order explains these 2 calls:" in ended.out
    assert "suspected: CLM-4.5 A live lease MUST exclude" in ended.out
    document = audit(claims("one", "two"), "--json").document
    assert (document["verdict"], document["clause"]) == ("contradicted", "CLM-4.5")
    contradiction = document["plans"][0]["contradiction"]
    assert [each["order"] for each in contradiction["orders"]] == [[0, 1], [1, 0]]


@given(histories())
def test_a_history_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, events: tuple[Event, ...]
) -> None:
    path = tmp_path_factory.getbasetemp() / "history.jsonl"
    path.write_text("".join(map(line_of, (FIRST, *events))), encoding="utf-8")
    assert [*read_history(path).events] == sorted(events, key=moment_of)


TORN = (
    b"",
    b" \r",
    b"{",
    b'{"even',
    b'{"event":',
    b'{"event":"ok","proc',
    b'{"event":"ok","a":"\xc3',
)


@for_each("torn", TORN)
def test_what_another_writer_left_or_took_for_half_a_line_is_left_out(
    tmp_path: Path, torn: bytes
) -> None:
    # Given a history in which a writer went on after half a line, or after what looked like one,
    path = tmp_path / "history.jsonl"
    first, *others = map(line_of, (FIRST, *claims("one")))
    rest = (torn + b"\n").join(map(str.encode, others))
    path.write_bytes(first.encode() + torn + b"\n" + rest + torn)
    # and in which the last one was killed, when it is read, then each whole line counts alone.
    assert len(read_history(path).events) == len(others)


LINES = (
    ("{]", "is not JSON"),
    ("\udcc3", "'utf-8' codec can't decode byte 0xc3"),
    ('{"event": "asked"}', "at event: expected one of history, invoke"),
    ('{"event": "dead", "process": "one"}', "`time` is missing"),
    ('{"event": "dead", "process": "one", "time": "1"}', "`time` must be"),
    (
        '{"event": "invoke", "process": "one", "time": 1, "operation": {"operation": "grab"}}',
        "at operation: expected one of register,",
    ),
    (
        '{"event": "ok", "process": "one", "time": 9, "outcome": {"reply": "rejected"}}',
        "the outcome of `ok` has the reply 'rejected'; expected 'ok'",
    ),
    (
        '{"event": "ok", "process": "one", "time": 9, "outcome": {"reply": "ok"}}',
        "history.jsonl: one was answered at 9, and no call was open",
    ),
)


@for_each(("line", "problem"), LINES)
def test_a_line_that_cannot_be_read_is_named(
    tmp_path: Path, planspec: Planspec, line: str, problem: str
) -> None:
    path = tmp_path / "history.jsonl"
    text = line_of(FIRST) + line + "\n"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    ended = planspec("audit", str(path))
    assert (ended.code, problem in ended.err) == (USAGE, True), ended
