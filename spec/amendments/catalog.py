"""All amendments."""

from spec.amendments.changes_2026_2 import CHANGES_2026_2
from spec.amendments.corrections import CORRECTIONS
from spec.amendments.seed import SEED_AMENDMENTS

AMENDMENTS = tuple(
    sorted((*SEED_AMENDMENTS, *CORRECTIONS, *CHANGES_2026_2), key=lambda amendment: amendment.id)
)
"""All amendments, in the order of their ids."""
