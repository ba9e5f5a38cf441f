"""Judging: by which edition a system is validated."""

from contextlib import suppress

from conformance.protocol.messages import Identity
from conformance.protocol.usage import UsageError
from spec.editions import (
    EDITION_2026_1,
    EDITIONS,
    Edition,
    UnknownEdition,
    base_of,
    edition_named,
)

UNDECLARED = EDITION_2026_1
"""The edition of programs that declare none: the current one when none could be declared."""


def edition_for(identity: Identity, chosen: str | None = None) -> Edition:
    """Return the edition that was chosen, or else the newest one that both know.

    Raises `UnknownEdition`, or `UsageError` if it follows none that is known here.
    """
    if chosen is not None:
        return edition_named(chosen)
    if not identity.editions:
        return UNDECLARED
    known = []
    for name in identity.editions:
        with suppress(UnknownEdition):
            known.append(edition_named(name))
    if not known:
        declared, here = ", ".join(identity.editions), ", ".join(each.name for each in EDITIONS)
        raise UsageError(
            f"{identity.name} follows {declared}, and planspec knows {here}; "
            "choose one with --edition, or use a newer planspec"
        )
    return max(known, key=lambda edition: EDITIONS.index(base_of(edition)))
