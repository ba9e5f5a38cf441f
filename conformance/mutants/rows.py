"""Mutants written by hand: rows in `catalog/*.toml`, each a text of a file that is replaced.

They are slips that a competent programmer makes: a check dropped, a comparison off by one, an
effect forgotten, two statements swapped.
"""

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from conformance.mutants.faults.mutant import Mutant, StaleMutant
from conformance.mutants.faults.source import (
    ChangedFile,
    ChangedOrchestrator,
    ChangedProgram,
    ChangedStore,
)
from conformance.protocol.unfinished import Unfinished

CATALOG = Path(__file__).with_name("catalog")
RACES_FILE = "races.toml"
"""The rows that are read elsewhere, as they have more."""

TABLE = "mutant"
"""The name of the tables, one for each row."""
REQUIRED = frozenset(("id", "clause", "file", "original", "replacement", "broken"))
OPTIONAL = frozenset(("test", "equivalent"))
"""The keys of a row; `test` is the one that must fail with a program around the store."""

Row = dict[str, str]


class BadRow(Unfinished):
    """A row that is no mutant: where it stands, and what is wrong with it."""


@cache
def written_mutants() -> tuple[ChangedFile, ...]:
    """Return the mutants of all files. Raises `BadRow`."""
    names = sorted(path.stem for path in CATALOG.glob("*.toml") if path.name != RACES_FILE)
    return tuple(mutant for name in names for mutant in mutants_in(name))


@cache
def mutants_in(name: str) -> tuple[ChangedFile, ...]:
    """Return the mutants of one file, such as `claims`. Raises `BadRow`."""
    return read_rows((CATALOG / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def read_rows(text: str, file: str) -> tuple[ChangedFile, ...]:
    """Read the mutants in the text of a file. Raises `BadRow`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRow(f"{file}: {error}") from error
    if document.keys() != {TABLE}:
        raise BadRow(f"{file}: expected tables [[{TABLE}]], found {', '.join(document)}")
    for number, row in enumerate(document[TABLE], start=1):
        if wrong := what_is_wrong(row):
            raise BadRow(f"{file}, row {number} ({row.get('id', 'without an id')}): {wrong}")
    return tuple(map(mutant_of, document[TABLE]))


def what_is_wrong(row: Row) -> str:
    """Return what keeps a row from being a mutant, or "" if nothing does."""
    if missing := REQUIRED - row.keys():
        return f"no {', '.join(sorted(missing))}"
    if unknown := row.keys() - REQUIRED - OPTIONAL:
        return f"unknown key {', '.join(sorted(unknown))}"
    others = sorted(key for key, value in row.items() if not isinstance(value, str))
    return f"no string: {', '.join(others)}" if others else ""


def mutant_of(row: Row) -> ChangedFile:
    """Return the mutant of a row: of a program if a test finds it, else by the file's folder."""
    if "test" in row:
        return ChangedProgram(**row)  # type: ignore[arg-type]
    if row["file"].startswith("orchestrator/"):
        return ChangedOrchestrator(**row)  # type: ignore[arg-type]
    return ChangedStore(**row)  # type: ignore[arg-type]


def place_of(text: str, files: Iterable[Path]) -> str:
    """Return the file of the checkout and the line in which a text stands first, or the text."""
    for file in sorted(files):
        before, found, _ = file.read_text(encoding="utf-8").partition(text)
        if found:
            name = file.relative_to(CATALOG.parents[2]).as_posix()
            return f"{name}:{before.count(chr(10)) + 1}"
    return text


def stale_rows(mutants: Iterable[Mutant]) -> Iterator[str]:
    """Yield the rows among mutants whose text does not stand once in its file, with their lines."""
    for mutant in mutants:
        if not isinstance(mutant, ChangedFile):
            continue
        try:
            mutant.source()
        except StaleMutant as error:
            place = place_of(f"id = '{mutant.id}'", CATALOG.glob("*.toml"))
            yield f"{place}: {error}"
