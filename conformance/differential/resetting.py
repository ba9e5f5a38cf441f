"""Resetting: a remote system is looked at when it should be empty, as everything rests on that."""

from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import RequestFailed, SystemUnderTest
from conformance.differential.comparator import Comparator
from spec.vocabulary.state import State


def emptied(system: SystemUnderTest, comparator: Comparator) -> None:
    """Reset a system. Raises `Broken` if a remote one then shows that it holds something."""
    system.reset()
    if not isinstance(system, RemoteSystem):
        return
    try:
        stored = system.observe()
    except RequestFailed:
        # The first operation shows that too, and says with it what fails.
        return
    if left := comparator.state_differences(State(), stored):
        raise system.bad_reset([each.path for each in left])
