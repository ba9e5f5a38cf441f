"""Races: stores that are right for one process and wrong for several.

They are rows of `catalog/races.toml`, which says what a row holds.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from conformance.mutants.faults.races import Contest, Race, SourceEdit, Turn
from conformance.mutants.rows import CATALOG, RACES_FILE
from spec.formats.messages import OPERATION_NAMES, operation_from_json
from spec.vocabulary.plans import PlanDefinition

Row = Mapping[str, Any]


def read_races(text: str) -> tuple[Race, ...]:
    """Read the races in the text of a file."""
    document = tomllib.loads(text)
    turns = Turns(document["defaults"], document["definitions"])
    return tuple(race_of(row, turns) for row in document["race"])


def race_of(row: Row, turns: "Turns") -> Race:
    """Return the race of a row."""
    setup, others = (tuple(map(turns.turn, row[name])) for name in ("setup", "others"))
    also = tuple(SourceEdit(*each) for each in row.get("also", ()))
    said = {key: row[key] for key in ("id", "clause", "file", "broken", "original", "replacement")}
    return Race(**said, also=also, contest=Contest(setup, turns.turn(row["held"]), others))


class Turns:
    """Reads turns, with what they have in common."""

    def __init__(self, defaults: Row, definitions: Mapping[str, Row]) -> None:
        self.defaults = defaults
        self.definitions = {
            name: self.filled(PlanDefinition, each) for name, each in definitions.items()
        }

    def turn(self, row: Row) -> Turn:
        """Read what a client asks."""
        client, name = row["client"], row["operation"]
        request = self.filled(OPERATION_NAMES[name], {"worktree": client, **row})
        if "definition" in request:
            request["definition"] = self.definitions[request["definition"]]
        return Turn(client, operation_from_json({"operation": name, **request}))

    def filled(self, kind: Any, given: Row) -> dict[str, Any]:
        """Return the fields of a class, as they are given or by default; "" is none."""
        names = [each.name for each in fields(kind)]
        everything = {**self.defaults, **given}
        return {name: everything[name] for name in names if everything.get(name, "") != ""}


RACES = read_races((CATALOG / RACES_FILE).read_text(encoding="utf-8"))
