"""Profiles: how much a run of the tests tries. PLANSPEC_PROFILE chooses one.

`dev` (the default): everything quick, the same each time; what you run before each commit.

`ci` (the default where CI is set): the same, and all vectors, every mutant on its own vector, the
site, the wheel, an example in another language. It draws no more examples than `dev`.

`nightly`: also long random runs that differ each night, all points at which commands can be killed,
servers that are stopped, races found by random clients, and the browser on all pages.
"""

import os
from collections.abc import Container, Iterable, Sequence
from typing import Any

import pytest

PROFILE = os.environ.get("PLANSPEC_PROFILE") or ("ci" if "CI" in os.environ else "dev")

IN_CI = PROFILE != "dev"
"""Whether the site and the programs in other languages are there, or are to be made."""

AT_NIGHT = PROFILE == "nightly"
"""Whether to try all of that of which a part is tried by day."""

requires_ci_profile = pytest.mark.skipif(
    not IN_CI, reason="the dev profile tries a part of this; set PLANSPEC_PROFILE=ci for all"
)

requires_nightly_profile = pytest.mark.skipif(
    not AT_NIGHT, reason="the ci profile tries a part of this; set PLANSPEC_PROFILE=nightly"
)


def mostly_nightly(
    values: Iterable[Any], in_ci: Container[Any], in_dev: Container[Any]
) -> list[Any]:
    """Return the values of a parameter, of which `ci` tries only some, and `dev` fewer."""
    return [
        value
        if value in in_dev
        else pytest.param(
            *as_tuple(value),
            marks=requires_ci_profile if value in in_ci else requires_nightly_profile,
        )
        for value in values
    ]


def mostly_in_ci(values: Iterable[Any], in_dev: Container[Any]) -> list[Any]:
    """Return the values of a parameter, of which only some are tried in the `dev` profile."""
    return [
        value if value in in_dev else pytest.param(*as_tuple(value), marks=requires_ci_profile)
        for value in values
    ]


def by_day_the_first(values: Sequence[Any]) -> list[Any]:
    """Return the values of a parameter, of which only the first is tried by day."""
    return mostly_nightly(values, values[:1], values[:1])


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return the values of several parameters, or a tuple of the value of one."""
    return value if isinstance(value, tuple) else (value,)
