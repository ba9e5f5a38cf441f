"""`planspec conform --clients` on real processes, threads, connections and command lines."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.histories.format import read_history
from conformance.histories.nemesis.rounds import Outcome
from conformance.protocol.documents.histories import ClientsDocument
from conformance.reports.clients import clients_as_text
from tests.cases import for_each
from tests.conformance.calling import Planspec
from tests.conformance.histories.nemesis import racing
from tests.profiles import requires_nightly_profile

PROGRAMS = Path(sys.executable).parent
RACING = str(racing.__file__)
SERVED = (str(PROGRAMS / "planspec"), "serve", "impl", "--store", "{store}")
EARLY_THREADS = ("--python", f"{RACING}:DecidesEarly")
LOCKED = ("--python", f"{RACING}:locked")
APART = ("--python", f"{RACING}:apart")
"""Each client has a store of its own, so what they are told disagrees in every schedule."""

Conform = Callable[..., dict[str, Any]]


@pytest.fixture
def conform(tmp_path: Path, planspec: Planspec) -> Conform:
    """Return what runs the command with clients, and returns its document and exit code."""

    def run(*words: str, command: Sequence[str] = ()) -> dict[str, Any]:
        patient = ("--start-timeout", "3600", "--timeout", "3600")
        known = ["--json", *patient, "--traces", str(tmp_path), *words]
        ended = planspec("conform", *known, *(["--", *command] if command else []))
        return {**ended.document, "exit_code": ended.code}

    return run


@requires_nightly_profile
def test_a_sound_store_is_explained_although_clients_are_killed_and_stopped(
    conform: Conform,
) -> None:
    # Given the reference implementation, when clients of one store are killed and stopped,
    words = ("--clients", "4", "--kill", "--pause", "--operations", "100", "--seed", "2")
    found = conform(*words, command=SERVED)
    # then all that they saw is explained,
    assert (found["verdict"], found["exit_code"]) == ("explained", 0)
    assert found["operations"] >= 100
    assert found["kills"] + found["pauses"]
    assert found["failures"] == []
    # and the history that is saved says the same once more.
    recording = read_history(Path(found["history"]))
    assert len(recording.events) == found["events"]
    assert main(["audit", found["history"]]) == 0


def test_clients_that_share_nothing_are_contradicted_with_a_clause_and_how_often(
    conform: Conform, planspec: Planspec
) -> None:
    # Given a program that gives each client a store of its own, when clients are to share it,
    found = conform("--clients", "3", "--operations", "30", *APART)
    # then it is contradicted by a few calls, with a clause, and with how to do it again,
    assert (found["verdict"], found["exit_code"]) == ("contradicted", 1)
    assert found["clause"]
    contradictions = [plan["contradiction"] for plan in found["plans"] if plan["contradiction"]]
    assert all(each["calls"] for each in contradictions)
    assert "--clients 3" in found["command"]
    assert "--seed 0" in found["command"]
    # which happens each time.
    assert found["repetitions"] == {"tried": 4, "contradicted": 4}
    # And the saved history is contradicted by the same clause.
    audited = planspec("audit", "--json", found["history"])
    assert (audited.code, audited.document["clause"]) == (1, found["clause"])
    # The report names the clause, how to do it again, and last the verdict,
    del found["exit_code"]
    lines = list(clients_as_text(ClientsDocument.model_validate(found), ()))
    assert f"suspected: {found['clause']} " in "\n".join(lines)
    assert "reproduced in 4 of 4 repetitions with the same seed" in lines
    assert lines[-1].startswith("contradicted: ")
    # and a page that shows the calls, with a timeline.
    assert f"page with a timeline: {found['page']}" in lines
    shown = Path(found["page"]).read_text(encoding="utf-8")
    assert "no order explains these" in shown or "one call cannot" in shown
    assert "<svg" in shown


@requires_nightly_profile
def test_a_store_that_decides_early_is_found_by_clients(conform: Conform) -> None:
    # Given a program that decides before its transaction, when clients share its store,
    found = conform("--clients", "3", "--operations", "3000", *EARLY_THREADS)
    # then it is contradicted sooner or later.
    assert (found["verdict"], found["exit_code"]) == ("contradicted", 1)


@requires_nightly_profile
def test_processes_of_planstate_are_killed_in_one_repository(conform: Conform) -> None:
    # Given planstate, when its processes are killed in one repository,
    program = ("--cli", str(PROGRAMS / "planstate"))
    found = conform("--clients", "3", "--kill", "--operations", "60", *program)
    # then what the others saw is explained.
    assert (found["verdict"], found["exit_code"]) == ("explained", 0)
    assert found["kills"]
    assert found["implementation"]["name"] == "planstate"


def test_a_run_that_is_interrupted_keeps_its_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    # Given a run of clients, when it is interrupted after its first round,
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Outcome, "add", interrupt)
    few = ("--clients", "2", "--operations", "50")
    ended = planspec("conform", *few, "--traces", str(tmp_path), *LOCKED)
    # then nothing is decided, and what was seen is in the history that is named.
    path = tmp_path / "clients-0.jsonl"
    assert ended.code == 3
    assert f"what was seen until then is in {path}" in ended.err
    assert len(read_history(path).events) >= 100


USAGE_ERRORS = {
    ("--clients", "2", "--", "program"): "write {store} where the path",
    ("--clients", "2", "--kill", *LOCKED): "need processes that planspec starts",
    ("--clients", "2", "--pause", "--connect", "localhost:1"): "need processes",
    ("--clients", "2", "--report", "folder", *LOCKED): "--report has no effect with --clients",
    ("--kill", *LOCKED): "--kill has no effect without --clients",
    ("--clients", "65", *LOCKED): "--clients 65: expected at most 64",
    ("--clients", "2"): "0 implementations are named",
}


@for_each(("words", "expected"), USAGE_ERRORS.items())
def test_what_cannot_be_done_is_a_usage_error(
    planspec: Planspec, words: tuple[str, ...], expected: str
) -> None:
    # Given options that do not go together, when they are used, then the message says what to do.
    ended = planspec("conform", *words)
    assert (ended.code, expected in ended.err) == (2, True)
