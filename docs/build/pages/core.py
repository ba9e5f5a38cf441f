"""The page of the core profile: its properties and scenarios, an adapter, and a report."""

import subprocess
import sys
import tempfile
from pathlib import Path

from conformance.adapters.shell import planspec_adapter
from conformance.kit.core.profile import core_properties
from docs.build.evidence import ROOT
from docs.build.rendering import DOCS, render, write_if_changed

QUEUE = ROOT / "examples" / "queue" / "adapter.py"
SHELL = "guides/planspec_adapter.py"


def core_page() -> str:
    """Return the page, and write the shell of adapters beside it."""
    write_if_changed(DOCS / SHELL, Path(planspec_adapter.__file__).read_text(encoding="utf-8"))
    return render(
        "core-profile.md",
        "../reference/",
        properties=core_properties(),
        scenarios=[each for found in core_properties() for each in found.scenarios],
        adapter=QUEUE.read_text(encoding="utf-8").rstrip(),
        output=report_of("leases-end"),
    )


def report_of(fault: str) -> str:
    """Return what is printed of the small queue without a promise, but for the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "conformance.cli", "conform", "--profile", "core", "--"]
        done = subprocess.run(
            [*command, sys.executable, str(QUEUE), fault],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    return done.stdout.rpartition(" (")[0]
