"""Editions: named sets of amendments. Code tests `edition.has(AMENDMENT)`, never a name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from spec.amendments import AMENDMENTS, CORRECTIONS, SEED_AMENDMENTS, Amendment


@dataclass(frozen=True, slots=True)
class Edition:
    """A version of the rules: the original rules, changed by the amendments with these ids."""

    name: str
    amendments: frozenset[str]

    def has(self, amendment: Amendment) -> bool:
        """Return whether the edition contains an amendment."""
        return amendment.id in self.amendments

    def extended(self, name: str, amendments: Iterable[Amendment]) -> "Edition":
        """Return the edition with these amendments added."""
        return Edition(name, self.amendments | {amendment.id for amendment in amendments})


ORIGIN = Edition("origin", frozenset())
"""The rules before any amendment."""

SEEDS = ORIGIN.extended("seeds", SEED_AMENDMENTS)
"""All that the seed documents ask for, exactly as they ask for it."""

CURRENT = SEEDS.extended("2026.1", CORRECTIONS)
"""The current edition, which the reference implementation implements."""

EDITIONS = (ORIGIN, SEEDS, CURRENT)


class UnknownEdition(ValueError):
    """There is no edition of that name, or no such amendment to add or remove."""


def edition_named(name: str) -> Edition:
    """Return an edition by name: `seeds`, or with amendments added or removed: `2026.1-A12+A05`."""
    parts = re.split(r"(?=[+-]A\d)", name)
    editions = {edition.name: edition for edition in EDITIONS}
    if parts[0] not in editions:
        raise UnknownEdition(f"{parts[0]!r} is no edition; give one of: {', '.join(editions)}")
    if len(parts) == 1:
        return editions[name]
    amendments = set(editions[parts[0]].amendments)
    known = {amendment.id for amendment in AMENDMENTS}
    for part in parts[1:]:
        if part[1:] not in known:
            raise UnknownEdition(
                f"{part[1:]!r} is no amendment; there are: {', '.join(sorted(known))}"
            )
        if (part[1:] in amendments) == (part[0] == "+"):
            has = "has" if part[0] == "+" else "does not have"
            raise UnknownEdition(f"{parts[0]} {has} {part[1:]}: {part} changes nothing")
        amendments ^= {part[1:]}
    return Edition(name, frozenset(amendments))
