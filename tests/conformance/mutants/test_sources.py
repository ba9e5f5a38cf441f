"""The sources of mutants: a fault is the one that is told, and not a name that nobody knows."""

import subprocess
import sys
from pathlib import Path

from conformance.mutants.faults.source import ChangedFile
from conformance.mutants.registry import all_mutants

UNDEFINED_NAME = "F821"


def test_mutants_use_no_name_that_is_not_defined(tmp_path: Path) -> None:
    # Given the sources of all mutants, none of which is stale,
    changed = [mutant for mutant in all_mutants() if isinstance(mutant, ChangedFile)]
    for mutant in changed:
        (tmp_path / f"{mutant.id}.py").write_text(mutant.source(), encoding="utf-8")
    assert len({mutant.id for mutant in changed}) == len(changed) > len(all_mutants()) / 2
    # when ruff looks for names that nothing defines, then it finds none.
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", "--no-cache"]
    run = [*ruff, "--select", UNDEFINED_NAME, str(tmp_path)]
    found = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, ""), found.stderr
