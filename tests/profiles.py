"""Profiles: how much a run of the tests tries, and what the `dev` profile leaves to `ci`."""

import os
from collections.abc import Container, Iterable
from typing import Any

import pytest

PROFILE = os.environ.get("PLANSPEC_PROFILE") or ("ci" if "CI" in os.environ else "dev")

THOROUGH = PROFILE != "dev"
"""Whether to run what takes more than a few seconds and of which `dev` tries a part."""

requires_ci_profile = pytest.mark.skipif(
    not THOROUGH, reason="the dev profile tries a part of this; set PLANSPEC_PROFILE=ci for all"
)


def mostly_in_ci(values: Iterable[Any], in_dev: Container[Any]) -> list[Any]:
    """Return the values of a parameter, of which only some are tried in the `dev` profile."""
    return [
        value if value in in_dev else pytest.param(value, marks=requires_ci_profile)
        for value in values
    ]
