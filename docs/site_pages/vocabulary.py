"""The words of an area: its classes with their fields, and its enumerations with their words."""

import inspect
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from fragments import linked, named, table
from words import WORDS_OF_MODULE

from spec.rules.rule import Area
from spec.vocabulary.operations import OPERATIONS


def words_of(area: Area) -> Iterator[tuple[str, Any]]:
    """List the words that an area defines, with what they are."""
    for module in area.vocabulary:
        yield from WORDS_OF_MODULE[module].items()


def vocabulary_section(area: Area) -> str:
    """Write the words of an area that are no operations, each under an anchor of its name."""
    blocks = [word_section(word, found) for word, found in words_of(area) if is_shown(found)]
    if not blocks:
        return ""
    introduction = "The classes and enumerations of `spec.vocabulary` that belong to this area."
    return "\n\n".join(("## Vocabulary { #vocabulary }", introduction, *blocks))


def is_shown(found: Any) -> bool:
    """Tell whether a word is a class or an enumeration with a place of its own."""
    return isinstance(found, type) and found not in OPERATIONS


def word_section(word: str, found: type) -> str:
    """Write one word: what it is, and its fields or its words."""
    meaning = linked(" ".join((inspect.getdoc(found) or "").split()))
    heading = f"### {word} {{ #{word} }}\n\n{meaning}"
    if issubclass(found, Enum):
        return f"{heading}\n\nOne of: {', '.join(f'`{each.value}`' for each in found)}"
    return f"{heading}\n\n{fields_table(found)}" if fields(found) else heading  # type: ignore[arg-type]


def fields_table(found: type) -> str:
    """Lay out the fields of a class with their types and defaults."""
    assert is_dataclass(found)
    types = types_of(found)
    rows = [(f"`{each.name}`", types[each.name], default_of(each)) for each in fields(found)]
    return table(("Field", "Type", "Default"), rows)


def types_of(found: type) -> dict[str, str]:
    """Tell the types of the fields of a class in words, those of the vocabulary as links."""
    return {name: in_words(hint) for name, hint in get_type_hints(found).items()}


def in_words(hint: Any) -> str:
    """Tell a type to people who may write it in any language."""
    plain = {str: "text", int: "number", bool: "yes or no", NoneType: "none"}
    if hint in plain:
        return plain[hint]
    if get_origin(hint) is tuple:
        return f"list of {in_words(get_args(hint)[0])}"
    if get_args(hint):
        return " or ".join(in_words(each) for each in get_args(hint))
    return named(hint.__name__)


def default_of(each: Field[Any]) -> str:
    """Write the default of a field, a dash if it has none and has to be given."""
    if each.default is MISSING:
        return "–"
    if each.default is None:
        return "none"
    if isinstance(each.default, bool):
        return "yes" if each.default else "no"
    if isinstance(each.default, int):
        return f"{each.default:,}"
    return f"`{each.default}`" if isinstance(each.default, str) else "empty"
