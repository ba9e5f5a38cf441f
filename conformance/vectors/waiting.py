"""Clauses that only show where time can be set, or where real leases are waited for."""

from collections.abc import Set

from spec.editions import Edition
from spec.rules.rule import Rule

TIME_CLAUSES = {
    "claimed_at": ("CLM-8.2",),
    "heartbeat_at": ("CLM-8.2", "CLM-13.2"),
    "lease_expires_at": ("CLM-8.3", "CLM-10.2", "CLM-13.3", "CLM-13.4", "CLM-13.11", "CLM-13.12"),
    "started_at": ("CLM-12.2", "CLM-12.16"),
    "recorded_at": ("CHK-10.1",),
    "completed_at": ("CMP-4.5", "CMP-6.1", "CMP-9.4"),
}
"""The clauses that a time which is stored or answered follows, by its field."""
LEASE_CLAUSES = ("CLM-4.4", "CLM-13.5", "CLM-17.4", "CLM-19.10", "CHK-1.4", "CMP-6.6")
"""The clauses that say what happens once a lease has expired."""
WAITED_FOR = frozenset(
    [*LEASE_CLAUSES, *(clause for clauses in TIME_CLAUSES.values() for clause in clauses)]
)
"""All these clauses."""


def not_tested(rule: Rule, edition: Edition, tested: Set[str] = frozenset()) -> list[str]:
    """Return the clauses of a rule that a clock which cannot be set leaves untested."""
    clauses = (each.id for each in rule.clauses_in(edition))
    return [each for each in clauses if each in WAITED_FOR - tested]
