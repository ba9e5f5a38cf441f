"""The page of an area."""

from fragments import linked, page, table

from site_pages.appendices import appendices
from site_pages.rules import rule_section
from spec.rules import Area


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
