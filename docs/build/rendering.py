"""Render the templates of the site, with links from ids, codes and words to where they stand."""

import html
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from docs.build.vocabulary import word
from spec.amendments.amendment import Amendment
from spec.catalog import CLAUSES, FORMAT_RULES, PROPERTIES, RULES, area_name, rule, rule_id
from spec.editions import CURRENT, EDITIONS, introduced_by
from spec.provenance import seed_documents
from spec.rules.rule import Clause
from spec.vocabulary.rejections import REASON_WORDS

DOCS = Path(__file__).parents[1]
TEMPLATES = DOCS / "templates"

_PAGES = {
    **{each.id: f"{area_name(each)}.md" for each in (*RULES, *FORMAT_RULES)},
    **{each.id: f"{area_name(rule(rule_id(each.id)))}.md" for each in CLAUSES},
    **{code.value: "rejections.md" for code in REASON_WORDS},
    **{
        amendment.id: f"amendments-{edition.name}.md"
        for edition in EDITIONS
        for amendment in introduced_by(edition)
    },
    **{entry.id: "properties.md" for entry in PROPERTIES},
    **{f"seeds {document.number}": "traceability.md" for document in seed_documents()},
}
_ID = re.compile(r"`[^`]*`|\b[A-Z]{3}-\d+(?:\.\d+)?\b|\bE\d{3}\b|\bA\d{2}\b|\bseeds \d{3}\b")
_COMMIT = re.compile(r"\b([0-9a-f]{7})[0-9a-f]{33}\b")
_MARKUP = {character: f"&#{ord(character)};" for character in "\\`*_[]{}|<>&#~"}


def linked(text: str, reference: str = "") -> str:
    """Turn the ids of rules, clauses, codes, amendments, properties and seeds into links.

    `reference` leads from the page that has the text to the folder of the reference pages.
    """
    return _with_links(text, lambda id: f"[{id}]({reference}{_PAGES[id]}#{anchor_of(id)})")


def html_links(text: str, reference: str = "") -> str:
    """Turn the ids in a text into links of HTML, and escape the rest.

    `reference` leads from the address of the page to the folder of the reference pages.
    """
    return _with_links(plain(text), lambda id: f'<a href="{reference}{address_of(id)}">{id}</a>')


def _with_links(text: str, link: Callable[[str], str]) -> str:
    """Return a text with a link in place of each id that is on a page."""
    return _ID.sub(lambda found: link(found[0]) if found[0] in _PAGES else found[0], text)


def anchor_of(id: str) -> str:
    """Return the anchor of an id on its page."""
    return id.replace(" ", "-")


def address_of(id: str) -> str:
    """Return where an id stands, from the folder of the reference pages."""
    return f"{_PAGES[id].removesuffix('.md')}/#{anchor_of(id)}"


def plain(text: str) -> str:
    """Escape a text for HTML, and cut the hashes of commits."""
    return html.escape(_COMMIT.sub(r"\1", text), quote=False)


def escaped(text: str) -> str:
    """Keep Markdown and HTML from reading anything into a text, and cut the hashes of commits."""
    return "".join(_MARKUP.get(character, character) for character in _COMMIT.sub(r"\1", text))


def render(template: str, /, reference: str = "", **data: Any) -> str:
    """Return a page: a template filled with data."""
    return environment.get_template(template).render(reference=reference, **data)


def editions_with(amendment: Amendment) -> list[str]:
    """Return the names of the editions in which an amendment is in force."""
    return [each.name for each in EDITIONS if each.has(amendment)]


def statements_of(clause: Clause) -> list[str]:
    """Return the anchors of the statements of seed documents that name a clause."""
    statements = (each for document in seed_documents() for each in document.statements)
    return [each.anchor for each in statements if clause.id in each.clauses]


def as_json(document: Mapping[str, Any], width: int = 80) -> str:
    """Return a JSON object, in one line if that is short."""
    line = json.dumps(document, ensure_ascii=False)
    return line if len(line) <= width else json.dumps(document, ensure_ascii=False, indent=2)


def write_if_changed(path: Path, text: str) -> None:
    """Write a file unless it has this text, so that `mkdocs serve` sees only what is new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


@pass_context
def _linked(context: Context, text: str) -> str:
    return linked(text, context["reference"])


@pass_context
def _html_links(context: Context, text: str) -> str:
    # A page has a folder of its own, except the first.
    above = "" if context.get("is_first") else "../"
    return html_links(text, above + context["reference"])


@pass_context
def _word(context: Context, name: str) -> str:
    return word(name, context["reference"])


environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
"""What renders the templates. A name that one misspells is an error, not an empty text."""
environment.filters |= {
    "linked": _linked,
    "word": _word,
    "html_links": _html_links,
    "text": plain,
    "escaped": escaped,
    "json": as_json,
    "code": lambda text: f"`{text}`",
    "statements": statements_of,
    "editions": editions_with,
    "thousands": lambda number: f"{number:,}",
}
environment.tests["in_force"] = lambda clause: clause.is_in_force(CURRENT)
environment.globals |= {"current": CURRENT, "edition_names": [each.name for each in EDITIONS]}
