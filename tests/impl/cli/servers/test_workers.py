"""Workers of several machines have different names, wherever their worktrees are."""

import os
from pathlib import Path

import pytest

from impl.cli.answers import InvalidUsage
from impl.cli.workers import stored_name
from impl.store.place import Server

SERVER = Server("postgresql://", "bridge")
HOST = os.uname().nodename
ROOT = Path("/nowhere")


def test_a_file_keeps_the_name_that_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "other")
    assert stored_name("../ann", Path("state.db"), ROOT) == "../ann"


def test_a_server_tells_machines_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given no variable, when a name is stored on a server, then the machine is part of it,
    monkeypatch.delenv("PLANSTATE_WORKER", raising=False)
    stored = stored_name("../ann", SERVER, ROOT)
    assert stored == f"{HOST}:../ann"
    # and what is shown can be given again.
    assert stored_name(stored, SERVER, ROOT) == stored


def test_a_variable_names_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "agent 7")
    assert stored_name("../ann", SERVER, ROOT) == "agent 7"
    monkeypatch.setenv("PLANSTATE_WORKER", "")
    assert stored_name("../ann", SERVER, ROOT) == f"{HOST}:../ann"


def test_a_malformed_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANSTATE_WORKER", "\udc80")
    with pytest.raises(InvalidUsage, match=r"PLANSTATE_WORKER is .* not UTF-8"):
        stored_name("../ann", SERVER, ROOT)
