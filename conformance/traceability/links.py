"""Traces: where the model and the implementation follow a rule, and what tests and mutants name it.

Nothing of this is written down by hand: the sources are read, and a function that names a rule,
in its code or in its comments, is a place of that rule.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from conformance.mutants import MUTANTS
from spec.catalog import FORMAT_RULES, RULES
from spec.formats.shell_programs import CHECKED_PROGRAMS

ROOT = Path(__file__).parents[2]

_IDENTIFIER = re.compile(r"\b[A-Z]{3}-\d+\b")
_IN_NAME = re.compile(r"_([a-z]{3})_(\d+)(?=_)")
_KNOWN = frozenset(rule.id for rule in (*RULES, *FORMAT_RULES))


@dataclass(frozen=True, slots=True)
class Place:
    """A function, or another statement, of a file, with its source."""

    file: str
    name: str
    source: str


class Mutant(Protocol):
    """What is known of every mutant. One that replaces text in a file also says where."""

    @property
    def id(self) -> str:
        """Give its name."""

    @property
    def rule(self) -> str:
        """Give the rule that it breaks."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that has to do with a rule."""

    rule: str
    model: list[Place] = field(default_factory=list)
    implementation: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)
    mutants: list[Mutant] = field(default_factory=list)

    def missing(self) -> list[str]:
        """Name what a rule has to have and this one has not."""
        kinds = {
            "place in the model": self.model,
            "place in the implementation": self.implementation,
            "test": self.tests,
        }
        return [kind for kind, found in kinds.items() if not found]


@cache
def traces() -> dict[str, Trace]:
    """Trace every rule, by its id."""
    found = {rule: Trace(rule) for rule in sorted(_KNOWN)}
    for place in places_in("model"):
        for rule in rules_followed_by(place):
            found[rule].model.append(place)
    for place in places_in("impl"):
        for rule in rules_followed_by(place):
            found[rule].implementation.append(place)
    for place in places_in("tests"):
        for rule in rules_tested_by(place):
            found[rule].tests.append(place)
    for mutant in MUTANTS:
        found[mutant.rule].mutants.append(mutant)
        changed = place_of(mutant)
        if changed is not None and changed not in found[mutant.rule].implementation:
            found[mutant.rule].implementation.append(changed)
    return found


def places_in(*folders_or_files: str) -> Iterator[Place]:
    """List the places of all Python files in folders."""
    for name in folders_or_files:
        path = ROOT / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            yield from places_of(file)


@cache
def places_of(path: Path) -> tuple[Place, ...]:
    """List the places of a file: functions, methods, and other statements."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(ROOT).as_posix()
    return tuple(_places(ast.parse(text).body, text.splitlines(), file, ""))


def _places(body: list[ast.stmt], lines: list[str], file: str, within: str) -> Iterator[Place]:
    """List the places among some statements, each with the comments before it."""
    end = body[0].lineno - 1 if body else 0
    for statement in body:
        start, end = end, statement.end_lineno or statement.lineno
        if isinstance(statement, ast.Import | ast.ImportFrom) or _is_text(statement):
            continue
        if isinstance(statement, ast.ClassDef):
            yield from _places(statement.body, lines, file, f"{statement.name}.")
            continue
        source = "\n".join(lines[start:end]).strip("\n")
        yield Place(file, f"{within}{_name(statement)}", source)


def _is_text(statement: ast.stmt) -> bool:
    """Tell whether a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _name(statement: ast.stmt) -> str:
    """Name a statement by what it defines."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return f"line {statement.lineno}"


def rules_followed_by(place: Place) -> set[str]:
    """List the rules that a place names, itself or by using what carries them in `spec`."""
    named = set(_IDENTIFIER.findall(place.source)) & _KNOWN
    words = set(re.findall(r"\b\w+\b", place.source))
    for word, rules in carriers().items():
        if word in words:
            named |= rules
    return named


@cache
def carriers() -> dict[str, frozenset[str]]:
    """Return the words of `spec` that name rules as data: who uses them follows these rules."""
    return {"CHECKED_PROGRAMS": frozenset(program.rule for program in CHECKED_PROGRAMS)}


def rules_tested_by(place: Place) -> set[str]:
    """List the rules that a test names, in its name as in `test_clm_4_...` or in its body."""
    name = place.name.rpartition(".")[2]
    if not name.startswith("test_"):
        return set()
    in_name = {f"{prefix.upper()}-{number}" for prefix, number in _IN_NAME.findall(name)}
    return (in_name | set(_IDENTIFIER.findall(place.source))) & _KNOWN


def place_of(mutant: Mutant) -> Place | None:
    """Find the place of the implementation that a mutant changes, which is a place of its rule.

    None if it changes none: it may be broken around the implementation, or be an earlier edition.
    """
    file, original = getattr(mutant, "file", ""), getattr(mutant, "original", "")
    path = ROOT / "impl" / file
    if not original or not path.is_file():
        return None
    return next((each for each in places_of(path) if original.strip() in each.source), None)


def description(mutant: Mutant) -> str:
    """Say how a mutant is broken, and where."""
    told = getattr(mutant, "description", "") or mutant.id.replace("-", " ")
    place = place_of(mutant)
    return f"{told}, in `{place.file}`" if place and place.file not in told else told
