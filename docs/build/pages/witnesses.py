"""The witnesses: for every clause that binds, what fails if somebody breaks it."""

from pathlib import PurePath
from typing import Any

from docs.build.witnesses import clause_witnesses
from spec.catalog import AREAS, FORMATS
from spec.rules.rule import Rule


def witness_data() -> dict[str, Any]:
    """Return the clauses that bind by chapter, and how many there are."""
    chapters = [
        *((area.title, area.name, rows_of(area.rules)) for area in AREAS),
        *((each.title, each.prefix, rows_of(each.rules)) for each in FORMATS),
    ]
    rows = [row for _, _, chapter in chapters for row in chapter]
    return {
        "chapters": chapters,
        "clauses": len(rows),
        "mutants": sum(len(row["mutants"]) for row in rows),
    }


def rows_of(rules: tuple[Rule, ...]) -> list[dict[str, Any]]:
    """Return for each clause that binds the names of its mutants and witnesses."""
    found = clause_witnesses()
    binding = [found[each.id] for rule in rules for each in rule.clauses if each.binds]
    return [
        {
            "clause": each.clause,
            "mutants": [mutant.id for mutant in each.mutants],
            "witnesses": [
                *(PurePath(file).stem for file in each.vectors),
                *each.situations,
                *(test.rpartition("::")[2] for test in each.tests),
            ],
        }
        for each in binding
    ]
