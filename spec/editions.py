"""Editions: named sets of amendments. Code asks `edition.has(AMENDMENT)`, never for a name."""

from collections.abc import Iterable
from dataclasses import dataclass

from spec.amendments import CORRECTIONS, SEED_AMENDMENTS, Amendment


@dataclass(frozen=True, slots=True)
class Edition:
    """A version of the rules: the first rules, changed by the amendments with these ids."""

    name: str
    amendments: frozenset[str]

    def has(self, amendment: Amendment) -> bool:
        """Tell whether the edition contains an amendment."""
        return amendment.id in self.amendments

    def extended(self, name: str, amendments: Iterable[Amendment]) -> "Edition":
        """Make the edition that has these amendments as well."""
        return Edition(name, self.amendments | {amendment.id for amendment in amendments})


ORIGIN = Edition("origin", frozenset())
"""The rules before any amendment."""

SEEDS = ORIGIN.extended("seeds", SEED_AMENDMENTS)
"""All that the seed documents ask for, exactly as they ask for it."""

CURRENT = SEEDS.extended("2026.1", CORRECTIONS)
"""The current edition, which the reference implementation implements."""

EDITIONS = (ORIGIN, SEEDS, CURRENT)
