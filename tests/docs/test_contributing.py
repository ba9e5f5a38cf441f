"""The walk in CONTRIBUTING.md shows what the commands print today."""

import re
import shlex
from pathlib import Path

import pytest

from conformance.cli.main import main
from tests.profiles import mostly_nightly

ROOT = Path(__file__).parents[2]
WALK = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ planspec ([^\n]*)\n(.*?)\n```", WALK, flags=re.DOTALL)
TIMES = re.compile(r"[\d,]+\.\d s|[\d,]+ states/s|\s+[\d.]+  complete")


def without_times(text: str) -> str:
    """Leave out what differs from run to run."""
    return TIMES.sub("~", re.sub(r"agreed +seconds", "agreed  seconds", text)).rstrip()


@pytest.mark.parametrize(
    ("command", "shown"),
    mostly_nightly(BLOCKS, [block for block in BLOCKS if "--exhaustive" not in block[0]], ()),
    ids=[command for command, _ in BLOCKS],
)
def test_a_command_of_the_walk_prints_what_is_shown(
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a command that the walk shows, when it is run in an empty folder,
    monkeypatch.chdir(tmp_path)
    main(shlex.split(command))
    # then it prints what the walk shows, but for times.
    assert without_times(capsys.readouterr().out) == without_times(shown)
