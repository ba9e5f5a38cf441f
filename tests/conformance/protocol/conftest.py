"""How the tests of programs wait: for what certainly comes without a limit, for nothing else."""

import threading

import pytest

from conformance.adapters import processes

WITHOUT_HURRY = 86_400.0
"""Seconds that no program of these tests takes."""


class Heard(threading.Thread):
    """What reads standard error, which is over once the program is; it is waited for."""

    def join(self, timeout: float | None = None) -> None:  # noqa: ARG002
        """Return when everything was read."""
        super().join()


@pytest.fixture
def ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the ends of programs for as long as they take."""
    monkeypatch.setattr(threading, "Thread", Heard)
    monkeypatch.setattr(processes, "GRACE", WITHOUT_HURRY)


@pytest.fixture
def runs_on(monkeypatch: pytest.MonkeyPatch, ends_by_itself: None) -> None:  # noqa: ARG001
    """End programs at once that would never end."""
    monkeypatch.setattr(processes, "GRACE", 0.0)
