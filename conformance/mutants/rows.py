"""Mutants written by hand: rows in `catalog/*.toml`, each a text of a file that is replaced.

They are slips that a competent programmer makes: a check dropped, a comparison off by one, an
effect forgotten, two statements swapped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import ConfigDict

from conformance.mutants.faults.mutant import Mutant, StaleMutant
from conformance.mutants.faults.source import (
    ChangedFile,
    ChangedOrchestrator,
    ChangedProgram,
    ChangedStore,
)
from conformance.protocol.toml_text import read_toml

CATALOG = Path(__file__).with_name("catalog")
RACES_FILE = "races.toml"
"""The rows that are read elsewhere, as they have more."""

HINT = "its tables are [[mutant]]"
"""How such a file is written, for errors."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row; `test` is the one that must fail with a program around the store."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    id: str
    clause: str
    file: str
    original: str
    replacement: str
    broken: str
    test: str = ""
    equivalent: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """A file of rows, and nothing else."""

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    mutant: tuple[Row, ...]


@cache
def written_mutants() -> tuple[ChangedFile, ...]:
    """Return the mutants of all files. Raises `UsageError`."""
    files = sorted(CATALOG.glob("*.toml"), key=lambda file: file.stem)
    return tuple(each for file in files if file.name != RACES_FILE for each in read_rows(file))


def read_rows(file: Path) -> tuple[ChangedFile, ...]:
    """Read the mutants of a file. Raises `UsageError` that names every wrong key and its line."""
    rows, _ = read_toml(file, Rows, HINT)
    return tuple(map(mutant_of, rows.mutant))


def mutant_of(row: Row) -> ChangedFile:
    """Return the mutant of a row: of a program if a test finds it, else by the file's folder."""
    given = asdict(row)
    if row.test:
        return ChangedProgram(**given)
    del given["test"]
    of_orchestrator = row.file.startswith("orchestrator/")
    return ChangedOrchestrator(**given) if of_orchestrator else ChangedStore(**given)


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
