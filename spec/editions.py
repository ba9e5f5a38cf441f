"""Editions: named sets of amendments. Code tests `edition.has(AMENDMENT)`, never a name."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.amendments.changes_2026_2 import CHANGES_2026_2
from spec.amendments.corrections import CORRECTIONS, KEPT_REASON, SKIPPED_REVIEW_NAMED
from spec.amendments.seed import SEED_AMENDMENTS


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

    def without(self, amendments: Iterable[Amendment]) -> "Edition":
        """Return the edition with these amendments withdrawn, under the same name."""
        return Edition(self.name, self.amendments - {amendment.id for amendment in amendments})


ORIGIN = Edition("origin", frozenset())
"""The rules before any amendment."""

SEEDS = ORIGIN.extended("seeds", SEED_AMENDMENTS)
"""All that the seed documents ask for, exactly as they ask for it."""

EDITION_2026_1 = SEEDS.extended("2026.1", CORRECTIONS)
"""The seed documents, with what exploring them showed to be wrong mended."""

WITHDRAWN_IN_2026_2 = (KEPT_REASON, SKIPPED_REVIEW_NAMED)
"""Choices of edition 2026.1 that 2026.2 takes back, because the seeds' own rule is better."""

CURRENT = EDITION_2026_1.extended("2026.2", CHANGES_2026_2).without(WITHDRAWN_IN_2026_2)
"""The current edition, which the reference implementation implements."""

EDITIONS = (ORIGIN, SEEDS, EDITION_2026_1, CURRENT)


_CHANGES = re.compile(r"(?=[+-]A\d)")
"""What separates the amendments that are added or removed in the name of an edition."""


class UnknownEdition(ValueError):
    """There is no edition of that name, or no such amendment to add or remove."""


def edition_named(name: str) -> Edition:
    """Return an edition by name: `seeds`, or with amendments added or removed: `2026.1-A12+A05`."""
    parts = _CHANGES.split(name)
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


def toggled(amendment: Amendment) -> Edition:
    """Return the current edition without an amendment, or with it if it was withdrawn."""
    sign = "-" if CURRENT.has(amendment) else "+"
    return edition_named(f"{CURRENT.name}{sign}{amendment.id}")


def introduced_by(edition: Edition) -> tuple[Amendment, ...]:
    """Return the amendments that no edition before this one has."""
    before = EDITIONS[: EDITIONS.index(edition)]
    return tuple(
        each
        for each in AMENDMENTS
        if edition.has(each) and not any(other.has(each) for other in before)
    )


def base_of(edition: Edition) -> Edition:
    """Return the edition that the name of another changes: 2026.1 for `2026.1-A12`."""
    return edition_named(_CHANGES.split(edition.name)[0])
