"""A plan to iterate on."""

import pytest

from tests.impl.cli.desk import Desk
from tests.impl.cli.iterate.reports import write_summary


@pytest.fixture(autouse=True)
def _registered(desk: Desk) -> None:
    """Register the plan, and write a summary to report."""
    desk.state("init")
    write_summary(desk.root)
