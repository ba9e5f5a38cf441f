"""Pieces of Markdown for the reference pages: links, tables, numbered sentences, pages."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from words import WORDS_OF_MODULE

from spec.amendments import AMENDMENTS
from spec.catalog import AREAS, PROPERTIES
from spec.vocabulary.rejections import REASON_WORDS

NOTICE = "<!-- Written by docs/generate.py from spec/: change it there. -->"

WIDE = "---\nhide:\n  - toc\n---\n\n"
"""Before a page whose tables need the room of the table of contents."""

_PAGES = {
    **{rule.id: f"{area.name}.md" for area in AREAS for rule in area.rules},
    **{code.value: "rejections.md" for code in REASON_WORDS},
    **{amendment.id: f"amendments/{amendment.id}.md" for amendment in AMENDMENTS},
    **{entry.id: "properties.md" for entry in PROPERTIES},
}
_REFERENCE_WORD = re.compile(r"`[^`]*`|\b[A-Z]{3}-\d+\b|\bE\d{3}\b|\bA\d{2}\b")


_WORD_PAGES = {
    word: f"{area.name}.md"
    for area in AREAS
    for module in area.vocabulary
    for word in WORDS_OF_MODULE[module]
}
"""The page of every word of the vocabulary that has one."""


def named(word: str, folder: str = "") -> str:
    """Write a word of the vocabulary as code, with a link to where it is explained."""
    return f"[`{word}`]({folder}{_WORD_PAGES[word]}#{word})" if word in _WORD_PAGES else f"`{word}`"


def linked(text: str, folder: str = "") -> str:
    """Turn the rules, codes and amendments that a text names into links.

    `folder` is where the reference pages are, seen from the page that has the text.
    """
    return _REFERENCE_WORD.sub(lambda found: _link(found.group(), folder), text)


def _link(word: str, folder: str) -> str:
    """Link one word, unless it is code or names nothing."""
    return f"[{word}]({folder}{_PAGES[word]}#{word})" if word in _PAGES else word


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def numbered(sentences: Iterable[str], indent: str = "", folder: str = "") -> str:
    """Write sentences as a numbered list, so that each can be cited."""
    return "\n".join(
        f"{indent}{number}. {linked(sentence, folder)}"
        for number, sentence in enumerate(sentences, 1)
    )


def page(title: str, *blocks: str) -> str:
    """Put the blocks of a page together; empty ones are left out."""
    return "\n\n".join(block for block in (f"# {title}", NOTICE, *blocks) if block) + "\n"


def fenced(text: str, language: str) -> str:
    """Write a block of code or of output."""
    return f"```{language}\n{text}\n```"


def details(title: str, body: str) -> str:
    """Fold a block under a title, which opens it."""
    indented = "\n".join(f"    {line}" if line else "" for line in body.splitlines())
    return f'??? note "{title}"\n\n{indented}'


def keep(path: Path, text: str) -> None:
    """Write a file, if it has changed: whoever watches the folder sees only what is new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
