"""Links from every rule to the model, the implementation, the tests and the mutants that name it.

No link is written down by hand: the sources are read, and a function that names a rule, in its code
or in its comments, is a place of that rule.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.source import ChangedStore
from conformance.protocol.unfinished import Unfinished
from spec.catalog import FORMAT_RULES, RULES
from spec.formats.shell_programs import CHECKED_PROGRAMS

ROOT = Path(__file__).parents[3]
"""The folder of the packages: the checkout, or `site-packages` where only the wheel is."""
_IDENTIFIER = re.compile(r"\b[A-Z]{3}-\d+\b")
_IN_TEST_NAME = re.compile(r"_([a-z]{3})_(\d+)(?=_)")
_KNOWN = frozenset(rule.id for rule in (*RULES, *FORMAT_RULES))


@dataclass(frozen=True, slots=True)
class Place:
    """A function, or another statement, of a file, with its source."""

    file: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class RuleLinks:
    """Everything in the sources that names one rule."""

    rule: str
    model: list[Place] = field(default_factory=list)
    implementation: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)
    mutants: list[Mutant] = field(default_factory=list)

    def missing(self) -> list[str]:
        """Return the kinds of links that every rule needs and this one lacks."""
        kinds = {
            "place in the model": self.model,
            "place in the implementation": self.implementation,
            "test": self.tests,
        }
        return [kind for kind, found in kinds.items() if not found]


@cache
def rule_links() -> dict[str, RuleLinks]:
    """Return the links of every rule, by its id."""
    links = {rule: RuleLinks(rule) for rule in sorted(_KNOWN)}
    for place in (*places_in("model"), *places_in("impl")):
        for rule in rules_followed_by(place):
            is_model = place.file.startswith("model/")
            (links[rule].model if is_model else links[rule].implementation).append(place)
    for place in places_in("tests"):
        for rule in rules_tested_by(place):
            links[rule].tests.append(place)
    for mutant in known_mutants()[0]:
        links[mutant.rule].mutants.append(mutant)
        changed = changed_place(mutant)
        if changed is not None and changed not in links[mutant.rule].implementation:
            links[mutant.rule].implementation.append(changed)
    return links


@cache
def known_mutants() -> tuple[tuple[Mutant, ...], str]:
    """Return all mutants, or none and what their list lacks while a rule is being changed."""
    try:
        # The list is made when it is imported.
        from conformance.mutants.registry import all_mutants

        return all_mutants(), ""
    except Unfinished as lacking:
        return (), str(lacking)


def rules_followed_by(place: Place) -> set[str]:
    """Return the rules that a place names, itself or by using a table that names them."""
    named = set(_IDENTIFIER.findall(place.source)) & _KNOWN
    if re.search(r"\bCHECKED_PROGRAMS\b", place.source):
        named |= {program.rule for program in CHECKED_PROGRAMS}
    return named


def rules_tested_by(place: Place) -> set[str]:
    """Return the rules that a test names in its name, as in `test_clm_4_...`."""
    name = place.name.rpartition(".")[2]
    if not name.startswith("test_"):
        return set()
    in_name = {f"{prefix.upper()}-{number}" for prefix, number in _IN_TEST_NAME.findall(name)}
    return in_name & _KNOWN


def changed_place(mutant: Mutant) -> Place | None:
    """Return the place of the implementation that a mutant changes, or `None` if it changes none.

    A mutant can also wrap the implementation, or be an earlier edition.
    """
    if not isinstance(mutant, ChangedStore):
        return None
    places = places_of(ROOT / "impl" / mutant.file)
    return next((each for each in places if mutant.original.strip() in each.source), None)


def places_in(folder: str) -> Iterator[Place]:
    """Yield the places of all Python files in a folder, which the wheel may lack."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        yield from places_of(file)


@cache
def places_of(path: Path) -> tuple[Place, ...]:
    """Return the places of a file: functions, methods and other statements."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(ROOT).as_posix()
    return tuple(_places(ast.parse(text).body, text.splitlines(), file, ""))


def _places(body: list[ast.stmt], lines: list[str], file: str, within: str) -> Iterator[Place]:
    """Yield the places among some statements, each with the comments before it."""
    end = body[0].lineno - 1 if body else 0
    for statement in body:
        start, end = end, statement.end_lineno or statement.lineno
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
        if isinstance(statement, ast.ClassDef):
            yield from _places(statement.body, lines, file, f"{statement.name}.")
            continue
        source = "\n".join(lines[start:end]).strip("\n")
        yield Place(file, f"{within}{_name(statement)}", source)


def _name(statement: ast.stmt) -> str:
    """Return the name that a statement defines, or its line."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return f"line {statement.lineno}"
