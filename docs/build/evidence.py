"""Run the measurements that the site shows, and save the result of each in `evidence/`.

`make evidence` runs all of them, `python -m docs.build.evidence NAME…` some. Programs of others are
measured only by name, once `make peers` has installed them. The build of the site
only reads the files. Every file has the command, the date, the commit, the seconds it took, and
the document that the command printed as `result`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "evidence"
PEER_FOLDER = FOLDER / "peers"
PROGRAMS = ROOT / ".venv" / "bin"
SHELL = ROOT / "conformance" / "adapters" / "shell"
"""The folder of the shell that adapters import."""
EDITIONS = ("origin", "seeds", "2026.1", "2026.2")
MEASURED = ("spec", "model", "impl", "conformance", "tests", "bench")
"""The folders that a measurement depends on."""

CHANGED = "-changed"
"""Suffix of a commit if the measured folders had changes that were not committed."""

USAGE = 2
GAVE_A_VERDICT = (0, 1, 3)

MEASUREMENTS: dict[str, dict[str, Any]] = tomllib.loads(
    (FOLDER / "measurements.toml").read_text(encoding="utf-8")
)
"""What is measured, in the order of the page, by the names of the files."""
COMMANDS = {name: tuple(each["command"].split()) for name, each in MEASUREMENTS.items()}
BY_NAME = [name for name, each in MEASUREMENTS.items() if each.get("by_name")]

SHOWN_OF_MUTANTS = ("id", "rule", "equivalent", "killed_by", "operations")
"""What the file of the mutants has of each, besides which layers killed it."""

EXAMPLES = "examples/peers"
CORE = ("planspec", "conform", "--profile", "core", "--json")
OURS = {
    "planspec": ("planspec", "serve", "impl"),
    **{f"model-{each}": ("planspec", "serve", "model", "--edition", each) for each in EDITIONS},
}
"""How our own store and the editions of the model are served."""
ADAPTERS = {
    "litequeue-0.9": ("litequeue_0_9/.venv/bin/python", "litequeue"),
    "litequeue": ("litequeue/.venv/bin/python", "litequeue"),
    "persist-queue": ("persist_queue/.venv/bin/python", "persist_queue"),
    "persist-queue-no-resume": ("persist_queue/.venv/bin/python", "persist_queue", "no-resume"),
    "huey": ("huey/.venv/bin/python", "huey"),
    "procrastinate": ("procrastinate/.venv/bin/python", "procrastinate"),
    "hermes-agent": ("hermes_agent/.venv/bin/python", "hermes_agent"),
    "agentplan": ("agentplan/.venv/bin/python", "agentplan"),
    "goqite": ("python3", "goqite"),
    "backlog-md": ("python3", "backlog_md"),
    "task-master": ("python3", "task_master"),
}
"""The Python of each adapter of a program of others, its folder, and its arguments."""


def server_of(name: str) -> tuple[str, ...]:
    """Return what starts the server that a program needs, before its command."""
    return ("python", f"{EXAMPLES}/with_postgresql.py") if name == "procrastinate" else ()


def card_command(name: str) -> tuple[str, ...]:
    """Return the command that judges a program by the core profile, by the name of its file."""
    traces = ("--traces", f"{EXAMPLES}/traces/{name}", "--")
    if name in OURS:
        program, *words = OURS[name]
        return (*CORE, *traces, str((PROGRAMS / program).relative_to(ROOT)), *words)
    python, folder, *words = ADAPTERS[name]
    place = python if python == "python3" else f"{EXAMPLES}/{python}"
    return (*server_of(name), *CORE, *traces, place, f"{EXAMPLES}/{folder}/adapter.py", *words)


PEERS = {name: card_command(name) for name in (*OURS, *ADAPTERS)}
"""The command of each report card, by the name of its file."""

Document = dict[str, Any]


class NotMeasured(Exception):
    """A command gave no verdict, so there is nothing to save."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A measurement: `result` is the document that the command printed."""

    command: str
    date: str
    commit: str
    seconds: float
    result: Document


def evidence(name: str, folder: Path = FOLDER) -> Evidence | None:
    """Return a measurement, or `None` if it was not made yet."""
    path = folder / f"{name}.json"
    if not path.exists():
        return None
    return Evidence(**json.loads(path.read_text(encoding="utf-8")))


def measure(name: str, commit: str) -> Evidence:
    """Make a measurement; raise `NotMeasured` if its command gives no verdict."""
    command = (COMMANDS | PEERS)[name]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        result = run_printing(command, Path(folder))
    seconds = round(time.monotonic() - begun, 1)
    if name in ADAPTERS:
        result["alone"] = run_alone(name)
    if name in PEERS:
        remove_older_traces(name, result)
    today = datetime.now(UTC).date().isoformat()
    return Evidence(" ".join(command), today, commit, seconds, result)


def remove_older_traces(name: str, result: Document) -> None:
    """Remove the traces that a card does not refer to: those of findings that went."""
    kept = {each["trace"] for about in result["properties"] for each in about["findings"]}
    for path in (ROOT / EXAMPLES / "traces" / name).glob("*.json"):
        if path.relative_to(ROOT).as_posix() not in kept:
            path.unlink()


def run_printing(command: Sequence[str], folder: Path) -> Document:
    """Run a program, with a temporary folder for its traces, and return the document it prints."""
    saves = command[1] in ("check", "explore", "conform") and "--traces" not in command
    traces = ("--traces", str(folder)) if saves else ()
    done = run((*command[:2], *traces, *command[2:]), GAVE_A_VERDICT)
    document: Document = json.loads(done.stdout)
    for entry in document.get("properties", ()):
        if isinstance(entry, dict):
            entry.pop("file", None)  # a path in the temporary folder
    document.pop("history", None)
    if command == COMMANDS["mutants"]:
        document["mutants"] = [without_details(mutant) for mutant in document["mutants"]]
    return document


def scripts_of(name: str) -> list[Path]:
    """Return the scripts that show the faults of a program with it alone."""
    python, folder, *_ = ADAPTERS[name]
    home = python.split("/")[0] if "/" in python else folder
    return sorted((ROOT / EXAMPLES / home / "alone").glob("*"))


def run_alone(name: str) -> dict[str, str]:
    """Return what each script of a program prints."""
    python, folder, *_ = ADAPTERS[name]
    place = ROOT / EXAMPLES / folder
    path = f"{(ROOT / EXAMPLES / python).parent}:{place}/node_modules/.bin:{os.environ['PATH']}"
    words = (*server_of(name), "/usr/bin/env", f"PATH={path}", "TASK_MASTER_TOOLS=all")
    shells = {".sh": "bash", ".py": "python3"}
    return {
        each.name: run((*words, shells[each.suffix], str(each), str(place)), range(256)).stdout
        for each in scripts_of(name)
    }


def without_details(mutant: Document) -> Document:
    """Return what the site shows of a mutant: more than a thousand are in one file."""
    layers = [{name: each[name] for name in ("layer", "killed")} for each in mutant["layers"]]
    return {name: mutant[name] for name in SHOWN_OF_MUTANTS} | {"layers": layers}


def run(command: Sequence[str], accepted: Sequence[int]) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment at the root of the repository."""
    done = subprocess.run(
        [str(PROGRAMS / command[0]), *command[1:]],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(SHELL)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode not in accepted:
        said = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise NotMeasured(f"{' '.join(command[:3])} ended with {done.returncode}: {''.join(said)}")
    return done


def commit_of_sources() -> str:
    """Return the current commit, marked if the measured folders differ from it."""

    def git(*arguments: str) -> str:
        return subprocess.check_output(["git", *arguments], cwd=ROOT, encoding="utf-8").strip()

    changed = git("status", "--porcelain", "--", *MEASURED)
    return git("rev-parse", "--short", "HEAD") + (CHANGED if changed else "")


def save(name: str, found: Evidence, folder: Path = FOLDER) -> None:
    """Write a measurement to its file."""
    folder.mkdir(exist_ok=True)
    # A line for each value, but no indentation: that would be a third of the file.
    text = json.dumps(asdict(found), ensure_ascii=False, indent=0)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main(names: Sequence[str], say: Callable[[str], None]) -> int:
    """Make the named measurements, or all, and return the exit code."""
    known = COMMANDS | PEERS
    names = list(PEERS) if list(names) == ["--cards"] else names
    unknown = [name for name in names if name not in known]
    if unknown:
        say(f"{', '.join(unknown)}: no such measurement; choose from: {', '.join(known)}")
        return USAGE
    commit, missing = commit_of_sources(), 0
    for name in names or [each for each in COMMANDS if each not in BY_NAME]:
        try:
            found = measure(name, commit)
        except NotMeasured as error:
            say(f"{name}: not measured: {error}")
            missing = 1
            continue
        save(name, found, PEER_FOLDER if name in PEERS else FOLDER)
        say(f"{name}: {found.seconds} s, {found.command}")
    return missing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], lambda line: print(line, file=sys.stderr)))
