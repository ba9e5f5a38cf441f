"""Profiles of the random tests, and what they report at the end of a run.

`dev` and `ci` draw the same examples each time; `nightly` draws others each night. See
`tests/profiles.py` for what each profile runs.
"""

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.hanging import pytest_configure, pytest_runtest_protocol
from tests.profiles import PROFILE

__all__ = ["pytest_configure", "pytest_runtest_protocol"]  # hooks

COMMON = settings(
    deadline=None,
    stateful_step_count=50,
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    # A run of 50 operations draws much data and takes long, which is what it is for.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SAME_EACH_TIME = settings(COMMON, derandomize=True, database=None)
for name in ("dev", "ci"):
    settings.register_profile(name, SAME_EACH_TIME, max_examples=60)
settings.register_profile("nightly", COMMON, max_examples=500, print_blob=True)

settings.load_profile(PROFILE)


@pytest.fixture(scope="session")
def profile() -> str:
    """Return the name of the current profile."""
    return PROFILE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the random tests measured, from whichever process they ran in."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", []):
            terminalreporter.write_line(f"{name}: {value}")
