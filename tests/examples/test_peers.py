"""Programs of others: the saved traces show their differences, and scripts show them without us."""

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS
from docs.build.pages.peers import NOTES
from tests.profiles import IN_CI

ROOT = Path(__file__).parents[2]
HERMES = ROOT / "examples" / "peers" / "hermes_agent"
TRACES = sorted((HERMES / "traces").glob("*.json"))
SCRIPTS = sorted((HERMES / "alone").glob("*.py"))

pytestmark = pytest.mark.xdist_group("peers")


@pytest.fixture(scope="module")
def python() -> str:
    """Return the interpreter of the program's environment, which CI installs if it can."""
    program = HERMES / ".venv" / "bin" / "python"
    if not program.exists():
        if not IN_CI:
            pytest.skip("hermes-agent is not installed: make peers")
        installing = ["make", "--old-file=.venv", "peers"]
        done = subprocess.run(installing, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            pytest.skip(f"hermes-agent cannot be installed here: {done.stderr[-200:]}")
    return str(program)


def test_what_shows_a_program_of_others_is_short() -> None:
    # Given the adapter and the scripts, when their lines are counted, then they are few.
    def lines(path: Path) -> int:
        return len(path.read_text("utf-8").splitlines())

    assert lines(HERMES / "adapter.py") <= 150
    assert all(lines(script) <= 30 for script in SCRIPTS)


def test_an_adapter_says_what_it_is_without(
    python: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given the adapter, when it is asked who it is,
    code = main(["doctor", "--", python, str(HERMES / "adapter.py")])
    # then it speaks the protocol, in the version that is pinned, without some features.
    out = capsys.readouterr().out
    assert code == SUCCESS
    assert (HERMES / "requirements.in").read_text("utf-8").strip().replace("==", " ") in out
    assert "substeps, items, drift, choice, takeover, fenced" in out


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.stem)
def test_a_saved_trace_shows_a_difference(
    python: str, trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a reduced trace, when it is replayed, then it differs as it did.
    code = main(["replay", str(trace), "--", python, str(HERMES / "adapter.py")])
    assert code == NOT_CONFORMING, capsys.readouterr().out


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_shows_the_same_without_us(python: str, script: Path, tmp_path: Path) -> None:
    # Given a script, when the program runs it alone, then it prints what the site shows.
    notes = tomllib.loads(NOTES.read_text("utf-8"))
    printed = {each["prints"].strip() for each in notes["clauses"].values() if "script" in each}
    environment = os.environ | {"HERMES_HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    done = subprocess.run([python, script], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() in {*printed, notes["consequence"]}, done.stderr
    assert str(ROOT) not in script.read_text("utf-8")
