"""Leases so long that no clock matters, wherever a vector is about something else.

The scopes have leases of a few milliseconds. An implementation whose clock cannot be set could not
run such a vector, although most are not about leases at all.
"""

from dataclasses import replace

from conformance.authoring.found import Found
from conformance.authoring.purposes import Purpose
from spec.vocabulary.claims import DEFAULT_LEASE, Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation


def unhurried(purpose: Purpose, found: Found) -> Found:
    """Make each lease of a trace a long one, as long as the trace still serves its purpose."""
    for position, operation in enumerate(found.operations):
        if isinstance(operation, Claim | Heartbeat):
            patient = with_operation(found, position, replace(operation, lease=DEFAULT_LEASE))
            if patient != found and purpose.serves(patient):
                found = patient
    return found


def with_operation(found: Found, position: int, operation: Operation) -> Found:
    """Put another operation in the place of one."""
    before, after = found.operations[:position], found.operations[position + 1 :]
    return replace(found, operations=(*before, operation, *after))
