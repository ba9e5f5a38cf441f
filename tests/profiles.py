"""Profiles: how much a run of the tests tries, and what each profile leaves to the next.

`dev`, while one works: every test that takes less than a few seconds, a part of those with many
parameters, short random runs, one example implementation. No site is built; of the mutants, one of
each kind and area.

`ci`, before anything is merged: all rules, scopes, clauses and mutants, and the site. It leaves out
only what a shorter test samples: most vectors through a command line, most faults that lie under
several others, the attribution of the mutants of most areas, most scopes on a server, what the
largest scopes share among editions, most points at which commits and migrations can be killed, long
journals, and most pages about amendments on a phone.

`nightly`: everything, with random runs of hours.
"""

import os
from collections.abc import Container, Iterable, Sequence
from typing import Any

import pytest

PROFILE = os.environ.get("PLANSPEC_PROFILE") or ("ci" if "CI" in os.environ else "dev")

THOROUGH = PROFILE != "dev"
"""Whether to run what takes more than a few seconds and of which `dev` tries a part."""

requires_ci_profile = pytest.mark.skipif(
    not THOROUGH, reason="the dev profile tries a part of this; set PLANSPEC_PROFILE=ci for all"
)


requires_nightly_profile = pytest.mark.skipif(
    PROFILE != "nightly", reason="the ci profile tries a part of this; set PLANSPEC_PROFILE=nightly"
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


def in_dev_the_first(values: Sequence[Any]) -> list[Any]:
    """Return the values of a parameter, of which the `dev` profile tries only the first."""
    return mostly_in_ci(values, values[:1])


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return the values of several parameters, or a tuple of the value of one."""
    return value if isinstance(value, tuple) else (value,)
