"""Write the reference pages of the site from the objects in `spec`, as plain Markdown.

Run it alone with `python docs/generate.py`, or let the site's build run it (docs/hooks.py).
"""

import inspect
from collections.abc import Iterable
from pathlib import Path

from appendices import appendices
from fragments import linked, numbered, page, table
from messages import messages_page

from spec.amendments import AMENDMENTS, Amendment
from spec.catalog import AREAS, RULES, Property, properties_of, rules_of
from spec.editions import EDITIONS, Edition
from spec.invariants import INVARIANTS
from spec.reachability import EVENTUALITIES, POSSIBILITIES
from spec.rules import Area, Rule
from spec.run_properties import RUN_PROPERTIES
from spec.step_properties import STEP_PROPERTIES
from spec.vocabulary import REASON_WORDS, Code, rejections

REFERENCE = Path(__file__).parent / "reference"

_STORE_UNAVAILABLE = "Say that the store cannot be opened. No rule decides it; a store may meet it."


def rule_section(rule: Rule) -> str:
    """Write all that is known of one rule, under its permanent anchor."""
    blocks = [
        f"## {rule.id} {rule.title} {{ #{rule.id} }}",
        f"**{rule.level}**",
        numbered(rule.sentences),
        f"**Why.** {linked(rule.why)}" if rule.why else "",
        _amendment_note(rule),
        f"Operations: {', '.join(f'`{name}`' for name in rule.operations)}  \n"
        f"Source: {linked(rule.source)}",
    ]
    return "\n\n".join(block for block in blocks if block)


def _amendment_note(rule: Rule) -> str:
    """Say what an amendment changed in a rule, and what was in force before it."""
    amendment = rule.amendment
    if amendment is None:
        return ""
    editions = ", ".join(f"`{edition.name}`" for edition in EDITIONS if edition.has(amendment))
    changed = f"Changed by {linked(amendment.id)} ({amendment.name}); in force in {editions}."
    before = (
        f'!!! quote "Before {amendment.id}"\n\n{numbered(rule.before, "    ")}'
        if rule.before
        else f"There was no such rule before {amendment.id}."
    )
    return f"{changed}\n\n{before}"


def area_page(area: Area) -> str:
    """Write the page of an area: its introduction, the list of its rules, and each of them."""
    rows = [
        (
            linked(rule.id),
            rule.title,
            rule.level,
            linked(rule.amendment.id if rule.amendment else ""),
        )
        for rule in area.rules
    ]
    return page(
        area.title,
        linked(area.introduction),
        table(("Rule", "Says", "Level", "Amendment"), rows),
        *(rule_section(rule) for rule in area.rules),
        *appendices(area),
    )


def rejections_page() -> str:
    """Write every code of a rejection with its reason words, their details and their rules."""
    introduction = (
        "A rejected operation changes nothing. Its answer has a code, a reason word of that code, "
        "and details that name what was found."
    )
    return page("Rejections", introduction, *(_code_section(code) for code in REASON_WORDS))


def _code_section(code: Code) -> str:
    """Write one code, under its permanent anchor."""
    rows = [
        (f"`{word}`{{ #{word} }}", _meaning(word), _details(word), _stated_by(word))
        for word in REASON_WORDS[code]
    ]
    heading = f"## {code} {code.name.replace('_', ' ').capitalize()} {{ #{code} }}"
    return f"{heading}\n\n{table(('Reason word', 'Meaning', 'Details', 'Rules'), rows)}"


def _meaning(word: str) -> str:
    """Take the meaning of a reason word from the function that makes its rejection."""
    constructor = getattr(rejections, word, None)
    if constructor is None:
        return _STORE_UNAVAILABLE
    return linked(inspect.getdoc(constructor) or "")


def _details(word: str) -> str:
    """Name the details that a rejection carries."""
    constructor = getattr(rejections, word, None)
    names = inspect.signature(constructor).parameters if constructor else ()
    return ", ".join(f"`{name}`" for name in names) or "none"


def _stated_by(word: str) -> str:
    """Link the rules that answer with a reason word."""
    named = (rule.id for rule in RULES if f"`{word}`" in " ".join(rule.sentences))
    return ", ".join(linked(identifier) for identifier in named) or "none"


def editions_page() -> str:
    """Write every edition with what it adds, and every amendment with the rules it changes."""
    introduction = (
        "An edition is a version of the rules: the rules before it, changed by amendments. The "
        f"current edition is `{EDITIONS[-1].name}`."
    )
    predecessors = (None, *EDITIONS[:-1])
    rows = [
        _edition_row(edition, before)
        for before, edition in zip(predecessors, EDITIONS, strict=True)
    ]
    return page(
        "Editions and amendments",
        introduction,
        table(("Edition", "Follows", "Adds"), rows),
        *(_amendment_section(amendment) for amendment in AMENDMENTS),
    )


def _edition_row(edition: Edition, before: Edition | None) -> tuple[str, str, str]:
    """Say which amendments an edition has that the one before has not."""
    added = edition.amendments - (before.amendments if before else frozenset())
    return (
        f"`{edition.name}`",
        f"`{before.name}`" if before else "nothing",
        ", ".join(linked(identifier) for identifier in sorted(added)) or "the first rules",
    )


def _amendment_section(amendment: Amendment) -> str:
    """Write one amendment, under its permanent anchor."""
    rules = [linked(rule.id) for rule in rules_of(amendment)]
    failing = [linked(entry.id) for entry in properties_of(amendment)]
    properties = f"Properties that fail without it: {', '.join(failing)}  \n" if failing else ""
    return (
        f"## {amendment.id} {amendment.name} {{ #{amendment.id} }}\n\n"
        f"{amendment.title}.\n\n"
        f"**Without it.** {amendment.failure}\n\n"
        f"Rules: {', '.join(rules)}  \n"
        f"{properties}"
        f"Source: {amendment.source}"
    )


def properties_page() -> str:
    """Write what is true of every state and of every operation."""
    return page(
        "Invariants and properties",
        "These follow from the rules. They are checked on every state and every operation that the "
        "model and the implementation go through.",
        "## Invariants\n\nTrue of every plan in every state that operations can reach.",
        _properties(INVARIANTS),
        "## Step properties\n\nTrue of every single operation, from the state before it to the "
        "state after it.",
        _properties(STEP_PROPERTIES),
        "## Run properties\n\nTrue of every run of the orchestrator from its claim to its end, "
        "whatever happens around it.",
        _properties(RUN_PROPERTIES),
        "## Reachability\n\nWhat can still be done, from every state that operations can reach.",
        _properties((*POSSIBILITIES, *EVENTUALITIES)),
    )


def _properties(entries: Iterable[Property]) -> str:
    """Write properties, each under its permanent anchor, with the amendments they need."""
    return "\n\n".join(
        f"### {entry.id} {{ #{entry.id} }}\n\n{linked(entry.sentence)}" + _needs(entry)
        for entry in entries
    )


def _needs(entry: Property) -> str:
    """Name the amendments without which a property fails."""
    needed = ", ".join(linked(amendment.id) for amendment in entry.amendments)
    return f"\n\nFails without: {needed}" if needed else ""


def pages() -> dict[str, str]:
    """Give the text of every reference page under its file name."""
    return {
        **{f"{area.name}.md": area_page(area) for area in AREAS},
        "properties.md": properties_page(),
        "rejections.md": rejections_page(),
        "editions.md": editions_page(),
        "messages.md": messages_page(),
    }


def write(folder: Path = REFERENCE) -> None:
    """Write the pages that changed and remove those that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for stale in set(folder.glob("*.md")) - {folder / name for name in wanted}:
        stale.unlink()
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
