"""The page of an area."""

from fragments import linked, page, table

from evidence import evidence
from site_pages.appendices import appendices
from site_pages.diagrams import diagram_section
from site_pages.operations import operations_section
from site_pages.properties import verdict_of
from site_pages.rules import rule_section
from site_pages.vocabulary import vocabulary_section
from spec.catalog import PROPERTIES
from spec.rules.rule import Area

PROCEDURE_NOTE = (
    '!!! info "Two orchestrators, compared call by call"\n\n'
    "    The orchestrator is no operation of a store but a procedure that sends operations. It is "
    "written twice from these rules: in `model/recovery.py`, and in "
    "`impl/orchestrator/recovery.py`, which `planstate recover` runs. `planspec check` runs both "
    "side by side and matches every call and the ending, whatever happens between two calls. The "
    "run properties below are explored with the model's."
)


def area_page(area: Area) -> str:
    """Write the page of an area: introduction, states, rules, operations, words, properties."""
    return page(
        area.title,
        linked(area.introduction),
        PROCEDURE_NOTE if area.name == "recovery" else "",
        rules_table(area),
        diagram_section(area),
        operations_section(area),
        "## Rules { #rules }",
        *(rule_section(rule) for rule in area.rules),
        *appendices(area),
        vocabulary_section(area),
        properties_section(area),
    )


def rules_table(area: Area) -> str:
    """List the rules of an area."""
    rows = [
        (
            linked(rule.id),
            rule.title,
            rule.level,
            linked(rule.amendment.id if rule.amendment else ""),
        )
        for rule in area.rules
    ]
    return table(("Rule", "Says", "Level", "Amendment"), rows)


def properties_section(area: Area) -> str:
    """List what follows from the rules of an area, and what exploring says of it."""
    found = evidence("explore-2026.1")
    rows = [
        (linked(entry.id), linked(entry.sentence), verdict_of(entry.id, found))
        for entry in PROPERTIES
        if entry.id in area.properties
    ]
    heading = "## What always holds { #what-always-holds }"
    return f"{heading}\n\n{table(('Property', 'Says', 'Explored'), rows)}"
