"""What the tests of the driver are given."""

import pytest

from tests.impl.orchestrator.recovery_site import RecoverySite
from tests.impl.sites import Site


@pytest.fixture
def recovery(site: Site) -> RecoverySite:
    """Return a site whose step has four open items."""
    return RecoverySite(site)
