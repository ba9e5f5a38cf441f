"""The time zone of programs under test: none where local time and UTC are the same."""

import os
from collections.abc import Mapping

FAR = "FAR-05:45"
"""A zone in which it is 5:45 hours later than in Greenwich, as POSIX writes that."""


def in_a_zone(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return an environment, by default that of this process, with a zone unless it has one.

    On a machine that follows UTC nobody would see that a program takes local time for it.
    """
    return {"TZ": FAR, **(os.environ if environment is None else environment)}
