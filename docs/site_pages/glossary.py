"""The glossary: terms of the field, and the words of the vocabulary with their docstrings."""

import inspect

from fragments import linked, named, page, table
from words import WORDS

from site_pages.checks import BrokenSite
from site_pages.glossary_terms import TERMS
from site_pages.vocabulary import words_of
from spec.catalog import AREAS


class DefinedTwice(BrokenSite):
    """Two entries of the glossary cannot be told apart."""


def glossary_page() -> str:
    """Write the page."""
    words = {
        word: found for area in AREAS for word, found in words_of(area) if isinstance(found, type)
    }
    require_defined_once([*TERMS, *words])
    terms = [
        (f'<span id="{term.replace(" ", "-")}"></span>**{term}**', linked(meaning))
        for term, meaning in sorted(TERMS.items())
    ]
    classes = [(named(word), linked(meaning(word))) for word in sorted(words)]
    return page(
        "Glossary",
        "## Terms { #terms }",
        table(("Term", "Meaning"), terms),
        "## Words of the vocabulary { #words }\n\nThe classes that operations, answers and states "
        "are made of. Each link leads to its fields.",
        table(("Word", "Meaning"), classes),
    )


def meaning(word: str) -> str:
    """Give the first sentence of what is written about a word."""
    text = " ".join((inspect.getdoc(WORDS[word]) or "").split())
    return text.split(". ")[0].rstrip(".") + "."


def require_defined_once(entries: list[str]) -> None:
    """Raise `DefinedTwice` if two entries differ at most in their case."""
    lowered = [entry.lower() for entry in entries]
    doubled = sorted({entry for entry in lowered if lowered.count(entry) > 1})
    if doubled:
        raise DefinedTwice(f"the glossary defines twice: {', '.join(doubled)}")
