"""Editions by their names, as they are typed."""

from conformance.cli.common.usage import UsageError
from spec.editions import Edition, UnknownEdition, edition_named


def named_edition(name: str) -> Edition:
    """Return the edition with a name; raise `UsageError` if there is none."""
    try:
        return edition_named(name)
    except UnknownEdition as error:
        raise UsageError(str(error)) from error
