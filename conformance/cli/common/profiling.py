"""Profiles of a command: in which functions its time went."""

import cProfile
import pstats
import sys
from collections.abc import Callable

FUNCTIONS = 25
"""How many functions are printed, those first in which most time was spent."""


def profiled(run: Callable[[], int]) -> int:
    """Run a command and print, on standard error, where the time of this process went."""
    profile = cProfile.Profile()
    try:
        return profile.runcall(run)
    finally:
        pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(FUNCTIONS)
