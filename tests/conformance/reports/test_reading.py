"""Reading a record: a whole one is read as it was written, any other is told apart precisely."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.reports.reading import BadRecord, read_record
from conformance.reports.record import entry_as_line
from tests.conformance.reports.samples import (
    FINDING,
    FOOTER,
    HEADER,
    LEVEL,
    recorded,
    saved,
    whole,
)


def test_a_whole_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    # Given the record of a run that came to its end, when it is read,
    record = recorded(tmp_path, whole())
    # then everything is there.
    assert record.header == HEADER
    assert record.findings == (FINDING,)
    assert record.levels == (LEVEL,)
    assert record.footer == FOOTER
    [failing] = [result for result in record.results if result.findings]
    assert record.findings_of(failing) == (FINDING,)


def test_unknown_fields_are_ignored(tmp_path: Path) -> None:
    # Given a record of a later version, which has more fields,
    path = saved(tmp_path, whole())
    path.write_text(path.read_text().replace('{"format"', '{"weather":"mild","format"'))
    # when it is read, then it is read as before.
    assert read_record(path).header == HEADER


def test_without_a_footer_there_is_no_report(tmp_path: Path) -> None:
    # Given the record of a run that was killed, when it is read, then it is refused in a sentence.
    with pytest.raises(BadRecord, match=r"no footer after line \d+: the run .* run it again"):
        recorded(tmp_path, whole()[:-1])


def test_half_a_last_line_is_a_run_that_did_not_end(tmp_path: Path) -> None:
    # Given a record whose writer died while it wrote the third line, when it is read,
    path = saved(tmp_path, whole()[:3])
    path.write_text(path.read_text()[:-20])
    # then it is refused for what it is.
    with pytest.raises(BadRecord, match=r"ends at line 3 without a footer: .* is not JSON"):
        read_record(path)


def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="line 1: expected the header of a record"):
        recorded(tmp_path, [])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"none\.jsonl cannot be read: No such file"):
        read_record(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nothing", "line 2: 'nothing' is not JSON"),
        ("[1]", r"line 2: '\[1\]' is not an object"),
        ('{"record":"opinion"}', "line 2: .* at record: expected one of header, finding"),
        ('{"record":["finding"]}', "line 2: .* at record: expected one of"),
        (
            entry_as_line(FINDING).replace('"number":1', '"number":"1"'),
            r"line 2: .* at number: Input should be a valid integer, found '1'; expected an object "
            r"with number, rule, .* \[known\]",
        ),
        (
            entry_as_line(LEVEL).replace('"fail"', '"good"'),
            "line 2: .* at grade: Input should be 'pass', 'fail'",
        ),
        (entry_as_line(HEADER), "line 2: a second header; expected one of each"),
        (entry_as_line(FOOTER), "line 2: a second footer; expected one of each"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}", "line 2: .* is not JSON"),
    ],
)
def test_a_bad_line_is_named_with_what_was_expected(tmp_path: Path, wrong: str, told: str) -> None:
    # Given a record with a wrong second line, when it is read, then that line is told apart.
    path = saved(tmp_path, whole())
    lines = path.read_text().splitlines()
    lines.insert(1, wrong)
    path.write_text("\n".join(lines) + "\n", encoding="latin-1")
    with pytest.raises(BadRecord, match=told):
        read_record(path)


def test_another_format_is_not_guessed_at(tmp_path: Path) -> None:
    # Given a record of a format to come, when it is read, then it is refused.
    path = saved(tmp_path, whole())
    path.write_text(path.read_text().replace("planspec record 1", "planspec record 2"))
    with pytest.raises(
        BadRecord, match=r"line 1: .* at format: Input should be 'planspec record 1'"
    ):
        read_record(path)


def test_a_result_names_findings_that_are_there(tmp_path: Path) -> None:
    # Given a record that lost its finding, when it is read, then the result that names it is told.
    with pytest.raises(BadRecord, match="CLM-5 names finding 1, which is not there"):
        recorded(tmp_path, [entry for entry in whole() if entry != FINDING])


def test_what_cannot_be_seen_is_written_out(tmp_path: Path) -> None:
    # Given a finding in which an implementation said what would move a cursor, a null and half a
    # character, when it is read,
    said = replace(FINDING, observed="\x1b[2Jgone\x00\ud800\u202e", steps=("one\n\ttwo \u00fc",))
    [finding] = recorded(tmp_path, [HEADER, said, FOOTER]).findings
    # then that can be seen and does nothing; lines, tabs and letters stay.
    assert finding.observed == r"\x1b[2Jgone\x00\ud800\u202e"
    assert finding.steps == ("one\n\ttwo \u00fc",)
