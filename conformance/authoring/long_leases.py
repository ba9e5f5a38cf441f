"""Leases so long that no clock matters, wherever a vector is about something else.

The scopes have leases of a few milliseconds. An implementation whose clock cannot be set could not
run such a vector, although most are not about leases at all.
"""

from dataclasses import replace

from conformance.authoring.goals import Goal
from conformance.authoring.traces import FoundTrace
from spec.vocabulary.claims import Claim
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.holding import Heartbeat


def with_long_leases(goal: Goal, found: FoundTrace) -> FoundTrace:
    """Make each lease of a trace a long one, as long as the trace still serves its goal."""
    for position, operation in enumerate(found.operations):
        if isinstance(operation, Claim | Heartbeat):
            before, after = found.operations[:position], found.operations[position + 1 :]
            longer = replace(operation, lease=DEFAULT_LEASE)
            patient = replace(found, operations=(*before, longer, *after))
            if patient != found and goal.serves(patient):
                found = patient
    return found
