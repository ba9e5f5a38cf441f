"""Read a record. Every line is validated; an error names the line and what was expected."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from conformance.protocol.codec import BadMessage, parsed, validated
from conformance.reports.record import (
    ENTRY,
    Entry,
    FindingEntry,
    Footer,
    LevelResult,
    Record,
    RecordHeader,
    RuleResult,
)


class BadRecord(Exception):
    """A record that cannot be read: the line, and what was expected."""


def read_record(path: Path) -> Record:
    """Return the record of a run; raise `BadRecord` if it is damaged or has no footer."""
    try:
        # Undecodable bytes are replaced, so that the error can name the line that has them.
        lines = path.read_text(encoding="utf-8", errors="backslashreplace").split("\n")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from error
    if lines[-1] == "":
        lines.pop()
    entries = list(_entries(path, lines))
    _require_whole(path, entries)
    return _assembled(path, entries)


def _entries(path: Path, lines: list[str]) -> Iterator[Entry]:
    """Yield the entries of all lines."""
    for number, line in enumerate(lines, start=1):
        try:
            yield entry_from(line)
        except BadMessage as error:
            if number == len(lines):
                raise BadRecord(
                    f"{path} ends at line {number} without a footer: {error}. The run that wrote "
                    "it was interrupted; run it again"
                ) from error
            raise BadRecord(f"{path}, line {number}: {error}") from error


def entry_from(line: str) -> Entry:
    """Read a line; raise `BadMessage` if it is no entry of a record."""
    return validated(ENTRY, visible(parsed(line)))


def visible(value: Any) -> Any:
    """Replace characters that no report can show, such as those that move a terminal's cursor.

    They come from the system under test; neither XML nor a terminal may receive them.
    """
    match value:
        case str():
            return "".join(map(visible_character, value))
        case dict():
            return {visible(key): visible(entry) for key, entry in value.items()}
        case list():
            return [visible(entry) for entry in value]
    return value


def visible_character(character: str) -> str:
    """Return a character, or its escape sequence if it is not printable."""
    if character.isprintable() or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _require_whole(path: Path, entries: list[Entry]) -> None:
    """Raise `BadRecord` unless the first entry is a header, the last a footer, and no other is."""
    if not entries or not isinstance(entries[0], RecordHeader):
        raise BadRecord(f"{path}, line 1: expected the header of a record, 'planspec record 1'")
    if not isinstance(entries[-1], Footer):
        raise BadRecord(
            f"{path} has no footer after line {len(entries)}: the run that wrote it was "
            "interrupted; run it again"
        )
    for number, entry in enumerate(entries[1:-1], start=2):
        if isinstance(entry, RecordHeader | Footer):
            raise BadRecord(f"{path}, line {number}: a second {entry.record}; expected one of each")


def _assembled(path: Path, entries: list[Entry]) -> Record:
    """Return the record; raise `BadRecord` if a result names a finding that does not exist."""
    header, footer = entries[0], entries[-1]
    assert isinstance(header, RecordHeader)
    assert isinstance(footer, Footer)
    findings = tuple(entry for entry in entries if isinstance(entry, FindingEntry))
    results = tuple(entry for entry in entries if isinstance(entry, RuleResult))
    levels = tuple(entry for entry in entries if isinstance(entry, LevelResult))
    _require_findings(path, results, {finding.number for finding in findings})
    return Record(header, findings, results, levels, footer)


def _require_findings(path: Path, results: Iterable[RuleResult], numbers: set[int]) -> None:
    """Raise `BadRecord` if a result names a finding that the record does not have."""
    for result in results:
        for number in result.findings:
            if number not in numbers:
                raise BadRecord(f"{path}: {result.rule} names finding {number}, which is not there")
