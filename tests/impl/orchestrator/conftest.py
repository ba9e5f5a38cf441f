"""What the tests of the driver are given."""

import pytest

from tests.impl.git.sites import Site
from tests.impl.orchestrator.recovery_site import RecoverySite


@pytest.fixture
def recovery(site: Site) -> RecoverySite:
    """Return a site whose step has four open items."""
    return RecoverySite(site)
