"""One word per meaning: what people read has none of the words that another one replaces."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.mutants.registry import all_mutants
from docs.build.site import PAGES
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, PROPERTIES, RULES
from spec.editions import CURRENT

ROOT = Path(__file__).parents[2]
INSTEAD = {
    r"\bleases? (?:that |which )?(?:is|are|was|were) over\b": "expired",
    r"\bleases? (?:that )?(?:has |have |had |never |may )?"
    r"(?:ends?|ended|lapses?|lapsed|ran out|runs? out)\b": "expires",
    r"\blease's end\b|\bend of (?:a|the|its) (?:live )?lease\b": "expiry",
    r"\bkeeps? (?:\w+ )?(?:others|worktrees|workers) away\b": "excludes",
    r"\b(?:gives?|gave|given|giving) back\b": "release",
    r"\b(?:go|goes|going|went) on\b": "continue",
    r"\bstands? (?:there|nowhere|beside|under)\b": "is",
    r"\bbeside\b": "next to, compared with",
    r"\bwhoever (?!holds|works)\w+": "a worker that",
    r"\btold apart\b|\blaid to\b": "compare, attribute",
    r"\bin any case of\b": "ignoring case",
    r"\b0\.0\d+ times\b": "250x slower",
    r"\bneither pass(?:es)? nor fails?\b": "no pass and no failure",
}
"""What is not written, and what is."""

DATA = (
    *("spec/provenance.toml", "spec/remedies/errors.toml"),
    *("docs/templates/scenarios.toml", "docs/templates/glossary.toml"),
)
CODE = re.compile(r"^ *```.*?^ *```|`[^`]*`|<!--.*?-->", re.DOTALL | re.MULTILINE)


def strings(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in a document of TOML, each with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from strings(each, f"{place} {key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from strings(each, f"{place} {number}")


def texts_of_the_specification() -> Iterator[tuple[str, str]]:
    """Yield what rules, amendments and properties say; ended clauses are history."""
    for rule in (*RULES, *FORMAT_RULES):
        yield from ((rule.id, rule.title), (rule.id, rule.why))
    for amendment in AMENDMENTS:
        for text in (amendment.title, amendment.failure, amendment.stored, amendment.withdrawn):
            yield amendment.id, text
    yield from ((each.id, each.sentence) for each in PROPERTIES)
    for name in DATA:
        yield from strings(tomllib.loads((ROOT / name).read_text(encoding="utf-8")), name)


def messages() -> Iterator[tuple[str, str]]:
    """Yield what programs print: the texts in their sources that are no documentation."""
    for room in ("spec", "model", "impl", "conformance"):
        for path in (ROOT / room).rglob("*.py"):
            if path.parent.parts[-2:] == ("kit", "core"):
                continue  # the scenarios of the core profile are written for queues
            tree = ast.parse(path.read_text(encoding="utf-8"))
            documentation = {
                id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)
            }
            for each in ast.walk(tree):
                if isinstance(each, ast.Constant) and id(each) not in documentation:
                    text = str(each.value)
                    yield str(path.relative_to(ROOT)), text if " " in text else ""


def pages_by_hand() -> Iterator[tuple[str, str]]:
    """Yield the pages, and the templates of those that are generated, without their code."""
    guides = (ROOT / "docs" / "guides").glob("*.md")
    templates = (ROOT / "docs" / "templates").rglob("*.md")
    by_hand = [each for each in guides if f"guides/{each.name}" not in PAGES]
    for path in (*by_hand, *templates, ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        yield str(path.relative_to(ROOT)), CODE.sub("…", path.read_text(encoding="utf-8"))


def found_in(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return each place where something is not said in its word, and the word."""
    return [
        f"{place}: {found[0]!r}, write {instead!r}"
        for place, text in texts
        for pattern, instead in INSTEAD.items()
        for found in [re.search(pattern, " ".join(text.split()), re.IGNORECASE)]
        if found
    ]


def test_a_page_by_hand_says_each_thing_in_its_word() -> None:
    assert found_in(pages_by_hand()) == []


def test_the_specification_says_each_thing_in_its_word() -> None:
    assert found_in(texts_of_the_specification()) == []


def test_a_program_and_a_mutant_say_each_thing_in_its_word() -> None:
    assert found_in(messages()) == []
    assert found_in((mutant.id, mutant.description) for mutant in all_mutants()) == []


def test_a_clause_in_force_says_each_thing_in_its_word_and_is_read_alone() -> None:
    clauses = [(each.id, each.text) for each in CLAUSES if each.is_in_force(CURRENT)]
    assert found_in(iter(clauses)) == []
    # A rejection names one clause, which is then read without the one before it.
    assert [id for id, text in clauses if re.search(r"\bsuch (?!as)|\bdo(es)? so\b", text)] == []
