"""A dialect is named again wherever a program is."""

import json
import subprocess
import sys
from pathlib import Path

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import WHOLE
from conformance.cli.common.opening import target_of
from conformance.cli.options.validation import DoctorOptions


def test_a_trace_is_replayed_and_asked_by_hand_in_the_same_dialect(
    tmp_path: Path,
) -> None:
    # Given a program that is validated by a dialect
    planstate = str(Path(sys.executable).parent / "planstate")
    file = tmp_path / "mine.toml"
    file.write_text("[setup]\nrepository = ['touch set-up']")
    target = target_of(DoctorOptions(cli=planstate, dialect=file))
    # Then its replay names the dialect, and what is to be run by hand speaks it
    assert target.replay("a.json").endswith(f"--cli {planstate} --dialect {file}")
    script = target.snippet([], capabilities_of(WHOLE))
    asked = subprocess.check_output(["sh", "-c", f"{script}; ls set-up"], text=True)
    assert json.loads(asked.splitlines()[0])["status"] == "ok"
    assert asked.endswith("set-up\n")
