"""The playground: its scripts, Pyodide and the Python that it runs, put beside the built site."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from docs.build.checks import BrokenSite

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "docs" / "playground"
MODULES = SOURCES / "node_modules"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files of Pyodide that a page needs."""
IMPORTED = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import docs.playground.answering
for each in sys.modules.values():
    print(getattr(each, "__file__", None) or "")
"""


def is_there() -> bool:
    """Return whether the packages of npm are installed, without which there is no playground."""
    return (MODULES / "pyodide").is_dir()


def build_playground(folder: Path) -> None:
    """Write all that the page loads into a folder. Raises `BrokenSite` if that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    run(MODULES / ".bin" / "tsc", "--outDir", folder, cwd=SOURCES)
    (folder / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(MODULES / "pyodide" / name, folder / "pyodide" / name)
    shutil.copyfile(SOURCES / "playground.css", folder / "playground.css")
    shutil.copyfile(ROOT / "docs" / "templates" / "recorded.jsonl", folder / "race.jsonl")
    with ZipFile(folder / "planspec.zip", "w", ZIP_DEFLATED) as archive:
        for path in sorted({*loaded(), *SOURCES.glob("samples/*.md")}):
            archive.write(path, path.relative_to(ROOT))


def loaded() -> Iterator[Path]:
    """Yield the files of `spec` and `model`, and what else the page imports.

    It is imported without packages beside the standard library, so one that needs any fails here.
    """
    for room in ("spec", "model"):
        yield from (ROOT / room).rglob("*.py")
    for line in run(sys.executable, "-I", "-S", "-c", IMPORTED).splitlines():
        if Path(line).is_relative_to(ROOT):
            yield Path(line)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Return what a command prints. Raises `BrokenSite` with that if it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise BrokenSite(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
