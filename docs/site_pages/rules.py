"""A rule as the site shows it, under its permanent anchor."""

from fragments import linked, numbered

from spec.editions import EDITIONS
from spec.rules import Rule


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
