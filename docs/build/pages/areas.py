"""The page of an area: states, operations, rules, vocabulary, properties."""

from enum import Enum
from typing import Any

from docs.build.diagrams.states import diagram_of
from docs.build.pages.amendments import verdicts
from docs.build.pages.appendices import appendix_of
from docs.build.pages.operations import operation_data
from docs.build.pages.rules import rule_data
from docs.build.rendering import render
from docs.build.vocabulary import description, fields_of, words_of
from spec.catalog import FORMATS, PROPERTIES
from spec.editions import CURRENT
from spec.rules.rule import Area
from spec.vocabulary.operations import OPERATIONS


def area_page(area: Area) -> str:
    """Return the page of an area."""
    words = list(words_of(area))
    known = verdicts(CURRENT)
    return render(
        "area.md",
        area=area,
        diagram=diagram_of(area),
        operations=[operation_data(word) for word in words if word in OPERATIONS],
        rules=[rule_data(rule) for rule in area.rules],
        formats=[each for each in FORMATS if each.area == area.name],
        appendix=appendix_of(area),
        words=[word_data(word) for word in words if word not in OPERATIONS],
        properties=[
            {
                "id": entry.id,
                "sentence": entry.sentence,
                "verdict": known.get(entry.id, "not measured yet").replace("_", " "),
            }
            for entry in PROPERTIES
            if entry.id in area.properties
        ],
    )


def word_data(word: type) -> dict[str, Any]:
    """Return a class or an enumeration: what it means, and its fields or values."""
    is_enumeration = issubclass(word, Enum)
    return {
        "name": word.__name__,
        "description": description(word),
        "members": [each.value for each in word] if issubclass(word, Enum) else (),
        "fields": () if is_enumeration else fields_of(word),
    }
