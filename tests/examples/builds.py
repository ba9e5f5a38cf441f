"""Building the example implementations, each with the toolchain of its language, in a copy."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

EXAMPLES_FOLDER = Path(__file__).parents[2] / "examples"
BUILT = shutil.ignore_patterns("planspec-example", "target", "node_modules", "build")
"""What a developer may have built in the tree; it is not copied."""


@dataclass(frozen=True, slots=True)
class Example:
    """How an example is built, and then started.

    `fetch` asks a registry, and may fail where there is none. `stale` is what it says when the
    versions that it asks for are at fault, and `too_old` what is said when the toolchain is.
    """

    language: str
    tools: tuple[str, ...]
    build: tuple[str, ...]
    command: tuple[str, ...]
    too_old: str
    fetch: tuple[str, ...] = ()
    stale: str = ""


EXAMPLES = {
    "go": Example(
        language="Go",
        tools=("go",),
        build=("go", "build"),
        command=("{folder}/planspec-example",),
        too_old="go.mod requires go",
    ),
    "rust": Example(
        language="Rust",
        tools=("cargo",),
        fetch=("cargo", "fetch"),
        stale="failed to select a version",
        build=("cargo", "build", "--release", "--offline"),
        command=("{folder}/target/release/planspec-example",),
        too_old="requires rustc",
    ),
    "typescript": Example(
        language="TypeScript",
        tools=("node", "npm"),
        fetch=("npm", "ci", "--ignore-scripts"),
        stale="EUSAGE",
        build=("npm", "run", "build"),
        command=("node", "{folder}/build/main.js"),
        too_old="Unsupported engine",
    ),
}


def copy_of(name: str, folder: Path) -> Path:
    """Copy the sources of an example, so that nothing is built in the tree."""
    return shutil.copytree(EXAMPLES_FOLDER / name, folder / name, ignore=BUILT)


def built(example: Example, folder: Path) -> list[str]:
    """Build an example in its copy and give the command that starts it; skip if that cannot be."""
    for tool in example.tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed, so the {example.language} example is not built")
    if example.fetch:
        fetched = run(example.fetch, folder)
        if fetched.returncode and example.stale not in fetched.stderr:
            why = last_line(fetched.stderr)
            pytest.skip(f"what the {example.language} example needs cannot be fetched: {why}")
        assert fetched.returncode == 0, fetched.stderr
    done = run(example.build, folder)
    if done.returncode and example.too_old in done.stderr:
        pytest.skip(f"the installed {example.tools[0]} is too old: {last_line(done.stderr)}")
    assert done.returncode == 0, done.stdout + done.stderr
    return [word.format(folder=folder) for word in example.command]


def run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a step of a build, with the toolchain that is here and no other."""
    environment = {**os.environ, "GOTOOLCHAIN": "local"}
    environment.pop("CARGO_TARGET_DIR", None)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def last_line(text: str) -> str:
    """Return the last line that is not blank."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
