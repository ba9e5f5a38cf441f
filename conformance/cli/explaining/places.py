"""Places in the source: the functions and other statements of a file that can name a rule."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
"""The folder of the packages: the checkout, or `site-packages` where only the wheel is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A function, or another statement, of a file, with its source."""

    file: str
    name: str
    source: str


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
